"""Characters and digits from the committed outlines (``glyphs.json``; who made them is in ``FONTS.txt``)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from snaptai.datasets.faces.shapes import Path, Shape, path

WORDS = "麻將牌局胡自摸聽吃門風雲龍虎福祿壽財神樂大小平元喜和國點機"
WORD_FONTS = ("brush", "kai", "ming", "hei")
"""Characters that no tile bears, and the fonts that have them: writing on tables and captions."""


@cache
def _font(name: str) -> dict[str, str]:
    text = files("snaptai.datasets.faces").joinpath("glyphs.json").read_text(encoding="utf-8")
    glyphs: dict[str, str] = json.loads(text)[name]["glyphs"]
    return glyphs


@cache
def _ink(name: str, character: str) -> tuple[Path, complex]:
    """The outline, 1000 units an em, and the middle of its ink."""
    outline = path(_font(name)[character])
    points = [p for _, several in outline for p in several]
    xs, ys = [p.real for p in points], [p.imag for p in points]
    return outline, complex(min(xs) + max(xs), min(ys) + max(ys)) / 2


def glyph(character: str, font: str, centre: complex, em: float, colour: str, wide: float = 1) -> Shape:
    """A character with its ink centred on ``centre``, ``em`` units an em, ``wide`` times as broad as in the font."""
    outline, middle = _ink(font, character)

    def place(p: complex) -> complex:
        p = (p - middle) * em / 1000
        return complex(p.real * wide, p.imag) + centre

    return Shape(tuple((command, tuple(map(place, points))) for command, points in outline), colour)
