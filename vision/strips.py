"""Strips: the tiles that are neighbours on one line along a frame, and which of them lie sideways."""

from __future__ import annotations

import math
from collections.abc import Collection
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.frame import Frame
from snaptai.vision.stacked import allowed_steps

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

GAP, OVERLAP, APART = 1.0, 0.2, 0.4
"""In tile widths: a wider gap ends a strip; boxes that overlap by this or more are as near as can be; middles are this
far apart at least."""
RATIO = 2.3
"""A neighbour's area is less than this many times as large."""
TURNED = (1.3, 1.6)
"""Lying sideways a tile is 1.8 times as wide for its height as upright: from surely not to surely so."""
AROUND = 3
"""Tiles to either side that show what is usual."""


def find_strips(view: Frame, kinds: Ints, above: Collection[int]) -> list[list[int]]:
    """Every tile but those ``above`` others in one strip: side by side along the frame, no wide gap, by ``u``."""
    cost, nearest = _right_neighbours(view, kinds, above)
    following: dict[int, int] = {}
    taken: dict[int, int] = {}
    for tile in np.flatnonzero(np.isfinite(cost)).tolist():
        right = int(nearest[tile])
        if right not in taken or cost[tile] < cost[taken[right]]:
            following.pop(taken.get(right, -1), None)
            taken[right] = tile
            following[tile] = right
    starts = (tile for tile in range(len(view.u)) if tile not in taken and tile not in above)
    return [_follow(start, following) for start in sorted(starts, key=lambda tile: view.u[tile])]


def _right_neighbours(view: Frame, kinds: Ints, above: Collection[int]) -> tuple[Floats, Ints]:
    """For each tile the nearest to the right on the same line: how near (N,), infinite where none is, and which."""
    apart, shift = view.u - view.u[:, None], np.abs(view.v - view.v[:, None])
    free = (apart - (view.along + view.along[:, None]) / 2) / view.unit - view.slack
    extent = (view.across + view.across[:, None]) / 2
    ratio = np.abs(np.log(view.along * view.across) - np.log(view.along * view.across)[:, None])
    near = (apart > APART * view.unit) & (shift < allowed_steps(view, kinds) * extent) & (free < GAP)
    near &= ratio < math.log(RATIO)
    near[list(above)] = near[:, list(above)] = False
    cost = np.where(near, np.maximum(free, -OVERLAP) + shift / view.height, np.inf)
    return cost.min(axis=1), cost.argmin(axis=1)


def _follow(start: int, following: dict[int, int]) -> list[int]:
    strip = [start]
    while strip[-1] in following:
        strip.append(following[strip[-1]])
    return strip


def turned(view: Frame, strip: list[int]) -> Floats:
    """For each tile of a strip, how surely (0 to 1) it lies sideways: wider, for its height, than those around it."""
    ratio = view.along[strip] / view.across[strip]
    usual = np.full(len(strip), view.unit / view.height)
    if len(strip) > 2:
        around = ratio.tolist()
        usual = np.array([median(around[max(0, i - AROUND) : i + AROUND + 1]) for i in range(len(strip))])
    upright, sideways = TURNED
    return np.asarray(np.clip((ratio / usual - upright) / (sideways - upright), 0.0, 1.0))
