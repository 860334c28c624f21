"""The rulebook, searchable; every item's number leads here."""

from __future__ import annotations

from html import escape

import streamlit as st

from snaptai.scoring.rulebook import ENTRIES, search
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
        if page.sheet_id:
            st.button(page.say("back_to_sheet"), type="primary", on_click=_back, key="back_to_sheet")
        return
    found = entries_for(words)
    if not found:
        st.info(page.say("nothing_found"))
    for entry in found:
        _entry(entry)


def _back() -> None:
    st.query_params["view"] = "score"
    if "rule" in st.query_params:
        del st.query_params["rule"]


def entries_for(words: str) -> list[str]:
    """The entries that hold a sentence with every word, all of them for no word; in the rulebook's order."""
    if not words.strip():
        return list(ENTRIES)
    hits = search(words)
    return [entry for entry in ENTRIES if any(key == entry or key.startswith(f"{entry}.") for key in hits)]


def _entry(entry: str, lit: bool = False) -> None:
    kind = "rule lit" if lit else "rule"
    st.html(f"<article class='{kind}'><b>{escape(entry)}</b><p>{escape(ENTRIES[entry])}</p></article>")
