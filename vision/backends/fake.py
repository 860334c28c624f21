"""A network for tests: it reads tiles that ``paint`` painted as flat colours, surely upright, weakly turned."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import ORDER, TILES

_STEP, _LOW = 36, 20
_BODY, _TOP, _TILE = 170, 250, 128
_UPRIGHT, _TURNED = 0.95, 0.45
_SMALLEST = 12


def paint(
    image: NDArray[np.uint8], centre: tuple[float, float], size: tuple[float, float], tile: str, angle: float = 0
) -> None:
    """Paint ``tile`` into RGB ``image``: ``size`` (width, height), its top turned ``angle`` degrees clockwise.

    Red and green say which tile, blue that there is one, the brighter third where its top is.
    """
    red, green = (_LOW + _STEP * part for part in divmod(ORDER[tile], 7))
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for top, bottom, blue in ((-0.5, 0.5, _BODY), (-0.5, -0.17, _TOP)):
        corners = np.array([[-0.5, top], [0.5, top], [0.5, bottom], [-0.5, bottom]]) * size
        points = np.round((corners @ rotation.T + centre) * 16).astype(np.int32)
        cv2.fillConvexPoly(image, points, (red, green, blue), lineType=cv2.LINE_8, shift=4)


@dataclass(frozen=True)
class FakeNetwork:
    """Sees painted tiles of at least 12 pixels; output has the detector's form, float32 (1, 47, N)."""

    name: str = "fake"

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Float32 (1, 3, H, W) in 0…1 to (1, 47, N): cx cy w h, 43 class scores."""
        image = np.asarray((blob[0] * 255).round().transpose(1, 2, 0), np.uint8)
        count, labels, stats, centres = cv2.connectedComponentsWithStats((image[..., 2] > _TILE).astype(np.uint8))
        large = [n for n in range(1, count) if stats[n][2:4].max() >= _SMALLEST]
        rows = [_row(image, labels == n, stats[n], centres[n]) for n in large]
        return np.array(rows, np.float32).reshape(1, len(rows), 4 + len(TILES)).transpose(0, 2, 1)


def _row(
    image: NDArray[np.uint8], mask: NDArray[np.bool_], stat: NDArray[np.int32], middle: NDArray[np.float64]
) -> list[float]:
    left, top, width, height = (float(value) for value in stat[:4])
    red, green, _ = np.median(image[mask], axis=0)
    index = round((red - _LOW) / _STEP) * 7 + round((green - _LOW) / _STEP)
    y, x = np.nonzero(mask & (image[..., 2] > (_BODY + _TOP) / 2))
    up = np.array([x.mean(), y.mean()]) - middle if len(x) else np.zeros(2)
    is_upright = -up[1] > abs(up[0]) * 2.5
    scores = [0.001] * len(TILES)
    if 0 <= index < len(TILES):
        scores[index] = _UPRIGHT if is_upright else _TURNED
    return [left + width / 2, top + height / 2, width, height, *scores]
