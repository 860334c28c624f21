"""The evening's table: who stands where, what happened, what can be recorded without a hand, its way out and in."""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import Any

import streamlit as st

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.table.events import ExhaustiveDraw, FalseWin, MissedPung, Penalty, Win
from snaptai.scoring.table.state import State
from snaptai.ui.page import ledger_forms as forms
from snaptai.ui.page.components import drawing, result
from snaptai.ui.page.evening import Evening, Step, record, standing_line, to_csv, to_json
from snaptai.ui.page.house_form import keep_switch
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.judging import judge_stored
from snaptai.ui.page.pictures import shortened, signed, totals_chart
from snaptai.ui.page.result import view
from snaptai.ui.page.session import Page, plain, sent, tell
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Stale

WIDE = 6
"""More characters than this in a total or a name, and four of them do not stand side by side."""


def show(page: Page) -> None:
    """The table in the address, or the way to one."""
    if page.evening is None:
        forms.choose_table(page)
        return
    asked = st.query_params.get("deal", "")
    steps = page.evening.steps()
    if asked.isdigit() and int(asked) < len(steps):
        _detail(page, steps[int(asked)])
        return
    left, right = st.columns([1, 1], gap="large")
    with left:
        _standing(page, page.evening)
        _actions(page, page.evening)
    with right:
        _history(page, steps)
        _more(page, page.evening)


def change(page: Page, *events: dict[str, Any]) -> None:
    """Record events and draw anew; what cannot be done is said in one sentence."""
    assert page.evening is not None
    try:
        record(page.store, page.evening, *events)
    except Stale:
        tell(page.say("newer"))
    except ScoringError as problem:
        tell(problem.problems[0].message(LOCALE[page.lang]))
    st.rerun()


# Where everybody stands


def _standing(page: Page, evening: Evening) -> None:
    state = evening.state
    st.caption(plain(standing_line(page.say, state, page.lang)))
    cards = "".join(_card(page, name, total, state) for name, total in state.totals.items())
    words = [*state.totals, *map(signed, state.totals.values())]
    wide = "wide" if any(shortened(each, WIDE) != each for each in words) else ""
    with st.container(key="standing"):
        st.html(f"<div class='totals {wide}'>{cards}</div>")
    totals = [dict.fromkeys(state.totals, 0)] + [dict(step.state.totals) for step in evening.steps()]
    if any(any(each.values()) for each in totals):
        drawing(key="chart", data={"svg": totals_chart(totals), "label": page.say("chart")})


def _card(page: Page, name: str, total: int, state: State) -> str:
    mark = f" <i>{escape(page.say('dealer_short'))}</i>" if name == state.dealer else ""
    kind = "up" if total > 0 else "down" if total < 0 else ""
    return f"<div class='card {kind}'><span>{escape(name)}{mark}</span><b>{signed(total)}</b></div>"


def _actions(page: Page, evening: Evening) -> None:
    state = evening.state
    if state.phase == "seats":
        forms.seats(page, state)
    elif state.phase == "dealer":
        forms.first_dealer(page, state)
    else:
        drawn = st.session_state.get("drawn") == state.deal
        with st.container(horizontal=True, key="actions"):
            begun = page.sheet.read is not None and not page.recorded
            words, icon = ("back_to_sheet", "arrow_back") if begun else ("score_hand", "photo_camera")
            if st.button(page.say(words), type="primary", icon=f":material/{icon}:", key="score_hand"):
                st.query_params["view"] = "score"
                if page.recorded:
                    page.forget("sheet")
                st.rerun()
            if st.button(page.say("exhaustive_draw"), key="exhaustive_draw"):
                if state.phase == "play":
                    change(page, {"event": "exhaustive_draw"})
                st.session_state["drawn"] = None if drawn else state.deal
                st.rerun()
        if state.phase == "dice":
            forms.dice(page, state, drawn)
    with st.container(horizontal=True, key="undo_redo"):
        if st.button(
            page.say("undo"), icon=":material/undo:", key="table_undo", disabled=len(evening.history.done) <= 3
        ):
            _reopen(page, evening)
            change(page, {"event": "undo"})
        if st.button(page.say("redo"), icon=":material/redo:", key="table_redo", disabled=not evening.history.undone):
            change(page, {"event": "redo"})
    forms.penalties(page, state)


def _reopen(page: Page, evening: Evening) -> None:
    """The hand of a deal that is taken back is at hand again, to be corrected and recorded anew."""
    steps = evening.steps()
    if steps and steps[-1].sheet and steps[-1].event is evening.history.done[-1][0]:
        st.query_params["sheet"] = steps[-1].sheet


# What happened


def step_title(page: Page, step: Step) -> str:
    """One line for the history."""
    event = step.event
    if isinstance(event, Win):
        score = event.score or {}
        tai = f"　{score['tai']} {page.say('tai')}" if "tai" in score else ""
        key = "discard_headline" if event.loser else "self_drawn_headline"
        method = (event.win or {}).get("method", "")
        key = f"{method}_headline" if method in ("robbed_kong", "eight_flowers", "robbed_flower") else key
        return page.say(key, winner=event.winner, loser=event.loser or "") + tai
    if isinstance(event, ExhaustiveDraw):
        return page.say("exhaustive_draw")
    if isinstance(event, MissedPung):
        return page.say("missed_pung_line", player=event.player, discarder=event.discarder)
    if isinstance(event, FalseWin):
        return page.say("false_win_line", player=event.player)
    assert isinstance(event, Penalty)
    return page.say("penalty_line", player=event.player, reason=event.reason)


def _history(page: Page, steps: list[Step]) -> None:
    st.subheader(page.say("history"))
    if not steps:
        st.caption(page.say("no_history"))
    with st.container(key="history", gap=None):
        for index in range(len(steps) - 1, -1, -1):
            step = steps[index]
            number = f"{step.before.deal}. "
            if st.button(plain(number + step_title(page, step)), key=f"deal-{index}", type="tertiary", width="stretch"):
                st.query_params["deal"] = str(index)
                st.rerun()


def _detail(page: Page, step: Step) -> None:
    if st.button(page.say("back"), icon=":material/arrow_back:", key="back"):
        page.forget("deal")
        st.rerun()
    st.subheader(plain(f"{step.before.deal}. {step_title(page, step)}"))
    st.caption(datetime.fromisoformat(step.at).astimezone().strftime("%Y-%m-%d %H:%M"))
    for notice in step.state.notices:
        st.caption(plain(f"{notice.to_json(LOCALE[page.lang])['why']}（{notice.clause}）"))
    for paid in step.state.payments:
        st.write(plain(page.say("pays", payer=paid.payer, payee=paid.payee, amount=f"{paid.amount:,}")))
    found = page.store.sheet(step.sheet) if step.sheet else None
    if found is None:
        return
    sheet = Sheet.from_json(found[2])
    left, right = st.columns([1, 1], gap="large")
    with left:
        for key in sheet.photos:
            st.html(f"<img class='kept' src='/snaptai/photo/{escape(key)}.jpg' alt=''>")
    judged = judge_stored(page.store, step.sheet or "", page.lang)
    if judged and "error" not in judged.answer:
        with right:
            data = (
                view(judged, f"/snaptai/card/{step.sheet}.svg?lang={page.lang}")
                | page.link()
                | {"sheet": step.sheet, "acked": {}}
            )
            result(key="kept_result", data=data, on_ops_change=_see_rule)


def _see_rule() -> None:
    for op in sent("kept_result")[1]:
        st.query_params["view"] = "rulebook"
        st.query_params["rule"] = str(op["rule"])


# Settings, out and in


def _invite(page: Page) -> None:
    """The table's address as a QR code for the other phones; only with ``--lan`` can they reach it."""
    import segno

    from snaptai.ui.page.serving import table_address

    address = table_address(page.table or "")
    if address is None:
        st.caption(page.say("invite_off"))
        return
    st.caption(page.say("invite_hint"))
    picture = segno.make(address).svg_data_uri(scale=5, border=2, light="#fff")
    st.html(f"<img class='invite' alt='QR' src='{picture}'>")
    st.code(address, language=None)


def _more(page: Page, evening: Evening) -> None:
    with st.expander(page.say("stakes_and_bets"), key="stakes_and_bets"):
        forms.stakes(page, evening.state)
    with st.expander(page.say("export"), key="export"):
        name = f"snaptai-{evening.log[0].at[:10]}"
        left, right = st.columns(2)
        left.download_button(
            "JSON",
            lambda: to_json(page.store, evening),
            f"{name}.json",
            "application/json",
            width="stretch",
            key="json",
            on_click="ignore",
        )
        right.download_button(
            "CSV",
            lambda: to_csv(evening).encode("utf-8-sig"),
            f"{name}.csv",
            "text/csv",
            width="stretch",
            key="csv",
            on_click="ignore",
        )
        forms.bring_in(page)
    with st.expander(page.say("settings"), key="settings"):
        keep_switch(page)
    with st.expander(page.say("invite"), key="invite"):
        _invite(page)
    if st.button(page.say("other_table"), key="other_table", type="tertiary"):
        for word in ("table", "sheet", "deal"):
            page.forget(word)
        st.rerun()
