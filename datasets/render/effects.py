"""What a phone does to a picture: light, lens, sensor, sharpening, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render.paint import Canvas

Float = NDArray[np.float32]


def uneven_light(rng: np.random.Generator, shape: tuple[int, int], strength: float) -> Float:
    """A smooth brightness over the picture and a warm or cold cast, (H, W, 3) float32 about 1."""
    corners = rng.uniform(1 - strength, 1 + strength * 0.5, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, shape[::-1], interpolation=cv2.INTER_LINEAR)
    warm = rng.normal(0, 0.09)
    cast = np.array((1 + warm, 1 + rng.normal(0, 0.025), 1 - warm), np.float32) * np.float32(rng.uniform(0.68, 1.3))
    return np.asarray(field[..., None] * cast, np.float32)


def glare(rng: np.random.Generator, shape: tuple[int, int], owner: NDArray[np.int16]) -> Float:
    """One lamp mirrored in the tiles, less in the table: (H, W) float32 to add."""
    height, width = shape
    y, x = np.ogrid[:height, :width]
    angle, long, short = rng.uniform(0, np.pi), rng.uniform(0.12, 0.5) * width, rng.uniform(0.03, 0.12) * width
    dx, dy = x - rng.uniform(0, width), y - rng.uniform(0, height)
    along, across = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
    spot = np.exp(-((along / long) ** 2) - (across / short) ** 2).astype(np.float32)
    return np.asarray(spot * np.float32(rng.uniform(40, 150)) * np.where(owner != 0, 1.0, 0.3), np.float32)


def _motion(rng: np.random.Generator, image: Canvas, length: float) -> Canvas:
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    angle, middle = rng.uniform(0, np.pi), size // 2
    tip = (int(round(middle + middle * np.cos(angle))), int(round(middle + middle * np.sin(angle))))
    cv2.line(kernel, (2 * middle - tip[0], 2 * middle - tip[1]), tip, (1.0,), 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def blur(rng: np.random.Generator, image: Canvas, tile_px: float) -> Canvas:
    """Camera shake or defocus, mild against the tile's size."""
    kind = rng.random()
    if kind < 0.12:
        return _motion(rng, image, max(3.0, tile_px * rng.uniform(0.03, 0.09)))
    if kind < 0.6:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), max(tile_px * rng.uniform(0.003, 0.018), 0.25)), np.uint8)
    return image


def small_sensor(rng: np.random.Generator, image: Canvas, tile_px: float) -> Canvas:
    """Fewer pixels than shown: reduced until a tile is 28 to 60 pixels long, compressed, enlarged again."""
    factor = max(rng.uniform(28, 60) / tile_px, 0.3)
    if factor >= 0.9:
        return image
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.7:
        small = compressed(np.asarray(small, np.uint8), int(rng.integers(50, 92)))
    way = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=way), np.uint8)


def sensor_noise(rng: np.random.Generator, image: Canvas) -> Canvas:
    """Grain, mostly of brightness."""
    strength = rng.gamma(1.5, 1.6)
    grain = rng.standard_normal(image.shape[:2], dtype=np.float32)[..., None] * np.float32(strength)
    return np.asarray(np.clip(image + grain, 0, 255), np.uint8)


def sharpened(rng: np.random.Generator, image: Canvas) -> Canvas:
    """The halo that phones draw round edges."""
    amount = rng.uniform(0.3, 1.4)
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.8))
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)


def compressed(image: Canvas, quality: int) -> Canvas:
    """Through JPEG and back."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)


def photographed(rng: np.random.Generator, image: Canvas, owner: NDArray[np.int16], tile_px: float) -> Canvas:
    """The finished scene as a phone would deliver it; ``owner`` is non-zero where tiles are."""
    shape = (image.shape[0], image.shape[1])
    lit = image * uneven_light(rng, shape, rng.uniform(0.05, 0.4))
    if rng.random() < 0.3:
        lit += glare(rng, shape, owner)[..., None]
    contrast = np.float32(rng.uniform(0.85, 1.15))
    image = np.asarray(np.clip((lit - 118) * contrast + 118, 0, 255), np.uint8)
    image = blur(rng, image, tile_px)
    if rng.random() < 0.4:
        image = small_sensor(rng, image, tile_px)
    if rng.random() < 0.6:
        image = sensor_noise(rng, image)
    return sharpened(rng, image) if rng.random() < 0.35 else image
