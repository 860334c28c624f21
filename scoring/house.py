"""House rules: the rulebook amended. A house file is the ``rules`` object of a hand document, written as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from snaptai.scoring.errors import HouseError, Problem

FLOWER_ORDERS = ("梅蘭菊竹", "梅蘭竹菊")
TAI_RANGE = range(-999, 1000)


@dataclass(frozen=True, slots=True)
class House:
    """Every option of rulings.md with the rulebook's value, other 臺 values by item name, and rules switched off.

    ``tai`` pairs an item's name (清一色) with its 臺; ``off`` are rule numbers; ``source`` says who plays so.
    """

    house: str = "規則書"
    source: str = ""
    ligu: bool = True
    concealed_kong_keeps_quanqiu: bool = False
    pinghe_two_sided_only: bool = False
    drop_own_exhausted_waits: bool = False
    flower_order: str = FLOWER_ORDERS[0]
    robbed_flower_all_pay: bool = False
    tai: tuple[tuple[str, int], ...] = ()
    off: tuple[int, ...] = ()

    def to_document(self) -> dict[str, Any]:
        """Everything in force, as ``rules`` of a score document; reading it back gives the same house."""
        values = {name: getattr(self, name) for name in (*TEXTS, *OPTIONS)}
        return values | {"tai": dict(self.tai), "off": list(self.off)}


OPTIONS = tuple(f.name for f in fields(House) if f.type == "bool") + ("flower_order",)
TEXTS = ("house", "source")
KEYS = (*TEXTS, *OPTIONS, "tai", "off")
RULEBOOK = House()
_known: dict[object, House] = {}
_MOST_KNOWN = 1000


def make_house(rules: Mapping[str, Any], base: House = RULEBOOK) -> House:
    """``base`` amended by ``rules`` (options by name, ``tai``, ``off``). Raises HouseError naming every problem."""
    if not rules:
        return base
    key = (base, repr(rules))
    if (house := _known.get(key)) is None:
        if problems := house_problems(rules):
            raise HouseError(problems)
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        house = _known[key] = _amend(base, rules)
    return house


def _amend(base: House, rules: Mapping[str, Any]) -> House:
    values = {name: rules.get(name, getattr(base, name)) for name in (*TEXTS, *OPTIONS)}
    tai = dict(base.tai) | {_item_name(name) or name: value for name, value in rules.get("tai", {}).items()}
    off = tuple(sorted({*base.off, *rules.get("off", ())}))
    values["ligu"] = values["ligu"] and 36 not in off
    return House(**values, tai=tuple(sorted(tai.items())), off=off)


def load_house(path: str | Path) -> House:
    """A house file. Raises HouseError (what is wrong, and where) and OSError (no such file)."""
    try:
        rules = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise _no_toml(path, "nested too deeply") from None
    except ValueError as error:
        raise _no_toml(path, error) from None
    return make_house(rules)


def _no_toml(path: str | Path, why: object) -> HouseError:
    return HouseError([Problem("bad_value", "", f"{path} 不是 TOML：{why}", f"{path} is not TOML: {why}")])


def find_house(name: str) -> House:
    """A house file by path, or one of those that come with SnapTai by name (``shipped_houses``)."""
    return load_house(shipped_houses().get(name, Path(name)))


def shipped_houses() -> dict[str, Path]:
    """The house files that come with SnapTai, by name."""
    return {path.stem: path for path in sorted(Path(__file__).with_name("rules").glob("*.toml"))}


def house_problems(rules: object, path: str = "rules") -> list[Problem]:
    """Every unknown key and impossible value of a ``rules`` object, each with its path."""
    if not isinstance(rules, Mapping):
        return [_bad(path, "一組選項", "an object of options")]
    return [problem for name, value in rules.items() for problem in _option_problems(path, name, value)]


def _option_problems(path: str, name: object, value: object) -> Iterator[Problem]:
    where = f"{path}.{name}"
    if name in TEXTS:
        if not isinstance(value, str):
            yield _bad(where, "一段文字", "a text")
    elif name == "flower_order":
        if not isinstance(value, str) or value not in FLOWER_ORDERS:
            yield _bad(where, "、".join(FLOWER_ORDERS) + " 之一", "one of " + ", ".join(FLOWER_ORDERS))
    elif name in OPTIONS:
        if not isinstance(value, bool):
            yield _bad(where, " true 或 false", "true or false")
    elif name == "tai":
        yield from _tai_problems(where, value)
    elif name == "off":
        yield from _off_problems(where, value)
    else:
        yield Problem("unknown_key", where, "沒有「{path}」這項規則選項。", "There is no house-rule option {path}.")


def _tai_problems(path: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield _bad(path, "項目名稱與臺數", "item names with their tai")
        return
    for name, tai in value.items():
        where = f"{path}.{name}"
        if not isinstance(name, str) or _item_name(name) is None:
            yield Problem("unknown_key", where, "沒有「{path}」這個項目。", "There is no item {path}.")
        elif type(tai) is not int or tai not in TAI_RANGE:
            yield _bad(where, " -999 到 999 的整數", "a whole number from -999 to 999")


def _off_problems(path: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list | tuple):
        yield _bad(path, "規則號碼的清單", "a list of rule numbers")
        return
    for position, number in enumerate(value):
        if type(number) is not int or not 1 <= number <= 36:
            yield _bad(f"{path}[{position}]", " 1 到 36 的規則號碼", "a rule number from 1 to 36")


def _bad(path: str, zh: str, en: str) -> Problem:
    return Problem("bad_value", path, "{path} 須是" + zh + "。", "{path} must be " + en + ".")


def _item_name(name: str) -> str | None:
    """The item called ``name``, or the only item of the rule with that number; None where there is none."""
    from snaptai.scoring.rules.table import NAMES_BY_NUMBER

    if name in {item for items in NAMES_BY_NUMBER.values() for item in items}:
        return name
    items = NAMES_BY_NUMBER.get(name, ())
    return items[0] if len(items) == 1 else None
