"""A table on which tests lay tiles, seen as a detector would see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from snaptai.scoring.tiles import ORDER, TILES, parse_tiles
from snaptai.vision.detection import Detections
from snaptai.vision.draft import HandDraft
from snaptai.vision.reading import read_detections

WIDTH, HEIGHT = 40.0, 54.0


@dataclass
class Table:
    """Tiles by (x, y) of their middles, in tile widths and heights; ``sure`` is how sure the detector is of each."""

    tiles: list[tuple[str, float, float, bool, float]] = field(default_factory=list)
    sure: float = 0.98
    doubts: dict[int, dict[str, float]] = field(default_factory=dict)

    def row(self, tiles: str, x: float, y: float, *, sideways: int | None = None, gap: float = 0.0) -> Table:
        """``tiles`` side by side, the first one's left edge at ``x``."""
        for index, tile in enumerate(parse_tiles(tiles)):
            turned = index == sideways
            width = HEIGHT / WIDTH if turned else 1.0
            self.tiles.append((tile, x + width / 2, y, turned, 0.0))
            x += width + gap
        return self

    def loose(self, tile: str, x: float, y: float, degrees: float) -> Table:
        """One tile lying anyhow."""
        self.tiles.append((tile, x, y, False, degrees))
        return self

    def doubt(self, index: int, **faces: float) -> Table:
        """The detector's belief about one tile: face → share (keys with a letter first: m5 is 5m)."""
        self.doubts[index] = {key[1] + key[0] if len(key) == 2 else key: share for key, share in faces.items()}
        return self

    def detections(self, angle: float = 0.0) -> Detections:
        """What is seen when the camera is turned so that rows run ``angle`` degrees clockwise from level."""
        boxes = np.array([_box(tile, angle) for tile in self.tiles], np.float32).reshape(-1, 4)
        p = np.full((len(boxes), len(TILES)), (1 - self.sure) / (len(TILES) - 1), np.float32)
        for index, (tile, *_) in enumerate(self.tiles):
            p[index, ORDER[tile]] = self.sure
        for index, faces in self.doubts.items():
            p[index] = (1 - sum(faces.values())) / (len(TILES) - len(faces))
            p[index, [ORDER[face] for face in faces]] = list(faces.values())
        p /= p.sum(axis=1, keepdims=True)
        return Detections(boxes, np.full(len(boxes), 0.9, np.float32), p, np.full(len(boxes), angle, np.float32))

    def read(self, angle: float = 0.0) -> HandDraft:
        """The draft of this table."""
        return read_detections(self.detections(angle))


def _box(tile: tuple[str, float, float, bool, float], angle: float) -> Sequence[float]:
    _, x, y, turned, degrees = tile
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    px, py = x * WIDTH, y * HEIGHT
    middle = np.array([1000 + c * px - s * py, 1000 + s * px + c * py])
    width, height = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
    turn = np.deg2rad(angle + degrees)
    extent = np.array([
        abs(np.cos(turn)) * width + abs(np.sin(turn)) * height,
        abs(np.sin(turn)) * width + abs(np.cos(turn)) * height,
    ])  # fmt: skip
    return [*(middle - extent / 2), *(middle + extent / 2)]


@pytest.fixture
def table() -> Callable[..., Table]:
    """A new table."""
    return Table
