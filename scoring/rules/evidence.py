"""What earns an item: small functions that pick groups and single tiles from the deal and the reading."""

from __future__ import annotations

from collections.abc import Callable

from snaptai.scoring.facts import Facts
from snaptai.scoring.groups import KONG, PAIRS, SINGLES, Group
from snaptai.scoring.readings import Reading
from snaptai.scoring.tiles import FACES, FLOWERS, sort_tiles

Evidence = Callable[[Facts, Reading], tuple[Group, ...]]


def pungs_among(bits: int) -> Evidence:
    """Pungs and kongs of the kinds in ``bits``."""
    return lambda d, r: tuple([group for group in r.groups if group.pung & bits])


def pungs_and_pair_among(bits: int) -> Evidence:
    """Pungs, kongs and the pair of the kinds in ``bits``."""
    pungs = pungs_among(bits)
    return lambda d, r: pungs(d, r) + ((PAIRS[r.pair],) if r.pair is not None and bits >> r.pair & 1 else ())


def seat_pung(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The pung of the seat wind."""
    return tuple([group for group in r.groups if group.pung == 1 << d.seat_wind])


def round_pung(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The pung of the round."""
    return tuple([group for group in r.groups if group.pung == 1 << d.round])


def every_tile(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The whole hand without flowers, group by group."""
    return r.groups if r.pair is None else (*r.groups, PAIRS[r.pair])


def last_tile(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The winning tile; for 天和 there is none."""
    return () if d.last is None else (SINGLES[FACES[d.last]],)


def all_pungs(d: Facts, r: Reading) -> tuple[Group, ...]:
    """Every pung and kong."""
    return tuple([group for group in r.groups if group.pung])


def concealed_pungs(d: Facts, r: Reading) -> tuple[Group, ...]:
    """Pungs that no other player's tile completed, concealed kongs among them."""
    return tuple([group for group in r.groups if group.pung and group.concealed and group != r.won])


def melds(d: Facts, r: Reading) -> tuple[Group, ...]:
    """What lies in front."""
    return d.melds


def kongs_or_flowers(d: Facts, r: Reading) -> tuple[Group, ...]:
    """What can have been replaced, and the last tile."""
    kongs = tuple([meld for meld in d.melds if meld.kind == KONG])
    return (kongs or tuple([SINGLES[tile] for tile in sort_tiles(d.hand.flowers)])) + last_tile(d, r)


def flowers_among(bits: int) -> Evidence:
    """Flowers held among ``bits`` (1 for 1f … 128 for 8f)."""
    return lambda d, r: _flowers(d.flowers & bits)


def own_season(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The season of the seat's number."""
    return _flowers(d.own_season)


def own_plant(d: Facts, r: Reading) -> tuple[Group, ...]:
    """The plant of the seat's number."""
    return _flowers(d.own_plant)


def _flowers(bits: int) -> tuple[Group, ...]:
    return tuple([SINGLES[tile] for number, tile in enumerate(FLOWERS) if bits & 1 << number])


def nothing(d: Facts, r: Reading) -> tuple[Group, ...]:
    """No tile: the item is about the players."""
    return ()
