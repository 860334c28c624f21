"""The log: undo, redo, replay from JSON, and events that mean nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaptai.scoring.fields import Refused
from snaptai.scoring.table import KINDS, State, Table, event_document, read_event, replay

START: list[dict[str, Any]] = [
    {"event": "open", "players": list("ABCD"), "base": 100, "tai": 20, "false_win_each": 50},
    {"event": "draw_seats", "roller": "A", "dice": [1, 2, 3], "drawn": "SENW"},
    {"event": "first_dealer", "dice": [4, 4, 4]},
    {"event": "deal", "dice": [1, 1, 1]},
]
WIN = {"event": "win", "winner": "A", "payments": [{"from": n, "to": "A", "amount": 120, "tai": 1} for n in "BCD"]}
UNDO, REDO = {"event": "undo"}, {"event": "redo"}


def state_after(*events: dict[str, Any]) -> State:
    return replay(events).state


def test_undo_takes_back_one_event_and_redo_brings_it_again() -> None:
    assert state_after(*START, WIN, UNDO) == state_after(*START)
    assert state_after(*START, WIN, UNDO, UNDO) == state_after(*START[:-1])
    assert state_after(*START, WIN, UNDO, UNDO, REDO, REDO) == state_after(*START, WIN)
    assert state_after(START[0], UNDO) == State()


def test_a_new_event_ends_what_could_be_redone() -> None:
    with pytest.raises(Refused, match="nothing to redo"):
        state_after(*START, WIN, UNDO, {"event": "exhaustive_draw"}, REDO)


def test_there_is_nothing_to_undo_at_first() -> None:
    with pytest.raises(Refused, match="nothing to undo"):
        state_after(UNDO)


def test_the_log_keeps_everything_and_replays_to_the_same_state() -> None:
    history = replay([*START, WIN, UNDO, REDO, UNDO, {"event": "exhaustive_draw"}])
    document = json.loads(json.dumps(history.to_json()))
    assert document["version"] == 1
    assert [event["event"] for event in document["events"][-5:]] == ["win", "undo", "redo", "undo", "exhaustive_draw"]
    assert replay(document["events"]) == history


@pytest.mark.parametrize("event", [*START, WIN, UNDO], ids=lambda event: event["event"])
def test_events_are_written_as_they_were_read(event: dict[str, Any]) -> None:
    assert event_document(read_event(event)) == event


@pytest.mark.parametrize(
    "event,code,path",
    [
        ({}, "missing_key", "event"),
        ({"event": "dance"}, "bad_value", "event"),
        ([], "bad_value", ""),
        ({"event": "deal", "dice": [1, 2]}, "bad_value", "dice"),
        ({"event": "deal", "dice": [1, 2, 7]}, "bad_value", "dice"),
        ({"event": "deal", "dice": [1, 2, True]}, "bad_value", "dice"),
        ({"event": "deal", "dices": [1, 2, 3]}, "unknown_key", "dices"),
        ({"event": "draw_seats", "dice": [1, 2, 3]}, "missing_key", "drawn"),
        ({"event": "draw_seats", "dice": [1, 2, 3], "drawn": "ESWW"}, "bad_value", "drawn"),
        ({"event": "open", "players": ["A", "B", "C", "C"]}, "bad_value", "players"),
        ({"event": "open", "players": ["A", "B", "C", "\ud800"]}, "bad_value", "players"),
        ({"event": "open", "players": ["A", "B", "C", "D"], "rounds": "EWSN"}, "bad_value", "rounds"),
        ({"event": "open", "players": ["A", "B", "C", "D"], "rules": {"liguu": True}}, "bad_value", "rules"),
        ({"event": "penalty", "player": "A", "to": ["B"], "amount": -5}, "bad_value", "amount"),
        ({"event": "penalty", "player": "A", "to": ["B"], "amount": 1.5}, "bad_value", "amount"),
        ({"event": "win", "winner": "A", "payments": [{"from": "B"}]}, "bad_value", "payments"),
    ],
)
def test_bad_events_say_where_they_are_wrong_and_change_nothing(event: Any, code: str, path: str) -> None:
    table = Table()
    table.answer(START[0])
    before = table.history
    answer = table.answer(event)
    assert (answer["error"]["code"], answer["error"]["path"]) == (code, path)
    assert table.history == before


@pytest.mark.parametrize(
    "event,message",
    [
        ({"event": "undo", "steps": 2}, "no keys are used here"),
        ({"event": "win", "winner": "A", "payments": 3}, "must be a list […]"),
        (
            {"event": "open", "players": list("ABCD"), "rules": {"liguu": True}},
            "There is no house-rule option rules.liguu.",
        ),
    ],
)
def test_messages_say_what_would_do(event: Any, message: str) -> None:
    assert Table("en").answer(event)["error"]["message"] == message


def test_all_problems_of_an_event_are_told_at_once() -> None:
    errors = Table().answer({"event": "draw_seats", "dice": 3, "colour": "red"})["errors"]
    assert [(each["code"], each["path"]) for each in errors] == [
        ("missing_key", "drawn"), ("unknown_key", "colour"), ("bad_value", "dice"),
    ]  # fmt: skip


def test_errors_and_notices_are_chinese_and_english_on_request() -> None:
    unknown = {"event": "first_dealer", "dealer": "Z"}
    chinese, english = (Table(lang, replay(START[:2])).answer(unknown)["error"]["message"] for lang in ("zh-TW", "en"))
    assert chinese == "Z 不在座；在座的是 C、B、A、D"
    assert english == "Z is not at the table; C, B, A, D are"
    told = Table("en", replay(START[:2])).answer(START[2])["notices"][0]
    assert told == {"code": "first_dealer", "clause": "二.定莊.1", "why": "D deals first; that place is the 起莊位"}


_NAMES = st.sampled_from(["A", "B", "C", "D", "Zoe", ""])
_VALUES = st.one_of(
    _NAMES, st.lists(_NAMES, max_size=4), st.lists(st.integers(1, 6), min_size=3, max_size=3), st.none(), st.booleans(),
    st.integers(-1, 9), st.sampled_from(["ESWN", "NESW", "redeal", "draw"]), st.just(WIN["payments"]), st.just({}),
)  # fmt: skip


@st.composite
def any_event(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(list(KINDS)))
    keys = draw(st.lists(st.sampled_from(list(KINDS[name].readers) or ["x"]), unique=True))
    return {"event": name} | {key: draw(_VALUES) for key in [*KINDS[name].required, *keys]}


_LIKELY = st.sampled_from(
    [WIN, UNDO, REDO, START[3], {"event": "exhaustive_draw"}, {"event": "false_win", "player": "B"},
     {"event": "follow_bet", "bystander": "Zoe", "follows": "A", "base": 7, "tai": 3}]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.one_of(_LIKELY, any_event()), max_size=25))
def test_whatever_comes_money_adds_up_to_zero_and_the_log_replays(events: list[dict[str, Any]]) -> None:
    table = Table(history=replay(START))
    for event in events:
        answer = table.answer(event)
        assert "error" in answer or sum(answer["totals"].values()) == 0
    assert replay(table.history.to_json()["events"]) == table.history
