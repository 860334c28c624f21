"""Picture to network input: pure array functions."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

GREY = 114
STRIDE = 32


def fit(width: int, height: int, size: int) -> tuple[float, tuple[int, int]]:
    """Scale that makes the longer side ``size`` pixels, and the (width, height) of the canvas, multiples of 32."""
    scale = size / max(width, height)
    return scale, (round_up(width * scale), round_up(height * scale))


def round_up(length: float) -> int:
    """The next multiple of 32, at least 32."""
    return max(STRIDE, -(-round(length) // STRIDE) * STRIDE)


def letterbox(image: NDArray[np.uint8], size: int) -> tuple[NDArray[np.uint8], float]:
    """``image`` (H, W, 3) scaled to ``size`` on its longer side, grey added right and below; and the scale."""
    height, width = image.shape[:2]
    scale, (canvas_width, canvas_height) = fit(width, height, size)
    inner = max(1, round(width * scale)), max(1, round(height * scale))
    canvas = np.full((canvas_height, canvas_width, 3), GREY, np.uint8)
    canvas[: inner[1], : inner[0]] = resized(image, inner)
    return canvas, scale


def resized(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """To (width, height): halved while that is no less, which is fast and leaves no aliasing, then the rest."""
    image = halve(image, max(size[0] / image.shape[1], size[1] / image.shape[0]))
    is_smaller = size[0] < image.shape[1]
    method = cv2.INTER_LINEAR if is_smaller else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=method), np.uint8)


def halve(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """``image`` halved as often as it stays at least ``scale`` times its size now."""
    while scale <= 0.5 and min(image.shape[:2]) > 1:
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    return image


def negative(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """uint8 (H, W, 3) with light and dark turned round, hues kept."""
    light = 255 - image.max(axis=2, keepdims=True).astype(np.int16) - image.min(axis=2, keepdims=True)
    return np.asarray(image + light, np.uint8)


def to_blob(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    """uint8 (H, W, 3) RGB, sides multiples of 32, to float32 (1, 3, H, W) in 0…1."""
    return np.asarray(cv2.dnn.blobFromImage(canvas, 1 / 255), np.float32)
