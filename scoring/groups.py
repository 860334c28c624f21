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
    """``first`` is the place (0–33) of the lowest tile; ``text`` the shortest notation."""

    kind: str
    first: int
    tiles: tuple[str, ...]
    concealed: bool
    text: str

    @property
    def alike(self) -> bool:
        """A pung or a kong."""
        return self.kind == PUNG or self.kind == KONG


def _group(kind: str, first: int, concealed: bool) -> Group:
    if kind == CHOW:
        tiles = FACES[first : first + 3]
    else:
        tiles = (FACES[first],) * {PAIR: 2, PUNG: 3, KONG: 4}[kind]
    return Group(kind, first, tiles, concealed, format_tiles(tiles))


CHOW_STARTS = tuple(suit * 9 + n for suit in range(3) for n in range(7))
CHOWS = {first: _group(CHOW, first, True) for first in CHOW_STARTS}
PUNGS = tuple(_group(PUNG, first, True) for first in range(34))
PAIRS = tuple(_group(PAIR, first, True) for first in range(34))
CONCEALED_KONGS = {group.tiles: group for group in (_group(KONG, first, True) for first in range(34))}


def _exposed() -> dict[tuple[str, ...], Group]:
    groups = [_group(CHOW, first, False) for first in CHOW_STARTS]
    groups += [_group(kind, first, False) for kind in (PUNG, KONG) for first in range(34)]
    return {order: group for group in groups for order in permutations(group.tiles)}


EXPOSED = _exposed()
"""The tiles of an exposed meld, in any order, to its group."""
