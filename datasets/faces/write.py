"""Two writers for one list of shapes: SVG text and a uint8 picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces.shapes import Path, Shape

_FINE = 4
_SHIFT = 4


def _number(value: float) -> str:
    """A tenth of a unit precise, in the fewest characters."""
    return f"{round(value, 1) + 0:g}"


def path_data(path: Path) -> str:
    """SVG path data, a tenth of a unit precise."""
    return "".join(
        command + " ".join(f"{_number(p.real)} {_number(p.imag)}" for p in points) for command, points in path
    )


def svg_element(shape: Shape) -> str:
    """One ``<path>``."""
    data = path_data(shape.path)
    if not shape.width:
        return f'<path d="{data}" fill="{shape.colour}" fill-rule="evenodd"/>'
    return (
        f'<path d="{data}" fill="none" stroke="{shape.colour}" stroke-width="{_number(shape.width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _curve(start: complex, points: tuple[complex, ...]) -> list[complex]:
    """Points along a Bézier curve of any degree, without its start."""
    return list(_bernstein(len(points)) @ np.array((start, *points)))


@cache
def _bernstein(degree: int) -> NDArray[np.float64]:
    """What each control point weighs at twelve places along a curve, float64 (12, degree + 1)."""
    t = np.linspace(0, 1, 13)[1:, None]
    n = np.arange(degree + 1)
    return np.asarray([comb(degree, k) for k in n] * t**n * (1 - t) ** (degree - n))


def flatten(path: Path) -> list[NDArray[np.complex128]]:
    """The path's contours as polylines, complex128 (N,) each."""
    contours: list[list[complex]] = []
    for command, points in path:
        if command == "M":
            contours.append([points[0]])
        elif command == "Z":
            contours[-1].append(contours[-1][0])
        elif command == "L":
            contours[-1].append(points[0])
        else:
            contours[-1] += _curve(contours[-1][-1], points)
    return [np.array(contour) for contour in contours]


def rgb(colour: str) -> tuple[int, int, int]:
    """``"#ff8000"`` is (255, 128, 0)."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def draw(shapes: Iterable[Shape], width: int, height: int, scale: float, ground: str) -> NDArray[np.uint8]:
    """The shapes times ``scale`` on a ``ground`` colour; uint8 (height, width, 3) RGB, antialiased."""
    picture = np.full((height * _FINE, width * _FINE, 3), rgb(ground), np.uint8)
    fine = scale * _FINE
    for shape in shapes:
        # Pixel centres lie half a pixel in, so a point at x falls on fine pixel x - 0.5.
        lines = [
            np.round((np.stack([c.real, c.imag], 1) * fine - 0.5) * 2**_SHIFT).astype(np.int32)
            for c in flatten(shape.path)
        ]
        if shape.width:
            cv2.polylines(picture, lines, False, rgb(shape.colour), max(1, round(shape.width * fine)), shift=_SHIFT)
        else:
            cv2.fillPoly(picture, lines, rgb(shape.colour), shift=_SHIFT)
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
