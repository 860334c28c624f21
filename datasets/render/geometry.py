"""A pinhole camera over a table, and the tiles on it as rounded boxes.

World: x right, y away from the player, z up; the unit is a tile's width. A tile's own axes: x right and y up
as its face is read, z out of the face; its back lies in z = 0, its face in z = ``DEPTH``. ``HEIGHT`` and ``DEPTH`` are
those of the largest make; a smaller one shrinks its own axes (``shape``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Shape = tuple[float, float, float]
WIDTH, HEIGHT, DEPTH = 1.0, 1.42, 0.92
USUAL = (1.0, 0.945, 0.85)  # 27 by 36 by 21 mm
_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)]) * (WIDTH, HEIGHT, DEPTH)


@dataclass(frozen=True)
class Camera:
    """``position`` (3,), ``axes`` (3, 3) rows right, down, forward; ``focal`` in pixels; ``centre`` (2,) pixels."""

    position: Array
    axes: Array
    focal: float
    centre: Array

    @classmethod
    def aim(
        cls, target: Array, elevation: float, azimuth: float, roll: float, distance: float, focal: float, size: Array
    ) -> Camera:
        """Looks at ``target`` from ``distance``; angles in radians, elevation below a right angle."""
        level = np.array([-np.sin(azimuth), -np.cos(azimuth), 0.0]) * np.cos(elevation)
        position = target + distance * (level + (0, 0, np.sin(elevation)))
        forward = (target - position) / distance
        right = np.cross(forward, (0, 0, 1))
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        c, s = np.cos(roll), np.sin(roll)
        return cls(position, np.stack([c * right + s * down, c * down - s * right, forward]), focal, size / 2)

    def project(self, points: Array) -> Array:
        """World points (N, 3) to pixels (N, 2)."""
        seen = (points - self.position) @ self.axes.T
        projected: Array = seen[:, :2] * (self.focal / np.maximum(seen[:, 2:], 0.1)) + self.centre
        return projected

    def turned(self, about: Array, angle: float) -> Camera:
        """The camera to which the world seems turned by ``angle`` radians round the vertical through ``about`` (3,)."""
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return replace(self, position=about + turn.T @ (self.position - about), axes=self.axes @ turn)


@dataclass(frozen=True)
class Pose:
    """Where a tile is: ``axes`` (3, 3) with its x, y, z as columns (orthogonal, as long as the make shrinks them),
    ``origin`` the middle of its back."""

    axes: Array
    origin: Array

    def place(self, local: Array) -> Array:
        """Own coordinates (N, 3) to world."""
        placed: Array = local @ self.axes.T + self.origin
        return placed

    @property
    def facing(self) -> Array:
        """Unit vector out of the face, (3,)."""
        out: Array = self.axes[:, 2] / np.linalg.norm(self.axes[:, 2])
        return out

    def height_of(self, point: Array) -> float:
        """Own z of a world point (3,)."""
        z = self.axes[:, 2]
        return float((point - self.origin) @ z / (z @ z))


_UP = np.eye(3)
_DOWN = np.diag([1.0, -1.0, -1.0])
_EDGE = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
_END = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def _standing(lean: float) -> Array:
    c, s = np.cos(lean), np.sin(lean)
    return np.array([[1.0, 0.0, 0.0], [0.0, s, -c], [0.0, c, s]])


def pose(
    kind: str, x: float, y: float, z: float = 0.0, yaw: float = 0.0, lean: float = 0.0, shape: Shape = USUAL
) -> Pose:
    """``kind``: up, down, edge (on its long side), end (on its short side) or stand (leaning back by ``lean``).

    (x, y) is the middle of the footprint, ``z`` the height of what it rests on (of the largest make), ``yaw`` turns it
    counter-clockwise, ``shape`` shrinks its width, height and depth.
    """
    base = {"up": _UP, "down": _DOWN, "edge": _EDGE, "end": _END}.get(kind)
    base = _standing(lean) if base is None else base
    c, s = np.cos(yaw), np.sin(yaw)
    axes = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ base * shape
    corners = _CORNERS @ axes.T
    middle = (corners.min(0) + corners.max(0)) / 2
    return Pose(axes, np.array([x - middle[0], y - middle[1], z * shape[2] - corners[:, 2].min()]))


@lru_cache
def outline(inset: float, radius: float, steps: int = 4) -> Array:
    """Rounded rectangle of a tile's face, (4 * steps, 2), counter-clockwise."""
    half = np.array([WIDTH / 2 - inset, HEIGHT / 2 - inset])
    turns = np.linspace(0, np.pi / 2, steps)
    arcs = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angle = turns + quarter * np.pi / 2
        arcs.append((half - radius) * (sx, sy) + radius * np.stack([np.cos(angle), np.sin(angle)], 1))
    return np.concatenate(arcs)


def bounds(points: Array) -> Array:
    """The xyxy box (4,) round points (N, 2)."""
    return np.concatenate([points.min(0), points.max(0)])


def slab(pose_: Pose, camera: Camera, z: float, inset: float, radius: float) -> Array:
    """The outline of a tile's cross-section at own height ``z``, in pixels."""
    flat = outline(inset, radius)
    return camera.project(pose_.place(np.column_stack([flat, np.full(len(flat), z)])))
