"""What lies on a table and is no tile: dice, wind markers, keyboards."""

from __future__ import annotations

import cv2
import numpy as np

from snaptai.datasets.faces.glyphs import WORD_FONTS
from snaptai.datasets.faces.write import draw
from snaptai.datasets.render.geometry import Array, Camera, bounds
from snaptai.datasets.render.paint import Canvas, Light, fill
from snaptai.datasets.render.writing import written


def cuboid(canvas: Canvas, camera: Camera, light: Light, low: Array, high: Array, colour: Array) -> Array:
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
    return bounds(seen)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_UPRIGHT_TWO = ((0, -1), (0, 1))
"""As on most dice of mahjong sets, and just as on 二筒."""
_RED, _BLUE, _BLACK, _WHITE = (np.array(rgb) for rgb in ((200, 30, 30), (28, 52, 150), (30, 30, 34), (240, 240, 240)))
_BODIES = tuple(np.array(rgb, np.float64) for rgb in ((244, 242, 236), (250, 250, 250), (30, 120, 80), (190, 40, 40)))


def dice(canvas: Canvas, camera: Camera, light: Light, rng: np.random.Generator, x: float, y: float) -> list[Array]:
    """Three dice side by side on the table at (x, y), each turned its own way; where each is seen, (4,) xyxy pixels."""
    seen = []
    size, pip = float(rng.uniform(0.42, 0.75)), float(rng.uniform(0.08, 0.15))
    body = int(rng.choice(len(_BODIES), p=(0.6, 0.3, 0.05, 0.05)))
    plain, large = (_BLACK, _BLUE, _RED)[rng.choice(3, p=(0.4, 0.5, 0.1))], float(rng.uniform(1.2, 2.0))
    roundness, upright = float(rng.uniform(2.8, 9.0)), rng.random() < 0.6
    pips = _PIPS | {2: _UPRIGHT_TWO} if upright else _PIPS
    colours = _BODIES[body] * light.on(np.array([0, -1, 0])), _BODIES[body] * light.on(np.array([0, 0, 1]))
    for _ in range(3):
        turned = camera.turned(np.array([x, y, 0.0]), float(rng.uniform(0, np.pi / 2)))
        half = size / 2
        rims = [turned.project(_ring(x, y, z, half, roundness)) for z in (0.0, size)]
        seen.append(_drum(canvas, rims, colours))
        for on_top, number in zip((True, False), rng.choice(6, 2, replace=False) + 1, strict=True):
            if not on_top and (turned.position - (x, y - half, half)) @ np.array([0, -1, 0]) <= 0:
                continue
            ink = _WHITE if body > 1 else _RED if number in (1, 4) else plain
            radius = size * pip * (large if number == 1 else 1)
            for across, along in pips[number]:
                at, off = across * size * 0.25, along * size * 0.25
                spot = _ring(x + at, y + (off if on_top else 0), size, radius)
                if not on_top:
                    spot = np.column_stack([spot[:, 0], np.full(len(spot), y - half), half + off + spot[:, 1] - y])
                fill(canvas, turned.project(spot), ink)
        x, y = x + size * rng.uniform(1.05, 2.0), y + rng.uniform(-0.3, 0.3)
    return seen


_ROUND = np.exp(2j * np.pi * np.arange(24) / 24)


def _ring(x: float, y: float, z: float, radius: float, power: float = 2.0) -> Array:
    """A level circle, (24, 3), or with a higher ``power`` a square with round corners (a superellipse)."""
    across, along = (np.sign(part) * np.abs(part) ** (2 / power) for part in (_ROUND.real, _ROUND.imag))
    return np.stack([x + radius * across, y + radius * along, np.full(len(_ROUND), z)], 1)


def _drum(canvas: Canvas, rims: list[Array], colours: tuple[Array, Array]) -> Array:
    """An upright body between its lower and upper rim, each (N, 2) pixels, sides and top of two colours; where it is in
    the picture, (4,) xyxy pixels."""
    hull = np.asarray(cv2.convexHull(np.concatenate(rims).astype(np.float32))[:, 0], np.float64)
    for outline, colour in zip((hull, rims[1]), colours, strict=True):
        fill(canvas, outline, colour)
    return bounds(hull)


_DISCS = ((244, 240, 224), (250, 250, 248), (190, 40, 40), (40, 120, 70), (40, 44, 52), (196, 150, 96))
_PRINTS = ((206, 164, 66), (196, 30, 36), (20, 110, 60), (24, 52, 150), (30, 30, 34), (245, 245, 240))


def marker(canvas: Canvas, camera: Camera, light: Light, rng: np.random.Generator, x: float, y: float) -> list[Array]:
    """The round piece that shows the wind, with one character or four; where it is seen, (4,) xyxy pixels."""
    radius, tall = float(rng.uniform(0.4, 0.95)), float(rng.uniform(0.08, 0.3))
    body = np.array(_DISCS[rng.integers(len(_DISCS))], np.float64)
    rims = [camera.project(_ring(x, y, z, radius)) for z in (0.0, tall)]
    seen = _drum(canvas, rims, (body * light.ambient, body * light.on(np.array([0, 0, 1]))))
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * radius + (x, y)
    corners = camera.project(np.column_stack([square, np.full(4, tall)])).astype(np.float32)
    view = cv2.getPerspectiveTransform(_CORNERS, corners)
    for marks, ink in zip(_marks(rng), rng.choice(len(_PRINTS), 2, replace=False), strict=True):
        share = cv2.warpPerspective(marks, view, (canvas.shape[1], canvas.shape[0]))[..., None] / np.float32(255)
        canvas[:] = (canvas * (1 - share) + np.array(_PRINTS[ink]) * share).astype(np.uint8)
    return [seen]


_CORNERS = np.array([(0, 0), (96, 0), (96, 96), (0, 96)], np.float32)


def _marks(rng: np.random.Generator) -> tuple[Canvas, Canvas]:
    """What stands on a marker, white on black, uint8 (96, 96) each: one character or four, and an ornament or none."""
    font, em = str(rng.choice(WORD_FONTS)), float(rng.uniform(0.8, 1.2))
    ornament = np.zeros((96, 96), np.uint8)
    if rng.random() < 0.4:
        return _characters(rng, font, (48 + 48j,), em * 58), ornament
    if rng.random() < 0.4:
        return _characters(rng, font, (30 + 30j, 66 + 30j, 30 + 66j, 66 + 66j), em * 28), ornament
    around = [np.rot90(_characters(rng, font, (48 + 20j,), em * 26), turn) for turn in range(4)]
    if rng.random() < 0.7:
        for leaf in rng.uniform(0, 360, int(rng.integers(1, 6))):
            axes = (int(rng.integers(4, 12)), int(rng.integers(2, 8)))
            cv2.ellipse(ornament, (48, 48), axes, float(leaf), 0, 360, 255, -1, cv2.LINE_AA)
    return np.maximum.reduce(around), ornament


def _characters(rng: np.random.Generator, font: str, places: tuple[complex, ...], em: float) -> Canvas:
    shapes = [shape for place in places for shape in written(rng, font, place, em, "#ffffff")]
    return draw(shapes, 96, 96, 1.0, "#000000")[..., 0]


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
    second = tuple(map(float, _PRINTS[rng.integers(len(_PRINTS))])) if rng.random() < 0.5 else None
    end = np.array([x + columns * pitch + 0.2, y + rows * pitch + 0.2, 0.15])
    cuboid(canvas, camera, light, np.array([x - 0.3, y - 0.3, 0.0]), end, np.array([70, 74, 82]) * rng.uniform(0.5, 3))
    for row in reversed(range(rows)):
        column = 0.0
        while column < columns:
            broad = min(_key_breadth(rng, row, column), columns - column)
            low = np.array([x + column * pitch, y + row * pitch, 0.15])
            high = low + (broad * pitch - gap, pitch - gap, tall)
            cap = tints[int(rng.choice(3, p=[0.75, 0.15, 0.1]))]
            seen.append(cuboid(canvas, camera, light, low, high, cap))
            ink = (30.0,) * 3 if cap.mean() > 120 else (230.0,) * 3
            _letter(canvas, camera, rng, low + (pitch * 0.2, pitch * rng.uniform(0.3, 0.55), tall), pitch, ink)
            if second:
                _letter(canvas, camera, rng, low + (pitch * 0.55, pitch * 0.15, tall), pitch * 0.6, second)
            column += broad
    return seen


def _key_breadth(rng: np.random.Generator, row: int, column: float) -> float:
    """Keys wide: the space bar, shift and the like at the left."""
    if row == 0 and 2 < column < 4:
        return float(rng.uniform(4, 6))
    return float(rng.choice((1.25, 1.5, 2.0))) if column == 0 else 1.0


def _letter(
    canvas: Canvas, camera: Camera, rng: np.random.Generator, at: Array, size: float, ink: tuple[float, ...]
) -> None:
    corner, beside = camera.project(np.array([at, at + (size * 0.5, 0, 0)]))
    if np.abs(corner).max() > 3000:
        return
    scale = float(np.linalg.norm(beside - corner)) / 20 * float(rng.uniform(0.4, 1.0))
    legend = "".join(chr(code) for code in rng.integers(65, 91, int(rng.integers(2, 6))))
    short = rng.random() < 0.75
    legend, scale = (chr(int(rng.integers(35, 91))), scale) if short else (legend, scale * 0.5)
    cv2.putText(canvas, legend, (int(corner[0]), int(corner[1])), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 1, cv2.LINE_AA)
