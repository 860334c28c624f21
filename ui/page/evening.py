"""The evening's table: the stored log replayed by ``scoring.table``, what to add to it, its way out and in."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from snaptai.scoring.table import History, State, event_document, read_event, replay
from snaptai.scoring.table.events import Deal, Event, ExhaustiveDraw, FalseWin, MissedPung, Penalty, Win
from snaptai.ui.page.names import wind_name
from snaptai.ui.page.store import Logged, Photo, Store, new_id

FORMAT = "snaptai-table"
MONEY_EVENTS = (Win, ExhaustiveDraw, FalseWin, MissedPung, Penalty)


class ImportProblem(ValueError):
    """A file that is no export of a table; ``str`` names the text key for people."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event in force that moved money or ended a deal, with the states before and after it."""

    at: str
    event: Event
    before: State
    state: State
    sheet: str | None


@dataclass(frozen=True, slots=True)
class Evening:
    """A table as stored: its log and the history that follows from it."""

    table: str
    log: tuple[Logged, ...]
    history: History

    @property
    def state(self) -> State:
        """Everything the table knows now."""
        return self.history.state

    def steps(self) -> list[Step]:
        """Deals and fines in force, in order."""
        logged = {id(event): entry for event, entry in zip(self.history.log, self.log, strict=True)}
        befores = [State(), *(state for _, state in self.history.done)]
        return [
            Step(logged[id(event)].at, event, before, state, logged[id(event)].sheet)
            for before, (event, state) in zip(befores, self.history.done, strict=False)
            if isinstance(event, MONEY_EVENTS)
        ]

    def step_of(self, sheet: str | None) -> Step | None:
        """The deal that was recorded from this sheet, if it is in force."""
        return next((step for step in self.steps() if sheet and step.sheet == sheet), None)

    def end_of(self, deal: int | None) -> Step | None:
        """What ended the deal of this number, if it is over."""
        played = (step for step in self.steps() if step.before.phase == "play" and step.before.deal == deal)
        return next((step for step in played if step.state.phase != "play"), None)

    def played_in(self, sheet: str | None, deal: int | None) -> State:
        """The deal of a sheet begun in ``deal``: as it was recorded, else as it ended, else as it stands now."""
        step = self.step_of(sheet) or self.end_of(deal)
        return step.before if step else self.state


def deal_number(state: State) -> int:
    """The deal that is played, or the one that comes next."""
    return state.deal + (state.phase != "play")


def load(store: Store, table: str) -> Evening | None:
    """The table, or None where there is none."""
    if store.table_settings(table) is None:
        return None
    log = tuple(store.log(table))
    return Evening(table, log, replay([dict(each.event) for each in log]))


def start(
    store: Store,
    players: tuple[str, ...],
    dealer: str,
    base: int,
    tai: int,
    opening: str | None = None,
    **house: object,
) -> str:
    """A new table whose players sit as given, counter-clockwise; its id. Raises ``ScoringError``.

    ``opening``: the 開門位 of its first deal, where that is known.
    """
    events = [
        {"event": "open", "players": list(players), "base": base, "tai": tai, **house},
        {"event": "sit", "order": list(players)},
        {"event": "first_dealer", "dealer": dealer},
        *([{"event": "deal", "opening": opening}] if opening else []),
    ]
    replay(events)
    table = store.new_table({})
    store.append(table, *events, expected=0)
    return table


def record(store: Store, evening: Evening, *events: Mapping[str, Any], sheet: str | None = None) -> None:
    """Add events to the log. Raises ``ScoringError`` where one cannot come now, ``Stale`` where others came first."""
    history = evening.history
    for event in events:
        history = history.add(read_event(dict(event)))
    store.append(evening.table, *events, expected=len(evening.log), sheet=sheet)


def open_wall(evening: Evening, opening: str, shown: int | None = None) -> list[dict[str, Any]]:
    """The events that set this deal's 開門位 and the streak shown, taking a wrong one back first."""
    deal: dict[str, Any] = {"event": "deal", "opening": opening}
    if shown is not None:
        deal["shown_streak"] = shown
    done = evening.history.done
    redeal = evening.state.phase == "play" and done and isinstance(done[-1][0], Deal)
    return [{"event": "undo"}, deal] if redeal else [deal]


def standing_line(say: Callable[..., str], state: State, lang: str) -> str:
    """The deal, the round, the dealer and, once it is said, the opened wall; or what is awaited."""
    if state.dealer is None:
        return say("jiang_line", n=state.jiang)
    streak = say("streak_short", n=state.streak) if state.streak else ""
    opened = say("opening_short", name=state.opening) if state.phase == "play" and state.opening else ""
    wind = wind_name(state.round, lang)
    return say("table_line", deal=deal_number(state), round=wind, dealer=state.dealer, streak=streak) + opened


# Out and in again


def to_json(store: Store, evening: Evening) -> str:
    """Everything about the table, sheets and photos included; ``import_table`` reads it back."""
    sheets = {each.sheet: store.sheet(each.sheet) for each in evening.log if each.sheet}
    states = {name: found[2] for name, found in sheets.items() if found}
    photos = {key: store.photo(key) for state in states.values() for key in state["photos"]}
    return json.dumps(
        {
            "format": FORMAT,
            "version": 1,
            "events": [{"at": each.at, "event": each.event, "sheet": each.sheet} for each in evening.log],
            "sheets": states,
            "photos": {key: _photo_out(photo) for key, photo in photos.items() if photo},
        },
        ensure_ascii=False,
    )


def _photo_out(photo: Photo) -> dict[str, Any]:
    return {"width": photo.width, "height": photo.height, "jpeg": base64.b64encode(photo.jpeg).decode()}


def to_csv(evening: Evening) -> str:
    """One line an event with everybody's total after it; the last column holds the event itself, to be read back."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    history, people = History(), _everybody(evening)
    writer.writerow(["time", "deal", "event", *map(_harmless, people), "sheet", "event_json"])
    for entry, event in zip(evening.log, evening.history.log, strict=True):
        history = history.add(event)
        totals = [history.state.totals.get(name, "") for name in people]
        text = json.dumps(entry.event, ensure_ascii=False)
        writer.writerow([entry.at, history.state.deal, entry.event["event"], *totals, entry.sheet or "", text])
    return out.getvalue()


def _everybody(evening: Evening) -> list[str]:
    names: dict[str, None] = {}
    for _, state in evening.history.done:
        names |= dict.fromkeys(state.totals)
    return list(names)


def _harmless(cell: str) -> str:
    """A name that a spreadsheet will not take for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@\t\r" else cell


def import_table(store: Store, data: bytes) -> str:
    """A new table from an export, JSON or CSV; its id. Raises ``ImportProblem`` or ``ScoringError``."""
    try:
        text = data.decode("utf-8-sig")
        found = (
            json.loads(text) if text.lstrip().startswith("{") else {"format": FORMAT, "events": list(_csv_events(text))}
        )
        if found["format"] != FORMAT or not found["events"]:
            raise ImportProblem("import_unknown")
        entries = [Logged(str(each["at"]), dict(each["event"]), each.get("sheet")) for each in found["events"]]
    except (ValueError, KeyError, TypeError, csv.Error) as problem:
        raise ImportProblem("import_unknown") from problem
    replay([dict(entry.event) for entry in entries])
    return _store_import(store, entries, found.get("sheets", {}), found.get("photos", {}))


def _csv_events(text: str) -> Iterator[dict[str, Any]]:
    for row in csv.DictReader(io.StringIO(text)):
        yield {"at": row["time"], "event": json.loads(row["event_json"]), "sheet": row["sheet"] or None}


def _store_import(store: Store, entries: list[Logged], sheets: Mapping[str, Any], photos: Mapping[str, Any]) -> str:
    keys = {
        name: store.add_photo(Photo(int(each["width"]), int(each["height"]), base64.b64decode(each["jpeg"])))
        for name, each in photos.items()
    }
    table = store.new_table({})
    renamed: dict[str | None, str | None] = {None: None}
    for name, state in sheets.items():
        renamed[name] = new_id()
        state = {**state, "photos": [keys.get(photo, photo) for photo in state["photos"]]}
        store.save_sheet(renamed[name] or "", table, state, expected=0)
    kept = [Logged(each.at, each.event, renamed.get(each.sheet, each.sheet)) for each in entries]
    store.append_logged(table, *kept, expected=0)
    return table


__all__ = ["Evening", "ImportProblem", "Step", "event_document", "import_table", "load", "open_wall", "record", "start"]
