"""The ledger file: nothing is lost, nothing is recorded twice, and a table goes out and in again whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from snaptai.scoring.errors import ScoringError
from snaptai.ui.page import evening as ev
from snaptai.ui.page.store import Photo, Stale, Store, data_folder

PLAYERS = ("阿明", "小華", "=美玲", "大山")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def table(store: Store) -> str:
    return ev.start(store, PLAYERS, "阿明", 100, 20)


def loaded(store: Store, table: str) -> ev.Evening:
    found = ev.load(store, table)
    assert found is not None
    return found


def win(winner: str, loser: str, amount: int) -> dict[str, object]:
    payments = [{"from": loser, "to": winner, "amount": amount}]
    return {"event": "win", "winner": winner, "loser": loser, "payments": payments}


def play(store: Store, table: str) -> None:
    """Two deals, one of them undone and played again, and a fine."""
    for events in (
        [{"event": "deal", "opening": "小華"}],
        [win("小華", "大山", 180)],
        [{"event": "undo"}, win("小華", "大山", 220)],
        [{"event": "deal", "opening": "大山"}, {"event": "exhaustive_draw"}],
        [{"event": "penalty", "player": "阿明", "to": ["大山"], "amount": 50, "reason": "遲到"}],
    ):
        ev.record(store, loaded(store, table), *events)


def test_what_was_recorded_is_there_for_the_next_process(store: Store, table: str) -> None:
    play(store, table)
    again = loaded(Store(store.folder), table)
    assert dict(again.state.totals) == {"阿明": -50, "小華": 220, "=美玲": 0, "大山": -170}
    assert (again.state.dealer, again.state.streak) == ("小華", 1)
    assert len(again.log) == 3 + 7


def test_two_phones_cannot_record_one_deal_twice(store: Store, table: str) -> None:
    ev.record(store, loaded(store, table), {"event": "deal", "opening": "阿明"})
    first, second = loaded(store, table), loaded(store, table)
    ev.record(store, first, win("小華", "大山", 180))
    with pytest.raises(Stale):
        ev.record(store, second, win("小華", "大山", 180))
    assert loaded(store, table).state.totals["小華"] == 180


def test_an_event_that_cannot_come_leaves_the_log_alone(store: Store, table: str) -> None:
    with pytest.raises(ScoringError):
        ev.record(store, loaded(store, table), win("小華", "大山", 180))
    assert len(loaded(store, table).log) == 3


def test_a_wrong_opened_wall_is_taken_back(store: Store, table: str) -> None:
    ev.record(store, loaded(store, table), *ev.open_wall(loaded(store, table), "小華"))
    ev.record(store, loaded(store, table), *ev.open_wall(loaded(store, table), "大山"))
    state = loaded(store, table).state
    assert (state.opening, state.deal) == ("大山", 1)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_export_and_import_lose_nothing(store: Store, table: str, form: str, tmp_path: Path) -> None:
    play(store, table)
    out = ev.to_json(store, loaded(store, table)) if form == "json" else ev.to_csv(loaded(store, table))
    other = Store(tmp_path / "other")
    copy = loaded(other, ev.import_table(other, out.encode("utf-8-sig")))
    assert [(each.at, each.event) for each in copy.log] == [(each.at, each.event) for each in loaded(store, table).log]
    assert copy.state == loaded(store, table).state


def test_json_export_carries_sheets_and_photos(store: Store, table: str, tmp_path: Path) -> None:
    photo = store.add_photo(Photo(800, 600, b"jpeg"))
    state = {"photos": [photo], "read": None, "edits": [], "undone": [], "context": {}, "acked": {}}
    store.save_sheet("sheet", table, state, expected=0)
    ev.record(store, loaded(store, table), {"event": "deal", "opening": "阿明"})
    ev.record(store, loaded(store, table), win("小華", "大山", 180), sheet="sheet")
    other = Store(tmp_path / "other")
    copy = loaded(other, ev.import_table(other, ev.to_json(store, loaded(store, table)).encode()))
    kept = other.sheet(copy.steps()[0].sheet or "")
    assert kept is not None and other.photo(kept[2]["photos"][0]) == Photo(800, 600, b"jpeg")


def test_a_name_is_no_formula_in_a_spreadsheet(store: Store, table: str) -> None:
    assert "'=美玲" in ev.to_csv(loaded(store, table)).splitlines()[0]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "time,event\r\n1,2", '{"format":"snaptai-table","events":[1]}', "\x00"]
)
def test_another_file_is_refused_in_one_sentence(store: Store, text: str) -> None:
    with pytest.raises(ev.ImportProblem):
        ev.import_table(store, text.encode())
    assert store.tables() == []


def test_an_export_with_an_impossible_event_makes_no_table(store: Store) -> None:
    events = [{"at": "2026-01-01", "event": {"event": "exhaustive_draw"}, "sheet": None}]
    with pytest.raises(ScoringError):
        ev.import_table(store, json.dumps({"format": "snaptai-table", "events": events}).encode())
    assert store.tables() == []


def test_an_older_version_of_a_sheet_does_not_overwrite_a_newer_one(store: Store) -> None:
    revision = store.save_sheet("sheet", None, {"n": 1}, expected=0)
    store.save_sheet("sheet", None, {"n": 2}, expected=revision)
    with pytest.raises(Stale):
        store.save_sheet("sheet", None, {"n": 3}, expected=revision)
    found = store.sheet("sheet")
    assert found is not None and found[2] == {"n": 2}


def test_the_data_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SNAPTAI_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / "snaptai"
    monkeypatch.setenv("SNAPTAI_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
