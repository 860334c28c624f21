"""A hand whose deal the table has left behind: another phone recorded it, or took back what came before it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from snaptai.ui.page.evening import deal_number
from snaptai.ui.page.ledger_view import step_title
from snaptai.ui.page.session import Page, next_hand, plain


def show(page: Page) -> None:
    """What became of its deal, and the choice: it is of the deal of now, or it is left."""
    assert page.evening is not None
    now = deal_number(page.evening.state)
    st.warning(plain(_what_happened(page, now)))
    with st.container(horizontal=True, key="passed"):
        if st.button(page.say("count_now", now=now), key="count_now"):
            page.save(replace(page.sheet, deal=now))
            st.rerun()
        if st.button(page.say("next_hand"), key="next_hand"):
            next_hand(page)


def _what_happened(page: Page, now: int) -> str:
    assert page.evening is not None
    deal = page.sheet.deal
    if end := page.evening.end_of(deal):
        return page.say("deal_over", deal=deal, what=step_title(page, end))
    return page.say("deal_undone", deal=deal, now=now)
