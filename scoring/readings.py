"""Readings: every way to see a won hand, and the waits of an unfinished one (rules 11 and 36, 和牌型態)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from snaptai.scoring.groups import PAIRS, PUNGS, Group
from snaptai.scoring.suits import BITS, COMPLETE, ONES, PUNG_KEY, completions, count, parts, split

STANDARD, LIGU = "standard", "ligu"


class Reading(NamedTuple):
    """One decomposition with the last tile in one place.

    ``groups``: concealed ones first, then melds; ``pair``: its kind 0–33; ``won``: the group that the last tile
    completed, None for the pair or where it does not matter; ``pungs``: a bit for each kind that is a pung or kong;
    ``concealed_pungs``: how many pungs and kongs were drawn, not claimed (16–18).
    """

    form: str | None
    groups: tuple[Group, ...]
    pair: int | None
    won: Group | None
    pungs: int
    concealed_pungs: int


UNFINISHED = Reading(None, (), None, None, 0, 0)


def standard(tiles: int, melds: tuple[Group, ...], last: int | None) -> list[Reading]:
    """Five groups and a pair, for each group that the tile claimed (kind ``last``; None: drawn) can have completed."""
    suits = split(tiles)
    if not is_standard(suits):
        return []
    melded = kongs = 0
    for meld in melds:
        melded |= meld.pung
        kongs += meld.concealed
    found = []
    for m, p, s, z in product(parts(0, suits[0]), parts(1, suits[1]), parts(2, suits[2]), parts(3, suits[3])):
        groups = m.groups + p.groups + s.groups + z.groups
        pair = max(m.pair, p.pair, s.pair, z.pair)
        drawn = m.pungs | p.pungs | s.pungs | z.pungs
        pungs = drawn.bit_count() + kongs
        for won in (None,) if last is None else completed(groups, pair, last):
            claimed = won is not None and won.pung > 0
            found.append(Reading(STANDARD, groups + melds, pair, won, drawn | melded, pungs - claimed))
    return found


def completed(groups: tuple[Group, ...], pair: int, last: int) -> list[Group | None]:
    """The different groups that the claimed tile can have completed; None is the pair."""
    places: list[Group | None] = [None] if pair == last else []
    for group in groups:
        if (last == group.first if group.pung else group.first <= last <= group.first + 2) and group not in places:
            places.append(group)
    return places


def is_standard(suits: tuple[int, int, int, int]) -> bool:
    """Melds and exactly one pair."""
    m, p, s, z = suits
    numbered, _, _, honour = COMPLETE
    return m % 3 + p % 3 + s % 3 + z % 3 == 2 and m in numbered and p in numbered and s in numbered and z in honour


def is_ligu(tiles: int) -> bool:
    """嚦咕嚦咕 (36): seventeen tiles of which seven pairs, four alike being two, and a pung."""
    odd = tiles & ONES
    return odd.bit_count() == 1 and count(tiles, odd.bit_length() // BITS) >= 3


def ligu(tiles: int) -> Reading:
    """The one way to see seven pairs and a pung."""
    pung = (tiles & ONES).bit_length() // BITS
    rest = tiles - (PUNG_KEY << BITS * pung)
    pairs = tuple(PAIRS[kind] for kind in range(34) for _ in range(count(rest, kind) // 2))
    return Reading(LIGU, (PUNGS[pung], *pairs), None, None, 1 << pung, 0)


def waits(tiles: int, with_ligu: bool) -> tuple[int, ...]:
    """The kinds (0–33, in order) that complete the concealed tiles, whoever holds them (11; ``with_ligu``: 36 too)."""
    found = _standard_waits(split(tiles))
    if with_ligu and (more := _ligu_waits(tiles)):
        found = tuple(sorted({*found, *more}))
    return found


def _standard_waits(suits: tuple[int, int, int, int]) -> tuple[int, ...]:
    """One suit has a tile too few for a pair, or two have a pair and one of them grows into melds."""
    open_suits = [suit for suit in range(4) if suits[suit] % 3 or suits[suit] not in COMPLETE[suit]]
    if len(open_suits) == 1:
        (suit,) = open_suits
        return completions(suit, suits[suit]) if suits[suit] % 3 == 1 else ()
    if len(open_suits) != 2 or any(suits[suit] % 3 != 2 for suit in open_suits):
        return ()
    a, b = open_suits
    grows_a = completions(a, suits[a]) if suits[b] in COMPLETE[b] else ()
    grows_b = completions(b, suits[b]) if suits[a] in COMPLETE[a] else ()
    return grows_a + grows_b


def _ligu_waits(tiles: int) -> tuple[int, ...]:
    """All pairs wait for any of their kinds; two odd kinds, for the one that leaves the other a pung."""
    odd = tiles & ONES
    if not odd:
        return tuple(kind for kind in range(34) if count(tiles, kind))
    if odd.bit_count() != 2:
        return ()
    low, high = (odd & -odd).bit_length() // BITS, odd.bit_length() // BITS
    pairs = ((low, high), (high, low))
    return tuple(sorted(kind for kind, other in pairs if count(tiles, other) >= 3))
