"""The table under the tiles: felt, wood, cloth or a photographed patch, and the lamp over it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render.paint import Canvas

_FELTS = (
    (28, 110, 60), (40, 150, 70), (20, 60, 110), (110, 30, 36), (60, 62, 66), (150, 152, 150),
    (18, 84, 84), (86, 120, 60),
)  # fmt: skip
WOODS = ((150, 105, 62), (196, 156, 108), (92, 58, 36), (214, 190, 158), (120, 112, 104), (178, 166, 150))
"""RGB."""


def noise(rng: np.random.Generator, shape: tuple[int, int], cell_y: float, cell_x: float) -> NDArray[np.float32]:
    """Smooth noise of about unit size whose grains are ``cell_y`` by ``cell_x`` pixels."""
    coarse = (max(int(shape[0] / cell_y), 2), max(int(shape[1] / cell_x), 2))
    grains = rng.standard_normal(coarse, dtype=np.float32)
    return np.asarray(cv2.resize(grains, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _drawn_table(rng: np.random.Generator, shape: tuple[int, int]) -> Canvas:
    """Felt, wood or woven cloth."""
    kind = rng.integers(3)
    colours = WOODS if kind == 1 else _FELTS
    colour = np.array(colours[rng.integers(len(colours))], np.float32) + rng.normal(0, 10, 3).astype(np.float32)
    relief = 4 * noise(rng, shape, 60, 60)
    if kind == 1:
        relief += 9 * noise(rng, shape, 3, 120) + 7 * noise(rng, shape, 14, 260)
    elif kind == 2:
        y, x = np.ogrid[: shape[0], : shape[1]]
        pitch = rng.uniform(0.5, 1.4)
        relief = relief + 7 * (np.sin(x * pitch) * np.sin(y * pitch)).astype(np.float32)
    else:
        relief += rng.uniform(2, 8) * noise(rng, shape, 1.2, 1.2)
    table = np.asarray(np.clip(colour + relief[..., None], 0, 255), np.uint8)
    return (
        np.ascontiguousarray(table[::-1].transpose(1, 0, 2)) if shape[0] == shape[1] and rng.random() < 0.3 else table
    )


def _real_table(rng: np.random.Generator, shape: tuple[int, int], patch: Canvas) -> Canvas:
    """A photographed patch, turned, enlarged and mirrored until it covers the picture."""
    patch = np.rot90(patch, int(rng.integers(4)))
    scale = rng.uniform(1.0, 3.0) * max(min(shape) / 640, 1.0)
    patch = np.asarray(cv2.resize(patch, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    down, right = max(shape[0] - patch.shape[0], 0), max(shape[1] - patch.shape[1], 0)
    patch = np.pad(patch, ((0, down), (0, right), (0, 0)), mode="symmetric")
    y, x = (int(rng.integers(0, have - want + 1)) for have, want in zip(patch.shape, shape, strict=False))
    return np.ascontiguousarray(patch[y : y + shape[0], x : x + shape[1]])


def felt(rng: np.random.Generator, shape: tuple[int, int], colour: tuple[int, int, int]) -> Canvas:
    """Even short-napped cloth, (H, W, 3) RGB."""
    relief = 2 * noise(rng, shape, 3, 3) + 1.5 * noise(rng, shape, 9, 9) + 2 * noise(rng, shape, 500, 500)
    return np.asarray(np.clip(np.array(colour) + relief[..., None], 0, 255), np.uint8)


def vignette(image: Canvas) -> Canvas:
    """A lamp to the upper left: lighter there, a little darker towards the corners."""
    height, width = image.shape[:2]
    y, x = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None]
    fade = (1.1 - 0.13 * ((x + 0.25) ** 2 + (y + 0.3) ** 2)).astype(np.float32)
    warm = np.array([1.02, 1.0, 0.97], np.float32)
    return np.asarray(np.clip(image * (fade[..., None] * warm), 0, 255), np.uint8)


def table(rng: np.random.Generator, shape: tuple[int, int], patches: tuple[Canvas, ...]) -> Canvas:
    """The table as seen, (H, W, 3) RGB: a real patch in three of four pictures, where there are any."""
    if patches and rng.random() < 0.75:
        return _real_table(rng, shape, patches[rng.integers(len(patches))])
    return _drawn_table(rng, shape)
