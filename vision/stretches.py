"""Stretches: the runs of neighbours in a strip that may be one group, and what parting them there costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.frame import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Divide = Callable[[list[int]], tuple[int, ...]]
"""Sizes of the melds that tiles side by side are, one after another; none where they are not two melds or more."""

CUT_AT, CUT_SLOPE, CUT_LIMIT = 0.33, 20.0, 5.0
"""A gap of a third of a tile may as well be a sloppy row as two groups; so much surer per tile width, up to a limit."""
STEP, STEP_FREE, SIZE_HINT, SIZE_FREE = 10.0, 0.25, 6.0, 0.2
"""So much surer of two groups for each tile height by which one stands above the other, and for each e-fold by which it
is larger, beyond what is free."""
TURNED_HINT, TURNED_REACH = 2.5, 2
"""For a cut no more than two tiles from one that lies sideways: that is of a meld of three."""
FLOWER_HINT, BACK_HINT = 3.0, 1.5
"""For a cut between a flower and what is none, and between a face and a back."""
USUAL_FROM, USUAL_AROUND, MOST_USUAL = 4, 3, 0.2
"""From so many gaps on, the median of those around one is what boxes of touching tiles seem to leave free, in tile
widths no more than this."""
HARDLY_SEEN = 0.4
"""Log odds under which what may be no tile is parted from its neighbours as likely as it is none."""
CUT_WORTH_TRYING, NEVER = -4.0, -100.0
"""Log odds from which a cut is tried; those of one between a tile and what lies on it."""
NEXT_MELD = 0.5
"""Who lays one meld against another does so with all: beyond the surest, what speaks against a cut counts by this."""
SLOPPY, SLOPPIER = 3.0, 0.1
"""Some players leave gaps everywhere: inside a concealed row they cost no more than this, and a tenth of themselves."""


@dataclass(frozen=True)
class Stretches:
    """M stretches, each the tiles ``order[start:end]``; ``order`` holds every tile once, strip after strip.

    ``strip``: number of its strip (M,); ``ends``: what the cuts at its ends cost, ``inside``: what the gaps inside it
    cost, log odds ≤ 0, (M,). ``touching``: whether it is one of several melds laid against each other, apart from all
    else (M,). ``parted``: how much likelier a new group begins at each place of ``order`` (N,).
    """

    order: Ints
    parted: Floats
    start: Ints
    end: Ints
    strip: Ints
    ends: Floats
    inside: Floats
    touching: NDArray[np.bool_]

    @cached_property
    def size(self) -> Ints:
        """Tiles in each stretch (M,)."""
        return self.end - self.start

    @cached_property
    def sloppy(self) -> Floats:
        """What the gaps inside each stretch cost where it is (part of) a concealed row, log odds ≤ 0, (M,)."""
        return np.maximum(self.inside, -SLOPPY + SLOPPIER * self.inside)

    def tiles(self, index: int) -> tuple[int, ...]:
        """The tiles of one stretch, in order along the frame."""
        return tuple(self.order[self.start[index] : self.end[index]].tolist())

    def groups(self, index: int, least: float) -> list[Ints]:
        """The tiles of one stretch, parted where a new group is so likely at least."""
        start, end = self.start[index], self.end[index]
        return np.split(self.order[start:end], 1 + np.flatnonzero(self.parted[start + 1 : end] > least))

    def total(self, values: NDArray[np.bool_] | Floats) -> Floats:
        """Sum over each stretch (..., M) of a value for every tile (..., N)."""
        sums = np.zeros((*values.shape[:-1], len(self.order) + 1))
        values[..., self.order].cumsum(axis=-1, out=sums[..., 1:])
        return np.asarray(sums[..., self.end] - sums[..., self.start])

    def least(self, values: Floats) -> Floats:
        """Smallest over each stretch (M,) of a value for every tile (N,)."""
        return np.asarray(np.minimum.reduceat(np.append(values[self.order], np.inf), self._bounds)[::2])

    @cached_property
    def _bounds(self) -> Ints:
        return np.column_stack([self.start, self.end]).ravel()

    def most(self, values: Floats) -> Floats:
        """Largest over each stretch (M,) of a value for every tile (N,)."""
        return -self.least(-values)


@dataclass(frozen=True)
class Traits:
    """What parts neighbours besides their places: log odds of being ``seen`` at all, a ``face`` or a ``flower``, and
    lying sideways (N,).

    ``above``: tiles that lie on another, and on which; they follow it in its strip. ``raised``: those that may lie on
    one that is not seen, and the log odds.
    """

    seen: Floats
    face: Floats
    flower: Floats
    turned: Floats
    above: Mapping[int, int]
    raised: Mapping[int, float]


def find_stretches(view: Frame, strips: list[list[int]], traits: Traits, divide: Divide) -> Stretches:
    """Every stretch of every strip, by strip and by first tile."""
    found: list[tuple[int, int, int, float, float, bool]] = []
    parted: list[float] = []
    before = 0
    for which, strip in enumerate(strips):
        scores = cuts(view, strip, traits)
        cost = [0.0, *(min(score, 0.0) / 2 for score in scores), 0.0]
        gaps = np.cumsum([0.0, *(max(score, 0.0) for score in scores)])
        tried = (score > CUT_WORTH_TRYING or _may_part_a_kong(strip, i, traits) for i, score in enumerate(scores))
        places = [0, *(i + 1 for i, is_tried in enumerate(tried) if is_tried), len(strip)]
        for first, last in combinations(places, 2):
            inside = float(gaps[first] - gaps[last - 1])
            found.append((before + first, before + last, which, cost[first] + cost[last], inside, False))
        for first, last, price in _touching_melds(strip, scores, traits, divide):
            found.append((before + first, before + last, which, price, 0.0, True))
        before += len(strip)
        parted += [np.inf, *scores]
    found.sort(key=lambda stretch: stretch[0])
    order = np.array([tile for strip in strips for tile in strip], np.intp)
    return Stretches(order, np.array(parted), *(np.array(column) for column in zip(*found, strict=True)))


def _touching_melds(
    strip: list[int], scores: list[float], traits: Traits, divide: Divide
) -> Iterator[tuple[int, int, float]]:
    """First and last place of each meld where all that lies apart in a strip is melds, and what its cuts cost."""
    apart = [i + 1 for i, score in enumerate(scores) if score > 0 or _unlike_faces(strip[i], strip[i + 1], traits)]
    for start, end in pairwise([0, *apart, len(strip)]):
        places = list(accumulate(divide(strip[start:end]), initial=start))
        against = sorted((-min(0.0, scores[place - 1]) for place in places[1:-1]), reverse=True)
        if against:
            outer = sum(min(0.0, scores[place - 1]) / 2 for place in (start, end) if 0 < place < len(strip))
            price = outer - against[0] - NEXT_MELD * sum(against[1:])
            yield from ((first, last, price / (len(places) - 1)) for first, last in pairwise(places))


def _may_part_a_kong(strip: list[int], place: int, traits: Traits) -> bool:
    """Whether the four tiles before or after a place may be a concealed kong that shows a face or two."""
    sides = strip[max(0, place - 3) : place + 1], strip[place + 1 : place + 5]
    return any(len(side) == 4 and 2 <= sum(traits.face[tile] < 0 for tile in side) <= 3 for side in sides)


def cuts(view: Frame, strip: list[int], traits: Traits) -> list[float]:
    """For each place between two tiles of ``strip``, how much likelier two groups meet there than one goes on."""
    ground = [traits.above.get(tile, tile) for tile in strip]
    gaps = [view.gap(left, right) for left, right in pairwise(ground)]
    scores = []
    for place, (left, right) in enumerate(pairwise(ground)):
        sure = (gaps[place] - _usual(gaps, place) - CUT_AT) * CUT_SLOPE
        score = min(max(sure, -CUT_LIMIT), CUT_LIMIT) + _unlike(view, left, right, traits)
        near = strip[max(0, place - TURNED_REACH) : place + TURNED_REACH + 2]
        score += TURNED_HINT * max(traits.turned[tile] for tile in near)
        least = float(min(traits.seen[left], traits.seen[right]))
        if least < HARDLY_SEEN:
            score = max(score, -least)
        scores.append(NEVER if left == right else score)
    return scores


def _unlike(view: Frame, left: int, right: int, traits: Traits) -> float:
    """How much two neighbours' heights, sizes and faces speak for two groups."""
    score = 0.0
    if max(traits.raised.get(left, -1.0), traits.raised.get(right, -1.0)) < 0:
        score += STEP * max(0.0, view.step(left, right) - STEP_FREE)
        score += SIZE_HINT * max(0.0, view.size_step(left, right) - SIZE_FREE)
    return score + _unlike_faces(left, right, traits)


def _unlike_faces(left: int, right: int, traits: Traits) -> float:
    """How much it speaks for two groups that a flower or a back meets what is none."""
    if (traits.flower[left] > 0) != (traits.flower[right] > 0):
        return FLOWER_HINT
    return BACK_HINT if (traits.face[left] > 0) != (traits.face[right] > 0) else 0.0


def _usual(gaps: list[float], place: int) -> float:
    """What the boxes of touching tiles seem to leave free hereabouts, in a strip long enough to tell."""
    around = gaps[max(0, place - USUAL_AROUND) : place + USUAL_AROUND + 1]
    return min(max(median(around), -MOST_USUAL), MOST_USUAL) if len(around) >= USUAL_FROM else 0.0
