"""萬 筒 索 and the honours as drawn on a 300 × 400 face."""

from __future__ import annotations

from cmath import phase
from math import degrees

from snaptai.datasets.faces.birds import bird
from snaptai.datasets.faces.glyphs import glyph
from snaptai.datasets.faces.shapes import Path, Shape, around, box, disc, oval, transformed
from snaptai.datasets.faces.styles import Style

Drawing = tuple[Shape, ...]
_LARGE = {"kai": 1.0, "brush": 1.0, "pen": 1.0, "hand": 0.95}


def em(style: Style) -> float:
    """Fonts whose characters fill their em are set smaller."""
    return _LARGE.get(style.font, 0.9)


# Where the dots lie: x, y, colour (b, g, r), by number; the last figure is their radius.
_DOTS: dict[int, tuple[str, int]] = {
    2: ("150,105g 150,295b", 70),
    3: ("77,92b 150,200r 223,308g", 52),
    4: ("86,105b 214,105g 86,295g 214,295b", 57),
    5: ("77,88b 223,88g 150,200r 77,312g 223,312b", 52),
    6: ("90,80g 210,80g 90,213r 210,213r 90,323r 210,323r", 52),
    7: ("70,60g 150,99g 230,138g 98,240r 202,240r 98,338r 202,338r", 42),
    8: ("95,62b 205,62b 95,154b 205,154b 95,246b 205,246b 95,338b 205,338b", 44),
    9: ("62,78b 150,78b 238,78b 62,200r 150,200r 238,200r 62,322g 150,322g 238,322g", 43),
}

# Where the sticks stand: x, y, colour, by number; then their width and height.
_STICKS: dict[int, tuple[str, int, int]] = {
    2: ("150,110g 150,290g", 40, 160),
    3: ("150,110g 85,290g 215,290g", 40, 160),
    4: ("90,110g 210,110b 90,290b 210,290g", 40, 160),
    5: ("72,108g 228,108g 150,200r 72,292g 228,292g", 40, 160),
    6: ("70,110g 150,110g 230,110g 70,290g 150,290g 230,290g", 40, 160),
    7: ("150,72r 70,200g 150,200b 230,200g 70,322g 150,322b 230,322g", 36, 112),
    9: ("70,76g 150,76r 230,76g 70,200g 150,200r 230,200g 70,324g 150,324r 230,324g", 36, 114),
}


def _spots(text: str, style: Style) -> list[tuple[complex, str]]:
    inks = {"b": style.blue, "g": style.green, "r": style.red}
    colours = {usual: inks[own] for usual, own in zip("bgr", style.spots, strict=True)}
    found = []
    for spot in text.split():
        x, y = spot[:-1].split(",")
        found.append((complex(float(x), float(y)), colours[spot[-1]]))
    return found


def coin(centre: complex, r: float, colour: str, style: Style) -> Drawing:
    """One dot of 二筒 to 九筒."""
    ground = style.face
    if style.dots == "solid":
        return disc(centre, r, colour), disc(centre, r * 0.56, ground), disc(centre, r * 0.36, colour)
    if style.dots == "eye":
        return disc(centre, r * 0.9, colour), disc(centre, r * 0.72, ground), disc(centre, r * 0.3, colour)
    if style.dots == "hoop":
        return disc(centre, r * 0.92, colour), disc(centre, r * 0.66, ground)
    if style.dots == "cross":
        spokes = around([Shape((("M", (0j,)), ("L", (r * 0.75 + 0j,))), ground, r * 0.2)], centre, 4, 45)
        return disc(centre, r * 0.95, colour), disc(centre, r * 0.78, ground), disc(centre, r * 0.66, colour), *spokes
    if style.dots == "rosette":
        petals = around([oval(complex(0, -r * 0.47), r * 0.13, r * 0.19, ground)], centre, 8)
        return (
            disc(centre, r, colour),
            disc(centre, r * 0.82, ground),
            disc(centre, r * 0.74, colour),
            *petals,
            disc(centre, r * 0.15, ground),
        )
    rings = ((1.0, colour), (0.78, ground), (0.64, colour), (0.42, ground), (0.28, colour), (0.1, ground))
    return tuple(disc(centre, r * part, ink) for part, ink in rings)


def great_coin(style: Style) -> Drawing:
    """一筒: a wheel of three rings about a flower."""
    centre, ground = 150 + 200j, style.face
    scallops = around([disc(-97j, 11.5, ground)], centre, 24)
    spokes = around([oval(-62j, 8, 15, ground)], centre, 12, 15)
    petals = around([oval(-21j, 8.5, 12, ground)], centre, 6)
    return (
        *(disc(centre, 122, style.blue), disc(centre, 113, ground), disc(centre, 108, style.blue), *scallops),
        *(disc(centre, 84, ground), disc(centre, 79, style.green), *spokes),
        *(disc(centre, 43, ground), disc(centre, 38, style.red), *petals, disc(centre, 7, ground)),
    )


def dots(number: int, style: Style) -> Drawing:
    """筒."""
    if number == 1:
        return great_coin(style)
    text, r = _DOTS[number]
    return tuple(shape for at, colour in _spots(text, style) for shape in coin(at, r * style.small, colour, style))


def _stick_path(w: float, h: float) -> Path:
    """A bamboo piece standing about the origin: three knobs, two waists."""
    waist, q, belly = w * 0.34, h / 6, w * 0.6
    right = (
        (complex(w * 0.48, -h / 2), complex(belly, -h * 0.31), complex(waist, -q)),
        (complex(belly * 0.93, -q / 2), complex(belly * 0.93, q / 2), complex(waist, q)),
        (complex(belly, h * 0.31), complex(w * 0.48, h / 2), complex(0, h / 2)),
    )
    left = tuple(tuple(-p for p in points) for points in right)
    return (("M", (complex(0, -h / 2),)), *(("C", points) for points in (*right, *left)), ("Z", ()))


def stick(top: complex, bottom: complex, width: float, colour: str, style: Style) -> Drawing:
    """One bamboo piece from ``top`` to ``bottom``, with a light down its middle or cut through into beads."""
    along = (bottom - top) / abs(bottom - top)
    if style.sticks == "rods":
        end = along * width * 0.3
        return (Shape((("M", (top + end,)), ("L", (bottom - end,))), colour, width * 0.6),)
    if style.sticks == "beads":
        third = (bottom - top) / 3
        lean = degrees(phase(along / 1j))
        return tuple(oval(top + third * (n + 0.5), width * 0.42, abs(third) * 0.46, colour, lean) for n in range(3))
    turn, middle, length = along / 1j, (top + bottom) / 2, abs(bottom - top)
    body = Shape(transformed(_stick_path(width, length), turn, middle), colour)
    if style.sticks == "hollow":
        return body, Shape(transformed(_stick_path(width * 0.56, length - width * 0.4), turn, middle), style.face)
    inset = along * width * 0.45
    light = Shape((("M", (top + inset,)), ("L", (bottom - inset,))), style.face, width * 0.13)
    return body, light


def _eight(style: Style) -> Drawing:
    """八索: W over M, or M over W; the lower letter mirrors the upper."""
    tip, foot = (50, 170) if style.eight == "WM" else (176, 56)
    upper = [(complex(x, 40), complex(x, 186)) for x in (64, 236)]
    upper += [(complex(150 + side * 13, tip), complex(150 + side * 66, foot)) for side in (-1, 1)]
    lower = [(a.conjugate() + 400j, b.conjugate() + 400j) for a, b in upper]
    ((_, ink),) = _spots("0,0g", style)
    return tuple(s for top, bottom in upper + lower for s in stick(top, bottom, 33 * style.small, ink, style))


def bamboo(number: int, style: Style) -> Drawing:
    """索."""
    if number == 1:
        return bird(style)
    if number == 8:
        return _eight(style)
    text, width, height = _STICKS[number]
    half = complex(0, height / 2) * (1 + style.small) / 2
    return tuple(
        shape
        for at, colour in _spots(text, style)
        for shape in stick(at - half, at + half, width * style.small, colour, style)
    )


def characters(number: int, style: Style) -> Drawing:
    """萬: the numeral above, 萬 below."""
    size = em(style)
    numeral = style.five if number == 5 else "一二三四五六七八九"[number - 1]
    return (
        glyph(numeral, style.font, 150 + 92j, 152 * size, style.number, 1.14),
        glyph(style.wan, style.font, 150 + 276j, 208 * size, style.red, 1.08),
    )


def honour(tile: str, style: Style) -> Drawing:
    """東南西北中發白."""
    if tile == "P":
        return white_dragon(style)
    character = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發"}[tile]
    colour = {"C": style.red, "F": style.green}.get(tile, style.wind)
    return (glyph(character, style.font, 150 + 200j, 288 * em(style), colour),)


def white_dragon(style: Style) -> Drawing:
    """白: a frame with cut corners, a double line, its word, or nothing at all."""
    if style.white == "blank":
        return ()
    ink, ground = style.blue, style.face
    if style.white == "word":
        return (glyph("白", style.font, 150 + 200j, 288 * em(style), ink),)
    if style.white == "double":
        rings = ((46, 10, ink), (54, 8, ground), (70, 8, ink), (76, 6, ground))
        return tuple(box(complex(i, i), complex(300 - 2 * i, 400 - 2 * i), r, colour) for i, r, colour in rings)
    outer = tuple(box(complex(i, i), complex(300 - 2 * i, 400 - 2 * i), 4, c) for i, c in ((42, ink), (60, ground)))
    notches = tuple(box(complex(x, y), 9 + 9j, 0, ground) for x in (96, 195) for y in (42, 51, 340, 349))
    notches += tuple(box(complex(x, y), 9 + 9j, 0, ground) for y in (96, 295) for x in (42, 51, 240, 249))
    inner = tuple(box(complex(i, i), complex(300 - 2 * i, 400 - 2 * i), 3, c) for i, c in ((74, ink), (80, ground)))
    return outer + notches + inner
