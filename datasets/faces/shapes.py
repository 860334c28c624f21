"""The one thing faces are made of: filled or stroked paths in a square unit grid, x right, y down.

Points are complex numbers (x + yj), so that moving, turning and scaling are plain arithmetic.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from math import radians

Segment = tuple[str, tuple[complex, ...]]
"""A command M L Q C Z and its points."""
Path = tuple[Segment, ...]

_TOKEN = re.compile(r"[A-Z]|-?\d+(?:\.\d+)?")
_POINTS = {"M": 1, "L": 1, "Q": 2, "C": 3}
_ROUND = 0.5523


@dataclass(frozen=True, slots=True)
class Shape:
    """A path filled (even-odd) or, where ``width`` is above 0, stroked with round ends; ``colour`` is #rrggbb."""

    path: Path
    colour: str
    width: float = 0

    def moved(self, by: complex = 0, scale: float = 1, turn: float = 0, mirror: bool = False) -> Shape:
        """Mirrored left to right, turned clockwise by ``turn`` degrees and scaled about the origin, then shifted."""
        factor = cmath.rect(scale, radians(turn))
        return replace(self, path=transformed(self.path, factor, by, mirror), width=self.width * scale)


def transformed(path: Path, factor: complex, by: complex = 0, mirror: bool = False) -> Path:
    """Every point times ``factor`` plus ``by``; ``mirror`` negates x first."""
    return tuple(
        (command, tuple((-p.conjugate() if mirror else p) * factor + by for p in points)) for command, points in path
    )


@cache
def path(text: str) -> Path:
    """SVG path data with absolute M L H V Q C Z; a command's numbers may repeat."""
    tokens: list[str] = _TOKEN.findall(text)
    segments: list[Segment] = []
    here, position, command = 0j, 0, ""
    while position < len(tokens):
        if tokens[position].isalpha():
            command, position = tokens[position], position + 1
            if command == "Z":
                segments.append(("Z", ()))
                continue
        if command in "HV":
            value, position = float(tokens[position]), position + 1
            here = complex(value, here.imag) if command == "H" else complex(here.real, value)
            segments.append(("L", (here,)))
            continue
        numbers = [float(token) for token in tokens[position : position + 2 * _POINTS[command]]]
        position += len(numbers)
        points = tuple(complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
        here = points[-1]
        segments.append((command, points))
        command = "L" if command == "M" else command
    return tuple(segments)


def fill(text: str, colour: str) -> Shape:
    """The inside of SVG path data."""
    return Shape(path(text), colour)


def line(text: str, colour: str, width: float) -> Shape:
    """A stroke along SVG path data."""
    return Shape(path(text), colour, width)


def oval(centre: complex, rx: float, ry: float, colour: str, turn: float = 0) -> Shape:
    """A filled ellipse, turned clockwise by ``turn`` degrees."""
    kx, ky = rx * _ROUND, ry * _ROUND
    quarter = (
        ("M", (complex(rx, 0),)),
        ("C", (complex(rx, ky), complex(kx, ry), complex(0, ry))),
        ("C", (complex(-kx, ry), complex(-rx, ky), complex(-rx, 0))),
        ("C", (complex(-rx, -ky), complex(-kx, -ry), complex(0, -ry))),
        ("C", (complex(kx, -ry), complex(rx, -ky), complex(rx, 0))),
        ("Z", ()),
    )
    return Shape(transformed(quarter, cmath.rect(1, radians(turn)), centre), colour)


def disc(centre: complex, r: float, colour: str) -> Shape:
    """A filled circle."""
    return oval(centre, r, r, colour)


def box(corner: complex, size: complex, r: float, colour: str) -> Shape:
    """A filled rectangle with corners of radius ``r``."""
    x, y, w, h, k = corner.real, corner.imag, size.real, size.imag, r * (1 - _ROUND)
    d = (
        f"M{x + r} {y}H{x + w - r}C{x + w - k} {y} {x + w} {y + k} {x + w} {y + r}V{y + h - r}"
        f"C{x + w} {y + h - k} {x + w - k} {y + h} {x + w - r} {y + h}H{x + r}"
        f"C{x + k} {y + h} {x} {y + h - k} {x} {y + h - r}V{y + r}C{x} {y + k} {x + k} {y} {x + r} {y}Z"
    )
    return fill(d, colour)


def blade(base: complex, bend: complex, tip: complex, width: float, colour: str) -> Shape:
    """A leaf from ``base`` over ``bend`` to a pointed ``tip``, ``width`` across its belly."""
    side = (tip - base) / abs(tip - base) * 1j * width
    segments: Path = (("M", (base,)), ("Q", (bend + side, tip)), ("Q", (bend - side, base)), ("Z", ()))
    return Shape(segments, colour)


def around(shapes: Iterable[Shape], centre: complex, count: int, start: float = 0) -> tuple[Shape, ...]:
    """``count`` copies of shapes drawn about the origin, turned evenly about ``centre``."""
    drawn = tuple(shapes)
    return tuple(s.moved(centre, turn=start + 360 / count * n) for n in range(count) for s in drawn)


def placed(
    shapes: Iterable[Shape], by: complex = 0, scale: float = 1, turn: float = 0, mirror: bool = False
) -> tuple[Shape, ...]:
    """All of them ``moved`` alike."""
    return tuple(s.moved(by, scale, turn, mirror) for s in shapes)
