"""The search behind a layout: how the picture may be divided, kept for each count of tiles.

Plans with the same count of hand tiles compete; only the likeliest is kept. What a hand should count is weighed last.
What a plan can come to at best, whatever it counts, is known beforehand; what cannot win any more is not followed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.draft import MELDS, ROLES
from snaptai.vision.hypotheses import Block, Scene
from snaptai.vision.prior import BEST_PRIOR, NONE, WHOLE, Count, hand_prior
from snaptai.vision.stretches import Stretches

Floats = NDArray[np.float64]

KEPT, FINALISTS = 24, 8
"""Partial plans kept at each place, and weighed at the end."""
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


def prospect_of(found: Stretches, scores: Floats) -> Prospect:
    """The best that can be, found forwards and backwards; stretches come by their first tile."""
    start, end, best = found.start.tolist(), found.end.tolist(), scores.max(axis=0).tolist()
    before, after = np.full((2, len(found.order) + 1), -np.inf).tolist()
    before[0] = after[-1] = 0.0
    for first, last, score in zip(start, end, best, strict=True):
        if before[first] + score > before[last]:
            before[last] = before[first] + score
    for first, last, score in zip(reversed(start), reversed(end), reversed(best), strict=True):
        if after[last] + score > after[first]:
            after[first] = after[last] + score
    return Prospect(scores, np.array(before), np.array(after))


def best_plans(scene: Scene, prospect: Prospect, least: float) -> list[tuple[Count, float, tuple[Block, ...]]]:
    """The likeliest plans for the whole picture, each of another count, best first, with what they come to.

    Plans that cannot come to ``least``, wholeness included, are left out.
    """
    found, scores = scene.stretches, prospect.scores
    steps: list[Plans] = [{} for _ in prospect.before]
    steps[0][NONE] = (0.0, None)
    through = prospect.before[found.start] + scores + prospect.after[found.end]
    hopeful = np.argwhere(least <= through.T + BEST_PRIOR).tolist()
    for start, blocks in groupby(hopeful, key=lambda block: int(found.start[block[0]])):
        plans = _likeliest(steps[start], least - BEST_PRIOR - float(prospect.after[start]))
        for index, role in blocks:
            for more, cost, flowers in _own_counts(scene, ROLES[role], found.tiles(index)):
                score = float(scores[role, index]) - cost
                _extend(plans, steps[found.end[index]], more, score, (role, index, flowers))
    hopeful_plans = (plan for plan in steps[-1].items() if _worth(plan) + WHOLE >= least)
    ranked = sorted(hopeful_plans, key=_worth, reverse=True)[:FINALISTS]
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
