"""The make of a tile set: its colours, lettering and the variants that differ between sets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """One make of tiles. Colours are #rrggbb; ``number`` colours 萬 numerals, ``wind`` the four winds.

    ``font``: brush, kai, ming, hei. ``bird``: peacock, fan, sparrow. ``dots``: rings, rosette, solid. ``white``: frame,
    double, blank. ``flowers``: plants, or plain (character and number alone). ``order`` says which of 菊 and 竹
    prints 3; ``digits`` how it is printed (arabic, chinese). ``eight``: WM or MW, the two ways 八索 stands.
    ``lattice``: the back carries a pattern.
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
    white: str = "frame"
    index: bool = False
    flowers: str = "plants"
    order: str = "梅蘭菊竹"
    digits: str = "arabic"
    eight: str = "WM"
    lattice: bool = False


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
