"""The fourth tile of an exposed kong, where a player lays it on the pung: seen as well as the one beneath, or alone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import FACES
from snaptai.vision.frame import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

ONE_LINE = 0.3
"""The tiles of a pung are no farther off one line, in tile heights."""
NEXT, NEXT_BUT_ONE, LAST = 0.6, 1.5, 2.7
"""Tile widths between two of a pung: neighbours at least, the outer two at least, and at most."""
ON_TOP, RIDES = 0.4, (0.1, 0.85)
"""The fourth lies within so many widths over one of them, and is seen so many heights higher."""
STEP, RAISED_STEP = 0.7, 1.1
"""Neighbours in a row stand no more than this share of their height higher or lower; the middle one of a pung more."""
RAISED, RAISED_SLOPE, CLOSER_SLOPE = 0.14, 30.0, 20.0
"""Edges and middle of a tile this share of its size off those of its pung may as well mean that it lies on a fourth as
sloppiness; so much surer for each size more, and for each e-fold by which it is larger, being nearer to the camera."""
MAYBE_RAISED = -2.2
"""Log odds from which it is worth a thought."""


def riders(view: Frame, kinds: Ints) -> dict[int, int]:
    """Tiles that lie on one of their kind, two more of it beside that: the fourth of a kong, and the one beneath.

    ``kinds``: the likeliest class of each tile (N,).
    """
    du, dv, alike = _like_tiles(view, kinds)
    beside = alike & (du > NEXT) & (du < LAST) & (dv < ONE_LINE)
    untidy = np.where(beside.sum(axis=1) >= 2, (dv * beside).sum(axis=1), np.inf)
    over = alike & (du < ON_TOP) & (dv > RIDES[0]) & (dv < RIDES[1]) & (untidy[:, None] > untidy)
    return {int(rider): int(base) for rider, base in np.argwhere(over & ~over.any(axis=1))}


def _like_tiles(view: Frame, kinds: Ints) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """For each two tiles (N, N) how far apart they are along and across, in their own sizes, and whether alike."""
    du = np.abs(view.u[:, None] - view.u) / ((view.along[:, None] + view.along) / 2)
    dv = np.abs(view.v[:, None] - view.v) / ((view.across[:, None] + view.across) / 2)
    return du, dv, (kinds[:, None] == kinds) & (kinds < len(FACES))


def allowed_steps(view: Frame, kinds: Ints) -> Floats:
    """How much higher or lower a tile's neighbour may stand (N, N), in heights: more for the middle of three alike."""
    du, dv, alike = _like_tiles(view, kinds)
    ends = np.any(alike & (du > NEXT_BUT_ONE) & (du < LAST) & (dv < ONE_LINE), axis=1, keepdims=True)
    return np.where(alike & (ends | ends.T), RAISED_STEP, STEP)


def raised(view: Frame, strip: list[int], kinds: Ints) -> dict[int, float]:
    """Tiles of a strip that may lie on a fourth one, between two of their kind, and the log odds for it."""
    likely = {}
    for left, middle, right in zip(strip, strip[1:], strip[2:], strict=False):
        is_pung = kinds[left] == kinds[middle] == kinds[right] < len(FACES)
        if is_pung and (odds := _raised(view, left, middle, right)) > MAYBE_RAISED:
            likely[middle] = odds
    return likely


def _raised(view: Frame, left: int, middle: int, right: int) -> float:
    """Log odds that the middle one of three like tiles lies on a fourth."""
    three = [left, middle, right]
    share = (view.u[middle] - view.u[left]) / (view.u[right] - view.u[left])
    size = np.sqrt(view.along * view.across)[three]
    levels = np.array([view.v - view.across / 2, view.v, view.v + view.across / 2])[:, three]
    off = levels[:, 1] - levels[:, 0] - share * (levels[:, 2] - levels[:, 0])
    closer = math.log(size[1] / math.sqrt(size[0] * size[2]))
    return RAISED_SLOPE * (float(np.abs(off).min() / np.median(size)) - RAISED) + CLOSER_SLOPE * closer
