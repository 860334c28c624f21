"""A hand whose deal the table has left behind: another phone recorded it, or took back what came before it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from snaptai.ui.page.evening import Step, deal_number
from snaptai.ui.page.ledger_view import step_title
from snaptai.ui.page.session import Page, next_hand, plain


def show(page: Page, end: Step | None) -> None:
    """What became of its deal (``end`` is what ended it), and the choice: it is of the deal of now, or it is left."""
    assert page.evening is not None
    now = deal_number(page.evening.state)
    st.warning(plain(_what_happened(page, end, now)))
    with st.container(horizontal=True, key="passed"):
        if st.button(page.say("count_now", now=now), key="count_now"):
            page.save(replace(page.sheet, deal=now))
            st.rerun()
        if st.button(page.say("next_hand"), key="next_hand"):
            next_hand(page)


def _what_happened(page: Page, end: Step | None, now: int) -> str:
    deal = page.sheet.deal
    if end:
        return page.say("deal_over", deal=deal, what=step_title(page, end))
    return page.say("deal_undone", deal=deal, now=now)
