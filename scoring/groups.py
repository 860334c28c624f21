"""Chows, pungs, kongs, pairs and single tiles as shared values: every group there can be exists once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from snaptai.scoring.tiles import FACES, FLOWERS, NAMES, format_tiles, name_tiles

INDEX = {tile: index for index, tile in enumerate(FACES)}
"""Tile to its place 0–33: 萬 0–8, 筒 9–17, 索 18–26, winds 27–30, dragons 31–33."""

CHOW, PUNG, KONG, PAIR, SINGLE = "chow", "pung", "kong", "pair", "single"
SIZE = {SINGLE: 1, PAIR: 2, PUNG: 3, KONG: 4}


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together, or one alone.

    ``first``: the place (0–33) of the lowest tile; ``pung``: its bit in a pung or kong, else 0; ``text``: the notation
    (456m); ``zh``: as people say it (四五六萬).
    """

    kind: str
    first: int
    tiles: tuple[str, ...]
    concealed: bool
    pung: int
    text: str
    zh: str


def _group(kind: str, first: int, concealed: bool = True) -> Group:
    tiles = FACES[first : first + 3] if kind == CHOW else (FACES[first],) * SIZE[kind]
    pung = 1 << first if kind in (PUNG, KONG) else 0
    return Group(kind, first, tiles, concealed, pung, format_tiles(tiles), name_tiles(tiles))


CHOW_STARTS = tuple(suit * 9 + n for suit in range(3) for n in range(7))
CHOWS = {first: _group(CHOW, first) for first in CHOW_STARTS}
PUNGS = {first: _group(PUNG, first) for first in range(34)}
PAIRS = {first: _group(PAIR, first) for first in range(34)}
SINGLES = {tile: _group(SINGLE, first) for tile, first in INDEX.items()}
SINGLES |= {tile: Group(SINGLE, -1, (tile,), True, 0, tile, NAMES[tile]) for tile in FLOWERS}
CONCEALED_KONGS = {group.tiles: group for group in (_group(KONG, first) for first in range(34))}


def _exposed() -> dict[tuple[str, ...], Group]:
    groups = [_group(CHOW, first, False) for first in CHOW_STARTS]
    groups += [_group(kind, first, False) for kind in (PUNG, KONG) for first in range(34)]
    return {order: group for group in groups for order in permutations(group.tiles)}


EXPOSED = _exposed()
"""The tiles of an exposed meld, in any order, to its group."""
