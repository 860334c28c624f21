"""The 43 tile codes and their notation (interface.md, Tiles).

A tile is a ``str`` code: ``1m``…``9m``, ``1p``…``9p``, ``1s``…``9s``, ``E S W N``, ``C F P``, ``1f``…``8f`` and
``X`` for a face-down tile. ``TILES`` is also the class order of every label file and of the detector.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

WINDS = ("E", "S", "W", "N")
DRAGONS = ("C", "F", "P")
HONOURS = WINDS + DRAGONS
FLOWERS = tuple(f"{n}f" for n in range(1, 9))
SUITED = tuple(f"{n}{suit}" for suit in "mps" for n in range(1, 10))
FACES = SUITED + HONOURS
BACK = "X"
TILES = (*FACES, *FLOWERS, BACK)
ORDER = {tile: index for index, tile in enumerate(TILES)}

_DIGITS = "一二三四五六七八九"
_SUIT_WORDS = {"m": "萬", "p": "筒", "s": "索"}
_HONOUR_WORDS = dict(zip(HONOURS, "東南西北中發白", strict=True))
_FLOWER_WORDS = dict(zip(FLOWERS, "春夏秋冬梅蘭菊竹", strict=True))
NAMES = (
    {f"{n}{suit}": _DIGITS[n - 1] + word for suit, word in _SUIT_WORDS.items() for n in range(1, 10)}
    | _HONOUR_WORDS
    | _FLOWER_WORDS
    | {BACK: "暗牌"}
)
"""Code to Traditional Chinese name: ``NAMES["1m"] == "一萬"``."""


class NotationError(ValueError):
    """A piece of text that is no tile; ``.piece`` is the offending part."""

    def __init__(self, piece: str) -> None:
        super().__init__(f"not a tile: {piece!r}")
        self.piece = piece


def _words() -> dict[str, str]:
    words = {name: tile for tile, name in NAMES.items() if tile != BACK}
    simplified = str.maketrans("萬餅條東發蘭", "万饼条东发兰")
    for n, digit in enumerate(_DIGITS, 1):
        words[f"{digit}餅"] = f"{n}p"
        words[f"{digit}條"] = f"{n}s"
    words["伍萬"] = "5m"
    words |= {word.translate(simplified): tile for word, tile in words.items()}
    emoji = [
        *HONOURS,
        *(f"{n}m" for n in range(1, 10)),
        *(f"{n}s" for n in range(1, 10)),
        *(f"{n}p" for n in range(1, 10)),
    ]
    emoji += ["5f", "6f", "8f", "7f", "1f", "2f", "3f", "4f"]
    words |= {chr(0x1F000 + index): tile for index, tile in enumerate(emoji)}
    words[chr(0x1F02B)] = BACK
    return words


_WORDS = _words()
_TOKEN = re.compile(
    r"(?P<run>[1-9]+[mps]|[1-8]+f)|(?P<honour>[ESWNCFPX])|(?P<word>"
    + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
    + r")"
)
_NOTHING = re.compile(r"[\s\ufe0e\ufe0f]+")


_PLAIN = re.compile(r"[1-9]+[mps]|[1-8]+f|[ESWNCFPX]")
_SHORT = 200
"""Longer than any hand is read token by token: ``findall`` would look through endless digits again from each."""


def parse_tiles(text: str) -> tuple[str, ...]:
    """Tiles in the order written; ``"123m E 春"`` is ``("1m", "2m", "3m", "E", "1f")``. Raises ``NotationError``."""
    runs = _PLAIN.findall(text) if len(text) <= _SHORT else []
    if sum(map(len, runs)) == len(text):
        return tuple(chain.from_iterable(map(_RUNS.__getitem__, runs)))
    return _parse_words(text)


class _Runs(dict[str, tuple[str, ...]]):
    """A run, "456m", or a letter to its tiles; short runs come again and are kept."""

    def __missing__(self, run: str) -> tuple[str, ...]:
        tiles = tuple(TILES[ORDER[digit + run[-1]]] for digit in run[:-1]) or (run,)
        if len(run) <= 5:
            self[run] = tiles
        return tiles


_RUNS = _Runs()


def _parse_words(text: str) -> tuple[str, ...]:
    """Names and emoji too; spaces and variation selectors mean nothing, wherever they are."""
    text = _NOTHING.sub("", text)
    tiles: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise NotationError(text[position : position + 12])
        if run := match["run"]:
            tiles += [digit + run[-1] for digit in run[:-1]]
        elif honour := match["honour"]:
            tiles.append(honour)
        elif word := match["word"]:
            tiles.append(_WORDS[word])
        position = match.end()
    return tuple(tiles)


def sort_tiles(tiles: Iterable[str]) -> tuple[str, ...]:
    """In class order: 萬 筒 索 winds dragons flowers back."""
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def format_tiles(tiles: Iterable[str]) -> str:
    """Shortest notation, order kept: ``("1m", "2m", "E")`` is ``"12mE"``."""
    text = ""
    for tile in tiles:
        if len(tile) == 2 and text.endswith(tile[1]) and text[-1] in "mpsf":
            text = text[:-1] + tile
        else:
            text += tile
    return text


def name_tiles(tiles: Sequence[str]) -> str:
    """As people say it, the suit once a run: ``("4m", "5m", "6m", "E")`` is 四五六萬東."""
    text = following = ""
    for tile in reversed(tiles):
        suit = tile[-1] if tile in SUITED else ""
        text = (NAMES[tile][0] if suit and suit == following else NAMES[tile]) + text
        following = suit
    return text
