"""The make of a tile set: its colours, lettering and the variants that differ between sets."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Style:
    """One make of tiles. Colours are #rrggbb; ``number`` colours 萬 numerals, ``wind`` the four winds.

    ``font``: a key of glyphs.json. ``bird``: peacock, fan, sparrow. ``dots``: rings, rosette, solid, eye, cross, hoop.
    ``sticks``: knobs, rods, beads, hollow. ``small``: how large dots and sticks are, 1 the usual. ``spots``: the inks
    that stand for blue, green and red in both (bgr the usual). ``white``: frame, double, blank, word. ``flowers``:
    plants, plain (character and number alone), or free (pictures that say nothing of the tile, others for each
    ``shift``, which gives each tile another one's plant); their ``words`` above, below, across or aside, ``letter``
    units high, in the inks that ``season`` and ``plant`` name. ``order`` says which of 菊 and 竹 prints 3; ``digits``
    how it is printed (arabic, chinese). ``eight``: WM or MW, the two ways 八索 stands. ``lattice``: the back carries a
    pattern. ``rim``: a line runs round each face.
    """

    face: str = "#fbf6e6"
    back: str = "#1f8a5b"
    red: str = "#c8202c"
    green: str = "#137a44"
    blue: str = "#1c4fa8"
    number: str = "#1c4fa8"
    wind: str = "#1c4fa8"
    font: str = "brush"
    five: str = "伍"
    wan: str = "萬"
    bird: str = "peacock"
    dots: str = "rings"
    sticks: str = "knobs"
    small: float = 1.0
    spots: str = "bgr"
    white: str = "frame"
    index: bool = False
    flowers: str = "plants"
    words: str = "above"
    letter: int = 104
    season: str = "red"
    plant: str = "blue"
    shift: int = 0
    order: str = "梅蘭菊竹"
    digits: str = "arabic"
    eight: str = "WM"
    lattice: bool = False
    rim: bool = False


BY_NAME = {
    "classic": Style(lattice=True),
    "ink": Style(
        face="#f7f4ec",
        back="#2f6fb3",
        number="#1d1d1f",
        wind="#1d1d1f",
        blue="#23262e",
        green="#1d5a3a",
        font="kai",
        white="blank",
        bird="sparrow",
        dots="rosette",
        order="梅蘭竹菊",
    ),
    "index": Style(
        face="#ffffff",
        back="#e0a526",
        font="kai",
        five="五",
        index=True,
        white="double",
        bird="fan",
        digits="arabic",
        eight="MW",
        number="#222222",
        wind="#222222",
    ),
    "ming": Style(
        face="#f4ead0",
        back="#7c4a24",
        font="ming",
        number="#20242c",
        wind="#1b3f8f",
        dots="rosette",
        digits="chinese",
        bird="fan",
    ),
    "modern": Style(
        face="#fdfdfb",
        back="#2b8fa8",
        red="#e0403a",
        green="#2b9a5c",
        blue="#2d6fd0",
        number="#2d6fd0",
        wind="#26323f",
        font="hei",
        five="五",
        dots="solid",
        white="double",
        flowers="plain",
        bird="sparrow",
        eight="MW",
    ),
    "jade": Style(
        face="#e8f2e6",
        back="#0f5c46",
        red="#b3202a",
        green="#0d6b46",
        blue="#114a7d",
        number="#0d6b46",
        wind="#0d6b46",
        font="brush",
        bird="fan",
        dots="rosette",
        white="double",
        digits="chinese",
    ),
    "bone": Style(
        face="#efe2c2",
        back="#8d6b3d",
        red="#a8322a",
        green="#4c6b2f",
        blue="#2c4a74",
        number="#2a2622",
        wind="#2a2622",
        font="kai",
        white="blank",
        flowers="plain",
        order="梅蘭竹菊",
        digits="chinese",
        bird="peacock",
    ),
    "night": Style(
        face="#23262c",
        back="#5b4fb0",
        red="#ff6b63",
        green="#5fd28c",
        blue="#7fb2ff",
        number="#f3e9c8",
        wind="#f3e9c8",
        font="brush",
        five="五",
        bird="sparrow",
        dots="rings",
        white="frame",
        eight="MW",
    ),
    "mainland": Style(
        face="#fbf9f2",
        back="#2fa060",
        font="hei",
        five="五",
        wan="万",
        number="#1c4fa8",
        wind="#20242c",
        dots="solid",
        white="blank",
        bird="peacock",
        index=True,
    ),
}

_INKS = {
    "red": ("#c8202c", "#e0403a", "#a8322a", "#8e1b2e", "#d2472a", "#c01f5a"),
    "green": ("#137a44", "#1d5a3a", "#2b9a5c", "#4c6b2f", "#0b5d50", "#3c7f1f"),
    "blue": ("#1c4fa8", "#23262e", "#2d6fd0", "#114a7d", "#2a2f7a", "#137a44", "#3a3a3a", "#5a2f86"),
    "dark": ("#1c4fa8", "#1d1d1f", "#20242c", "#0d6b46", "#26323f", "#2a2622", "#5a1a1a", "#16336b"),
}
_CHOICES: dict[str, tuple[Any, ...]] = {
    "face": ("#fbf6e6", "#f7f4ec", "#ffffff", "#f4ead0", "#fdfdfb", "#efe2c2", "#f1f4f6", "#eef0e2"),
    "back": ("#1f8a5b", "#2f6fb3", "#e0a526", "#7c4a24", "#2b8fa8", "#0f5c46", "#b03050", "#5b4fb0", "#30343c"),
    "font": ("brush", "kai", "hei", "antique", "hand", "pen", "block", "fat", "pop", "poster"),
    "five": ("伍", "五"),
    "wan": ("萬", "萬", "万"),
    "bird": ("peacock", "fan", "sparrow"),
    "dots": ("rings", "rosette", "solid", "eye", "cross", "hoop"),
    "sticks": ("knobs", "knobs", "rods", "beads", "hollow"),
    "spots": ("bgr", "bgr", "bgr", "bgr", "gbr", "bgb", "ggg", "bbb", "rgb", "brg"),
    "white": ("frame", "double", "blank", "word"),
    "flowers": ("plants", "plants", "free", "free", "free", "plain"),
    "words": ("above", "above", "below", "across", "aside"),
    "letter": (104, 104, 90, 78, 66),
    "season": ("red", "red", "blue", "green"),
    "plant": ("blue", "green", "red", "wind"),
    "order": ("梅蘭菊竹", "梅蘭竹菊"),
    "digits": ("arabic", "chinese"),
    "eight": ("WM", "MW"),
}


def make_at_random(dice: Random) -> Style:
    """A make put together at random; never in the lettering of "ming", which is kept for tests."""
    chosen: dict[str, Any] = {name: dice.choice(values) for name, values in _CHOICES.items()}
    chosen |= {name: dice.choice(_INKS[name]) for name in ("red", "green", "blue")}
    chosen |= {name: dice.choice(_INKS["dark"]) for name in ("number", "wind")}
    shift = dice.choice((0, 1, 1, 1)) * dice.randrange(1000)
    small = dice.choice((1.0, 1.0, 1.0, 0.9, 0.75, 0.6))
    index, lattice, rim = dice.random() < 0.25, dice.random() < 0.3, dice.random() < 0.1
    return Style(**chosen, small=small, shift=shift, index=index, lattice=lattice, rim=rim)
