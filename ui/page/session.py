"""What the address says (table, sheet, view, language) and what the ledger holds for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

import streamlit as st

from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import State
from snaptai.scoring.tiles import WINDS
from snaptai.ui.page.around import Around, at_table, by_itself, opened_wall
from snaptai.ui.page.evening import Evening, Step, deal_number, load
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Stale, Store, data_folder, new_id
from snaptai.ui.page.texts import language, say

MOST_PAGES, TRIES = 20, 5
_one_after_another = Lock()
"""Streamlit begins a visitor's next run while the last one may still be at work."""
VIEWS = ("score", "table", "rulebook", "rulings")


@st.cache_resource
def _store(folder: str) -> Store:
    return Store(data_folder())


@dataclass
class Page:
    """One run of the page for one visitor. Everything that must survive is in the store, never here."""

    store: Store
    view: str
    lang: str
    table: str | None
    sheet_id: str | None

    def say(self, key: str, **values: object) -> str:
        """A text in the visitor's language."""
        return say(key, self.lang, **values)

    @cached_property
    def evening(self) -> Evening | None:
        """The table in the address, if there is one."""
        return load(self.store, self.table) if self.table else None

    @cached_property
    def _sheet(self) -> tuple[int, Sheet]:
        found = self.store.sheet(self.sheet_id) if self.sheet_id else None
        if found is None:
            return 0, Sheet()
        return found[0], self._here(Sheet.from_json(found[2]))

    def _here(self, sheet: Sheet) -> Sheet:
        if self.evening:
            return seated(sheet, self.evening.state)
        return replace(among(sheet, WINDS), deal=None)

    @property
    def sheet(self) -> Sheet:
        """The open sheet, an empty one where there is none."""
        return self._sheet[1]

    @property
    def revision(self) -> int:
        """Which version of the open sheet this run shows."""
        return self._sheet[0]

    @property
    def recorded(self) -> Step | None:
        """The deal in the ledger that was recorded from the open sheet."""
        return self.evening.step_of(self.sheet_id) if self.evening else None

    @property
    def passed(self) -> bool:
        """Whether the table is at another deal than the one in which the open, unrecorded sheet was begun."""
        if self.evening is None or self.sheet.read is None or self.recorded:
            return False
        return self.sheet.deal != deal_number(self.evening.state)

    @property
    def around(self) -> Around:
        """The seats of the sheet's deal."""
        if self.evening:
            return at_table(self.evening.played_in(self.sheet_id, self.sheet.deal))
        return by_itself(self.store, self.sheet)

    def write(self, sheet: Sheet) -> None:
        """Write the open sheet; raises ``Stale`` where another phone was faster."""
        self.sheet_id, sheet = self.sheet_id or new_id(), self._here(sheet)
        revision = self.store.save_sheet(self.sheet_id, self.table, sheet.to_json(), expected=self.revision)
        self.__dict__["_sheet"] = (revision, sheet)

    def save(self, sheet: Sheet) -> None:
        """Write the open sheet and show it; where another phone was faster, its version stays and is shown."""
        try:
            self.write(sheet)
        except Stale:
            tell(self.say("newer"))
            self.__dict__.pop("_sheet")
        st.query_params["sheet"] = self.sheet_id

    def link(self) -> dict[str, Any]:
        """What each component is told so that nothing it sends is lost: its sheet, what was done, who is answering."""
        visit = st.session_state.setdefault("visit", new_id())
        return {"sheet": self.sheet_id, "acked": dict(self.sheet.acked), "visit": visit}

    def forget(self, name: str) -> None:
        """Take a word out of the address."""
        if name in st.query_params:
            del st.query_params[name]


def next_hand(page: Page) -> None:
    """An empty sheet; the old one stays in the ledger, and dealer, round and seats come from the table."""
    page.forget("sheet")
    st.rerun()


def among(sheet: Sheet, players: tuple[str, ...]) -> Sheet:
    """The sheet without a winner or loser who does not sit here: a hand scored before the table was opened."""
    context = sheet.context
    if {context.winner, context.loser} - {None} <= set(players):
        return sheet
    return replace(sheet, context=replace(context, winner=None, loser=None, method=None))


def seated(sheet: Sheet, state: State) -> Sheet:
    """The sheet at a table, in the deal of now unless it was begun in another.

    Who was called by the wind before the table was opened sits here as far from the dealer.
    """
    context = sheet.context
    if context.dealer and state.dealer:
        at = winds(state.seats, opened_wall(state.seats, state.dealer, context.dealer))
        name = {wind: player for player, wind in at.items()} | {None: None}
        winner, loser = (name.get(one, one) for one in (context.winner, context.loser))
        sheet = replace(sheet, context=replace(context, winner=winner, loser=loser, dealer=None))
    return among(replace(sheet, deal=sheet.deal or deal_number(state)), state.seats)


def current(sheet: str | None = None) -> Page:
    """The page that the address asks for; with ``sheet``, that one in place of the sheet in the address."""
    params = st.query_params
    view = params.get("view", "score")
    store = _store(str(data_folder()))
    return Page(
        store, view if view in VIEWS else "score", language(params), params.get("table"), sheet or params.get("sheet")
    )


def plain(text: str) -> str:
    """Text that Streamlit shows as it is, whatever marks a name may hold."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~$:<>])", r"\\\1", text)


def tell(message: str) -> None:
    """Show a short message after the next run."""
    st.session_state["told"] = message


def show_told() -> None:
    """Show what ``tell`` was given."""
    if message := st.session_state.pop("told", None):
        st.toast(message)


Operations = list[Mapping[str, Any]]


def sent(key: str) -> tuple[str, Operations]:
    """The sheet that component ``key`` showed and the operations that it has no answer to; none where it is gone."""
    given = st.session_state[key].ops if key in st.session_state else None
    return (str(given["sheet"]), list(given["ops"])) if given else ("", [])


def fresh(ops: Operations, acked: Mapping[str, int]) -> Operations:
    """Those that were not carried out yet."""
    return [op for op in ops if op["n"] > acked.get(op["token"], 0)]


def acknowledged(acked: Mapping[str, int], ops: Operations) -> dict[str, int]:
    """``acked`` after ``ops``; pages that sent nothing for long are forgotten."""
    after = dict(acked)
    for op in ops:
        after[op["token"]] = max(op["n"], after.pop(op["token"], 0))
    return dict(list(after.items())[-MOST_PAGES:])


def carry_out(key: str, change: Callable[[Page, Sheet, Operations], Sheet]) -> Operations:
    """Let ``change`` do what component ``key`` sent, each operation once, on its own sheet; what was done now.

    Where another phone changed the sheet meanwhile it is done again on what that phone left. A recorded sheet stays.
    """
    sheet_id, ops = sent(key)
    with _one_after_another:
        for _ in range(TRIES):
            page = current(sheet_id)
            todo = fresh(ops, page.sheet.acked)
            if not todo or not page.revision:
                return []
            sheet = page.sheet if page.recorded else change(page, page.sheet, todo)
            try:
                page.write(replace(sheet, acked=acknowledged(sheet.acked, todo)))
                return todo
            except Stale:
                continue
    tell(page.say("newer"))
    return []
