"""The page on a queue of photos to correct: ``snaptai review`` implements ``ReviewQueue`` and opens the page on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import streamlit as st

from snaptai.ui.page import correct_view
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.reading import opened, storable
from snaptai.ui.page.session import Page, plain
from snaptai.ui.page.state import Sheet
from snaptai.ui.report_words import Words
from snaptai.vision.draft import HandDraft
from snaptai.vision.edits import correct
from snaptai.vision.photo_errors import PhotoError


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One photo to look at: the file's bytes, the draft as it stands, and why a person should look, as codes."""

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
    """One photo with its editor; saving or passing over leads to the next. Edits are kept as on the table's sheets."""
    item = _item(items)
    if said := st.session_state.pop("review_said", None):
        st.toast(said)
    if item is None:
        st.success(page.say("review_done"))
        return
    st.subheader(plain(item.name))
    reasons = map(Words(LOCALE[page.lang]).reason, item.reasons)
    st.caption(page.say("review_left", n=items.remaining()) + "　" + plain(page.say("comma").join(reasons)))
    page.sheet_id = sheet_id(item)
    if not page.revision:
        page.write(Sheet(photos=_kept_photo(page, item), read=item.draft.to_document()))
    left, right = st.columns([6, 5], gap="large")
    with left:
        correct_view.show(page)
    with right, st.container(horizontal=True):
        if st.button(page.say("review_save"), type="primary", key="review_save"):
            said = items.save(item.name, _corrected(item, page.sheet))
            page.store.drop_sheet(page.sheet_id)
            _leave(item.name, said)
        if st.button(page.say("review_pass"), key="review_pass"):
            _leave(item.name, None)


def sheet_id(item: ReviewItem) -> str:
    """The sheet that holds the edits of this photo as it was read, also after a reload."""
    reading = json.dumps(item.draft.to_document(), sort_keys=True).encode()
    return f"review-{sha256(item.photo + reading).hexdigest()[:24]}"


def _kept_photo(page: Page, item: ReviewItem) -> tuple[str, ...]:
    try:
        return (page.store.add_photo(storable(opened([item.photo]))),)
    except PhotoError:
        return ()


def _item(items: ReviewQueue) -> ReviewItem | None:
    """The photo at hand; the queue is asked once for each."""
    if "review_item" not in st.session_state:
        st.session_state["review_item"] = items.next(st.query_params.get("after"))
    item: ReviewItem | None = st.session_state["review_item"]
    return item


def _corrected(item: ReviewItem, sheet: Sheet) -> HandDraft:
    return correct(item.draft, *sheet.edits) if sheet.edits else item.draft


def _leave(name: str, said: str | None) -> None:
    st.query_params["after"] = name
    st.session_state.pop("review_item", None)
    if said:
        st.session_state["review_said"] = said
    st.rerun()
