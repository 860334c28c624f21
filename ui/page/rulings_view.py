"""裁決: may this stand, and who goes first, asked by tapping; the answer names the rulebook's sentence."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from snaptai.scoring.fields import yes_no
from snaptai.scoring.play import ACTIONS, FACTS, MEETINGS, ROWS, rule_document
from snaptai.scoring.play.facts import DRAW_FAULTS, METHODS, READY, SINCE_PASS, TURNS, USUAL
from snaptai.scoring.play.meetings import CLAIMS
from snaptai.scoring.rulebook import sentence
from snaptai.ui.page import ruling_texts as rt
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.rulebook_view import without_number
from snaptai.ui.page.session import Page

CHOICES: Mapping[str, tuple[str, ...]] = {
    "from": ("left", "across", "right"),
    "turn": TURNS,
    "kong": ("exposed", "added", "concealed"),
    "tile_from": ("wall", "kong", "flower", "last"),
    "method": METHODS,
    "draw_fault": DRAW_FAULTS,
    "opening": ("heavenly_hand",),
    "since_pass": SINCE_PASS,
    "ready": READY,
}
NUMBERS = ("wall_left", "flowers_held", "discards_made")
"""Facts that are a choice or a number; the others are yes or no, or tiles."""


def show(page: Page) -> None:
    """Two questions, and all rows of the decision tables to look through."""
    may, first, every = st.tabs([page.say("may_it"), page.say("who_first"), page.say("all_rulings")])
    with may:
        _may_it(page)
    with first:
        _who_first(page)
    with every:
        _all(page)


def _may_it(page: Page) -> None:
    names = list(rt.ACTIONS)
    action = st.selectbox(
        page.say("what_is_done"),
        names,
        names.index(st.session_state.get("action", names[0])),
        format_func=lambda name: rt.words(rt.ACTIONS, name, page.lang),
        key=f"action-{page.lang}",  # Streamlit remembers the words, which another language does not know
    )
    st.session_state["action"] = action
    required, optional = ACTIONS[action].required, ACTIONS[action].optional
    told = {fact: _ask(page, fact) for fact in required}
    verdict = st.container()
    flags = [fact for fact in optional if FACTS[fact].reader is yes_no]
    if flags:
        told |= _flags(page, flags)
    told |= {fact: _ask(page, fact) for fact in optional if fact not in flags}
    given = {fact: value for fact, value in told.items() if value not in (None, "")}
    with verdict:
        _answer(page, {"action": action, **given}, complete=all(fact in given for fact in required))


def _ask(page: Page, fact: str) -> Any:
    label = rt.words(rt.FACTS, fact, page.lang)
    if fact in CHOICES:
        return _pills(page, fact, label)
    if fact in NUMBERS:
        return st.number_input(label, min_value=0, value=None, step=1, key=f"fact-{fact}")
    if FACTS[fact].reader is yes_no:
        return st.toggle(label, bool(USUAL.get(fact, False)), key=f"fact-{fact}")
    return st.text_input(label, key=f"fact-{fact}", placeholder=page.say("tile_example"))


def _pills(page: Page, fact: str, label: str) -> str | None:
    def name(value: str) -> str:
        if (fact, value) == ("since_pass", "discard"):
            return rt.SINCE_DISCARD[page.lang == "en"]
        return rt.words(rt.VALUES, value, page.lang)

    return st.pills(label, CHOICES[fact], format_func=name, key=f"fact-{fact}")


def _flags(page: Page, facts: list[str]) -> dict[str, bool]:
    usual = [fact for fact in facts if USUAL.get(fact) is True]
    chosen = st.pills(
        page.say("what_happened"),
        facts,
        selection_mode="multi",
        default=usual,
        format_func=lambda fact: rt.words(rt.FACTS, fact, page.lang),
        key="flags-" + "-".join(facts[:2]),
    )
    return {fact: fact in (chosen or ()) for fact in facts}


def _who_first(page: Page) -> None:
    def name(claim: str) -> str:
        return rt.words(rt.VALUES, claim, page.lang)

    claim = st.pills(page.say("one_claim"), CLAIMS, format_func=name, default="discard_win", key="claim")
    against = st.pills(page.say("other_claim"), CLAIMS, format_func=name, default="pung", key="against")
    if not (claim and against):
        return
    pair = {"claim": claim, "against": against}
    facts = [fact for fact in _meeting_facts(claim, against) if fact]
    told = {
        fact: st.toggle(rt.words(rt.FACTS, fact, page.lang), key=f"meet-{claim}-{against}-{fact}") for fact in facts
    }
    _answer(page, pair | told, complete=True)


def _meeting_facts(claim: str, against: str) -> list[str]:
    if claim == against == "discard_win":
        return [*next(m for m in MEETINGS if m.usual == "nearer_win").facts, "nearer"]
    pair = {"pung" if each == "exposed_kong" else each for each in (claim, against)}
    return [fact for meeting in MEETINGS if {meeting.exception, meeting.usual} == pair for fact in meeting.facts]


def _answer(page: Page, situation: dict[str, Any], complete: bool) -> None:
    if not complete:
        st.caption(page.say("tell_more"))
        return
    answer = rule_document(situation, LOCALE[page.lang], quote=True)
    if "error" in answer:
        for error in answer["errors"]:
            st.info(error["message"])
        return
    word = (
        "claim_first" if "claim" in situation and answer["allowed"] else "claim_later" if "claim" in situation else ""
    )
    verdict = page.say(word or ("allowed" if answer["allowed"] else "not_allowed"))
    st.html(verdict_html(verdict, answer["allowed"], answer["why"], answer["clause"], answer["quote"]))


def verdict_html(verdict: str, allowed: bool, why: str, clause: str, quote: str) -> str:
    """The answer, the reason and the sentence it rests on."""
    kind = "yes" if allowed else "no"
    return (
        f"<article class='verdict {kind}'><b>{escape(verdict)}</b><p>{escape(why)}</p>"
        f"<blockquote>{escape(clause)}　{escape(without_number(quote))}</blockquote></article>"
    )


def _all(page: Page) -> None:
    asked = st.text_input(page.say("search"), key="ruling_search", placeholder=page.say("search_hint")).strip()
    for row in ROWS:
        why = row.en if page.lang == "en" else row.zh
        quote = sentence(row.clauses[0])
        if all(word in why + quote + row.clauses[0] for word in asked.split()):
            actions = "・".join(rt.words(rt.ACTIONS, name, page.lang) for name in row.actions.split())
            mark = "✓" if row.allowed else "✕"
            st.html(
                f"<article class='rule'><b>{escape(row.clauses[0])}</b>"
                f"<p>{mark} <strong>{escape(actions)}</strong>　{escape(why)}</p></article>"
            )
