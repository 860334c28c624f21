"""The tiles that earn an item: small functions that pick them from the deal and the reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from snaptai.scoring.facts import Facts
from snaptai.scoring.groups import KONG, PAIRS, Group
from snaptai.scoring.readings import Reading
from snaptai.scoring.tiles import FACES, FLOWERS, sort_tiles

Evidence = Callable[[Facts, Reading], tuple[str, ...]]


def _flat(groups: Iterable[Group]) -> tuple[str, ...]:
    return tuple([tile for group in groups for tile in group.tiles])


def pungs_among(bits: int) -> Evidence:
    """Pungs and kongs of the kinds in ``bits``."""
    return lambda d, r: _flat([group for group in r.groups if group.pung & bits])


def pungs_and_pair_among(bits: int) -> Evidence:
    """Pungs, kongs and the pair of the kinds in ``bits``."""

    def pick(d: Facts, r: Reading) -> tuple[str, ...]:
        pair = [PAIRS[r.pair]] if r.pair is not None and bits >> r.pair & 1 else []
        return pungs_among(bits)(d, r) + _flat(pair)

    return pick


def seat_pung(d: Facts, r: Reading) -> tuple[str, ...]:
    """The pung of the seat wind."""
    return pungs_among(1 << d.seat_wind)(d, r)


def round_pung(d: Facts, r: Reading) -> tuple[str, ...]:
    """The pung of the round."""
    return pungs_among(1 << d.round)(d, r)


def every_tile(d: Facts, r: Reading) -> tuple[str, ...]:
    """The whole hand without flowers, group by group."""
    return _flat(r.groups) + (() if r.pair is None else PAIRS[r.pair].tiles)


def last_tile(d: Facts, r: Reading) -> tuple[str, ...]:
    """The winning tile; for 天和 there is none."""
    return () if d.last is None else (FACES[d.last],)


def all_pungs(d: Facts, r: Reading) -> tuple[str, ...]:
    """Every pung and kong."""
    return _flat([group for group in r.groups if group.pung])


def concealed_pungs(d: Facts, r: Reading) -> tuple[str, ...]:
    """Pungs that no other player's tile completed, concealed kongs among them."""
    return _flat([group for group in r.groups if group.pung and group.concealed and group != r.won])


def melds(d: Facts, r: Reading) -> tuple[str, ...]:
    """What lies in front."""
    return _flat(d.melds)


def kongs_or_flowers(d: Facts, r: Reading) -> tuple[str, ...]:
    """What can have been replaced, and the last tile."""
    kongs = _flat([meld for meld in d.melds if meld.kind == KONG])
    return (kongs or sort_tiles(d.hand.flowers)) + last_tile(d, r)


def flowers_among(bits: int) -> Evidence:
    """Flowers held among ``bits`` (1 for 1f … 128 for 8f)."""
    return lambda d, r: tuple(tile for number, tile in enumerate(FLOWERS) if d.flowers & bits & 1 << number)


def own_season(d: Facts, r: Reading) -> tuple[str, ...]:
    """The season of the seat's number."""
    return flowers_among(d.own_season)(d, r)


def own_plant(d: Facts, r: Reading) -> tuple[str, ...]:
    """The plant of the seat's number."""
    return flowers_among(d.own_plant)(d, r)


def nothing(d: Facts, r: Reading) -> tuple[str, ...]:
    """No tile: the item is about the players."""
    return ()
