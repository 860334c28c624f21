"""Chows, pungs, kongs and pairs as shared values: every group there can be exists once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from snaptai.scoring.tiles import FACES, format_tiles

INDEX = {tile: index for index, tile in enumerate(FACES)}
"""Tile to its place 0–33: 萬 0–8, 筒 9–17, 索 18–26, winds 27–30, dragons 31–33."""

CHOW, PUNG, KONG, PAIR = "chow", "pung", "kong", "pair"


@dataclass(frozen=True, slots=True)
class Group:
    """``first``: the place (0–33) of the lowest tile; ``pung``: its bit, 0 for chows and pairs; ``text``: notation."""

    kind: str
    first: int
    tiles: tuple[str, ...]
    concealed: bool
    pung: int
    text: str


def _group(kind: str, first: int, concealed: bool = True) -> Group:
    alike = {PAIR: 2, PUNG: 3, KONG: 4}
    tiles = FACES[first : first + 3] if kind == CHOW else (FACES[first],) * alike[kind]
    return Group(kind, first, tiles, concealed, 1 << first if kind in (PUNG, KONG) else 0, format_tiles(tiles))


CHOW_STARTS = tuple(suit * 9 + n for suit in range(3) for n in range(7))
CHOWS = {first: _group(CHOW, first) for first in CHOW_STARTS}
PUNGS = {first: _group(PUNG, first) for first in range(34)}
PAIRS = {first: _group(PAIR, first) for first in range(34)}
CONCEALED_KONGS = {group.tiles: group for group in (_group(KONG, first) for first in range(34))}


def _exposed() -> dict[tuple[str, ...], Group]:
    groups = [_group(CHOW, first, False) for first in CHOW_STARTS]
    groups += [_group(kind, first, False) for kind in (PUNG, KONG) for first in range(34)]
    return {order: group for group in groups for order in permutations(group.tiles)}


EXPOSED = _exposed()
"""The tiles of an exposed meld, in any order, to its group."""
