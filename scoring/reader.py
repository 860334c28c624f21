"""Reading a hand document: every key, type and notation checked, nothing guessed (interface.md, The hand document).

``read_deal`` never raises on what a document says: problems are collected with their paths, an unreadable value is
replaced by the default and its path remembered, so that what does not depend on it is still checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from snaptai.scoring.check import METHODS, OPENINGS, READY, bad_meld, bad_tile
from snaptai.scoring.errors import Problem
from snaptai.scoring.hand import Deal, Hand, Seat, SideStake, Stake, Win
from snaptai.scoring.house import RULEBOOK, House, house_problems, make_house
from snaptai.scoring.suits import UNIT
from snaptai.scoring.tiles import BACK, HONOURS, WINDS, NotationError, parse_tiles

MOST = 10**1000
"""Whole numbers above this are refused: they could not be written down again."""
REQUIRED = object()


class Field(NamedTuple):
    """One key of a section: how its value is read, and what stands when the key is missing."""

    read: Callable[[Reader, str, Any], Any]
    default: Any


@dataclass(slots=True)
class Reader:
    """The problems found so far, and the paths whose values could not be read."""

    problems: list[Problem] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)

    def fail(self, problem: Problem) -> None:
        """Remember the problem, and that nothing is known at its path."""
        self.problems.append(problem)
        self.unknown.add(problem.path)

    def bad_value(self, path: str, zh: str, en: str) -> None:
        """The value at ``path`` has the wrong type or range."""
        self.fail(Problem("bad_value", path, f"{path} 須是{zh}。", f"{path} must be {en}."))

    def section(self, path: str, raw: object, fields: Mapping[str, Field]) -> dict[str, Any]:
        """The values of one object by key, defaults filled in."""
        prefix = f"{path}." if path else ""
        values = {key: known.default for key, known in fields.items()}
        if not isinstance(raw, dict):
            self.bad_value(path, "一個物件 {…}", "an object {…}")
            self.unknown.update(prefix + key for key in fields)
            return values
        for key, value in raw.items():
            if known := fields.get(key):
                values[key] = known.read(self, prefix + key, value)
            else:
                where = f"{prefix}{key}"
                self.fail(Problem("unknown_key", where, f"不認得「{where}」。", f"Unknown key {where!r}."))
        for key in [key for key, value in values.items() if value is REQUIRED]:
            self._missing(prefix + key)
        return values

    def _missing(self, path: str) -> None:
        if path not in self.unknown:
            self.fail(Problem("missing_key", path, f"缺少 {path}。", f"{path} is missing."))


# Values


def _bool(reader: Reader, path: str, value: object) -> bool:
    if value is True or value is False:
        return value
    reader.bad_value(path, " true 或 false", "true or false")
    return False


def _whole(reader: Reader, path: str, value: object) -> int:
    if type(value) is int and 0 <= value < MOST:
        return value
    reader.bad_value(path, " 0 以上的整數", "a whole number, 0 or more")
    return 0


def _whole_or_null(reader: Reader, path: str, value: object) -> int | None:
    return None if value is None else _whole(reader, path, value)


def _one_of(*allowed: str | None) -> Callable[[Reader, str, object], str | None]:
    words = ", ".join("null" if word is None else word for word in allowed)

    def read(reader: Reader, path: str, value: object) -> str | None:
        if (value is None or isinstance(value, str)) and value in allowed:
            return value
        reader.bad_value(path, f" {words} 之一", f"one of {words}")
        return None

    return read


def _tiles(reader: Reader, path: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, str):
        reader.bad_value(path, "一串牌", "a string of tiles")
        return ()
    try:
        return parse_tiles(value)
    except NotationError as error:
        reader.fail(bad_tile(path, error.piece))
        return ()


def _last_tile(reader: Reader, path: str, value: object) -> str | None:
    if value is None:
        return None
    tiles = _tiles(reader, path, value)
    if len(tiles) == 1:
        return tiles[0]
    if path not in reader.unknown:
        reader.fail(bad_tile(path, str(value)))
    return None


def _melds(reader: Reader, path: str, value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple):
        reader.bad_value(path, "一列副露，每副一串牌", "a list with a string for each meld")
        return ()
    return tuple([_meld(reader, f"{path}[{place}]", text) for place, text in enumerate(value)])


def _meld(reader: Reader, path: str, value: object) -> tuple[str, ...]:
    tiles = _meld_tiles(value) if isinstance(value, str) else None
    if tiles is None:
        tiles = _tiles(reader, path, value)
    if path in reader.unknown:
        return ()
    if "kongs" in path:
        return _kong(reader, path, tiles)
    if odd := [tile for tile in tiles if tile not in UNIT]:
        reader.fail(bad_tile(path, odd[0]))
        return ()
    if not tiles:
        reader.fail(bad_meld(path, tiles))
    return tiles


@lru_cache(maxsize=4096)
def _meld_tiles(text: str) -> tuple[str, ...] | None:
    """The tiles of one meld's text, None where it is no notation; there are few melds and many hands."""
    try:
        return parse_tiles(text)
    except NotationError:
        return None


def _kong(reader: Reader, path: str, tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Four alike, face-down tiles standing for the kind beside them."""
    faces = {tile for tile in tiles if tile != BACK}
    if len(tiles) == 4 and len(faces) == 1 and faces <= UNIT.keys():
        return (*faces,) * 4
    if odd := [tile for tile in faces if tile not in UNIT]:
        reader.fail(bad_tile(path, odd[0]))
    elif len(tiles) == 4 and not faces:
        zh, en = f"{path} 四張都蓋著，請寫明是什麼牌。", f"{path}: all four are face down; say which tile it is."
        reader.fail(Problem("concealed_kong_unknown", path, zh, en))
    else:
        reader.fail(bad_meld(path, tiles))
    return ()


def _between(reader: Reader, path: str, value: object) -> tuple[str, str]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(w, str) and w in WINDS for w in value):
        first, second = value
        if first != second:
            return first, second
    reader.bad_value(path, "兩位不同玩家，例如 [\"S\", \"W\"]", 'two different players, such as ["S", "W"]')
    return "E", "S"


_WIND, _WIND_OR_NULL = _one_of(*WINDS), _one_of(*WINDS, None)
HAND = {
    "concealed": Field(_tiles, REQUIRED),
    "winning_tile": Field(_last_tile, None),
    "exposed": Field(_melds, ()),
    "concealed_kongs": Field(_melds, ()),
    "flowers": Field(_tiles, ()),
}
WIN = {
    "method": Field(_one_of(*METHODS), REQUIRED),
    "hand_complete": Field(_bool, False),
    "kong_replacement": Field(_bool, False),
    "last_tile": Field(_bool, False),
    "ready": Field(_one_of(*READY, None), None),
    "opening": Field(_one_of(*OPENINGS, None), None),
}
SEAT = {
    "winner": Field(_WIND, REQUIRED),
    "dealer": Field(_WIND, REQUIRED),
    "loser": Field(_WIND_OR_NULL, None),
    "round": Field(_one_of(*HONOURS), REQUIRED),
    "dealer_streak": Field(_whole, 0),
    "shown_streak": Field(_whole_or_null, None),
}
STAKE = {"base": Field(_whole, 100), "tai": Field(_whole, 20)}
SIDE_STAKE = {"between": Field(_between, REQUIRED), "base": Field(_whole, 0), "tai": Field(_whole, 0)}


# The document


def _hand(reader: Reader, path: str, value: object) -> Hand:
    return Hand(**_readable(reader.section(path, value, HAND), {"concealed": ()}))


def _win(reader: Reader, path: str, value: object) -> Win:
    return Win(**_readable(reader.section(path, value, WIN), {"method": "self_draw"}))


def _seat(reader: Reader, path: str, value: object) -> Seat:
    return Seat(**_readable(reader.section(path, value, SEAT), {"winner": "E", "dealer": "E", "round": "E"}))


def _readable(values: dict[str, Any], stand_ins: Mapping[str, Any]) -> dict[str, Any]:
    """Something harmless where a required value could not be read; its path is unknown, so nothing relies on it."""
    for key, stand_in in stand_ins.items():
        if values[key] is REQUIRED or values[key] is None:
            values[key] = stand_in
    return values


def _stake(reader: Reader, path: str, value: object) -> Stake:
    return Stake(**reader.section(path, value, STAKE))


def _side_stakes(reader: Reader, path: str, value: object) -> tuple[SideStake, ...]:
    if not isinstance(value, list | tuple):
        reader.bad_value(path, "一列內插", "a list of side stakes")
        return ()
    if not value:
        return ()
    sections = [reader.section(f"{path}[{place}]", side, SIDE_STAKE) for place, side in enumerate(value)]
    return tuple(SideStake(**_readable(section, {"between": ("E", "S")})) for section in sections)


def _rules(reader: Reader, path: str, value: object) -> Mapping[str, Any]:
    if isinstance(value, dict) and not value:
        return value
    found = house_problems(value, path)
    reader.problems += found
    reader.unknown.update([path] if found else [])
    return value if not found and isinstance(value, dict) else {}


def _version(reader: Reader, path: str, value: object) -> int:
    if type(value) is not int or value != 1:
        reader.bad_value(path, " 1", "1")
    return 1


DOCUMENT = {
    "hand": Field(_hand, None),
    "win": Field(_win, None),
    "seat": Field(_seat, None),
    "stake": Field(_stake, Stake(100, 20)),
    "side_stakes": Field(_side_stakes, ()),
    "rules": Field(_rules, {}),
    "version": Field(_version, 1),
}


def read_deal(document: object, base: House = RULEBOOK) -> tuple[Deal, House, Reader]:
    """The deal a document describes, its house, and what was wrong with it."""
    reader = Reader()
    if not isinstance(document, dict):
        reader.bad_value("", "一個物件 {…}", "an object {…}")
        return Deal(Hand(()), Win("self_draw"), Seat("E", "E", "E")), base, reader
    values = reader.section("", document, DOCUMENT)
    for name, read in (("hand", _hand), ("win", _win), ("seat", _seat)):
        if name not in document:
            values[name] = read(reader, name, {})
    stake = values["stake"]
    if values["side_stakes"]:
        stake = Stake(stake.base, stake.tai, values["side_stakes"])
    house = make_house(values["rules"], base)
    return Deal(values["hand"], values["win"], values["seat"], stake, values["rules"]), house, reader
