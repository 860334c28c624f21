"""What one suit can be: complete or not, which tiles complete it, and every way to take it apart.

The tiles of a hand are one whole number, ``BITS`` bits a kind (kind 0 lowest), and those of a suit the 54 bits at its
place. A fifth copy is representable because a kind held four times still counts as a wait (rulings.md, 11).
64 leaves the remainder 1 modulo 3, so ``key % 3`` is the number of tiles modulo 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from snaptai.scoring.groups import CHOWS, INDEX, PAIR, PAIRS, PUNG, PUNGS, Group

BITS = 6
UNIT = {tile: 1 << BITS * index for tile, index in INDEX.items()}
"""What one tile adds to a hand's number."""
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
    """One way to take a suit apart: concealed groups, a bit for each kind that is a pung, the pair's kind or None."""

    groups: tuple[Group, ...]
    pungs: int
    pair: int | None


@cache
def completions(suit: int, key: int) -> tuple[int, ...]:
    """The kinds of ``suit`` (0–33) of which one more makes ``key`` complete."""
    first = FIRST[suit]
    complete = COMPLETE[suit]
    return tuple(first + kind for kind in range(7 if suit == 3 else 9) if key + (1 << BITS * kind) in complete)


@cache
def parts(suit: int, key: int) -> tuple[Part, ...]:
    """Every way to take ``key`` (in ``COMPLETE[suit]``) apart, always in the same order."""
    ways = (tuple(sorted(way, key=_place)) for way in _take_apart(suit, key))
    return tuple(_part(way) for way in dict.fromkeys(ways))


def _place(group: Group) -> tuple[int, str]:
    return group.first, group.kind


def _take_apart(suit: int, key: int) -> Iterator[tuple[Group, ...]]:
    if not key:
        yield ()
        return
    kind = ((key & -key).bit_length() - 1) // BITS
    for size, group in _candidates(suit, kind):
        rest = key - (size << BITS * kind)
        if _holds(key >> BITS * kind, size) and rest in COMPLETE[suit] and (size != PAIR_KEY or rest % 3 == 0):
            yield from ((group, *more) for more in _take_apart(suit, rest))


def _candidates(suit: int, kind: int) -> Iterator[tuple[int, Group]]:
    index = FIRST[suit] + kind
    if suit < 3 and index in CHOWS:
        yield CHOW_KEY, CHOWS[index]
    yield PUNG_KEY, PUNGS[index]
    yield PAIR_KEY, PAIRS[index]


def _holds(tiles: int, wanted: int) -> bool:
    """Every kind that the group needs is there."""
    return all(tiles >> shift & 63 >= wanted >> shift & 63 for shift in (0, BITS, 2 * BITS))


def _part(groups: tuple[Group, ...]) -> Part:
    pungs = sum(1 << group.first for group in groups if group.kind == PUNG)
    pair = next((group.first for group in groups if group.kind == PAIR), None)
    return Part(tuple(group for group in groups if group.kind != PAIR), pungs, pair)
