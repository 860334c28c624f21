"""The first screen: a photo, a camera, the example, or no photo at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock

import streamlit as st

from snaptai.scoring.tiles import TILES
from snaptai.ui.page import reading
from snaptai.ui.page.components import photos
from snaptai.ui.page.evening import Evening, deal_number, load, standing_line
from snaptai.ui.page.house_form import stakes_form
from snaptai.ui.page.ledger_view import step_title
from snaptai.ui.page.session import Page, acknowledged, current, fresh, plain, sent
from snaptai.ui.page.state import Sheet, empty_reading
from snaptai.ui.page.store import new_id
from snaptai.ui.page.uploads import MAX_MB, collect
from snaptai.vision.photo_errors import PhotoError

EXAMPLE = Path(__file__).parent.parent / "examples" / "hand.jpg"
_one_at_a_time = Lock()
HERO = ("1s", "5p", "C", "F", "7m")


def show(page: Page) -> None:
    """Offer every way to begin."""
    with st.container(key="landing"):
        _where(page)
        uploader(page, "photos", page.say("photo_prompt"), HERO)
        with st.container(horizontal=True, key="ways"):
            example = EXAMPLE.exists() and st.button(page.say("use_example"), icon=":material/image:")
            _palette(page)
        if example:
            _read(page, [EXAMPLE.read_bytes()])
        if page.evening is None:
            stakes_form(page)


def _palette(page: Page) -> None:
    if st.button(page.say("use_palette"), icon=":material/apps:", key="use_palette"):
        page.save(Sheet(read=empty_reading(), context=page.sheet.context))
        st.rerun()


def instead(page: Page) -> None:
    """Another photo, or none, in place of one that shows no tiles."""
    uploader(page, "instead", None)
    with st.container(horizontal=True, key="ways"):
        _palette(page)


def again(page: Page) -> None:
    """Another photo for the open sheet: in place of the one it has, or together with it."""
    with st.expander(page.say("again"), key=f"again-{'-'.join(page.sheet.photos)}"):  # folded once a photo was read
        if page.sheet.photos:
            st.toggle(page.say("together"), key="together")
        uploader(page, "more_photos", None)


def _where(page: Page) -> None:
    """The deal that is being played, or the way back to this evening's table."""
    if page.evening:
        st.caption(plain(standing_line(page.say, page.evening.state, page.lang)))
        if steps := page.evening.steps():
            deal, what = steps[-1].before.deal, step_title(page, steps[-1])
            st.caption(plain(page.say("recorded_last", deal=deal, what=what)))
        _unrecorded(page, page.evening)
    elif (newest := page.store.tables()[:1]) and is_recent(newest[0][1]):
        table = newest[0][0]
        kept = load(page.store, table)
        names = "・".join(kept.state.seats) if kept else ""
        if st.button(
            plain(page.say("resume", names=names)), key="resume", icon=":material/table_bar:", width="stretch"
        ):
            st.query_params["table"] = table
            st.rerun()


def _unrecorded(page: Page, evening: Evening) -> None:
    """The way back to the finished hand of this deal that was left with 下一手."""
    left = st.query_params.get("left", "")
    found = page.store.sheet(left)
    if found is None or found[1] != evening.table or found[2].get("deal") != deal_number(evening.state):
        return
    if st.button(page.say("unrecorded"), key="unrecorded", icon=":material/arrow_back:", width="stretch"):
        page.forget("left")
        st.query_params["sheet"] = left
        st.rerun()


def is_recent(created: str) -> bool:
    """Within the last day."""
    return datetime.now(UTC) - datetime.fromisoformat(created) < timedelta(days=1)


def uploader(page: Page, key: str, title: str | None, hero: tuple[str, ...] = ()) -> None:
    """The component that takes photos; ``_received`` reads them."""
    texts = {
        "choose": page.say("choose_photo"),
        "hint": page.say("photo_hint"),
        "reading": page.say("reading"),
        "sending": page.say("sending"),
        "too_large": page.say("upload_too_large", mb=MAX_MB),
        **{
            name: page.say(name)
            for name in ("not_sent", "sent_later", "use_camera", "ask_camera", "shoot", "no_camera", "close")
        },
    }
    data = {
        "texts": texts, "hero": list(hero), "title": title, "limit_mb": MAX_MB, "url": "/snaptai/upload",
        "faces": list(TILES),
        "error": st.session_state.pop("photo_problem", None), "lost": st.session_state.pop("photo_lost", None),
        **page.link(), "sheet": _target(page),
        "acked": {**page.sheet.acked, **st.session_state.get("uploads_acked", {})},
    }  # fmt: skip
    photos(key=key, data=data, on_ops_change=lambda: _received(key))


def _target(page: Page) -> str:
    """The sheet that a photo will be read into; one that does not exist yet has its name already."""
    if page.sheet_id:
        return page.sheet_id
    if page.store.sheet_revision(st.session_state.setdefault("blank", new_id())):
        st.session_state["blank"] = new_id()
    return str(st.session_state["blank"])


def _received(key: str) -> None:
    """Photos are read one at a time: who reloads meanwhile finds the reading, and no photo is read twice."""
    sheet_id, ops = sent(key)
    with _one_at_a_time:
        page = current(sheet_id)
        acked = st.session_state.get("uploads_acked", {})
        todo = fresh(ops, {**page.sheet.acked, **acked})
        st.session_state["uploads_acked"] = acknowledged(acked, ops)
        if todo:
            files = collect([upload for op in todo for upload in op["uploads"]])
            _take(page, _earlier(page) + files, acknowledged(page.sheet.acked, todo)) if files else _lost(page)
        elif ops and page.revision:
            st.query_params["sheet"] = sheet_id


def _lost(page: Page) -> None:
    st.session_state["photo_problem"], st.session_state["photo_lost"] = page.say("not_sent"), new_id()


def _earlier(page: Page) -> list[bytes]:
    """The photo that the sheet has, where the new ones are to be read together with it."""
    kept = page.store.photo(page.sheet.photos[0]) if page.sheet.photos and st.session_state.get("together") else None
    return [kept.jpeg] if kept else []


def _read(page: Page, files: list[bytes]) -> None:
    with st.spinner(page.say("reading")):
        _take(page, files)
    st.rerun()


def _take(page: Page, files: list[bytes], acked: Mapping[str, int] | None = None) -> None:
    """Read the photos into the open sheet; a photo that cannot be read leaves it as it was."""
    try:
        taken = reading.opened(files)
        kept = page.store.add_photo(reading.storable(taken))
        found = reading.read(taken, page.lang)
    except PhotoError as problem:
        st.session_state["photo_problem"] = problem.message(page.lang)
    except reading.NoReader:
        st.session_state["photo_problem"] = page.say("no_reader")
    else:
        new = replace(page.sheet, photos=(kept,), read=found, edits=(), undone=(), added=())
        page.save(replace(new, acked=acked or page.sheet.acked))
