"""What one suit can be: complete or not, which tiles complete it, and every way to take it apart.

The tiles of a hand are one whole number, ``BITS`` bits a kind (kind 0 lowest), and those of a suit the 54 bits at its
place. A fifth copy is representable because a kind held four times still counts as a wait (rulings.md, 11).
64 leaves the remainder 1 modulo 3, so ``key % 3`` is the number of tiles modulo 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from snaptai.scoring.groups import CHOWS, INDEX, PAIR, PAIRS, PUNGS, Group

BITS = 6
UNIT = {tile: 1 << BITS * index for tile, index in INDEX.items()}
"""What one tile adds to a hand's number."""
MOST_KEPT = 1 << 15
"""How many suits are remembered taken apart: a long evening's, in some tens of megabytes."""
SUIT_BITS = 9 * BITS
SUIT_MASK = (1 << SUIT_BITS) - 1
CHOW_KEY, PUNG_KEY, PAIR_KEY = 1 | 1 << BITS | 1 << 2 * BITS, 3, 2
FIRST = (0, 9, 18, 27)
"""The first kind of 萬, 筒, 索 and honours."""
ONES = sum(1 << BITS * index for index in range(34))


def split(tiles: int) -> tuple[int, int, int, int]:
    """The hand's number by suit."""
    return tiles & SUIT_MASK, tiles >> SUIT_BITS & SUIT_MASK, tiles >> 2 * SUIT_BITS & SUIT_MASK, tiles >> 3 * SUIT_BITS


def count(tiles: int, index: int) -> int:
    """How many of kind ``index``."""
    return tiles >> BITS * index & 63


def fifth_copy(tiles: int) -> bool:
    """Some kind is there more than four times."""
    return bool(tiles >> 2 & (tiles | tiles >> 1) & ONES or tiles & 56 * ONES)


def _complete(melds: list[int], kinds: int) -> frozenset[int]:
    """Every number made of at most five melds and perhaps a pair, no kind more than five times."""
    room, over = (sum(bit << BITS * kind for kind in range(kinds)) for bit in (2, 8))
    level = {0}
    whole = {0}
    for _ in range(5):
        level = {new for old in level for meld in melds if not (new := old + meld) + room & over}
        whole |= level
    pairs = [PAIR_KEY << BITS * kind for kind in range(kinds)]
    return frozenset(whole | {new for old in whole for pair in pairs if not (new := old + pair) + room & over})


_PUNG_KEYS = [PUNG_KEY << BITS * kind for kind in range(9)]
NUMBERED = _complete(_PUNG_KEYS + [CHOW_KEY << BITS * kind for kind in range(7)], 9)
HONOUR = _complete(_PUNG_KEYS[:7], 7)
COMPLETE = (NUMBERED, NUMBERED, NUMBERED, HONOUR)
"""By suit: the numbers that are melds (remainder 0) or melds and one pair (remainder 2)."""


class Part(NamedTuple):
    """One way to take a suit apart: concealed groups, a bit for each kind that is a pung, the pair's kind or -1."""

    groups: tuple[Group, ...]
    pungs: int
    pair: int


@lru_cache(maxsize=MOST_KEPT)
def completions(suit: int, key: int) -> tuple[int, ...]:
    """The kinds of ``suit`` (0–33) of which one more makes ``key`` complete."""
    first = FIRST[suit]
    complete = COMPLETE[suit]
    return tuple([first + kind for kind in range(7 if suit == 3 else 9) if key + (1 << BITS * kind) in complete])


@lru_cache(maxsize=MOST_KEPT)
def parts(suit: int, key: int) -> tuple[Part, ...]:
    """Every way to take ``key`` (in ``COMPLETE[suit]``) apart, always in the same order."""
    return tuple([_part(FIRST[suit], way) for way in _ways(suit == 3, key)])


Way = tuple[tuple[Mapping[int, Group], int], ...]
"""Groups of any suit: the table a group is in, and its first kind within the suit."""


@lru_cache(maxsize=MOST_KEPT)
def _ways(honours: bool, key: int) -> tuple[Way, ...]:
    """The lowest kind is a pung, the pair, or starts as many chows as there are of it; then the rest.

    Taking more than there is borrows from the next kind and leaves nothing complete.
    """
    if not key:
        return ((),)
    kind = ((key & -key).bit_length() - 1) // BITS
    number = count(key, kind)
    groups: list[tuple[int, Way]] = [(PUNG_KEY, ((PUNGS, kind),)), (PAIR_KEY, ((PAIRS, kind),))]
    if not honours:
        groups.insert(0, (number * CHOW_KEY, ((CHOWS, kind),) * number))
    complete = HONOUR if honours else NUMBERED
    found: list[Way] = []
    for size, group in groups:
        rest = key - (size << BITS * kind)
        if rest in complete and (size != PAIR_KEY or rest % 3 == 0):
            found += [group + way for way in _ways(honours, rest)]
    return tuple(found)


def _part(first: int, way: Way) -> Part:
    groups = [table[first + kind] for table, kind in way]
    pungs = sum([group.pung for group in groups])
    pair = max([-1, *(group.first for group in groups if group.kind == PAIR)])
    return Part(tuple([group for group in groups if group.kind != PAIR]), pungs, pair)
