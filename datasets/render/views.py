"""Where the camera stands: a window into the table, or a photo that holds a whole hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snaptai.datasets.render.geometry import HEIGHT, Camera
from snaptai.datasets.render.layout import Placed


@dataclass(frozen=True)
class View:
    """A picture's ``size`` (width, height) and how long its tiles are in pixels."""

    size: tuple[int, int] = (640, 640)
    tile_px: tuple[float, float] = (44.0, 125.0)

    def tile_length(self, rng: np.random.Generator) -> float:
        """Drawn evenly on a log scale."""
        return float(np.exp(rng.uniform(*np.log(self.tile_px))))

    def holds(self, box: Sequence[float]) -> bool:
        """Whether a box lies inside, clear of the rim."""
        return box[0] > 1 and box[1] > 1 and box[2] < self.size[0] - 1 and box[3] < self.size[1] - 1


def _roll(rng: np.random.Generator) -> float:
    """Mostly within 15 degrees, some quarter turns, some any."""
    base = (0.0, float(rng.choice([np.pi / 2, np.pi, -np.pi / 2])), float(rng.uniform(-np.pi, np.pi)))
    return base[rng.choice(3, p=[0.8, 0.12, 0.08])] + float(rng.normal(0, np.radians(6)))


def window(rng: np.random.Generator, own: Sequence[Placed], view: View, length: float) -> Camera:
    """Looks at one of the tiles, ``length`` pixels long there, as a part of a larger photo."""
    stands = any(one.kind == "stand" for one in own)
    elevation = rng.uniform(26, 62) if stands else max(88 - abs(rng.normal(0, 24)), 30)
    focal = max(view.size) * rng.uniform(1.0, 3.0)
    focus = own[int(rng.integers(len(own)))]
    middle = np.mean([(one.x, one.y) for one in own], axis=0)
    target = np.array([*(np.array([focus.x, focus.y]) * 0.7 + middle * 0.3), 0.3])
    size = np.array(view.size) * rng.uniform(0.7, 1.3, 2)
    azimuth = float(rng.normal(0, np.radians(10)))
    return Camera.aim(target, np.radians(elevation), azimuth, _roll(rng), focal * HEIGHT / length, focal, size)


def framing(rng: np.random.Generator, own: Sequence[Placed], view: View, calm: bool = False) -> tuple[Camera, float]:
    """Holds every tile of the hand in the picture; also how long its tiles are in pixels. ``calm``: a careful photo."""
    spots = np.array([(one.x, one.y, 0.4) for one in own])
    target = (spots.min(0) + spots.max(0)) / 2
    elevation = np.radians(rng.uniform(60, 64) if calm else rng.uniform(35, 85))
    roll, azimuth = rng.normal(0, np.radians((0.5, 1.5) if calm else (5, 9)))
    size, focal = np.array(view.size, np.float64), max(view.size) * 1.25
    margin = size * (0.05 if calm else rng.uniform(0.06, 0.25)) / 2
    distance = 8.0
    while True:
        camera = Camera.aim(target, float(elevation), float(azimuth), float(roll), distance, focal, size)
        seen, tile = camera.project(spots), focal / distance
        if (seen.min(0) > margin + tile).all() and (seen.max(0) < size - margin - tile).all():
            return camera, tile * HEIGHT
        distance *= 1.03


def on_screen(tiles: Sequence[Placed], camera: Camera, view: View, length: float) -> list[Placed]:
    """Those near the picture, far ones first."""
    points = np.array([(one.x, one.y, one.z + 0.4) for one in tiles])
    seen, depth = camera.project(points), (points - camera.position) @ camera.axes[2]
    half = np.array(view.size) / 2
    near = (np.abs(seen - half) < half + 2.0 * length).all(1) & (depth > 1.5)
    order = np.argsort(-np.linalg.norm(points - camera.position, axis=1), kind="stable")
    return [tiles[index] for index in order if near[index]]
