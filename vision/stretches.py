"""Stretches: the runs of neighbours in a strip that may be one group, and what parting them there costs."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.rows import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

CUT_AT, CUT_SLOPE, CUT_LIMIT = 0.33, 20.0, 5.0
"""A gap of a third of a tile may as well be a sloppy row as two groups; this much surer per tile width."""
STEP = 10.0
"""So much surer of two groups for each tile height by which one stands above the other."""
TURNED_HINT, FLOWER_HINT, BACK_HINT, SIZE_HINT = 2.5, 3.0, 1.5, 6.0
CUT_WORTH_TRYING = -4.0


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


def find_stretches(view: Frame, strips: list[list[int]], face: Floats, flower: Floats, turned: Floats) -> Stretches:
    """Every stretch of every strip, by strip and by first tile; ``face`` and ``flower`` are log odds (N,)."""
    found: list[tuple[int, int, int, float, float]] = []
    before = 0
    for which, strip in enumerate(strips):
        scores = cuts(view, strip, face, flower, turned)
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


def cuts(view: Frame, strip: list[int], face: Floats, flower: Floats, turned: Floats) -> list[float]:
    """For each place between two tiles of ``strip``, how much likelier two groups meet there than one goes on."""
    gaps = [view.gap(left, right) for left, right in zip(strip, strip[1:], strict=False)]
    scores = []
    for place, (left, right) in enumerate(zip(strip, strip[1:], strict=False)):
        sure = (gaps[place] - _usual(gaps, place) - CUT_AT) * CUT_SLOPE
        score = min(max(sure, -CUT_LIMIT), CUT_LIMIT) + STEP * max(0.0, view.step(left, right) - 0.25)
        score += TURNED_HINT * max(turned[tile] for tile in strip[max(0, place - 2) : place + 4])
        score += SIZE_HINT * max(0.0, view.size_step(left, right) - 0.2)
        if (flower[left] > 0) != (flower[right] > 0):
            score += FLOWER_HINT
        elif (face[left] > 0) != (face[right] > 0):
            score += BACK_HINT
        scores.append(score)
    return scores


def _usual(gaps: list[float], place: int) -> float:
    """What the boxes of touching tiles seem to leave free hereabouts, in a strip long enough to tell."""
    around = gaps[max(0, place - 3) : place + 4]
    return min(max(median(around), -0.2), 0.2) if len(around) > 3 else 0.0
