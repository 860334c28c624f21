"""The page on a queue of photos to correct: ``snaptai review`` implements ``ReviewQueue`` and opens the page on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol

import streamlit as st

from snaptai.ui.page import correct_view, score_view
from snaptai.ui.page.around import context_of, document
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.judging import judge
from snaptai.ui.page.reading import opened, storable
from snaptai.ui.page.session import Page, plain, tell
from snaptai.ui.page.state import Sheet
from snaptai.ui.report_words import Words
from snaptai.vision.draft import HandDraft
from snaptai.vision.edits import correct
from snaptai.vision.photo_errors import PhotoError


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One photo to look at: the file's bytes, the draft as it stands, and why a person should look, as codes.

    ``context``: the parts of a hand document that are known of the win; ``terms``: as in ``Sheet``.
    """

    name: str
    photo: bytes
    draft: HandDraft
    reasons: tuple[str, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] | None = None


class ReviewQueue(Protocol):
    """What is to be reviewed, worst first. The page calls it from one thread at a time for each visitor."""

    def next(self, after: str | None = None) -> ReviewItem | None:
        """The photo after the one named ``after`` that is still to be reviewed, or None when all are done."""
        ...

    def save(self, name: str, draft: HandDraft, context: Mapping[str, Any] | None) -> str | None:
        """Keep the corrected draft (what was changed: ``draft.edits``), score it anew; a sentence on it.

        ``context``: ``win``, ``seat`` and ``stake`` of a hand document where the person said how it was won, else None.
        """
        ...

    def remaining(self) -> int:
        """How many are left."""
        ...


queue: ReviewQueue | None = None
"""Set before ``serving.serve`` to open the page on a queue instead of on the table."""


def show(page: Page, items: ReviewQueue) -> None:
    """One photo with its editor; saving or passing over leads to the next. Edits are kept as on the table's sheets."""
    item = _item(items)
    if item is None:
        if lost := items.remaining():
            st.warning(page.say("review_lost", n=lost))
        else:
            st.success(page.say("review_done"))
        return
    page.sheet_id = sheet_id(item)
    if not page.revision:
        page.write(_first_sheet(page, item))
    with st.container(key="review_head"):
        _head(page, item, items.remaining())
    left, right = st.columns([6, 5], gap="large")
    with left:
        correct_view.show(page)
    with right:
        if page.sheet.shows_hand:
            score_view.win_and_result(page, judge(page.sheet, page.around, page.lang))
    way = st.session_state.pop(WAY, None)
    if way == "review_save":
        said = items.save(item.name, _corrected(item, page.sheet), _said(page, item))
        page.store.drop_sheet(str(page.sheet_id))
        _leave(item.name, said)
    if way == "review_pass":
        _leave(item.name, None)


WAY = "way on"
"""Which button was pressed, until it is followed: what was typed just before draws the page once more first."""


def _head(page: Page, item: ReviewItem, left: int) -> None:
    """Which photo and why, and the ways on, where no open palette covers them."""
    what, ways = st.columns([6, 5], gap="large", vertical_alignment="center")
    with what:
        st.subheader(plain(item.name))
        reasons = map(Words(LOCALE[page.lang]).reason, item.reasons)
        st.caption(page.say("review_left", n=left) + "　" + plain(page.say("comma").join(reasons)))
    with ways, st.container(horizontal=True):
        for way, kind in (("review_save", "primary"), ("review_pass", "secondary")):
            st.button(page.say(way), type=kind, key=way, on_click=st.session_state.update, args=({WAY: way},))


def _first_sheet(page: Page, item: ReviewItem) -> Sheet:
    context = context_of(item.context, item.draft)
    return Sheet(_kept_photo(page, item), item.draft.to_document(), context=context, terms=item.terms)


def _said(page: Page, item: ReviewItem) -> dict[str, Any] | None:
    """How the hand was won, where the person changed what was known of it."""
    sheet = page.sheet
    if sheet.context == context_of(item.context, item.draft) and sheet.terms == item.terms:
        return None
    known = document(_corrected(item, sheet), sheet.context, page.around)
    return {part: known[part] for part in ("win", "seat", "stake")}


def sheet_id(item: ReviewItem) -> str:
    """The sheet that holds the edits of this photo as it was read, also after a reload."""
    reading = json.dumps([item.draft.to_document(), item.context], sort_keys=True).encode()
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
        tell(said)
    st.rerun()
