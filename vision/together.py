"""Several photos of one hand: laid out such that together they are one, and what is shown again counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from snaptai.scoring.tiles import FLOWERS
from snaptai.vision.detection import Detections
from snaptai.vision.layout import TableLayout, lay_out, layouts
from snaptai.vision.search import added, hand_prior

MERGED, OTHERS = 8, 20.0
"""Layouts of each photo that are weighed: so many, this likely beside the best."""
AGAIN, AT_LEAST, HAND = 0.8, 5, 17
"""A photo shows tiles again where so large a part of its hand, and so many, are in another one's; and they would be
more than a hand."""


def lay_out_together(photos: Sequence[Detections]) -> list[TableLayout]:
    """One layout a photo, such that all of them together are likeliest to be one hand."""
    if len(photos) == 1:
        return [lay_out(photos[0])]
    options = [layouts(photo, OTHERS)[:MERGED] or [TableLayout()] for photo in photos]
    again = _again(photos, [found[0] for found in options])
    options = [[_set_aside(found[0])] if i in again else found for i, found in enumerate(options)]
    return list(max(product(*options), key=_together))


def _together(chosen: Iterable[TableLayout]) -> float:
    """Each layout's score with the count of tiles judged for all photos at once."""
    chosen = list(chosen)
    total = sum(layout.score - hand_prior(layout.count) for layout in chosen)
    return total + hand_prior(added(*(layout.count for layout in chosen)))


def _again(photos: Sequence[Detections], alone: Sequence[TableLayout]) -> set[int]:
    """The photos whose tiles another one shows too: of each two the one with fewer, of equals the later."""
    hands = [_faces(photo, layout) for photo, layout in zip(photos, alone, strict=True)]
    found: set[int] = set()
    for i in sorted(range(len(hands)), key=lambda i: (hands[i].total(), -i)):
        others = [hand for j, hand in enumerate(hands) if j != i and j not in found]
        if any(_is_again(hands[i], other) for other in others):
            found.add(i)
    return found


def _faces(photo: Detections, layout: TableLayout) -> Counter[str]:
    """The hand's faces without flowers, of which each is there once anyway."""
    tiles = photo.tiles
    return Counter(tiles[tile] for tile in layout.hand if tiles[tile] not in FLOWERS)


def _is_again(hand: Counter[str], other: Counter[str]) -> bool:
    both = (hand & other).total()
    return both >= max(AT_LEAST, AGAIN * hand.total()) and hand.total() + other.total() > HAND


def _set_aside(layout: TableLayout) -> TableLayout:
    """The layout with its flowers alone in the hand."""
    blocks = tuple(block if block.role == "flower" else replace(block, role="other") for block in layout.blocks)
    count = (0, 0, 0, 0, sum(len(block.tiles) for block in blocks if block.role == "flower"))
    return replace(layout, blocks=blocks, count=count, raised=(), doubtful=(), again=True)
