"""Scenes without a tile, full of what looks like one: key caps, dice, markers, writing. They teach what is no tile."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from snaptai.datasets.faces.glyphs import WORD_FONTS
from snaptai.datasets.faces.write import draw
from snaptai.datasets.render.effects import photographed
from snaptai.datasets.render.geometry import Array, Camera
from snaptai.datasets.render.paint import Canvas, Light
from snaptai.datasets.render.sources import Sources
from snaptai.datasets.render.tables import table
from snaptai.datasets.render.things import dice, keyboard, marker
from snaptai.datasets.render.writing import written

SIZE = (640, 640)


def clutter(seed: int, index: int, sources: Sources) -> tuple[Canvas, Array]:
    """Scene ``index`` of series ``seed``: uint8 (640, 640, 3) RGB and the things in it, float64 (N, 4) xyxy pixels."""
    rng = np.random.default_rng([seed, index, 7])
    canvas = table(rng, SIZE, sources.tables)
    length = float(np.exp(rng.uniform(np.log(28), np.log(110))))
    light = Light.anywhere(rng)
    focal = 640 * float(rng.uniform(1.0, 3.0))
    elevation, azimuth, roll = rng.uniform(0.6, 1.5), rng.normal(0, 0.3), rng.normal(0, 0.4)
    camera = Camera.aim(np.zeros(3), elevation, azimuth, roll, focal / length, focal, np.array(SIZE, np.float64))
    reach = 220 / length
    seen = []
    if rng.random() < 0.6:
        x, y = -rng.uniform(0.2, 1.6, 2) * reach
        seen += keyboard(canvas, camera, light, rng, x, y, float(rng.uniform(-0.5, 0.5)))
    for _ in range(int(rng.integers(0, 4))):
        seen += dice(canvas, camera, light, rng, *rng.uniform(-1, 1, 2) * reach)
    for _ in range(int(rng.integers(0, 3))):
        seen += marker(canvas, camera, light, rng, *rng.uniform(-1, 1, 2) * reach)
    for _ in range(int(rng.integers(0, 3))):
        seen += _writing(canvas, rng, length)
    image = photographed(rng, canvas, np.zeros(SIZE, np.int16), length)
    return image, _inside(np.array(seen).reshape(-1, 4))


def _writing(canvas: Canvas, rng: np.random.Generator, length: float) -> list[Array]:
    """Characters straight on the picture, as captions are, some with a rim, some on a plate; where each stands."""
    em, font = length * float(rng.uniform(0.5, 1.1)), str(rng.choice(WORD_FONTS))
    x, y = rng.uniform(em, 540), rng.uniform(em, 640 - em)
    step, ink, rim = em * rng.uniform(0.95, 1.3), *(rng.integers(0, 256, 3) for _ in range(2))
    middles = [complex(x + i * step, y) for i in range(int(rng.integers(2, 9)))]
    half = em * np.array([0.42, 0.55])
    if rng.random() < 0.4:
        paper = rng.integers(200, 256, 3).tolist()
        low, high = (np.array([end.real, y]) + side * 2 * half for end, side in ((middles[0], -1), (middles[-1], 1)))
        cv2.rectangle(canvas, low.astype(int).tolist(), high.astype(int).tolist(), paper, -1)
    text = [written(rng, font, middle, em, "#ffffff") for middle in middles]
    for width, colour in ((0.06 * em, rim), (0.0, ink)) if rng.random() < 0.5 else ((0.0, ink),):
        shapes = [replace(shape, width=width) if width else shape for one in text for shape in one]
        mask = draw(shapes, SIZE[0], SIZE[1], 1.0, "#000000")[..., :1] / np.float32(255)
        canvas[:] = (canvas * (1 - mask) + colour * mask).astype(np.uint8)
    return [np.array([at.real - half[0], at.imag - half[1], at.real + half[0], at.imag + half[1]]) for at in middles]


def _inside(boxes: Array) -> Array:
    """Those that stand wholly in the picture and are large enough to be taken for a tile."""
    size = boxes[:, 2:] - boxes[:, :2]
    within = (boxes[:, :2] >= 0).all(1) & (boxes[:, 2:] <= np.array(SIZE)).all(1)
    return np.asarray(boxes[within & (size.min(1) > 12) & (size.max(1) < 3 * size.min(1))])
