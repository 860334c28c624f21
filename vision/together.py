"""Several photos of one hand: laid out such that together they are one, and what is shown again counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, product

from snaptai.scoring.tiles import FLOWERS
from snaptai.vision.detection import Detections
from snaptai.vision.hypotheses import Block
from snaptai.vision.layout import TableLayout, lay_out, layouts
from snaptai.vision.prior import added, hand_prior

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
    return replace(layout, blocks=blocks, count=count, raised=(), doubtful=(), in_row=(), again=True)


def joined(
    photos: Sequence[Detections], widths: Sequence[int], layouts: Sequence[TableLayout]
) -> tuple[Detections, TableLayout]:
    """The photos' tiles in one picture, side by side, and one layout for it; a flower in two of them counts once."""
    parts: list[Detections] = []
    laid: list[TableLayout] = []
    for photo, left, layout in zip(photos, (0, *accumulate(widths[:-1])), layouts, strict=True):
        laid.append(layout.renumbered(sum(map(len, parts))))
        parts.append(photo.moved(left))
    whole, layout = Detections.concatenate(parts), _one_layout(laid)
    return whole, layout if len(parts) == 1 else replace(layout, blocks=_without_twins(whole, layout.blocks))


def _one_layout(layouts: Sequence[TableLayout]) -> TableLayout:
    """The layout of all pictures together, their tiles numbered on."""
    return TableLayout(
        blocks=tuple(block for layout in layouts for block in layout.blocks),
        score=sum(layout.score for layout in layouts),
        reading_order=tuple(tile for layout in layouts for tile in layout.reading_order),
        raised=tuple(pung for layout in layouts for pung in layout.raised),
        doubtful=tuple(tile for layout in layouts for tile in layout.doubtful),
        faint=tuple(tile for layout in layouts for tile in layout.faint),
        in_row=tuple(tile for layout in layouts for tile in layout.in_row),
    )


def _without_twins(whole: Detections, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Flowers seen in an earlier photo already become ``other``: of each there is only one."""
    kept: list[Block] = []
    shown: set[str] = set()
    for block in blocks:
        twins = tuple(tile for tile in block.tiles if block.role == "flower" and whole.tiles[tile] in shown)
        rest = tuple(tile for tile in block.tiles if tile not in twins)
        kept += [Block(role, tiles) for role, tiles in ((block.role, rest), ("other", twins)) if tiles]
        shown |= {whole.tiles[tile] for tile in rest} & set(FLOWERS)
    return tuple(kept)
