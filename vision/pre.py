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
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    canvas = np.full((canvas_height, canvas_width, 3), GREY, np.uint8)
    canvas[: inner[1], : inner[0]] = image if scale == 1 else cv2.resize(image, inner, interpolation=method)
    return canvas, scale


def to_blob(canvas: NDArray[np.uint8]) -> NDArray[np.float32]:
    """uint8 (H, W, 3) RGB, sides multiples of 32, to float32 (1, 3, H, W) in 0…1."""
    return np.asarray(cv2.dnn.blobFromImage(canvas, 1 / 255), np.float32)
