"""The table of events: name, keys, when it may come, which sentences of the rulebook it carries out; JSON both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from snaptai.scoring.errors import Problem
from snaptai.scoring.fields import (
    Reader,
    Refused,
    Unfit,
    listed,
    money,
    one_of,
    or_null,
    read_keys,
    read_object,
    whole,
    words,
    yes_no,
)
from snaptai.scoring.house import house_problems
from snaptai.scoring.table import events as ev
from snaptai.scoring.tiles import DRAGONS, WINDS

_BEFORE = ("seats", "dealer", "dice")
_ANY = (*_BEFORE, "play")
_ENVELOPE = ("event", "version")


@dataclass(frozen=True, slots=True)
class Kind:
    """One event: its class, its keys, the phases in which it may come, the sentences it carries out."""

    type: type[ev.Event]
    readers: Mapping[str, Reader]
    phases: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def required(self) -> tuple[str, ...]:
        """Keys without a default: those that the class asks for."""
        return tuple(each.name for each in fields(self.type) if each.default is each.default_factory is MISSING)


def _different(reader: Reader) -> Reader:
    def read(value: Any) -> Any:
        found = reader(value)
        if len(set(found)) < len(found):
            raise Unfit("各項不可重複", "must not name anything twice")
        return found

    return read


def _winds(value: Any) -> tuple[str, ...]:
    drawn = tuple(value) if isinstance(value, str) else ()
    if sorted(drawn) != sorted(WINDS):
        raise Unfit(
            "要依抓牌順序寫 E S W N 各一，例如 SENW", "must be E S W N once each in the order drawn, such as SENW"
        )
    return drawn


def _rounds(value: Any) -> tuple[str, ...]:
    rounds = tuple(value) if isinstance(value, str) else ()
    if rounds not in (WINDS, WINDS + DRAGONS):
        raise Unfit("要寫 ESWN 或 ESWNCFP", "must be ESWN or ESWNCFP")
    return rounds


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unfit("要一個 JSON 物件 {…}", "must be a JSON object {…}")
    return value


def _house_rules(value: Any) -> Mapping[str, Any]:
    rules = _object(value)
    if problems := house_problems(rules):
        raise Unfit(
            "".join(each.message("zh-TW") for each in problems), " ".join(each.message("en") for each in problems)
        )
    return rules


_PAYMENT: Mapping[str, Reader] = {"from": words, "to": words, "amount": money, "tai": or_null(money)}


def _payment(value: Any) -> Mapping[str, Any]:
    values, problems = read_keys(_object(value), _PAYMENT, ("from", "to", "amount"))
    if problems:
        raise Unfit(
            "每筆要寫 from、to、amount（整數），可加 tai", "each needs from, to, amount (whole), and may have tai"
        )
    return values


_DICE = listed(whole(1, 6), 3)
_MONEY = {"base": money, "tai": money}

KINDS: Mapping[str, Kind] = {
    "open": Kind(
        ev.Open,
        {"players": _different(listed(words, 4)), **_MONEY, "rounds": _rounds, "false_win_each": or_null(money),
         "false_win_then": one_of(*ev.THEN), "rules": _house_rules},
        ("open",),
        (),
    ),
    "draw_seats": Kind(
        ev.DrawSeats, {"dice": _DICE, "drawn": _winds, "roller": or_null(words)}, ("seats",), ("二.搬風.1", "二.搬風.2")
    ),
    "sit": Kind(ev.Sit, {"order": _different(listed(words, 4))}, ("seats",), ()),
    "first_dealer": Kind(
        ev.FirstDealer, {"dice": or_null(_DICE), "dealer": or_null(words)}, ("dealer",), ("二.定莊.1", "二.定莊.2")
    ),
    "deal": Kind(
        ev.Deal,
        {"dice": or_null(_DICE), "opening": or_null(words), "shown_streak": or_null(whole(0, 999))},
        ("dice",),
        ("二.配牌.1", "二.配牌.2", "二.連莊示記"),
    ),
    "win": Kind(
        ev.Win,
        {"winner": words, "loser": or_null(words), "score": or_null(_object), "payments": or_null(listed(_payment)),
         "hand": or_null(_object), "win": or_null(_object)},
        ("play",),
        ("二.定莊.3", "一.9", "一.10"),
    ),
    "exhaustive_draw": Kind(ev.ExhaustiveDraw, {}, ("play",), ("二.荒局", "二.定莊.3")),
    "missed_pung": Kind(
        ev.MissedPung, {"player": words, "discarder": words, "pair_shown": yes_no}, ("play",), ("二.喊碰未碰",)
    ),
    "false_win": Kind(
        ev.FalseWin,
        {"player": words, "each": or_null(money), "then": or_null(one_of(*ev.THEN))},
        ("play",),
        ("二.過水.1",),
    ),
    "penalty": Kind(
        ev.Penalty,
        {"player": words, "to": _different(listed(words, 1, 2, 3)), "amount": money, "reason": words},
        _ANY,
        (),
    ),
    "stake": Kind(ev.Stake, _MONEY, _BEFORE, ()),
    "rules": Kind(ev.Rules, {"rules": _house_rules}, _BEFORE, ()),
    "side_stake": Kind(
        ev.SideStake, {"between": _different(listed(words, 2)), **_MONEY}, _BEFORE, ("二.插花.1", "二.插花.2")
    ),
    "follow_bet": Kind(
        ev.FollowBet, {"bystander": words, "follows": words, **_MONEY}, _BEFORE, ("二.插花.1", "二.插花.2")
    ),
    "undo": Kind(ev.Undo, {}, ("open", *_ANY), ()),
    "redo": Kind(ev.Redo, {}, ("open", *_ANY), ()),
}  # fmt: skip
NAMES = {kind.type: name for name, kind in KINDS.items()}
"""Event class to the name it has in JSON."""


def read_event(document: Any) -> ev.Event:
    """The event that a JSON object describes; raises ``Refused`` with every problem."""
    given = read_object(document)
    name = given.get("event")
    if not isinstance(name, str) or name not in KINDS:
        known = ", ".join(KINDS)
        code = "bad_value" if "event" in given else "missing_key"
        zh, en = f"event 要是其中之一：{known}", f"event must be one of {known}"
        raise Refused(Problem(code, "event", zh, en))
    kind = KINDS[name]
    values, problems = read_keys({k: v for k, v in given.items() if k not in _ENVELOPE}, kind.readers, kind.required)
    if problems:
        raise Refused(*problems)
    return kind.type(**values)


def event_document(event: ev.Event) -> dict[str, Any]:
    """The JSON object of an event; keys at their defaults are left out. ``read_event`` reads it back."""
    document: dict[str, Any] = {"event": NAMES[type(event)]}
    required = KINDS[document["event"]].required
    for each in fields(event):
        value = getattr(event, each.name)
        default = each.default_factory() if callable(each.default_factory) else each.default
        if each.name in required or value != default:
            document[each.name] = _plain(each.name, value)
    return document


def _plain(name: str, value: Any) -> Any:
    if name in ("drawn", "rounds"):
        return "".join(value)
    return list(value) if isinstance(value, tuple) else value
