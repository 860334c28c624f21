"""What is in the picture besides tiles: the table, dice and markers on it, racks and hands in front of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces.glyphs import glyph
from snaptai.datasets.faces.write import draw, rgb
from snaptai.datasets.render.geometry import Array, Camera
from snaptai.datasets.render.paint import Canvas, Light, fill

_FELTS = (
    (28, 110, 60),
    (40, 150, 70),
    (20, 60, 110),
    (110, 30, 36),
    (60, 62, 66),
    (150, 152, 150),
    (18, 84, 84),
    (86, 120, 60),
)
_WOODS = ((150, 105, 62), (196, 156, 108), (92, 58, 36), (214, 190, 158), (120, 112, 104), (178, 166, 150))
TEXT = tuple("一二三四五六七八九萬東南西北中發白春夏秋冬梅蘭菊竹123456789ESWNCFP")
"""Characters that tiles bear, for writing that is none, and the fonts whose outlines hold them."""
FONTS = ("brush", "kai", "ming", "hei")
_SKINS = ((232, 190, 160), (214, 165, 132), (188, 138, 106), (150, 104, 78), (244, 208, 184))


def _noise(rng: np.random.Generator, shape: tuple[int, int], cell_y: float, cell_x: float) -> NDArray[np.float32]:
    """Smooth noise of about unit size whose grains are ``cell_y`` by ``cell_x`` pixels."""
    coarse = (max(int(shape[0] / cell_y), 2), max(int(shape[1] / cell_x), 2))
    grains = rng.standard_normal(coarse, dtype=np.float32)
    return np.asarray(cv2.resize(grains, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _drawn_table(rng: np.random.Generator, shape: tuple[int, int]) -> Canvas:
    """Felt, wood or woven cloth."""
    kind = rng.integers(3)
    colours = _WOODS if kind == 1 else _FELTS
    colour = np.array(colours[rng.integers(len(colours))], np.float32) + rng.normal(0, 10, 3).astype(np.float32)
    relief = 4 * _noise(rng, shape, 60, 60)
    if kind == 1:
        relief += 9 * _noise(rng, shape, 3, 120) + 7 * _noise(rng, shape, 14, 260)
    elif kind == 2:
        y, x = np.ogrid[: shape[0], : shape[1]]
        pitch = rng.uniform(0.5, 1.4)
        relief = relief + 7 * (np.sin(x * pitch) * np.sin(y * pitch)).astype(np.float32)
    else:
        relief += rng.uniform(2, 8) * _noise(rng, shape, 1.2, 1.2)
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
    relief = 2 * _noise(rng, shape, 3, 3) + 1.5 * _noise(rng, shape, 9, 9) + 2 * _noise(rng, shape, 500, 500)
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


def _cuboid(canvas: Canvas, camera: Camera, light: Light, low: Array, high: Array, colour: Array) -> Array:
    """An upright box of one colour; where it is in the picture, (4,) xyxy pixels."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    sides = (
        ((0, -1, 0), ((x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1))),
        ((0, 1, 0), ((x0, y1, z0), (x1, y1, z0), (x1, y1, z1), (x0, y1, z1))),
        ((-1, 0, 0), ((x0, y0, z0), (x0, y1, z0), (x0, y1, z1), (x0, y0, z1))),
        ((1, 0, 0), ((x1, y0, z0), (x1, y1, z0), (x1, y1, z1), (x1, y0, z1))),
        ((0, 0, 1), ((x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1))),
    )
    for normal, corners in sides:
        points = np.array(corners)
        if (camera.position - points.mean(0)) @ np.array(normal) > 0:
            fill(canvas, camera.project(points), colour * light.on(np.array(normal)))
    seen = camera.project(np.concatenate([corners for _, corners in sides]))
    return np.concatenate([seen.min(0), seen.max(0)])


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_DIE, _IVORY, _RED, _BLACK = 0.6, np.array([244, 242, 236]), np.array([200, 30, 30]), np.array([30, 30, 34])


def dice(canvas: Canvas, camera: Camera, light: Light, rng: np.random.Generator, x: float, y: float) -> list[Array]:
    """Three dice side by side on the table at (x, y); where each is seen, (4,) xyxy pixels."""
    seen = []
    for _ in range(3):
        seen.append(_cuboid(canvas, camera, light, np.array([x, y, 0]), np.array([x + _DIE, y + _DIE, _DIE]), _IVORY))
        _pips(canvas, camera, int(rng.integers(1, 7)), x + _DIE / 2, y + _DIE / 2)
        x, y = x + _DIE + rng.uniform(0.02, 0.4), y + rng.uniform(-0.3, 0.3)
    return seen


def _pips(canvas: Canvas, camera: Camera, number: int, x: float, y: float) -> None:
    """The top of a die whose middle is (x, y)."""
    angle = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    radius = 0.12 if number == 1 else 0.07
    for px, py in _PIPS[number]:
        dx, dy = x + px * 0.17, y + py * 0.17
        ring = np.stack([dx + radius * np.cos(angle), dy + radius * np.sin(angle), np.full(8, _DIE)], 1)
        fill(canvas, camera.project(ring), _RED if number in (1, 4) else _BLACK)


_KEYS = ((240, 240, 236), (238, 236, 228), (228, 226, 220), (60, 64, 72), (34, 36, 40), (214, 70, 52), (228, 190, 70))


def keyboard(
    canvas: Canvas, camera: Camera, light: Light, rng: np.random.Generator, x: float, y: float, turn: float = 0.0
) -> list[Array]:
    """Key caps with letters, about as large as tiles and none; ``turn``: radians about (x, y). Where each is seen, (4,)
    xyxy pixels."""
    seen = []
    camera = camera.turned(np.array([x, y, 0.0]), turn)
    pitch, gap, tall = float(rng.uniform(0.6, 1.15)), float(rng.uniform(0.04, 0.16)), float(rng.uniform(0.08, 0.35))
    tints = [np.array(_KEYS[i], np.float64) for i in rng.choice(len(_KEYS), 3, p=(0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1))]
    columns, rows = int(rng.integers(8, 16)), int(rng.integers(4, 6))
    end = np.array([x + columns * pitch + 0.2, y + rows * pitch + 0.2, 0.15])
    _cuboid(canvas, camera, light, np.array([x - 0.3, y - 0.3, 0.0]), end, np.array([70, 74, 82]) * rng.uniform(0.5, 3))
    for row in reversed(range(rows)):
        column = 0.0
        while column < columns:
            broad = min(_key_breadth(rng, row, column), columns - column)
            low = np.array([x + column * pitch, y + row * pitch, 0.15])
            high = low + (broad * pitch - gap, pitch - gap, tall)
            cap = tints[int(rng.choice(3, p=[0.75, 0.15, 0.1]))]
            seen.append(_cuboid(canvas, camera, light, low, high, cap))
            ink = (30.0,) * 3 if cap.mean() > 120 else (230.0,) * 3
            _letter(canvas, camera, rng, low + (pitch * 0.2, pitch * rng.uniform(0.3, 0.55), tall), pitch, ink)
            column += broad
    return seen


def _key_breadth(rng: np.random.Generator, row: int, column: float) -> float:
    """Keys wide: the space bar, shift and the like at the left."""
    if row == 0 and 2 < column < 4:
        return float(rng.uniform(4, 6))
    return float(rng.choice((1.25, 1.5, 2.0))) if column == 0 else 1.0


def _letter(
    canvas: Canvas, camera: Camera, rng: np.random.Generator, at: Array, size: float, ink: tuple[float, float, float]
) -> None:
    corner, beside = camera.project(np.array([at, at + (size * 0.5, 0, 0)]))
    if np.abs(corner).max() > 3000:
        return
    scale = float(np.linalg.norm(beside - corner)) / 20 * float(rng.uniform(0.4, 1.0))
    cv2.putText(
        canvas,
        chr(int(rng.integers(65, 91))),
        (int(corner[0]), int(corner[1])),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        ink,
        1,
        cv2.LINE_AA,
    )


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
    colour = np.array(_WOODS[rng.integers(len(_WOODS))] if rng.random() < 0.6 else (225, 225, 222), np.float64)
    canvas = np.zeros((*shape, 3), np.uint8)
    low = np.array([left - rng.uniform(0.3, 2), -rng.uniform(0.5, 1.2), 0.0])
    high = np.array([right + rng.uniform(0.3, 2), -0.02, rng.uniform(0.08, 0.3)])
    _cuboid(canvas, camera, light, low, high, colour)
    return Cover(canvas, np.asarray((canvas.max(2) > 0) * 255, np.uint8))


def caption(shape: tuple[int, int], rng: np.random.Generator) -> Cover:
    """A streamer's banner or bare subtitle along the lower or upper edge, in characters that tiles bear too."""
    height, width = shape
    tall = int(height * rng.uniform(0.06, 0.16))
    top = 0 if rng.random() < 0.3 else height - tall - int(rng.uniform(0, 0.1) * height)
    ground, ink = (f"#{int(value):06x}" for value in rng.integers(0, 1 << 24, 2))
    font, em = str(rng.choice(FONTS)), tall * float(rng.uniform(0.6, 0.95))
    step, x = em * float(rng.uniform(0.9, 1.3)), float(rng.uniform(0, width / 3))
    text = [
        glyph(str(rng.choice(TEXT)), font, complex(x + i * step, tall / 2), em, ink) for i in range(rng.integers(3, 15))
    ]
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


def hand(shape: tuple[int, int], rng: np.random.Generator, tile_px: float) -> Cover:
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
    shade = 0.5 + 0.55 * rounded + 0.03 * _noise(rng, shape, 3, 3)
    canvas = np.asarray(np.clip(skin * shade[..., None] * (1, 0.97, 0.95), 0, 255), np.uint8)
    return Cover(canvas, np.asarray(cv2.GaussianBlur(alpha, (0, 0), 0.8), np.uint8))
