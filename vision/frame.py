"""All tiles as seen along one row: where they lie along and across it, and how large they are that way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.detection import Detections

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

ASPECT, DIAGONAL = 0.75, 0.35
"""Width to height of a tile, for rows so near to 45° (cosine of twice the angle) that the boxes hardly show it."""
MOST_SLACK = 0.3
"""Boxes are no tighter or looser than this, in tile widths."""
TOUCHING = 1.25
"""Tiles whose middles are no farther apart than this many heights touch, or nearly."""


@dataclass(frozen=True)
class Frame:
    """All N tiles as seen along one row: ``u`` along it, ``v`` across it (pixels), ``along``/``across`` their extents.

    ``unit``/``height``: width and height of an upright tile of that row. ``slack``: the gap between its touching
    tiles, in units (boxes may be tight or loose). ``anchor``: the tiles that gave the direction.
    """

    angle: float
    u: Floats
    v: Floats
    along: Floats
    across: Floats
    unit: float
    height: float
    slack: float
    anchor: tuple[int, ...]

    @cached_property
    def usual_height(self) -> float:
        """The median of all tiles' extents across, pixels."""
        return float(np.median(self.across))

    @cached_property
    def touching(self) -> tuple[Mask, Mask]:
        """Which tiles (N, N) touch each other, or nearly; and which of them lie behind or before the other."""
        along, across = np.abs(self.u[:, None] - self.u), np.abs(self.v[:, None] - self.v)
        distance = np.hypot(along, across)
        touching = (distance > 0) & (distance < TOUCHING * self.height)
        return touching, touching & (across > self.height / 2)

    def gap(self, left: int, right: int) -> float:
        """Free space between two tiles along the row, in tile widths; about 0 where they touch."""
        free = self.u[right] - self.u[left] - (self.along[left] + self.along[right]) / 2
        return float(free / self.unit) - self.slack

    def step(self, left: int, right: int) -> float:
        """How far one tile stands above or below the other, in tile heights."""
        return float(abs(self.v[right] - self.v[left]) / self.height)

    def size_step(self, left: int, right: int) -> float:
        """By how much (natural logarithm) one tile's area is larger than the other's."""
        ratio = self.along[left] * self.across[left] / (self.along[right] * self.across[right])
        return abs(math.log(ratio))


def centres(boxes: NDArray[np.float32]) -> Floats:
    """Middle points (N, 2) of xyxy boxes."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, dtype=np.float64)


def sizes(boxes: NDArray[np.float32]) -> Floats:
    """Root of the area (N,) of xyxy boxes, in pixels."""
    extent = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-3).astype(np.float64)
    return np.asarray(np.sqrt(extent.prod(axis=1)))


def frame_along(detections: Detections, anchor: tuple[int, ...]) -> Frame:
    """All tiles in the coordinates of the row ``anchor``, reading left to right (top to bottom where it is upright)."""
    boxes = detections.boxes
    middle = centres(boxes)
    angle = _direction(middle[list(anchor)])
    axis, normal = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    along, across = _extents(boxes, angle)
    rows = list(anchor)
    unit, height = float(np.median(along[rows])), float(np.median(across[rows]))
    plain = Frame(angle, middle @ axis, middle @ normal, along, across, unit, height, 0.0, anchor)
    return Frame(angle, plain.u, plain.v, along, across, unit, height, _slack(plain), anchor)


def _direction(points: Floats) -> float:
    """Angle of the line through ``points``, in (-60°, 120°]: level rows read rightward, steep ones downward."""
    if len(points) < 2:
        return 0.0
    spread = points - points.mean(axis=0)
    axis = np.linalg.svd(spread, full_matrices=False)[2][0]
    angle = math.atan2(axis[1], axis[0]) % math.pi
    return angle - math.pi if angle > math.radians(120) else angle


def _extents(boxes: NDArray[np.float32], angle: float) -> tuple[Floats, Floats]:
    """Extents along and across a row at ``angle`` of the tiles whose upright bounding boxes these are."""
    wide, high = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64).T
    c, s, size = abs(math.cos(angle)), abs(math.sin(angle)), sizes(boxes)
    if abs(c * c - s * s) < DIAGONAL:
        both = (wide + high) / (c + s)
        return both * ASPECT / (1 + ASPECT), both / (1 + ASPECT)
    along, across = (wide * c - high * s) / (c * c - s * s), (high * c - wide * s) / (c * c - s * s)
    return np.clip(along, 0.4 * size, 1.6 * size), np.clip(across, 0.4 * size, 1.6 * size)


def _slack(plain: Frame) -> float:
    order = sorted(plain.anchor, key=lambda tile: plain.u[tile])
    gaps = [plain.gap(left, right) for left, right in pairwise(order)]
    return float(np.clip(np.median(gaps), -MOST_SLACK, MOST_SLACK)) if gaps else 0.0
