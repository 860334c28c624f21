"""Reading a hand document: every key, type and notation checked, nothing guessed (interface.md, The hand document).

A value is read by a function that returns what it means or raises ``Unreadable`` (or KeyError, TypeError for a plain
wrong value). Only then is the section gone through again to collect every fault, with a stand-in for what could not
be read: its path is among ``unknown``, so that what does not depend on it is still checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import call
from typing import Any, NamedTuple

from snaptai.scoring.check import METHODS, OPENINGS, READY, bad_meld, bad_tile
from snaptai.scoring.errors import Problem
from snaptai.scoring.hand import Deal, Hand, Seat, SideStake, Stake, Win
from snaptai.scoring.house import RULEBOOK, House, house_problems, make_house
from snaptai.scoring.suits import UNIT
from snaptai.scoring.tiles import BACK, HONOURS, WINDS, NotationError, parse_tiles

MOST_DIGITS = 1000
MOST = 10**MOST_DIGITS
"""Whole numbers from here on are refused: they could not be written down again."""


class Unreadable(Exception):
    """What is wrong inside a value: faults with paths below it (".key", "[0]", "" for itself), and a stand-in."""

    def __init__(self, faults: list[Problem], stand_in: Any = None) -> None:
        super().__init__()
        self.faults = faults
        self.stand_in = stand_in


class Key(NamedTuple):
    """How one value is read, and what to say it must be when it is of the wrong type or range."""

    read: Callable[[Any], Any]
    zh: str = ""
    en: str = ""


_MOST_KNOWN = 4096


@dataclass(frozen=True, slots=True)
class Section:
    """An object of the document; calling it reads one. ``default`` holds a stand-in for each required key too.

    ``known`` remembers what objects of plain values meant (a win, a seat: there are few), by keys, values and types.
    """

    build: Callable[..., Any]
    keys: Mapping[str, Key]
    required: frozenset[str]
    default: Mapping[str, Any]
    reads: Mapping[str, Callable[[Any], Any]]
    known: dict[tuple[object, ...], Any] | None = None

    def __call__(self, raw: Any) -> Any:
        """What ``raw`` means. Raises Unreadable with every fault in it."""
        if isinstance(raw, dict):
            try:
                return self._sound(raw) if self.known is None else self._remembered(raw, self.known)
            except (Unreadable, KeyError, TypeError):
                pass
        raise self._every_fault(raw)

    def _sound(self, raw: dict[str, Any]) -> Any:
        """What an object means in which nothing is wrong. Raises Unreadable, KeyError or TypeError otherwise."""
        if not raw.keys() >= self.required:
            raise KeyError
        readers = map(self.reads.__getitem__, raw)
        values = zip(raw, map(call, readers, raw.values()), strict=True)
        return self.build(**{**self.default, **dict(values)})

    def _remembered(self, raw: dict[str, Any], known: dict[tuple[object, ...], Any]) -> Any:
        key = (*raw, *raw.values(), *map(type, raw.values()))
        found = known.get(key)
        if found is None:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            found = known[key] = self._sound(raw)
        return found

    def _every_fault(self, raw: object) -> Unreadable:
        if not isinstance(raw, dict):
            return Unreadable([_wrong("", "一個物件 {…}", "an object {…}")], self.build(**self.default))
        values = dict(self.default)
        faults = []
        for key, value in raw.items():
            if key in self.keys:
                faults += self._read(values, key, value)
            else:
                faults.append(Problem("unknown_key", f".{key}", "不認得「{path}」。", "Unknown key {path}."))
        missing = [key for key in self.keys if key in self.required and key not in raw]
        faults += [Problem("missing_key", f".{key}", "缺少 {path}。", "{path} is missing.") for key in missing]
        return Unreadable(faults, self.build(**values))

    def _read(self, values: dict[str, Any], key: str, value: object) -> list[Problem]:
        read, zh, en = self.keys[key]
        try:
            values[key] = read(value)
        except Unreadable as unreadable:
            if unreadable.stand_in is not None:
                values[key] = unreadable.stand_in
            return [_below(f".{key}", fault) for fault in unreadable.faults]
        except (KeyError, TypeError):
            return [_wrong(f".{key}", zh, en)]
        return []


def section(
    build: Callable[..., Any], keys: Mapping[str, Key], *required: str, plain: bool = False, **default: Any
) -> Section:
    """A Section with its reading functions at hand; one of ``plain`` values remembers what it has read."""
    reads = {name: key.read for name, key in keys.items()}
    return Section(build, keys, frozenset(required), default, reads, {} if plain else None)


def _wrong(path: str, zh: str, en: str) -> Problem:
    return Problem("bad_value", path, "{path} 須是" + zh + "。", "{path} must be " + en + ".")


def _below(path: str, fault: Problem) -> Problem:
    return replace(fault, path=path + fault.path)


# Values


def _one_of(*allowed: str | None) -> Key:
    words = ", ".join("null" if word is None else word for word in allowed)
    return Key({word: word for word in allowed}.__getitem__, f" {words} 之一", f"one of {words}")


def _is_bool(value: object) -> bool:
    if value is True or value is False:
        return value
    raise TypeError


def _is_whole(value: object) -> int:
    if type(value) is int and 0 <= value < MOST:
        return value
    raise TypeError


def _is_whole_or_null(value: object) -> int | None:
    return None if value is None else _is_whole(value)


def _tiles(value: object) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise TypeError
    try:
        return parse_tiles(value)
    except NotationError as error:
        raise Unreadable([bad_tile("", error.piece)]) from None


def _last_tile(value: Any) -> str | None:
    if value is None:
        return None
    if value in UNIT:
        return str(value)
    tiles = _tiles(value)
    if len(tiles) == 1:
        return tiles[0]
    raise Unreadable([bad_tile("", str(value))])


def _melds(value: object, kongs: bool = False) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    read = _kong if kongs else _meld
    try:
        return tuple(map(read, value))
    except (Unreadable, TypeError):
        raise _bad_melds(value, read) from None


def _bad_melds(value: Iterable[object], read: Callable[[object], tuple[str, ...]]) -> Unreadable:
    """Every fault among the melds, with an empty one in place of each that is unreadable."""
    faults: list[Problem] = []
    melds: list[tuple[str, ...]] = []
    for place, text in enumerate(value):
        try:
            melds.append(read(text))
            continue
        except Unreadable as unreadable:
            faults += [_below(f"[{place}]", fault) for fault in unreadable.faults]
        except TypeError:
            faults.append(_wrong(f"[{place}]", "一串牌", "a string of tiles"))
        melds.append(())
    return Unreadable(faults, tuple(melds))


def _kongs(value: object) -> tuple[tuple[str, ...], ...]:
    return _melds(value, kongs=True)


@lru_cache(maxsize=4096)
def _meld(text: object) -> tuple[str, ...]:
    """An exposed meld's tiles; whether they are a meld is checked with the hand. There are few melds and many hands."""
    tiles = _tiles(text)
    if odd := [tile for tile in tiles if tile not in UNIT]:
        raise Unreadable([bad_tile("", odd[0])])
    if not tiles:
        raise Unreadable([bad_meld("", tiles)])
    return tiles


@lru_cache(maxsize=4096)
def _kong(text: object) -> tuple[str, ...]:
    """A concealed kong's tiles, face-down ones standing for the kind beside them."""
    tiles = _tiles(text)
    faces = {tile for tile in tiles if tile != BACK}
    if odd := [tile for tile in tiles if tile in faces and tile not in UNIT]:
        raise Unreadable([bad_tile("", odd[0])])
    if len(tiles) == 4 and len(faces) == 1:
        return (*faces,) * 4
    if len(tiles) == 4 and not faces:
        zh, en = "{path} 四張都蓋著，請寫明是什麼牌。", "{path}: all four are face down; say which tile it is."
        raise Unreadable([Problem("concealed_kong_unknown", "", zh, en)])
    raise Unreadable([bad_meld("", tiles, kong=True)])


def _between(value: object) -> tuple[str, str]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(w, str) and w in WINDS for w in value):
        first, second = value
        if first != second:
            return first, second
    raise TypeError


def _side_stakes(value: object) -> tuple[SideStake, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    faults: list[Problem] = []
    sides: list[SideStake] = []
    for place, side in enumerate(value):
        try:
            sides.append(SIDE_STAKE(side))
        except Unreadable as unreadable:
            faults += [_below(f"[{place}]", fault) for fault in unreadable.faults]
    if faults:
        raise Unreadable(faults)
    return tuple(sides)


def _rules(value: object) -> Mapping[str, Any]:
    if value == {}:
        return {}
    if found := house_problems(value, ""):
        raise Unreadable(found)
    return value if isinstance(value, dict) else {}


def _version(value: object) -> int:
    if type(value) is int and value == 1:
        return value
    raise TypeError


_BOOL = Key(_is_bool, " true 或 false", "true or false")
_WHOLE = Key(_is_whole, " 0 以上的整數", "a whole number, 0 or more")
_WHOLE_OR_NULL = Key(_is_whole_or_null, " 0 以上的整數或 null", "a whole number, 0 or more, or null")
_TILES = Key(_tiles, "一串牌", "a string of tiles")
HAND = section(
    Hand,
    {
        "concealed": _TILES,
        "winning_tile": Key(_last_tile, "一張牌或 null", "one tile or null"),
        "exposed": Key(_melds, "一列副露，每副一串牌", "a list with a string for each meld"),
        "concealed_kongs": Key(_kongs, "一列暗槓，每副一串牌", "a list with a string for each kong"),
        "flowers": _TILES,
    },
    "concealed",
    concealed=(),
)
WIN = section(
    Win,
    {
        "method": _one_of(*METHODS),
        "hand_complete": _BOOL,
        "kong_replacement": _BOOL,
        "last_tile": _BOOL,
        "ready": _one_of(*READY, None),
        "opening": _one_of(*OPENINGS, None),
    },
    "method",
    plain=True,
    method="self_draw",
)
SEAT = section(
    Seat,
    {
        "winner": _one_of(*WINDS),
        "dealer": _one_of(*WINDS),
        "loser": _one_of(*WINDS, None),
        "round": _one_of(*HONOURS),
        "dealer_streak": _WHOLE,
        "shown_streak": _WHOLE_OR_NULL,
    },
    "winner",
    "dealer",
    "round",
    plain=True,
    winner="E",
    dealer="E",
    round="E",
)
STAKE = section(Stake, {"base": _WHOLE, "tai": _WHOLE}, plain=True, base=100, tai=20)
SIDE_STAKE = section(
    SideStake,
    {"between": Key(_between, '兩位不同玩家，例如 ["S", "W"]', 'two different players, such as ["S", "W"]'),
     "base": _WHOLE, "tai": _WHOLE},
    "between",
    between=("E", "S"),
)  # fmt: skip
DOCUMENT = section(
    dict,
    {
        "hand": Key(HAND),
        "win": Key(WIN),
        "seat": Key(SEAT),
        "stake": Key(STAKE),
        "side_stakes": Key(_side_stakes, "一列內插", "a list of side stakes"),
        "rules": Key(_rules, "一組選項", "an object of options"),
        "version": Key(_version, " 1", "1"),
    },
    hand=Hand(()),
    win=Win("self_draw"),
    seat=Seat("E", "E", "E"),
    stake=Stake(100, 20),
    side_stakes=(),
    rules={},
)
SECTIONS = {"": DOCUMENT, "hand": HAND, "win": WIN, "seat": SEAT}
"""In the order in which an object that could not be read hides what is in it."""


# The document


def read_deal(document: object, base: House = RULEBOOK) -> tuple[Deal, House, list[Problem]]:
    """The deal a document describes, its house, and every fault of key, type and notation."""
    whole = {"hand": {}, "win": {}, "seat": {}} | document if isinstance(document, dict) else document
    faults: list[Problem] = []
    try:
        values = DOCUMENT(whole)
    except Unreadable as unreadable:
        values = unreadable.stand_in
        faults = [replace(fault, path=fault.path.removeprefix(".")) for fault in unreadable.faults]
    stake = values["stake"]
    if values["side_stakes"]:
        stake = Stake(stake.base, stake.tai, values["side_stakes"])
    rules = values["rules"]
    house = make_house(rules, base) if rules else base
    return Deal(values["hand"], values["win"], values["seat"], stake, rules), house, faults


def unknown_paths(faults: list[Problem]) -> frozenset[str]:
    """The paths of which nothing is known; where an object could not be read, those of all its keys."""
    paths = {fault.path for fault in faults}
    for path, hidden in SECTIONS.items():
        if path in paths:
            paths |= {f"{path}.{key}".removeprefix(".") for key in hidden.keys}
    return frozenset(paths)
