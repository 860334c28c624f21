"""The eight flower tiles: a plant, its character and its number."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from math import pi
from random import Random

from snaptai.datasets.faces.glyphs import glyph
from snaptai.datasets.faces.shapes import Shape, around, blade, disc, fill, line, oval, placed
from snaptai.datasets.faces.styles import Style

Drawing = tuple[Shape, ...]
SEASONS = "春夏秋冬"
_PLACES = {
    "above": (66 + 64j, 234 + 64j),
    "below": (66 + 336j, 234 + 336j),
    "across": (234 + 64j, 66 + 336j),
    "aside": (58 + 64j, 58 + 180j),
}
"""Where the two words of a flower stand; the picture keeps clear of the corners that all of them take."""
_ROOM = {"above": (6 + 6j, 0.96), "below": (6 - 108j, 0.96), "across": (24 - 30j, 0.84), "aside": (66 + 20j, 0.78)}
"""Shift and scale of the picture that goes with them."""


def flower(number: int, style: Style) -> Drawing:
    """1 to 8 are 春夏秋冬梅蘭菊竹; seasons and plants are lettered in different inks, on opposite corners."""
    season = number <= 4
    character = (SEASONS + "梅蘭菊竹")[number - 1]
    printed = number if season else style.order.index(character) + 1
    digit = str(printed) if style.digits == "arabic" else "一二三四"[printed - 1]
    colour: str = getattr(style, style.season if season else style.plant)
    if style.flowers == "plain":
        return (
            _letter(digit, style, 150 + 72j, style.green),
            glyph(character, style.font, 150 + 252j, 236, colour),
        )
    words = zip((digit, character) if season else (character, digit), _PLACES[style.words], strict=True)
    return placed(_picture(number, style), *_ROOM[style.words]) + tuple(
        _letter(text, style, place, colour) for text, place in words
    )


def _picture(number: int, style: Style) -> Drawing:
    if style.flowers == "free":
        return anything(Random(8 * style.shift + number), style)
    return list(_PLANTS.values())[(number - 1 + style.shift) % 8](style)


def _letter(text: str, style: Style, centre: complex, colour: str) -> Shape:
    """A character, or a digit in a bold roman face as sets print it."""
    roman = "hei" if style.font == "hei" else "ming"
    return glyph(text, roman if text.isdecimal() else style.font, centre, style.letter, colour)


def anything(dice: Random, style: Style) -> Drawing:
    """Some stalks, and leaves or dabs of a few inks about a middle: a picture that leaves only the words to be read."""
    inks = dice.sample((style.red, style.green, style.blue, style.wind), 3)
    root, middle = complex(dice.uniform(100, 200), 384), complex(dice.uniform(110, 190), dice.uniform(200, 290))
    wide, high, size = dice.uniform(70, 125), dice.uniform(60, 120), dice.uniform(8, 40)

    def point() -> complex:
        away = cmath.rect(dice.random() ** 0.5, dice.uniform(0, 2 * pi))
        return middle + complex(away.real * wide, away.imag * high)

    def dab() -> Shape:
        return oval(point(), size, size * dice.uniform(0.3, 1.2), dice.choice(inks), dice.uniform(0, 180))

    stalks = tuple(blade(root, point(), point(), dice.uniform(4, 14), inks[0]) for _ in range(dice.randint(1, 5)))
    count = round(dice.uniform(0.4, 1.2) * wide * high / size**2)
    leaf = dice.random() < 0.4
    return (*stalks, *(blade(root, point(), point(), size, inks[1]) if leaf else dab() for _ in range(max(4, count))))


def blossom(centre: complex, r: float, colour: str, style: Style, count: int = 5) -> Drawing:
    """A round flower seen from above."""
    petals = around([disc(complex(0, -r * 0.62), r * 0.43, colour)], centre, count)
    stamens = around([line(f"M0 0L0 {-r * 0.52:.1f}", style.face, r * 0.07)], centre, count)
    return *petals, disc(centre, r * 0.5, colour), *stamens, disc(centre, r * 0.16, style.face)


def plum(style: Style) -> Drawing:
    """梅: a gnarled branch in bloom."""
    branch = (
        line("M92 384C112 330 96 296 140 262C176 234 186 206 178 150", style.blue, 15),
        line(
            "M126 274C92 254 78 226 84 186M158 246C200 246 224 222 238 186M112 318C150 316 186 322 206 344",
            style.blue,
            9,
        ),
    )
    flowers = ((176, 160, 40), (88, 196, 35), (236, 190, 33), (142, 250, 42), (206, 330, 36))
    buds = tuple(
        disc(complex(x, y), r, style.red) for x, y, r in ((216, 262, 10), (66, 254, 10), (158, 330, 10), (120, 140, 9))
    )
    stalks = line("M196 244L216 262M92 238L66 254M140 130L120 140", style.blue, 5)
    return (*branch, stalks, *buds, *(s for x, y, r in flowers for s in blossom(complex(x, y), r, style.red, style)))


def orchid(style: Style) -> Drawing:
    """蘭: arching leaves, slender flowers."""
    root = 146 + 384j
    leaves = (
        (90, 250, 34, 246, 13),
        (100, 230, 60, 172, 13),
        (140, 240, 122, 140, 12),
        (196, 240, 268, 250, 13),
        (180, 220, 212, 150, 12),
        (210, 300, 272, 330, 12),
        (90, 310, 30, 330, 12),
    )
    blades = tuple(blade(root, complex(bx, by), complex(x, y), w, style.green) for bx, by, x, y, w in leaves)
    petal = blade(0j, -20j, -42j, 17, style.red)
    bloom = (*around([petal], 0j, 5), disc(0j, 9, style.face), disc(5j, 5, style.red))
    stems = (
        line(
            "M146 384C150 320 160 270 168 236M146 384C130 330 108 300 90 286M146 384C170 340 196 316 214 304",
            style.blue,
            6,
        ),
    )
    return (
        *blades,
        *stems,
        *placed(bloom, 168 + 214j, 1),
        *placed(bloom, 88 + 276j, 0.8, -20),
        *placed(bloom, 222 + 290j, 0.85, 24),
    )


def chrysanthemum(style: Style) -> Drawing:
    """菊: many narrow petals in three rounds."""
    stem = (line("M150 270C146 316 152 350 146 386", style.green, 10),)
    lobes = ((42, -54, 70), (60, -20, 84), (44, 12, 66))
    leaf = (
        *(blade(0j, complex(x * 0.6, y * 0.7 - 6), complex(reach, y), 20, style.green) for x, y, reach in lobes),
        *(line(f"M10 {-3 + y * 0.1:.0f}L{reach * 0.6:.0f} {y * 0.62:.0f}", style.face, 3) for _, y, reach in lobes),
    )
    leaves = (*placed(leaf, 150 + 366j, 1), *placed(leaf, 148 + 372j, 1, mirror=True))
    outer = around([oval(-66j, 10, 32, style.red)], 150 + 216j, 16)
    ring = (disc(150 + 216j, 58, style.face),)
    inner = around([oval(-38j, 8, 24, style.red)], 150 + 216j, 13, 10)
    core = (
        disc(150 + 216j, 24, style.face),
        *around([disc(-14j, 5, style.red)], 150 + 216j, 7),
        disc(150 + 216j, 8, style.red),
    )
    return (*stem, *leaves, *outer, *ring, *inner, *core)


def bamboo_grove(style: Style) -> Drawing:
    """竹: two stalks and their leaves."""
    stalks = tuple(
        line(f"M{x} {top}L{x + lean * 0.5:.1f} {bottom}", style.blue, w)
        for x, top, bottom, w, lean in (
            (168, 152, 202, 17, -3),
            (166, 212, 280, 19, -3),
            (164, 290, 382, 21, -3),
            (112, 210, 268, 13, 4),
            (115, 277, 334, 14, 4),
            (118, 343, 382, 15, 4),
        )
    )
    leaf = blade(0j, -32j, -74j, 15, style.green)
    sprays = (
        (170, 198, (60, 96, 132)),
        (160, 284, (-64, -100, -136)),
        (112, 206, (-30, -78, -120, 40)),
        (168, 282, (70, 110)),
        (170, 154, (62, 100)),
    )
    leaves = tuple(leaf.moved(complex(x, y), 1, turn) for x, y, turns in sprays for turn in turns)
    return stalks + leaves


def peony(style: Style) -> Drawing:
    """春: a full peony."""
    leaf = (blade(0j, -36 - 40j, -104 - 26j, 26, style.green), line("M-12 -8L-80 -26", style.face, 4))
    leaves = (
        *placed(leaf, 146 + 350j, 1),
        *placed(leaf, 154 + 350j, 1, mirror=True),
        *placed(leaf, 140 + 386j, 0.8, 14),
        *placed(leaf, 160 + 386j, 0.8, -14, mirror=True),
    )
    stem = (line("M150 290V388", style.green, 11),)
    centre = 150 + 226j
    outer = around([oval(-58j, 34, 30, style.red), line("M-20 -74Q0 -86 20 -74", style.face, 5)], centre, 7)
    middle = around([oval(-34j, 28, 24, style.red), line("M-17 -46Q0 -57 17 -46", style.face, 5)], centre, 5, 26)
    core = (
        disc(centre, 24, style.red),
        *around([line("M0 0V-17", style.face, 4)], centre, 8),
        disc(centre, 6, style.face),
    )
    return (*stem, *leaves, *outer, *middle, *core)


def lotus(style: Style) -> Drawing:
    """夏: a lotus over its leaf and the water."""
    leaf = (
        oval(150 + 330j, 106, 30, style.green),
        *(
            line(f"M150 334L{x} {y}", style.face, 4)
            for x, y in ((64, 324), (96, 312), (150, 306), (204, 312), (236, 324), (84, 346), (216, 346))
        ),
    )
    water = tuple(
        line(f"M{x} {y}Q{x + 20} {y - 12} {x + 40} {y}Q{x + 60} {y + 12} {x + 80} {y}", style.blue, 6)
        for x, y in ((36, 376), (112, 384), (184, 376))
    )
    root = 150 + 300j
    back = tuple(
        blade(root, root + complex(dx * 0.75, -80), root + complex(dx, dy), w, style.red)
        for dx, dy, w in ((-112, -66, 30), (112, -66, 30), (-84, -122, 30), (84, -122, 30))
    )
    front = tuple(
        shape
        for dx, dy, w in ((-44, -150, 34), (44, -150, 34), (0, -164, 38))
        for tip in (root + complex(dx, dy),)
        for shape in (
            blade(root, root + complex(dx * 0.8, -84), tip - 6j, w + 9, style.face),
            blade(root, root + complex(dx * 0.8, -84), tip, w, style.red),
        )
    )
    stripes = tuple(
        line(f"M{150 + x} 268L{150 + x * 1.5} {206 + abs(x) * 0.3:.0f}", style.face, 4) for x in (-22, 0, 22)
    )
    return (*leaf, *water, *back, *front, *stripes)


def maple(style: Style) -> Drawing:
    """秋: maple leaves on a twig."""
    half = "M0 8L-8 4L-34 16L-30 4L-60 -10L-50 -18L-58 -42L-36 -38L-32 -48L-16 -32L-22 -66L-10 -60L0 -88"
    mirrored = "L10 -60L22 -66L16 -32L32 -48L36 -38L58 -42L50 -18L60 -10L30 4L34 16L8 4Z"
    leaf = (
        fill(half + mirrored, style.red),
        line("M0 40V-62M0 0L-38 -24M0 0L38 -24", style.face, 4),
        line("M0 8V44", style.red, 6),
    )
    twig = (
        line(
            "M70 386C120 360 128 300 176 268C206 246 226 216 232 166M136 322"
            "C176 330 208 346 232 372M148 294C112 280 90 250 84 214",
            style.blue,
            9,
        ),
    )
    leaves = ((84, 196, 0.9, -24), (206, 190, 1.0, 26), (146, 268, 1.05, -6), (226, 316, 0.82, 60), (80, 334, 0.8, -40))
    return (*twig, *(s for x, y, scale, turn in leaves for s in placed(leaf, complex(x, y), scale, turn)))


def pine(style: Style) -> Drawing:
    """冬: a pine in the snow."""
    branch = (
        line(
            "M244 386C210 352 196 330 150 312C112 298 90 270 82 226M168 320"
            "C176 270 204 246 216 206M206 348C160 356 120 360 84 352",
            style.blue,
            11,
        ),
    )
    spray = tuple(
        line(f"M0 0L0 -{58 - abs(turn) * 0.18:.0f}", style.green, 6).moved(turn=turn) for turn in range(-84, 85, 21)
    )
    sprays = ((84, 246, 1.0, -14), (212, 232, 1.05, 10), (150, 318, 1.1, -4), (96, 358, 0.86, -50), (230, 330, 0.8, 44))
    arm = (line("M0 0V-22M0 -13L-7 -20M0 -13L7 -20", style.red, 4.5),)
    flakes = tuple(
        s
        for x, y, scale in ((148, 168, 1.1), (254, 262, 0.8), (46, 296, 0.85))
        for s in placed(around(arm, 0j, 6), complex(x, y), scale)
    )
    return (*branch, *(s for x, y, scale, turn in sprays for s in placed(spray, complex(x, y), scale, turn)), *flakes)


_PLANTS: dict[str, Callable[[Style], Drawing]] = {
    "春": peony,
    "夏": lotus,
    "秋": maple,
    "冬": pine,
    "梅": plum,
    "蘭": orchid,
    "菊": chrysanthemum,
    "竹": bamboo_grove,
}
