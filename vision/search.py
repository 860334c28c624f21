"""The search behind a layout: how the picture may be divided, kept for each count of tiles.

Plans with the same count of hand tiles compete; only the likeliest is kept. What a hand should count is weighed last.
What a plan can come to at best, whatever it counts, is known beforehand; what cannot win any more is not followed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision import melds
from snaptai.vision.draft import CLOSED, MELDS, ROLES
from snaptai.vision.hypotheses import TWIN, Block, Scene
from snaptai.vision.shapes import completes
from snaptai.vision.stretches import Stretches

Floats = NDArray[np.float64]

KEPT, FINALISTS = 24, 8
"""Partial plans kept at each place, and weighed at the end."""
WHOLE = 3.0
"""Log odds for a photographed hand to be whole; by chance few are."""
FIFTH = 1.0
"""Log odds against each copy beyond what a set holds: misread, or another player's."""
USUAL = {17: 4.0, 16: 1.0, 15: 0.5, 14: 2.0, 13: 0.5}
"""Log odds for a hand of so many tiles, kongs counted as three: won; in play; other games' won (14) and in play, with
a kong counted as four (15) or not (13)."""
WON_SHORT = -1.0
"""For a hand of 13 or 16 instead, where one of them is set apart as the winning tile."""
TILE_MORE, TILE_LESS, MELD_MORE, ROW_MORE, NO_ROW, FLOWER_MORE, WINNING_MORE = 1.0, 0.3, 2.0, 2.0, 3.0, 3.0, 10.0
"""Against each tile beyond 17 and under 13, each meld beyond five, each row beyond two and none at all, each flower
beyond eight, and each winning tile beyond one."""
BEST_PRIOR = max(USUAL.values()) + WHOLE
"""What a hand's count and wholeness add at most."""
Count = tuple[int, int, int, int, int]
"""Concealed tiles, rows of them, melds, winning tiles set apart (0 or 1), flowers."""
NONE: Count = (0, 0, 0, 0, 0)
PLAIN_FLOWER = 2.5
"""Log odds from which a tile is a flower even in the middle of a row; elsewhere a row has its flowers at one end."""
Flowers = tuple[int, ...]
Chain = tuple["Chain", int, int, Flowers] | None
"""Role and stretch of each block and, where it is a row, the flowers in it, the last block outermost."""
Plans = dict[Count, tuple[float, Chain]]


@dataclass(frozen=True)
class Prospect:
    """All that one main row leaves open: ``scores`` of each role and stretch (6, M).

    ``before`` and ``after``: the best that can be made of the tiles before and after each place, whatever they count.
    """

    scores: Floats
    before: Floats
    after: Floats

    @property
    def bound(self) -> float:
        """No plan scores more than this, with the hand's prior."""
        return float(self.after[0]) + BEST_PRIOR


def prospect(found: Stretches, scores: Floats) -> Prospect:
    """The best that can be, found forwards and backwards; stretches come by their first tile."""
    start, end, best = found.start.tolist(), found.end.tolist(), scores.max(axis=0).tolist()
    before, after = np.full((2, len(found.order) + 1), -np.inf).tolist()
    before[0] = after[-1] = 0.0
    for first, last, score in zip(start, end, best, strict=True):
        before[last] = max(before[last], before[first] + score)
    for first, last, score in zip(reversed(start), reversed(end), reversed(best), strict=True):
        after[first] = max(after[first], after[last] + score)
    return Prospect(scores, np.array(before), np.array(after))


def best_plans(scene: Scene, open_: Prospect, least: float) -> list[tuple[Count, float, tuple[Block, ...]]]:
    """The likeliest plans for the whole picture, each of another count, best first, with what they come to.

    Plans that cannot come to ``least``, wholeness included, are left out.
    """
    found, scores = scene.stretches, open_.scores
    steps: list[Plans] = [{} for _ in open_.before]
    steps[0][NONE] = (0.0, None)
    through = open_.before[found.start] + scores + open_.after[found.end]
    done = -1
    for index, role in np.argwhere(least <= through.T + BEST_PRIOR).tolist():
        start = int(found.start[index])
        if start != done:
            steps[start], done = _likeliest(steps[start], least - BEST_PRIOR - float(open_.after[start])), start
        for more, cost, flowers in _own_counts(scene, ROLES[role], found.tiles(index)):
            score = float(scores[role, index]) - cost
            _extend(steps[start], steps[found.end[index]], more, score, (role, index, flowers))
    ranked = sorted(steps[-1].items(), key=_worth, reverse=True)[:FINALISTS]
    return [(count, score + hand_prior(count), _blocks(scene, chain)) for count, (score, chain) in ranked]


def _worth(item: tuple[Count, tuple[float, Chain]]) -> float:
    count, (score, _) = item
    return score + hand_prior(count)


def _likeliest(plans: Plans, least: float) -> Plans:
    """The few best of those that score at least so much."""
    hopeful = [plan for plan in plans.items() if plan[1][0] >= least]
    return dict(sorted(hopeful, key=_worth, reverse=True)[:KEPT])


def _blocks(scene: Scene, chain: Chain) -> tuple[Block, ...]:
    """What a plan makes of the picture; the flowers of a row are a block of their own."""
    blocks: list[Block] = []
    while chain is not None:
        chain, role, index, flowers = chain
        tiles = tuple(tile for tile in scene.stretches.tiles(index) if tile not in flowers)
        blocks += [Block("flower", flowers)] if flowers else []
        blocks.append(Block(ROLES[role], tiles))
    return tuple(reversed(blocks))


def _extend(before: Plans, after: Plans, more: Count, score: float, block: tuple[int, int, Flowers]) -> None:
    """Every plan of ``before`` with one block added."""
    a, b, c, d, e = more
    for (concealed, rows, groups, won, flowers), (total, chain) in before.items():
        count = (concealed + a, rows + b, groups + c, won + d, flowers + e)
        if count not in after or after[count][0] < total + score:
            after[count] = (total + score, (chain, *block))


def _own_counts(scene: Scene, role: str, tiles: tuple[int, ...]) -> list[tuple[Count, float, Flowers]]:
    """What a block may count, what that costs, and the flowers in it where it is a row."""
    if role == "concealed":
        parted = _flowers_in(tiles, scene.traits.flower)
        return [((len(tiles) - len(flowers), 1, 0, 0, len(flowers)), cost, flowers) for flowers, cost in parted]
    if role in MELDS:
        return [((0, 0, 1, 0, 0), 0.0, ())]
    return [((0, 0, 0, int(role == "winning"), len(tiles) if role == "flower" else 0), 0.0, ())]


def _flowers_in(row: tuple[int, ...], odds: Floats) -> list[tuple[Flowers, float]]:
    """Which tiles of a row may be flowers: the plain ones, and some at one end; others there cost what denies them."""
    plain = {tile for tile in row if odds[tile] > PLAIN_FLOWER}
    ends = [tuple(takewhile(lambda tile: odds[tile] > 0, side)) for side in (row, row[::-1])]
    found = {}
    for end in ends:
        for count in range(len(end) + 1):
            taken = plain.union(end[:count])
            denied = {*ends[0], *ends[1]} - taken
            found[tuple(tile for tile in row if tile in taken)] = float(sum(odds[tile] for tile in denied))
    return list(found.items())


def added(*counts: Count) -> Count:
    """Counts of parts together."""
    a, b, c, d, e = (sum(column) for column in zip(NONE, *counts, strict=True))
    return a, b, c, d, e


@lru_cache(maxsize=4096)
def hand_prior(count: Count) -> float:
    """What a hand is, softly: 17 tiles beside what kongs add; then 13 (15 with a kong); then one still in play."""
    concealed, rows, groups, won, flowers = count
    total = concealed + won + 3 * groups
    score = WON_SHORT if won and total in (13, 16) else USUAL.get(total, 0.0)
    score -= TILE_MORE * max(0, total - 17) + TILE_LESS * max(0, 13 - total)
    score -= MELD_MORE * max(0, groups - 5) + ROW_MORE * max(0, rows - 2) + (0.0 if rows else NO_ROW)
    return score - FLOWER_MORE * max(0, flowers - 8) - WINNING_MORE * max(0, won - 1)


def wholeness(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Bonus for concealed tiles that, as read, are a whole hand; four alike may be a kong where they are too many."""
    faces = [kind for block in blocks if block.role in CLOSED for kind in _kinds(scene, block)]
    counts = Counter(face for face in faces if face < melds.KINDS)
    kongs = [kind for kind, count in counts.items() if count == 4]
    concealed = [TILES[kind] for kind in counts.elements()]
    beside = [tile for tile in concealed if ORDER[tile] not in kongs]
    whole = bool(concealed) and (completes(concealed) or (bool(kongs) and completes(beside)))
    return (WHOLE if whole else 0.0) - _beyond_a_set(scene, blocks)


def _kinds(scene: Scene, block: Block) -> list[int]:
    """The classes that its tiles show: where it is no flowers, the likeliest face of what looks like one."""
    shown = [(scene.kinds[tile], scene.faces[tile]) for tile in block.tiles]
    misread = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS) if block.role != "flower" else ()
    return [face if kind in misread else kind for kind, face in shown]


def _beyond_a_set(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Log odds against copies of a tile beyond what a set holds: one of a flower, four of a face."""
    counts = Counter(kind for block in blocks if block.role != "other" for kind in _kinds(scene, block))
    flowers = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS)
    twins = sum(counts[kind] - 1 for kind in flowers if counts[kind] > 1)
    return TWIN * twins + FIFTH * sum(max(0, counts[kind] - 4) for kind in range(melds.KINDS))
