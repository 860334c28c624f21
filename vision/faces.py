"""Which face each tile gets: what the network sees, weighed against what a set and a hand can hold.

The weighing is soft: a tile that is plainly seen keeps its face and is asked about; where the rules of the game tip the
balance, the reading keeps the face first ``seen``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import FLOWERS, TILES
from snaptai.vision import melds
from snaptai.vision.draft import CLOSED, MELDS
from snaptai.vision.hypotheses import Block
from snaptai.vision.prior import WHOLE
from snaptai.vision.shapes import completes

Floats = NDArray[np.float64]

IMPOSSIBLE = 4.0
"""Log odds against a fifth copy, a second flower of a kind or three tiles that are no meld: e⁴, about 55 to 1."""
LIKELY = 0.004
"""Faces under this share are not weighed."""


@dataclass(frozen=True)
class Faces:
    """Per tile of the picture: ``chosen`` class indices (N,) and ``beliefs`` (N, 43), rows sum to 1."""

    chosen: NDArray[np.intp]
    beliefs: Floats


def calibrated(probabilities: NDArray[np.float32], temperature: float) -> Floats:
    """Class probabilities (N, 43) sharpened (temperature < 1) or flattened (> 1), with a little doubt."""
    logs = np.log(np.maximum(probabilities.astype(np.float64), 1e-9)) / temperature
    p = np.exp(logs - logs.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    return np.asarray(0.998 * p + 0.002 / p.shape[1])


def choose(p: Floats, blocks: tuple[Block, ...]) -> Faces:
    """The faces of all tiles, given the class probabilities ``p`` (N, 43) and what each block is.

    Each step below changes ``chosen`` and ``beliefs`` in place where its rule tips the balance.
    """
    p = _face_up(p, [tile for block in blocks if block.role in CLOSED for tile in block.tiles])
    chosen = p.argmax(axis=1) if len(p) else np.zeros(0, dtype=np.intp)
    beliefs = p.copy()
    for block in blocks:
        if block.role in MELDS:
            _fit_meld(p, block, chosen)
    hand = [tile for block in blocks if block.role != "other" for tile in block.tiles]
    apart = {tile for block in blocks if block.role == "flower" for tile in block.tiles}
    _fit_flowers(p, [tile for tile in hand if tile in apart or _is_flower(chosen[tile])], chosen, beliefs)
    _fit_copies(p, hand, chosen)
    row = [t for block in blocks if block.role in CLOSED for t in block.tiles if chosen[t] < melds.KINDS]
    _fit_whole(p, row, chosen, beliefs)
    return Faces(chosen, beliefs)


def _face_up(p: Floats, tiles: list[int]) -> Floats:
    """``p`` where these ``tiles`` are, by their place, hardly flowers or face down: so a blank dragon looks."""
    p = p.copy()
    others = np.exp(-IMPOSSIBLE) * p[tiles, melds.KINDS :]
    p[tiles] = np.hstack([melds.as_faces(p[tiles]), others])
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def _is_flower(kind: int) -> bool:
    return bool(melds.FIRST_FLOWER <= kind < melds.AFTER_FLOWERS)


def _fit_meld(p: Floats, block: Block, chosen: NDArray[np.intp]) -> None:
    """The likeliest meld of these tiles, unless what is seen is far likelier and no meld."""
    logs = np.log(p[list(block.tiles)])
    kinds = _best_kong(logs) if block.role == "concealed_kong" else _best_meld(logs)
    seen = logs.max(axis=1).sum()
    if seen - sum(logs[i, kind] for i, kind in enumerate(kinds)) < IMPOSSIBLE:
        chosen[list(block.tiles)] = kinds


def _best_meld(logs: Floats) -> list[int]:
    alike = int(logs[:, : melds.KINDS].sum(axis=0).argmax())
    best = [alike] * len(logs)
    if len(logs) == 3:
        orders = melds.run_orders()
        sums = logs[0, orders[:, 0]] + logs[1, orders[:, 1]] + logs[2, orders[:, 2]]
        if sums.max() > logs[:, alike].sum():
            best = [int(kind) for kind in orders[sums.argmax()]]
    return best


def _best_kong(logs: Floats) -> list[int]:
    """Backs stay backs; open tiles share their likeliest face."""
    back = logs[:, melds.BACK_CLASS] > logs[:, : melds.KINDS].max(axis=1)
    if back.all():
        return [melds.BACK_CLASS] * len(logs)
    kind = int(logs[~back, : melds.KINDS].sum(axis=0).argmax())
    return [melds.BACK_CLASS if hidden else kind for hidden in back]


def _fit_flowers(p: Floats, tiles: list[int], chosen: NDArray[np.intp], beliefs: Floats) -> None:
    """Different flowers to different tiles, all together as likely as can be; twins only where plainly seen."""
    if len(tiles) > len(FLOWERS) + 2:
        return
    logs = np.log(p[tiles][:, melds.FIRST_FLOWER : melds.AFTER_FLOWERS])
    for tile, kind in zip(tiles, _likeliest_together(logs), strict=True):
        chosen[tile] = melds.FIRST_FLOWER + kind
    for tile in tiles:
        taken = {chosen[other] for other in tiles if other != tile} - {chosen[tile]}
        beliefs[tile, list(taken)] *= np.exp(-IMPOSSIBLE)
        beliefs[tile] /= beliefs[tile].sum()


def _likeliest_together(logs: Floats) -> tuple[int, ...]:
    """A flower 0 to 7 for each row of log probabilities (n, 8), found for every set of flowers used (bits)."""
    likeliest = tuple(logs.argmax(axis=1).tolist())
    if len(set(likeliest)) == len(likeliest):
        return likeliest
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in logs.tolist():
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for used, (total, kinds) in best.items():
            for kind, score in enumerate(row):
                twin = IMPOSSIBLE if used >> kind & 1 else 0.0
                plan = (total + score - twin, (*kinds, kind))
                longer[used | 1 << kind] = max(plan, longer.get(used | 1 << kind, plan))
        best = longer
    return max(best.values())[1]


def _fit_copies(p: Floats, hand: list[int], chosen: NDArray[np.intp]) -> None:
    """A fifth copy becomes what it may well be instead, the least sure one first."""
    counts = Counter(int(chosen[tile]) for tile in hand)
    for kind in [kind for kind, count in counts.items() if kind < melds.KINDS and count > 4]:
        for tile in sorted((tile for tile in hand if chosen[tile] == kind), key=lambda tile: p[tile, kind]):
            free = [k for k in range(melds.KINDS) if counts[k] < 4]
            other = free[int(p[tile, free].argmax())]
            if counts[kind] > 4 and np.log(p[tile, kind] / p[tile, other]) < IMPOSSIBLE:
                counts[kind] -= 1
                counts[other] += 1
                chosen[tile] = other


def _fit_whole(p: Floats, row: list[int], chosen: NDArray[np.intp], beliefs: Floats) -> None:
    """A hand that one likely change completes is completed; faces that would break a whole hand lose belief."""
    if len(row) % 3 != 2:
        return
    if not completes(TILES[chosen[tile]] for tile in row):
        _mend(p, row, chosen)
    if not completes(TILES[chosen[tile]] for tile in row):
        return
    for place, tile in enumerate(row):
        for kind in np.flatnonzero(p[tile, : melds.KINDS] > LIKELY):
            if kind != chosen[tile] and not _completes_with(row, chosen, place, int(kind)):
                beliefs[tile, kind] *= np.exp(-WHOLE)
        beliefs[tile] /= beliefs[tile].sum()


def _mend(p: Floats, row: list[int], chosen: NDArray[np.intp]) -> None:
    best, change = -WHOLE, None
    for place, tile in enumerate(row):
        for kind in np.flatnonzero(p[tile, : melds.KINDS] > LIKELY):
            loss = float(np.log(p[tile, kind] / p[tile, chosen[tile]]))
            if loss > best and _completes_with(row, chosen, place, int(kind)):
                best, change = loss, (tile, int(kind))
    if change is not None:
        chosen[change[0]] = change[1]


def _completes_with(row: list[int], chosen: NDArray[np.intp], place: int, kind: int) -> bool:
    kinds = [int(chosen[tile]) for tile in row]
    kinds[place] = kind
    return max(Counter(kinds).values()) <= 4 and completes(TILES[kind] for kind in kinds)
