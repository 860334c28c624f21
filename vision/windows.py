"""Level windows on a photo, packed on one canvas so that one pass of the network reads them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.detection import Detections
from snaptai.vision.photo import Photo
from snaptai.vision.pre import GREY, negative, round_up

Floats = NDArray[np.float32]
_GAP = 16
"""Canvas pixels of grey between windows."""
_EDGE = 3
"""Pixels: what comes so near to a window's edge is cut by it, unless that is the photo's own."""


@dataclass(frozen=True)
class Window:
    """A rectangle of the photo to be read level.

    ``centre`` and ``size`` (width, height along its own axes) in photo pixels; ``angle``: degrees clockwise by which it
    is turned in the photo; ``scale``: canvas pixels for one photo pixel; ``negative``: drawn so on the canvas;
    ``view``: which of several looks at the same tiles it is part of.
    """

    centre: tuple[float, float]
    size: tuple[float, float]
    angle: float
    scale: float
    negative: bool = False
    view: int = 0

    @property
    def pixels(self) -> tuple[int, int]:
        """(width, height) on the canvas."""
        return max(1, round(self.size[0] * self.scale)), max(1, round(self.size[1] * self.scale))

    def matrix(self, left: float = 0, top: float = 0) -> NDArray[np.float64]:
        """(2, 3): photo pixels to canvas pixels, the window's corner at (left, top)."""
        turn = np.deg2rad(-self.angle)
        linear = self.scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        middle = np.array([left + self.pixels[0] / 2, top + self.pixels[1] / 2])
        return np.column_stack([linear, middle - linear @ np.array(self.centre)])


@dataclass(frozen=True)
class Canvas:
    """``image``: uint8 (H, W, 3), sides multiples of 32; ``corners``: (left, top) of each of ``windows`` on it."""

    image: NDArray[np.uint8]
    windows: tuple[Window, ...]
    corners: tuple[tuple[int, int], ...]


def pack(photo: Photo, windows: list[Window]) -> Canvas:
    """The windows cut from the photo and set in shelves, highest first, grey between them."""
    order = sorted(windows, key=lambda window: -window.pixels[1])
    area = sum((w.pixels[0] + _GAP) * (w.pixels[1] + _GAP) for w in order)
    limit = max(max(w.pixels[0] for w in order), int(area**0.5 * 1.3))
    corners, right, bottom = _shelves([window.pixels for window in order], limit)
    image = np.full((round_up(bottom), round_up(right), 3), GREY, np.uint8)
    for window, (left, top) in zip(order, corners, strict=True):
        width, height = window.pixels
        pixels = photo.window(window.matrix(), window.pixels)
        image[top : top + height, left : left + width] = negative(pixels) if window.negative else pixels
    return Canvas(image, tuple(order), tuple(corners))


def _shelves(sizes: list[tuple[int, int]], limit: int) -> tuple[list[tuple[int, int]], int, int]:
    """Corners of boxes set side by side in shelves at most ``limit`` wide; and the extent, right and bottom."""
    corners = []
    left = top = height = right = 0
    for width, this_height in sizes:
        if left and left + width > limit:
            left, top, height = 0, top + height + _GAP, 0
        corners.append((left, top))
        height = max(height, this_height)
        right = max(right, left + width)
        left += width + _GAP
    return corners, right, top + height


def split_views(canvas: Canvas) -> list[Canvas]:
    """The canvas with only the windows of each view."""
    placed = list(zip(canvas.windows, canvas.corners, strict=True))
    views = sorted({window.view for window in canvas.windows})
    parts = [[one for one in placed if one[0].view == view] for view in views]
    return [Canvas(canvas.image, *zip(*part, strict=True)) for part in parts]


def unpack(canvas: Canvas, found: Detections, photo: Photo) -> tuple[Detections, Detections]:
    """Detections on the canvas as boxes of the photo: whole tiles, and those cut by a window's edge."""
    placed = zip(canvas.windows, canvas.corners, strict=True)
    parts = [_from_window(found, window, corner, photo) for window, corner in placed]
    return Detections.concatenate([whole for whole, _ in parts]), Detections.concatenate([cut for _, cut in parts])


def _from_window(
    found: Detections, window: Window, corner: tuple[int, int], photo: Photo
) -> tuple[Detections, Detections]:
    low, high = np.array(corner), np.array(corner) + window.pixels
    centre = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    inside = found.select(np.all((centre >= low) & (centre < high), axis=1))
    boxes = _to_photo(inside.boxes, window.matrix(*corner))
    at_edge = np.any((inside.boxes[:, :2] < low + _EDGE) | (inside.boxes[:, 2:] > high - _EDGE), axis=1)
    at_photo_edge = np.any((boxes[:, :2] < _EDGE) | (boxes[:, 2:] > np.array(photo.size) - _EDGE), axis=1)
    boxes = boxes.clip(0, np.array([*photo.size, *photo.size], np.float32))
    angles = inside.angles + np.float32(window.angle)
    placed = Detections(boxes, inside.scores, inside.probabilities, angles)
    cut = at_edge & ~at_photo_edge
    return placed.select(~cut), placed.select(cut)


def _to_photo(boxes: Floats, matrix: NDArray[np.float64]) -> Floats:
    """Canvas boxes (N, 4) to the upright boxes of the photo that hold them."""
    corners = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    points = (corners - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T
    return np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1).astype(np.float32)
