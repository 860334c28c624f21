"""One hand on one screen: tiles, context and result side by side, or below each other on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.table.seating import pointed
from snaptai.scoring.table.state import State
from snaptai.scoring.tiles import DRAGONS, WINDS
from snaptai.ui.page import context as ctx
from snaptai.ui.page import correct_view, landing, passed_view, waiting_view
from snaptai.ui.page.around import Around, in_words, missing
from snaptai.ui.page.components import choices, result
from snaptai.ui.page.evening import open_wall, record, standing_line
from snaptai.ui.page.house_form import stakes_form, terms_form
from snaptai.ui.page.judged import LOCALE, Judged, priced
from snaptai.ui.page.judging import judge, score
from snaptai.ui.page.names import tile_names
from snaptai.ui.page.result import view
from snaptai.ui.page.session import Operations, Page, carry_out, current, next_hand, plain, tell
from snaptai.ui.page.state import Sheet, operated
from snaptai.ui.page.store import Stale


def show(page: Page) -> None:
    """Landing, or the open sheet."""
    if page.sheet.read is None:
        landing.show(page)
        return
    left, right = st.columns([6, 5], gap="large")
    judged = judge(page.sheet, page.around, page.lang)
    if page.recorded:
        with left:
            _result(page, judged)
        with right:
            _kept_photos(page)
        return
    useless = page.sheet.photos and not page.sheet.shows_hand
    with left:
        correct_view.show(page)
        if not useless:
            landing.again(page)
    with right:
        if page.passed:
            _passed(page, judged)
        elif useless:
            landing.instead(page)
        else:
            win_and_result(page, judged)
            _next(page, judged)


def win_and_result(page: Page, judged: Judged | None) -> None:
    """How the open sheet's hand was won, and what it comes to."""
    _context(page, judged)
    if not waiting_view.show(page):
        _result(page, judged)


def _passed(page: Page, judged: Judged | None) -> None:
    """What became of the hand's deal, and what the hand came to in it."""
    assert page.evening is not None
    end = page.evening.end_of(page.sheet.deal)
    passed_view.show(page, end)
    if judged and end:
        _result(page, judged)


def _kept_photos(page: Page) -> None:
    for key in page.sheet.photos:
        st.html(f"<img class='kept' src='/snaptai/photo/{escape(key)}.jpg' alt=''>")


# Context


def asking_for(page: Page, judged: Judged | None) -> ctx.Asking:
    """What the context sections are made from."""
    draft = page.sheet.draft
    assert draft is not None
    answer = judged.answer if judged else None
    return ctx.Asking(draft, page.sheet.context, page.around, answer, page.lang, score)


def sections_for(page: Page, judged: Judged | None) -> list[dict[str, Any]]:
    """Every question about the win that has to be asked now."""
    asking = asking_for(page, judged)
    questions = _win_sections(asking, page.around)
    if page.evening:
        return _at_table(page, asking, page.evening.state, questions)
    rounds = WINDS + DRAGONS if page.store.setting("dragon_rounds", False) else WINDS
    return [*ctx.seat_questions(asking, rounds), *questions]


def _win_sections(asking: ctx.Asking, around: Around) -> list[dict[str, Any]]:
    sections = [ctx.who(asking)] if around.dealer else []
    if asking.context.winner:
        sections += [each for each in (ctx.how(asking), ctx.winning_tile(asking), ctx.other_ways(asking)) if each]
    return [*sections, ctx.extras(asking)] if asking.context.method else sections


def _at_table(page: Page, asking: ctx.Asking, state: State, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With the opened wall first where this visit was asked for it, also once it is said: nothing moves away."""
    if state.phase not in ("dice", "play"):
        return questions
    if state.opening is None:
        st.session_state[_rolled(page)] = ""
    rolled = st.session_state.get(_rolled(page))
    opening = ctx.dice(asking, state.opening, rolled)
    shown = [ctx.shown_streak(asking)] if state.streak and state.phase == "play" else []
    return [*questions, *opening, *shown] if rolled is None else [*opening, *questions, *shown]


def _rolled(page: Page) -> str:
    """Where this visit keeps the dice of the hand's deal: their total, or "" where they were only asked for."""
    return f"rolled-{page.sheet_id}-{page.sheet.deal}"


def _context(page: Page, judged: Judged | None) -> None:
    if page.evening:
        st.caption(plain(standing_line(page.say, page.evening.state, page.lang)))
        if page.evening.state.dealer is None:
            st.info(page.say("no_dealer"))
    data = {"sections": sections_for(page, judged), "names": tile_names(page.lang)}
    choices(key="choices", data=data | page.link(), on_ops_change=_choose)
    if page.sheet.terms:
        terms_form(page)
    elif page.evening is None:
        stakes_form(page)


def _choose() -> None:
    if carry_out("choices", _all_chosen):
        st.session_state["fresh_choice"] = True


def _all_chosen(page: Page, sheet: Sheet, ops: Operations) -> Sheet:
    for op in ops:
        try:
            sheet = _chosen(page, sheet, str(op["section"]), str(op["value"]))
        except Stale:
            tell(page.say("newer"))
        except ScoringError as problem:
            tell(problem.problems[0].message(LOCALE[page.lang]))
    return sheet


def _chosen(page: Page, sheet: Sheet, section: str, value: str) -> Sheet:
    """The sheet after one choice; dice and the opened wall belong to the table and are recorded there, in its deal."""
    if section in ("dice", "opening_wall", "shown") and page.passed:
        return sheet
    if section in ("dice", "opening_wall") and page.evening:
        state = page.evening.state
        opening = pointed(state.seats, state.dealer or "", int(value)) if section == "dice" else value
        if opening != state.opening:
            _deal(page, opening, state.shown_streak)
        if _rolled(page) in st.session_state:
            st.session_state[_rolled(page)] = value if section == "dice" else ""
        return sheet
    if section == "shown" and page.evening:
        _deal(page, page.evening.state.opening or "", int(value) if value else None)
        return sheet
    if section == "winning_tile":
        return _mark_winning(sheet, value)
    asking = replace(asking_for(page, None), context=sheet.context)
    return replace(sheet, context=ctx.chosen(asking, section, value))


def _deal(page: Page, opening: str, shown: int | None) -> None:
    assert page.evening is not None
    record(page.store, page.evening, *open_wall(page.evening, opening, shown))
    page.__dict__.pop("evening")


def _mark_winning(sheet: Sheet, face: str) -> Sheet:
    draft = sheet.draft
    assert draft is not None
    known = zip(sheet.ids(), draft.tiles, strict=True)
    tile = next((name for name, tile in known if tile.tile == face and tile.role == "concealed"), None)
    return operated(sheet, {"op": "move", "tile": tile, "role": "winning"}) if tile else sheet


# Result


def _result(page: Page, judged: Judged | None) -> None:
    with st.container(key="result_area"):
        if judged is None:
            draft = page.sheet.draft
            assert draft is not None
            needs = missing(draft, page.sheet.context, page.around)
            st.caption(page.say("still_needed", what=in_words(page.say, needs)))
        elif "error" in judged.answer:
            _problems(page, judged)
        else:
            _sheet(page, judged)


IN_PLAIN_WORDS = ("wrong_tile_count", "bad_meld", "concealed_kong_unknown", "bad_tile")


def _problems(page: Page, judged: Judged) -> None:
    if judged.answer["error"]["code"] == "winning_tile_unknown":
        st.caption(page.say("still_needed", what=page.say("need_winning")))
        return
    for message in dict.fromkeys(_plain_words(page, judged, each) for each in judged.answer["errors"]):
        st.warning(message)


def _plain_words(page: Page, judged: Judged, error: Mapping[str, str]) -> str:
    """The error for people at the table: without the names of a document's keys."""
    if error["code"] not in IN_PLAIN_WORDS:
        return error["message"]
    there, want = correct_view.wanted_tiles(judged.draft.hand())
    return page.say(error["code"], n=there, want=want)


def _sheet(page: Page, judged: Judged) -> None:
    shown = view(judged, f"/snaptai/card/{page.sheet_id}.svg?lang={page.lang}")
    shown |= page.link()
    shown["arrive"] = st.session_state.pop("fresh_choice", False)
    if page.recorded:
        shown["recorded"] = page.say("recorded", deal=page.recorded.before.deal)
        shown["next"] = page.say("next_hand")
    shown["price_hint"] = None if page.evening or priced(judged) else page.say("price_hint")
    shown["record"] = page.say("record") if page.evening and not page.recorded and not page.passed else None
    result(key="result", data=shown, on_ops_change=_act)


def _act() -> None:
    """The deal to be recorded, the next hand, or a rule to be read."""
    for op in carry_out("result", _recorded):
        if op["op"] == "next":
            current().forget("sheet")
        elif op["op"] == "rule":
            st.query_params["view"] = "rulebook"
            st.query_params["rule"] = str(op["rule"])


def _recorded(page: Page, sheet: Sheet, ops: Operations) -> Sheet:
    """Recorded before it is acknowledged: who is cut off in between records it again, and a deal counts once."""
    if any(op["op"] == "record" for op in ops):
        _record(page)
    return sheet


# What comes next


def _next(page: Page, judged: Judged | None) -> None:
    complete = judged is not None and "error" not in judged.answer
    with st.container(horizontal=True, key="next"):
        if (
            complete
            and page.evening is None
            and st.button(page.say("start_table"), key="start_table", icon=":material/table_bar:")
        ):
            st.query_params["view"] = "table"
            st.rerun()
        if st.button(page.say("next_hand"), key="next_hand"):
            if complete and page.evening:
                st.query_params["left"] = page.sheet_id
            elif complete:
                keep_correction(page)
            next_hand(page)


def _record(page: Page) -> None:
    """The win into the ledger, once: a sheet that is there already is not recorded again."""
    judged = judge(page.sheet, page.around, page.lang)
    if page.evening is None or page.recorded or page.passed or judged is None or "error" in judged.answer:
        return
    context = page.sheet.context
    event = {
        "event": "win",
        "winner": context.winner,
        "loser": context.loser,
        "score": dict(judged.answer),
        "hand": judged.document["hand"],
        "win": judged.document["win"],
    }
    try:
        record(page.store, page.evening, event, sheet=page.sheet_id)
    except Stale:
        tell(page.say("newer"))
    except ScoringError as problem:
        tell(problem.problems[0].message(LOCALE[page.lang]))
    else:
        st.session_state["fresh_choice"] = True
        keep_correction(page)


def keep_correction(page: Page) -> None:
    """Where the switch is on, a corrected photo is kept for training."""
    from snaptai.ui.page.corrections import keep

    if page.store.setting("keep_corrections", False):
        keep(page.store, page.sheet)
