"""How much the faces of a few tiles speak for a meld, a concealed kong or flowers: log likelihood ratios.

Everything is measured against tiles that lie together by chance, each of the 34 faces alike likely.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import BACK, FACES, FLOWERS, ORDER

Floats = NDArray[np.float64]

KINDS = len(FACES)
FIRST_FLOWER, AFTER_FLOWERS = ORDER[FLOWERS[0]], ORDER[FLOWERS[-1]] + 1
BACK_CLASS = ORDER[BACK]
DOUBT = 0.03
"""Share of belief spread over all classes: a network is never quite sure."""
RUNS = tuple((start + i, start + i + 1, start + i + 2) for start in (0, 9, 18) for i in range(7))


def softened(probabilities: NDArray[np.float32]) -> Floats:
    """Class probabilities (N, 43) with a little doubt mixed in."""
    p = probabilities.astype(np.float64)
    return np.asarray((1 - DOUBT) * p + DOUBT / p.shape[1])


@lru_cache(maxsize=1)
def run_orders() -> NDArray[np.intp]:
    """All orders of all runs: (126, 3) class indices."""
    return np.array([order for run in RUNS for order in permutations(run)], dtype=np.intp)


def exposed(p: Floats) -> float:
    """Three or four tiles (n, 43) as chow, pung or exposed kong."""
    alike = np.log(p[:, :KINDS].prod(axis=0).sum() / KINDS + 1e-30)
    if len(p) == 4:
        return float(alike + 4 * np.log(KINDS) + np.log(0.2))
    orders = run_orders()
    runs = (p[0, orders[:, 0]] * p[1, orders[:, 1]] * p[2, orders[:, 2]]).sum()
    either = np.log(0.5 * np.exp(alike) + 0.5 * runs / len(orders) + 1e-30)
    return float(either + 3 * np.log(KINDS))


def concealed_kong(p: Floats) -> float:
    """Four tiles (4, 43): backs all, or one to three backs and faces of one kind."""
    backs = p[:, BACK_CLASS]
    best = backs.prod() / 3
    for faces in ((0,), (1,), (2,), (3,), (1, 2), (0, 3), (0, 1), (2, 3), (0, 1, 2), (1, 2, 3)):
        rest = [i for i in range(4) if i not in faces]
        best = max(best, p[list(faces), :KINDS].prod(axis=0).max() * backs[rest].prod() * KINDS ** (len(faces) - 1) / 3)
    return float(np.log(best + 1e-30) + 2.5)


def flower(p: Floats) -> Floats:
    """Each tile (n, 43) as a flower, log odds (n,)."""
    share = p[:, FIRST_FLOWER:AFTER_FLOWERS].sum(axis=1)
    return np.asarray(np.log(share / (1 - share)))


def face_up(p: Floats) -> Floats:
    """Each tile (n, 43) as a face of the 34, log odds (n,)."""
    share = p[:, :KINDS].sum(axis=1)
    return np.asarray(np.log(share / (1 - share)))
