"""How much the faces of a few tiles speak for a meld, a concealed kong or a flower: log likelihood ratios.

Everything is measured against tiles that lie together by chance, each of the 34 faces alike likely.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import BACK, FACES, FLOWERS, ORDER

Floats = NDArray[np.float64]
Judge = Callable[[Floats], Floats]

KINDS = len(FACES)
FIRST_HONOUR, FIRST_FLOWER, AFTER_FLOWERS = ORDER["E"], ORDER[FLOWERS[0]], ORDER[FLOWERS[-1]] + 1
BACK_CLASS, BLANK_CLASS = ORDER[BACK], ORDER["P"]
DOUBT = 0.03
"""Share of belief spread over all classes: a network is never quite sure."""
LEAST = 1e-30
"""Added before a logarithm is taken."""
KONG_SHARE = 0.2
"""One exposed meld in five is a kong."""
KONG_AMONG_BACKS = 3.0 - np.log(3)
"""Log odds for four tiles that show a concealed kong to be one, whatever else lies face down; all backs, one face and
more faces are alike likely."""
THREE_SHOWN = 3.0
"""Against one that shows three: a back that is none of it may lie beside a pung."""
SHOWN = ((0,), (1,), (2,), (3,), (1, 2), (0, 3), (0, 1), (2, 3), (0, 1, 2), (1, 2, 3))
"""Which of a concealed kong's four tiles a table may turn up; or none."""
RUNS = tuple((start + i, start + i + 1, start + i + 2) for start in (0, 9, 18) for i in range(7))


def softened(probabilities: NDArray[np.float32]) -> Floats:
    """Class probabilities (N, 43) with a little doubt mixed in."""
    p = probabilities.astype(np.float64)
    return np.asarray((1 - DOUBT) * p + DOUBT / p.shape[1])


@lru_cache(maxsize=1)
def run_orders() -> NDArray[np.intp]:
    """All orders of all runs: (126, 3) class indices."""
    return np.array([order for run in RUNS for order in permutations(run)], dtype=np.intp)


def chow_or_pung(p: Floats) -> Floats:
    """Groups (k, 3, 43) of three tiles as a chow or a pung, alike likely (k,)."""
    orders = run_orders()
    runs = (p[:, 0, orders[:, 0]] * p[:, 1, orders[:, 1]] * p[:, 2, orders[:, 2]]).sum(axis=1)
    return np.asarray(np.log(0.5 * _alike(p) + 0.5 * runs / len(orders) + LEAST) + 3 * np.log(KINDS))


def exposed_kong(p: Floats) -> Floats:
    """Groups (k, 4, 43) of four tiles as an exposed kong (k,)."""
    return np.asarray(np.log(_alike(p) + LEAST) + 4 * np.log(KINDS) + np.log(KONG_SHARE))


def division(p: Floats) -> tuple[int, ...]:
    """Sizes of the melds, one after another, that tiles (n, 43) show; none unless they are all of two or more."""
    if len(p) < 6:
        return ()
    worth = {size: judge(_windows(p, size)) for size, judge in ((3, chow_or_pung), (4, exposed_kong))}
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for end in range(1, len(p) + 1):
        ways: list[tuple[float, tuple[int, ...]]] = [(-np.inf, ())]
        for size in (size for size in worth if size <= end and worth[size][end - size] > 0):
            before, sizes = best[end - size]
            ways.append((before + float(worth[size][end - size]), (*sizes, size)))
        best.append(max(ways))
    return best[-1][1] if best[-1][0] > 0 else ()


def _windows(p: Floats, size: int) -> Floats:
    """Every ``size`` neighbours of tiles (n, 43): (n - size + 1, size, 43)."""
    return np.asarray(p[np.arange(len(p) - size + 1)[:, None] + np.arange(size)])


def _alike(p: Floats) -> Floats:
    """How likely all tiles of each group (k, n, 43) show what a meld of one face, each alike likely, shows (k,)."""
    return np.asarray(p[..., :KINDS].prod(axis=1).sum(axis=1) / KINDS)


def concealed_kong(p: Floats) -> Floats:
    """Groups (k, 4, 43) of four tiles as backs all, or one to three backs and faces of one kind (k,)."""
    backs = p[..., BACK_CLASS]
    best = backs.prod(axis=1)
    for up in SHOWN:
        down = [place for place in range(4) if place not in up]
        shown = p[:, up, :KINDS].prod(axis=1).max(axis=1) * np.exp(-THREE_SHOWN * (len(up) == 3))
        best = np.maximum(best, shown * backs[:, down].prod(axis=1) * KINDS ** (len(up) - 1))
    return np.asarray(np.log(best + LEAST) + KONG_AMONG_BACKS)


def flower(p: Floats) -> Floats:
    """Each tile (n, 43) as a flower, log odds (n,)."""
    share = p[:, FIRST_FLOWER:AFTER_FLOWERS].sum(axis=1)
    return np.asarray(np.log(share / (1 - share)))


def as_faces(p: Floats) -> Floats:
    """Tiles (n, 43) that lie face up: each as the 34 faces (n, 34); what looks like a back is a blank white dragon."""
    faces = p[:, :KINDS].copy()
    faces[:, BLANK_CLASS] += p[:, BACK_CLASS]
    return faces


def face_up(p: Floats) -> Floats:
    """Each tile (n, 43) as a face of the 34, log odds (n,)."""
    share = p[:, :KINDS].sum(axis=1)
    return np.asarray(np.log(share / (1 - share)))
