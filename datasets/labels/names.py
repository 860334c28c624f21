"""What other people's sets call the tiles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from snaptai.scoring.tiles import NotationError, parse_tiles

_DIGITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_SUITS = {
    "m": "m c man wan character characters crak cracks char",
    "p": "p d pin dot dots circle circles tong",
    "s": "s b sou bamboo bamboos bam stick sticks tiao",
}
_WORDS = {
    "E": "east|east wind|ew|wind east", "S": "south|south wind|sw|wind south", "W": "west|west wind|ww|wind west",
    "N": "north|north wind|nw|wind north", "C": "red|red dragon|rd|dragon red|zhong|chun",
    "F": "green|green dragon|gd|dragon green|fa|hatsu", "P": "white|white dragon|wd|dragon white|bai|haku",
    "1f": "spring", "2f": "summer", "3f": "autumn|fall", "4f": "winter", "5f": "plum|plum blossom",
    "6f": "orchid", "7f": "chrysanthemum|mum", "8f": "bamboo flower", "X": "back|face down|facedown|unknown|blank back",
}  # fmt: skip


@cache
def _english() -> dict[str, str]:
    names = {name: tile for tile, words in _WORDS.items() for name in words.split("|")}
    for suit, words in _SUITS.items():
        for word in words.split():
            for digit, n in _DIGITS.items():
                for number in (str(n), digit):
                    names |= dict.fromkeys((f"{number} {word}", f"{word} {number}"), f"{n}{suit}")
                names |= dict.fromkeys((f"{n}{word}", f"{word}{n}"), f"{n}{suit}")
    return names


def tile_of(name: str, names: Mapping[str, str]) -> str | None:
    """The tile that a set calls ``name``: by its own map, as notation or Chinese, or in plain English; else None.

    Nothing is guessed: ``1S`` (a season in some sets, 索 in others) or ``1F`` (sets differ on 3 and 4) need the map.
    """
    if name in names:
        return names[name]
    try:
        tiles = parse_tiles(name)
    except NotationError:
        plain = " ".join(name.replace("_", " ").replace("-", " ").split())
        return None if plain[1:2] in ("S", "F") and len(plain) == 2 else _english().get(plain.lower())
    return tiles[0] if len(tiles) == 1 else None
