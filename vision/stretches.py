"""Stretches: the runs of neighbours in a strip that may be one group, and what parting them there costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.frame import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

CUT_AT, CUT_SLOPE, CUT_LIMIT = 0.33, 20.0, 5.0
"""A gap of a third of a tile may as well be a sloppy row as two groups; this much surer per tile width."""
STEP = 10.0
"""So much surer of two groups for each tile height by which one stands above the other."""
TURNED_HINT, FLOWER_HINT, BACK_HINT, SIZE_HINT = 2.5, 3.0, 1.5, 6.0
HARDLY_SEEN = 0.4
"""Log odds under which what may be no tile is parted from its neighbours as likely as it is none."""
CUT_WORTH_TRYING, NEVER = -4.0, -100.0
SLOPPY, SLOPPIER = 3.0, 0.1
"""Some players leave gaps everywhere: inside a concealed row they cost no more than this, and a tenth of themselves."""


@dataclass(frozen=True)
class Stretches:
    """M stretches, each the tiles ``order[start:end]``; ``order`` holds every tile once, strip after strip.

    ``strip``: number of its strip (M,); ``ends``: what the cuts at its ends cost, ``inside``: what the gaps inside it
    cost, log odds ≤ 0, (M,).
    """

    order: Ints
    start: Ints
    end: Ints
    strip: Ints
    ends: Floats
    inside: Floats

    @property
    def size(self) -> Ints:
        """Tiles in each stretch (M,)."""
        return self.end - self.start

    @property
    def sloppy(self) -> Floats:
        """What the gaps inside each stretch cost where it is (part of) a concealed row, log odds ≤ 0, (M,)."""
        return np.maximum(self.inside, -SLOPPY + SLOPPIER * self.inside)

    def tiles(self, index: int) -> tuple[int, ...]:
        """The tiles of one stretch, in order along the frame."""
        return tuple(self.order[self.start[index] : self.end[index]].tolist())

    def total(self, values: NDArray[np.bool_] | Floats) -> Floats:
        """Sum over each stretch (M,) of a value for every tile (N,)."""
        sums = np.concatenate([[0.0], np.cumsum(values[self.order])])
        return np.asarray(sums[self.end] - sums[self.start])

    def least(self, values: Floats) -> Floats:
        """Smallest over each stretch (M,) of a value for every tile (N,)."""
        bounds = np.column_stack([self.start, self.end]).ravel()
        return np.asarray(np.minimum.reduceat(np.append(values[self.order], np.inf), bounds)[::2])

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


def find_stretches(view: Frame, strips: list[list[int]], traits: Traits) -> Stretches:
    """Every stretch of every strip, by strip and by first tile."""
    found: list[tuple[int, int, int, float, float]] = []
    before = 0
    for which, strip in enumerate(strips):
        scores = cuts(view, strip, traits)
        cost = [0.0, *(min(score, 0.0) / 2 for score in scores), 0.0]
        gaps = np.cumsum([0.0, *(max(score, 0.0) for score in scores)])
        places = [0, *(i + 1 for i, score in enumerate(scores) if score > CUT_WORTH_TRYING), len(strip)]
        for number, first in enumerate(places[:-1]):
            for last in places[number + 1 :]:
                parts = cost[first] + cost[last], float(gaps[first] - gaps[last - 1])
                found.append((before + first, before + last, which, *parts))
        before += len(strip)
    order = np.array([tile for strip in strips for tile in strip], np.intp)
    start, end, which_strip, ends, inside = (np.array(column) for column in zip(*found, strict=True))
    return Stretches(order, start, end, which_strip, ends, inside)


def cuts(view: Frame, strip: list[int], traits: Traits) -> list[float]:
    """For each place between two tiles of ``strip``, how much likelier two groups meet there than one goes on."""
    ground = [traits.above.get(tile, tile) for tile in strip]
    gaps = [view.gap(left, right) for left, right in zip(ground, ground[1:], strict=False)]
    scores = []
    for place, (left, right) in enumerate(zip(ground, ground[1:], strict=False)):
        sure = (gaps[place] - _usual(gaps, place) - CUT_AT) * CUT_SLOPE
        score = min(max(sure, -CUT_LIMIT), CUT_LIMIT) + _unlike(view, left, right, traits)
        score += TURNED_HINT * max(traits.turned[tile] for tile in strip[max(0, place - 2) : place + 4])
        least = float(min(traits.seen[left], traits.seen[right]))
        if least < HARDLY_SEEN:
            score = max(score, -least)
        scores.append(NEVER if left == right else score)
    return scores


def _unlike(view: Frame, left: int, right: int, traits: Traits) -> float:
    """How much two neighbours' heights, sizes and faces speak for two groups."""
    score = 0.0
    if max(traits.raised.get(left, -1.0), traits.raised.get(right, -1.0)) < 0:
        score += STEP * max(0.0, view.step(left, right) - 0.25)
        score += SIZE_HINT * max(0.0, view.size_step(left, right) - 0.2)
    if (traits.flower[left] > 0) != (traits.flower[right] > 0):
        score += FLOWER_HINT
    elif (traits.face[left] > 0) != (traits.face[right] > 0):
        score += BACK_HINT
    return score


def _usual(gaps: list[float], place: int) -> float:
    """What the boxes of touching tiles seem to leave free hereabouts, in a strip long enough to tell."""
    around = gaps[max(0, place - 3) : place + 4]
    return min(max(median(around), -0.2), 0.2) if len(around) > 3 else 0.0
