"""What lies on a table and is no tile: dice and keyboards, drawn as boxes."""

from __future__ import annotations

import cv2
import numpy as np

from snaptai.datasets.render.geometry import Array, Camera
from snaptai.datasets.render.paint import Canvas, Light, fill


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
        seen.append(cuboid(canvas, camera, light, np.array([x, y, 0]), np.array([x + _DIE, y + _DIE, _DIE]), _IVORY))
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
    letter, at_pixel = chr(int(rng.integers(65, 91))), (int(corner[0]), int(corner[1]))
    cv2.putText(canvas, letter, at_pixel, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 1, cv2.LINE_AA)
