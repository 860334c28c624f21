"""Writing that is no tile: captions, banners, what stands on racks and markers."""

from __future__ import annotations

import numpy as np

from snaptai.datasets.faces.glyphs import WORDS, glyph
from snaptai.datasets.faces.shapes import Shape

TEXT = tuple("一二三四五六七八九萬東南西北中發白春夏秋冬梅蘭菊竹123456789ESWNCFP")
"""Characters that tiles bear."""


def written(rng: np.random.Generator, font: str, centre: complex, em: float, colour: str) -> tuple[Shape, ...]:
    """A character that tiles bear, or, more often, one that none does: a word's, or put together from two of theirs."""
    if rng.random() < 0.4:
        return (glyph(str(rng.choice(tuple(WORDS))), font, centre, em, colour),)
    one, two = (str(character) for character in rng.choice(TEXT, 2))
    kind = rng.random()
    if kind < 0.4:
        return (glyph(one, font, centre, em, colour),)
    apart, size, wide = (0.23, em, 0.5) if kind < 0.8 else (0.25j, em * 0.52, 1.7)
    return tuple(glyph(c, font, centre + em * side * apart, size, colour, wide) for c, side in ((one, -1), (two, 1)))
