"""Our own drawn tile faces, as SVG and as pixels, in several makes.

``svg(tile, style)`` gives a standalone picture of the whole tile; ``raster(tile, style, width_px)`` the flat face for
the renderer. Lettering comes from free fonts (``FONTS.txt``), everything else is drawn here.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces.glyphs import glyph
from snaptai.datasets.faces.plants import blossom, flower
from snaptai.datasets.faces.shapes import Shape, box, placed
from snaptai.datasets.faces.styles import BY_NAME, Style
from snaptai.datasets.faces.suits import bamboo, characters, dots, honour
from snaptai.datasets.faces.write import draw, rgb, svg_element
from snaptai.scoring.tiles import BACK, HONOURS, NAMES, ORDER

STYLES: tuple[str, ...] = tuple(BY_NAME)
"""Every make there is; the first is the default."""

_SUITS = {"m": characters, "p": dots, "s": bamboo, "f": flower}


def make_of(style: str | Style) -> Style:
    """The make of that name, or the make itself. Raises ValueError for an unknown name."""
    if isinstance(style, Style):
        return style
    if style not in BY_NAME:
        raise ValueError(f"no such style: {style!r}; use one of {', '.join(STYLES)}")
    return BY_NAME[style]


def face(tile: str, style: str | Style = "classic") -> tuple[Shape, ...]:
    """The ink of a face on a 300 × 400 grid. Raises ValueError for an unknown tile or style."""
    if tile not in ORDER:
        raise ValueError(f"no such tile: {tile!r}; use one of {' '.join(ORDER)}")
    make = make_of(style)
    if tile == BACK:
        return _back(make)
    ink = honour(tile, make) if tile in HONOURS else _SUITS[tile[1]](int(tile[0]), make)
    if make.index and tile != "P" and tile[-1] != "f":
        ink = _indexed(tile, ink, make)
    return (*_rim(make), *placed(ink, 15 + 20j, 0.9)) if make.rim else ink


def _rim(make: Style) -> tuple[Shape, ...]:
    return box(8 + 8j, 284 + 384j, 26, make.wind), box(15 + 15j, 270 + 370j, 20, make.face)


def _indexed(tile: str, ink: tuple[Shape, ...], make: Style) -> tuple[Shape, ...]:
    """The face made smaller, with its number or letter in the corner."""
    colour = {"C": make.red, "F": make.green, "m": make.red, "p": make.blue, "s": make.green}.get(tile[-1], make.wind)
    return (*placed(ink, 36 + 56j, 0.84), glyph(tile[0], "hei", 42 + 48j, 66, colour))


def _back(make: Style) -> tuple[Shape, ...]:
    """Nothing, or a frame with a blossom in the middle and one in each corner."""
    if not make.lattice:
        return ()
    light, ground = _mix(make.back, "#ffffff", 0.3), Style(face=make.back)
    frames = tuple(
        box(complex(i, i), complex(300 - 2 * i, 400 - 2 * i), r, colour)
        for i, r, colour in ((24, 26, light), (31, 20, make.back), (40, 14, light), (43, 12, make.back))
    )
    spots = ((150, 200, 84), (84, 88, 26), (216, 88, 26), (84, 312, 26), (216, 312, 26))
    return (*frames, *(s for x, y, r in spots for s in blossom(complex(x, y), r, light, ground)))


def _mix(a: str, b: str, part: float) -> str:
    """``a`` with ``part`` of ``b`` in it."""
    return "#" + "".join(f"{round(x + (y - x) * part):02x}" for x, y in zip(rgb(a), rgb(b), strict=True))


@cache
def svg(tile: str, style: str = "classic") -> str:
    """A standalone SVG of the whole tile, viewBox 0 0 300 400, transparent around its round corners; the tile's
    Chinese name is its title. Raises ValueError for an unknown tile or style.
    """
    ink, make = face(tile, style), BY_NAME[style]
    below, above = (make.face, make.back) if tile == BACK else (make.back, make.face)
    body = (
        box(2 + 2j, 296 + 396j, 40, _mix(below, "#000000", 0.22)),
        box(4 + 4j, 292 + 386j, 38, below),
        box(4 + 4j, 292 + 374j, 38, _mix(above, "#000000", 0.16)),
        box(7 + 5j, 286 + 368j, 35, above),
    )
    shapes = (*body, *placed(ink, 14.25 + 8.5j, 0.905))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" role="img"><title>{NAMES[tile]}</title>'
        + "".join(map(svg_element, shapes))
        + "</svg>"
    )


@lru_cache(maxsize=1024)
def raster(tile: str, style: str | Style = "classic", width_px: int = 150) -> NDArray[np.uint8]:
    """The flat face alone, filling its rectangle; uint8 (round(width_px * 4 / 3), width_px, 3) RGB, read-only and
    kept. Raises ValueError for an unknown tile or style or a width below 1.
    """
    if width_px < 1:
        raise ValueError(f"width_px must be at least 1, not {width_px}")
    ink, make = face(tile, style), make_of(style)
    picture = draw(ink, width_px, round(width_px * 4 / 3), width_px / 300, make.back if tile == BACK else make.face)
    picture.flags.writeable = False
    return picture
