"""The frame around every view: name, navigation, language, and the watch for what other phones do."""

from __future__ import annotations

from importlib import import_module
from urllib.parse import urlencode

import streamlit as st

from snaptai.ui.page.components import watch
from snaptai.ui.page.session import VIEWS, Page, current, show_told

REVIEW_VIEWS = ("score", "rulebook", "rulings")
MODULES = {"score": "score_view", "table": "ledger_view", "rulebook": "rulebook_view", "rulings": "rulings_view"}


def show() -> None:
    """The view that the address asks for, or the review queue where one was opened."""
    from snaptai.ui.page import review

    page = current()
    _head(page, VIEWS if review.queue is None else REVIEW_VIEWS)
    show_told()
    if review.queue is not None and page.view not in REVIEW_VIEWS[1:]:
        review.show(page, review.queue)
        return
    if st.query_params.get("view", page.view) not in VIEWS:
        st.warning(page.say("no_such_view"))
        page.forget("view")
    if page.table and page.evening is None:
        st.warning(page.say("no_such_table"))
        page.forget("table")
    import_module(f"snaptai.ui.page.{MODULES[page.view]}").show(page)
    if page.table or page.sheet_id:
        _watch(page)


def _head(page: Page, views: tuple[str, ...]) -> None:
    """Name, language and the way to each view."""
    with st.container(key="head", horizontal=True, vertical_alignment="center"):
        st.html(f"<h1 class='brand {page.lang}'>{page.say('title')}</h1>")
        _navigation(page, views)
        st.button("EN" if page.lang == "zh" else "中", key="lang", on_click=_other_language, type="tertiary")


def _navigation(page: Page, views: tuple[str, ...]) -> None:
    labels = {view: page.say(view) for view in VIEWS}
    st.session_state["nav"] = page.view if page.view in views else views[0]
    st.segmented_control(
        page.say("navigation"), views, format_func=labels.__getitem__, key="nav", label_visibility="collapsed",
        on_change=_go, required=True,
    )  # fmt: skip


def _go() -> None:
    st.query_params["view"] = st.session_state["nav"]
    for name in ("rule", "deal"):
        if name in st.query_params:
            del st.query_params[name]


def _other_language() -> None:
    st.query_params["lang"] = "zh" if st.query_params.get("lang") == "en" else "en"


def _watch(page: Page) -> None:
    """Draw anew when another phone changes the table or the sheet; ``seen`` is what was on disk when this run began."""
    seen = f"{len(page.evening.log) if page.evening else 0}.{page.revision}"
    of = urlencode({"table": page.table or "", "sheet": page.sheet_id or ""})
    watch(key="watch", data={"url": f"/snaptai/revisions?{of}", "seen": seen}, on_changed_change=lambda: None)
