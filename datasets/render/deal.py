"""Random hands that one 144-tile set can hold."""

from __future__ import annotations

from collections import Counter

import numpy as np

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import FACES, FLOWERS, sort_tiles

Groups = list[tuple[str, ...]]
_CHOW_STARTS = tuple(f"{n}{suit}" for suit in "mps" for n in range(1, 8))


def _chow(start: str) -> tuple[str, ...]:
    return tuple(f"{int(start[0]) + step}{start[1]}" for step in range(3))


def _group(rng: np.random.Generator) -> tuple[str, ...]:
    kind = rng.random()
    if kind < 0.5:
        return _chow(str(rng.choice(_CHOW_STARTS)))
    return (str(rng.choice(FACES)),) * (3 if kind < 0.85 else 4)


def _fits(groups: Groups) -> bool:
    """At most four of a kind."""
    return max(Counter(tile for group in groups for tile in group).values()) <= 4


def _winning_groups(rng: np.random.Generator) -> Groups:
    while True:
        groups = [_group(rng) for _ in range(5)] + [(str(rng.choice(FACES)),) * 2]
        if _fits(groups):
            return groups


def random_flowers(rng: np.random.Generator) -> tuple[str, ...]:
    """None to eight different flowers, mostly one to three."""
    count = int(rng.choice(9, p=[0.15, 0.22, 0.23, 0.17, 0.1, 0.05, 0.03, 0.02, 0.03]))
    return sort_tiles(str(tile) for tile in rng.choice(FLOWERS, count, replace=False))


def winning_hand(rng: np.random.Generator) -> Hand:
    """Five groups and a pair, kongs counting as groups; some groups exposed, flowers beside."""
    *groups, pair = _winning_groups(rng)
    exposed_count = int(rng.choice(6, p=[0.25, 0.25, 0.2, 0.15, 0.1, 0.05]))
    exposed, rest = groups[:exposed_count], groups[exposed_count:]
    kongs = [group for group in rest if len(group) == 4]
    hidden = [tile for group in rest if len(group) == 3 for tile in group] + list(pair)
    winning = hidden.pop(int(rng.integers(len(hidden))))
    return Hand(sort_tiles(hidden), winning, tuple(exposed), tuple(kongs), random_flowers(rng))


def random_hand(rng: np.random.Generator, count: int) -> Hand:
    """``count`` tiles straight from the wall, not won, and flowers."""
    wall = np.repeat(np.array(FACES), 4)
    tiles = [str(tile) for tile in rng.choice(wall, count, replace=False)]
    return Hand(sort_tiles(tiles) if rng.random() < 0.7 else tuple(tiles), flowers=random_flowers(rng))


def rest_of_set(hand: Hand, rng: np.random.Generator) -> list[str]:
    """The other tiles of the 144, shuffled."""
    rest = Counter(dict.fromkeys(FACES, 4)) + Counter(FLOWERS)
    rest -= Counter(
        (*hand.concealed, *hand.flowers, *(tile for meld in (*hand.exposed, *hand.concealed_kongs) for tile in meld))
    )
    if hand.winning_tile is not None:
        rest -= Counter((hand.winning_tile,))
    tiles = sort_tiles(rest.elements())
    return [tiles[index] for index in rng.permutation(len(tiles))]
