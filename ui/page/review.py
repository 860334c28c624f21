"""The page on a queue of photos to correct: ``snaptai review`` implements ``ReviewQueue`` and opens the page on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import streamlit as st

from snaptai.ui.page.components import editor
from snaptai.ui.page.correct_view import carried_out, data_for
from snaptai.ui.page.session import Page, current, operations, plain
from snaptai.ui.page.state import Sheet
from snaptai.vision.draft import HandDraft
from snaptai.vision.photo_errors import PhotoError


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One photo to look at: the file's bytes, the draft as it stands, and why a person should look."""

    name: str
    photo: bytes
    draft: HandDraft
    reasons: tuple[str, ...]


class ReviewQueue(Protocol):
    """What is to be reviewed, worst first. The page calls it from one thread at a time for each visitor."""

    def next(self, after: str | None = None) -> ReviewItem | None:
        """The photo after the one named ``after`` that is still to be reviewed, or None when all are done."""
        ...

    def save(self, name: str, draft: HandDraft) -> str | None:
        """Keep the corrected draft (what was changed: ``draft.edits``), score it anew; a sentence on it."""
        ...

    def remaining(self) -> int:
        """How many are left."""
        ...


queue: ReviewQueue | None = None
"""Set before ``serving.serve`` to open the page on a queue instead of on the table."""


def show(page: Page, items: ReviewQueue) -> None:
    """One photo with its editor; saving or passing over leads to the next."""
    from snaptai.ui.page.reading import opened, storable

    item = _item(items)
    if item is None:
        st.success(page.say("review_done"))
        return
    st.subheader(plain(item.name))
    st.caption(page.say("review_left", n=items.remaining()) + "　" + plain("；".join(item.reasons)))
    if "review_sheet" not in st.session_state:
        try:
            photos: tuple[str, ...] = (page.store.add_photo(storable(opened([item.photo]))),)
        except PhotoError:
            photos = ()
        st.session_state["review_sheet"] = Sheet(photos=photos, read=item.draft.to_document())
    sheet: Sheet = st.session_state["review_sheet"]
    left, right = st.columns([6, 5], gap="large")
    with left:
        data: dict[str, Any] = data_for(page, sheet)
        editor(key="editor", data=data, on_ops_change=_operate)
    with right, st.container(horizontal=True):
        if st.button(page.say("review_save"), type="primary", key="review_save"):
            said = items.save(item.name, _corrected(item, sheet))
            _leave(item.name, said)
        if st.button(page.say("review_pass"), key="review_pass"):
            _leave(item.name, None)
    if said := st.session_state.pop("review_said", None):
        st.toast(said)


def _item(items: ReviewQueue) -> ReviewItem | None:
    """The photo at hand; the queue is asked once for each."""
    if "review_item" not in st.session_state:
        st.session_state["review_item"] = items.next(st.session_state.get("review_after"))
    item: ReviewItem | None = st.session_state["review_item"]
    return item


def _corrected(item: ReviewItem, sheet: Sheet) -> HandDraft:
    from snaptai.vision.edits import correct

    return correct(item.draft, *sheet.edits) if sheet.edits else item.draft


def _leave(name: str, said: str | None) -> None:
    st.session_state["review_after"] = name
    for word in ("review_item", "review_sheet"):
        st.session_state.pop(word, None)
    if said:
        st.session_state["review_said"] = said
    st.rerun()


def _operate() -> None:
    current()
    sheet: Sheet = st.session_state["review_sheet"]
    fresh, acked = operations("editor", sheet)
    if fresh:
        st.session_state["review_sheet"] = replace(carried_out(sheet, fresh), acked=acked)
