"""What stands before the tiles: the ledge of a rack, a hand, a caption across the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces.glyphs import WORD_FONTS
from snaptai.datasets.faces.write import draw, rgb
from snaptai.datasets.render.geometry import Array, Camera
from snaptai.datasets.render.paint import Canvas, Light
from snaptai.datasets.render.tables import WOODS, noise
from snaptai.datasets.render.things import cuboid
from snaptai.datasets.render.writing import written

_SKINS = ((232, 190, 160), (214, 165, 132), (188, 138, 106), (150, 104, 78), (244, 208, 184))


@dataclass(frozen=True)
class Cover:
    """Something before the tiles: ``colour`` (H, W, 3) RGB and ``alpha`` (H, W) uint8."""

    colour: Canvas
    alpha: NDArray[np.uint8]

    def paint(self, canvas: Canvas) -> None:
        """Lays it over the picture."""
        x, y, w, h = cv2.boundingRect(self.alpha)
        area = canvas[y : y + h, x : x + w]
        alpha = self.alpha[y : y + h, x : x + w, None].astype(np.uint16)
        area[:] = ((self.colour[y : y + h, x : x + w] * alpha + area * (255 - alpha)) // 255).astype(np.uint8)


def rack(
    shape: tuple[int, int], camera: Camera, light: Light, rng: np.random.Generator, left: float, right: float
) -> Cover:
    """The ledge of a rack before a standing row that spans ``left`` to ``right`` at y = 0."""
    colour = np.array(WOODS[rng.integers(len(WOODS))] if rng.random() < 0.6 else (225, 225, 222), np.float64)
    canvas = np.zeros((*shape, 3), np.uint8)
    low = np.array([left - rng.uniform(0.3, 2), -rng.uniform(0.5, 1.2), 0.0])
    high = np.array([right + rng.uniform(0.3, 2), -0.02, rng.uniform(0.08, 0.3)])
    cuboid(canvas, camera, light, low, high, colour)
    return Cover(canvas, np.asarray((canvas.max(2) > 0) * 255, np.uint8))


def caption(shape: tuple[int, int], rng: np.random.Generator) -> Cover:
    """A streamer's banner or bare subtitle along the lower or upper edge, in characters such as tiles bear."""
    height, width = shape
    tall = int(height * rng.uniform(0.06, 0.16))
    top = 0 if rng.random() < 0.3 else height - tall - int(rng.uniform(0, 0.1) * height)
    ground, ink = (f"#{int(value):06x}" for value in rng.integers(0, 1 << 24, 2))
    font, em = str(rng.choice(WORD_FONTS)), tall * float(rng.uniform(0.6, 0.95))
    step, x = em * float(rng.uniform(0.9, 1.3)), float(rng.uniform(0, width / 3))
    middles = [complex(x + i * step, tall / 2) for i in range(rng.integers(3, 15))]
    text = [shape for middle in middles for shape in written(rng, font, middle, em, ink)]
    canvas, alpha = np.zeros((*shape, 3), np.uint8), np.zeros(shape, np.uint8)
    canvas[top : top + tall] = draw(text, width, tall, 1.0, ground)
    alpha[top : top + tall] = 255
    if rng.random() < 0.5:
        mask = draw([replace(one, colour="#ffffff") for one in text], width, tall, 1.0, "#000000")[..., 0]
        alpha[top : top + tall] = mask
        canvas[top : top + tall] = rgb(ink)
    return Cover(canvas, alpha)


def _bones(shape: tuple[int, int], rng: np.random.Generator, thick: float) -> list[tuple[Array, Array, float]]:
    """Palm and fingers as sticks (from, to, width) that reach in from an edge of the picture."""
    height, width = shape
    wrist = np.array([(rng.uniform(0, width), height * 1.15), (-width * 0.15, rng.uniform(0.3, 1) * height),
                      (width * 1.15, rng.uniform(0.3, 1) * height)][rng.integers(3)])  # fmt: skip
    inward = np.array([width, height]) * rng.uniform(0.3, 0.7, 2) - wrist
    inward /= np.linalg.norm(inward)
    across = np.array([-inward[1], inward[0]]) * rng.choice([-1, 1])
    palm = wrist + inward * (0.15 * max(shape) + thick * rng.uniform(0, 3))
    bones = [(wrist - inward * thick * 4, palm - inward * thick * 1.2, thick * 3.4)]
    for index in range(4):
        knuckle = palm + across * thick * (index - 1.5) * 0.95
        bend = inward + across * rng.normal(0, 0.12)
        middle = knuckle + bend * thick * rng.uniform(1.5, 2.2)
        tip = middle + (bend + across * rng.normal(0, 0.2)) * thick * rng.uniform(0.8, 2.2)
        bones += [
            (palm - inward * thick * 2, knuckle, thick * 1.25),
            (knuckle, middle, thick),
            (middle, tip, thick * 0.86),
        ]
    thumb = palm - across * thick * 2.6
    return [
        *bones,
        (palm - inward * thick * 2.2, thumb, thick * 1.2),
        (thumb, thumb + inward * thick * 2, thick * 1.05),
    ]


def reaching_hand(shape: tuple[int, int], rng: np.random.Generator, tile_px: float) -> Cover:
    """A hand that reaches in from an edge of the picture."""
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.8, 1.05)
    alpha, height = np.zeros(shape, np.uint8), np.zeros(shape, np.float32)
    thick = tile_px * rng.uniform(0.45, 0.6)
    for start, end, width in _bones(shape, rng, thick):
        stick = np.zeros(shape, np.uint8)
        points = [(int(point[0]), int(point[1])) for point in np.clip([start, end], -4000, 4000)]
        cv2.line(stick, points[0], points[1], (255,), max(int(width), 1), cv2.LINE_AA)
        round_ = np.sqrt(
            np.clip(cv2.distanceTransform((stick > 127).astype(np.uint8), cv2.DIST_L2, 3) / (width / 2), 0, 1)
        )
        height = np.maximum(height, round_)
        alpha = np.maximum(alpha, stick)
    rounded = cv2.GaussianBlur(height, (0, 0), max(thick / 9, 0.8))
    shade = 0.5 + 0.55 * rounded + 0.03 * noise(rng, shape, 3, 3)
    canvas = np.asarray(np.clip(skin * shade[..., None] * (1, 0.97, 0.95), 0, 255), np.uint8)
    return Cover(canvas, np.asarray(cv2.GaussianBlur(alpha, (0, 0), 0.8), np.uint8))
