"""Which tiles make one meld: where a tile that is added or moved belongs, and which others go with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from snaptai.vision.draft import MELDS, TileReading
from snaptai.vision.shapes import is_meld

LOOSE = ("concealed", "other")
"""Where tiles lie that are in no meld yet."""


def meld_for(tiles: tuple[TileReading, ...], face: str, role: str) -> int:
    """The number of the unfinished meld that ``face`` fits into, else a new one."""
    found = _unfinished(tiles, face, role)
    return new_meld(tiles) if found is None else found


def _unfinished(tiles: tuple[TileReading, ...], face: str, role: str) -> int | None:
    for number in sorted({tile.group or 0 for tile in tiles if tile.role == role}):
        if _fits([tile.tile for tile in tiles if tile.role == role and (tile.group or 0) == number], face, role):
            return number
    return None


def new_meld(tiles: tuple[TileReading, ...]) -> int:
    """A number that no meld has yet."""
    return max((tile.group or 0 for tile in tiles if tile.role in MELDS), default=0) + 1


def along(tiles: tuple[TileReading, ...], index: int, role: str) -> tuple[int, ...]:
    """The tiles that go into ``role`` with this one: a kong moves as a whole, and a 暗槓 takes all four of a face."""
    tile = tiles[index]
    others = [(i, each) for i, each in enumerate(tiles) if i != index]
    if role == tile.role or role not in MELDS:
        return ()
    if role == "concealed_kong" and _unfinished(tuple(each for _, each in others), tile.tile, role) is not None:
        return ()
    beside = {i: each.tile for i, each in others if (each.role, each.group) == (tile.role, tile.group)}
    if tile.role in MELDS:
        return tuple(beside) if _alike((tile.tile, *beside.values())) else ()
    return tuple(i for i, face in beside.items() if role == "concealed_kong" and face == tile.tile != "X")


def wholes(tiles: tuple[TileReading, ...], index: int) -> list[tuple[str, tuple[int, ...]]]:
    """Where this tile can go with a whole meld: with its own out of the melds, with neighbours of its row into them."""
    tile = tiles[index]
    row = [i for i, each in enumerate(tiles) if (each.role, each.group) == (tile.role, tile.group)]
    if tile.role in MELDS:
        return [(role, tuple(row)) for role in LOOSE] if _is_meld(tiles, row) else []
    if tile.role not in LOOSE:
        return []
    at = row.index(index)
    near = (row[start : start + size] for size in (3, 4) for start in range(max(0, at - size + 1), at + 1))
    melds = {tuple(sorted(tiles[i].tile for i in meld)): tuple(meld) for meld in near if _is_meld(tiles, meld)}
    return [("concealed_kong" if "X" in faces else "exposed", meld) for faces, meld in melds.items()]


def _is_meld(tiles: tuple[TileReading, ...], indices: Sequence[int]) -> bool:
    """Whether they are a chow, a pung or a kong, the kong perhaps with two of its tiles face down."""
    faces = [tiles[i].tile for i in indices]
    if "X" in faces:
        return len(faces) == 4 and len({*faces}) == 2 and faces.count("X") <= 2
    return is_meld(faces)


def _alike(faces: Iterable[str]) -> bool:
    """Whether they are one face, as far as can be seen."""
    return len({*faces} - {"X"}) <= 1


def _fits(meld: list[str], face: str, role: str) -> bool:
    alike = _alike((face, *meld))
    if role == "concealed_kong":
        return alike and len(meld) < 4
    if alike:
        return len(meld) < 4
    ranks = sorted(int(tile[0]) for tile in (*meld, face) if tile[-1] in "mps" and len(tile) == 2)
    one_suit = len({tile[-1] for tile in (*meld, face)}) == 1
    return len(meld) < 3 and one_suit and len(set(ranks)) == len(meld) + 1 and ranks[-1] - ranks[0] <= 2
