"""The rulebook, searchable; every item's number leads here."""

from __future__ import annotations

import re
from html import escape

import streamlit as st

from snaptai.scoring.rulebook import ENTRIES, fold
from snaptai.ui.page.session import Page


def show(page: Page) -> None:
    """A search field over all entries; ``rule`` in the address opens one."""
    asked = st.query_params.get("rule")
    words = st.text_input(
        page.say("search"), key="rule_search", placeholder=page.say("search_hint"), label_visibility="collapsed"
    )
    chosen = f"一.{asked}" if asked and not words else None
    if chosen in ENTRIES:
        _entry(chosen, lit=True)
        st.button(page.say("whole_rulebook"), on_click=page.forget, args=("rule",))
        if page.sheet_id or "deal" in st.query_params:
            st.button(page.say("back_to_sheet"), type="primary", on_click=_back, key="back_to_sheet")
        return
    found = entries_for(words)
    if not found:
        st.info(page.say("nothing_found"))
    for entry in found:
        _entry(entry)


def _back() -> None:
    st.query_params["view"] = "table" if "deal" in st.query_params else "score"
    if "rule" in st.query_params:
        del st.query_params["rule"]


def entries_for(words: str) -> list[str]:
    """The entries in which every word occurs (槓 finds 杠), or the one of that number; in the rulebook's order."""
    asked = fold(words).split()
    if len(asked) == 1 and asked[0] in map(fold, ENTRIES):
        return [entry for entry in ENTRIES if fold(entry) == asked[0]]
    return [entry for entry, text in ENTRIES.items() if all(word in fold(entry + text) for word in asked)]


def without_number(text: str) -> str:
    """The sentence without the numeral that its id repeats; many fonts lack ⒈ to ⒛."""
    return re.sub(r"[⒈-⒛]|^\d+\.", "", text)


def _entry(entry: str, lit: bool = False) -> None:
    kind = "rule lit" if lit else "rule"
    st.html(f"<article class='{kind}'><b>{escape(entry)}</b><p>{escape(without_number(ENTRIES[entry]))}</p></article>")
