"""Two looks at a photo: the first finds the tiles, the second reads them at the scale at which the network is best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snaptai.vision import post
from snaptai.vision.detection import Detections
from snaptai.vision.detector import TileDetector
from snaptai.vision.photo import Photo
from snaptai.vision.windows import Window, pack, unpack

FIRST_AREA = 640 * 640
"""Canvas pixels of the first look: a long thin photo is seen larger than a square one at the same cost."""
FIRST_LIMITS = (320, 1920)
BEST_SIDE = 80.0
"""Longer side of a tile, in canvas pixels, that the second look aims at."""
SECOND_AREA = 1500_000
SEED_SCORE = 0.25


@dataclass(frozen=True)
class Look:
    """What was seen. ``turn``: degrees clockwise by which the hand stands turned; ``network_seconds``: its share."""

    detections: Detections
    passes: int
    network_seconds: float
    turn: float = 0.0


def look(photo: Photo, detector: TileDetector) -> Look:
    """The tiles of ``photo``, boxes in full-resolution pixels."""
    first, seconds = _read(photo, detector, [whole_photo(photo)])
    blocks = find_blocks(first.select(first.scores >= SEED_SCORE))
    if not blocks:
        return Look(first, 1, seconds)
    second, more = _read(photo, detector, limit_area(blocks))
    return Look(merge(first, second), 2, seconds + more)


def _read(photo: Photo, detector: TileDetector, windows: list[Window]) -> tuple[Detections, float]:
    canvas = pack(photo, windows)
    found, seconds = detector.detect_canvas(canvas.image)
    return unpack(canvas, found, photo), seconds


def whole_photo(photo: Photo) -> Window:
    """The photo as one window of about ``FIRST_AREA`` canvas pixels."""
    width, height = photo.size
    scale = (FIRST_AREA / (width * height)) ** 0.5
    low, high = (limit / max(photo.size) for limit in FIRST_LIMITS)
    return Window((width / 2, height / 2), (width, height), 0.0, min(max(scale, low), high))


def find_blocks(found: Detections) -> list[Window]:
    """Level windows around the groups of neighbouring tiles, a tile's width to spare, each at its best scale."""
    if not len(found):
        return []
    centres = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    sides = (found.boxes[:, 2:] - found.boxes[:, :2]).max(axis=1)
    groups = neighbours(centres, sides)
    return [_block(found.boxes[group], centres[group], sides[group]) for group in groups]


def neighbours(centres: NDArray[np.float32], sides: NDArray[np.float32]) -> list[NDArray[np.intp]]:
    """Indices of tiles that hang together: no more than 2.2 sides from centre to centre, of similar size."""
    distance = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    larger = np.maximum(sides[:, None], sides[None])
    near = (distance < 2.2 * larger) & (larger < 1.8 * np.minimum(sides[:, None], sides[None]))
    label = np.arange(len(centres))
    while True:
        spread = np.where(near, label[None], len(label)).min(axis=1)
        if (spread == label).all():
            return [np.flatnonzero(label == value) for value in np.unique(label)]
        label = spread


def _block(boxes: NDArray[np.float32], centres: NDArray[np.float32], sides: NDArray[np.float32]) -> Window:
    angle = lattice_angle(centres, sides)
    side = float(np.median(sides))
    turn = np.deg2rad(-angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    level = centres @ rotation.T
    low, high = level.min(axis=0) - np.array([1.9, 1.0]) * side, level.max(axis=0) + np.array([1.9, 1.0]) * side
    middle = rotation.T @ ((low + high) / 2)
    extent = high - low
    return Window((float(middle[0]), float(middle[1])), (float(extent[0]), float(extent[1])), angle, BEST_SIDE / side)


def lattice_angle(centres: NDArray[np.float32], sides: NDArray[np.float32]) -> float:
    """Degrees clockwise, within ±45, of the direction in which tiles stand side by side or one above the other."""
    offsets = centres[None] - centres[:, None]
    distance = np.linalg.norm(offsets, axis=2)
    pairs = (distance > 0) & (distance < 1.3 * np.maximum(sides[:, None], sides[None]))
    if pairs.sum() < 4:
        return 0.0
    directions = np.arctan2(offsets[..., 1], offsets[..., 0])[pairs] * 4
    total = np.exp(1j * directions).sum()
    return float(np.rad2deg(np.angle(total)) / 4) if abs(total) > 0.5 * pairs.sum() else 0.0


def limit_area(windows: list[Window]) -> list[Window]:
    """The same windows, smaller in scale where their canvas would be over ``SECOND_AREA`` pixels."""
    area = sum(window.pixels[0] * window.pixels[1] for window in windows)
    shrink = min(1.0, (SECOND_AREA / area) ** 0.5)
    return [Window(w.centre, w.size, w.angle, w.scale * shrink) for w in windows]


def merge(first: Detections, second: Detections) -> Detections:
    """The second look's tiles, each once."""
    return post.unique(second)
