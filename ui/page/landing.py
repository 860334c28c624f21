"""The first screen: a photo, a camera, the example, or no photo at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from snaptai.scoring.tiles import TILES
from snaptai.ui.page import reading
from snaptai.ui.page.components import photos
from snaptai.ui.page.evening import load, standing_line
from snaptai.ui.page.session import Page, current, operations, plain
from snaptai.ui.page.state import Sheet, empty_reading
from snaptai.ui.page.uploads import MAX_MB, collect
from snaptai.vision.photo_errors import PhotoError

EXAMPLE = Path(__file__).parent.parent / "examples" / "hand.jpg"
HERO = ("1s", "5p", "C", "F", "7m")


def show(page: Page) -> None:
    """Offer every way to begin."""
    with st.container(key="landing"):
        _where(page)
        uploader(page, "photos", page.say("photo_prompt"), HERO)
        with st.container(horizontal=True, key="ways"):
            if _camera_allowed() and st.button(page.say("use_camera"), icon=":material/photo_camera:"):
                st.session_state["camera"] = not st.session_state.get("camera", False)
            if EXAMPLE.exists() and st.button(page.say("use_example"), icon=":material/image:"):
                _read(page, [EXAMPLE.read_bytes()])
            if st.button(page.say("use_palette"), icon=":material/apps:"):
                page.save(Sheet(read=empty_reading(), context=page.sheet.context))
                st.rerun()
        if st.session_state.get("camera") and (
            taken := st.camera_input(page.say("use_camera"), label_visibility="collapsed")
        ):
            st.session_state["camera"] = False
            _read(page, [taken.getvalue()])


def again(page: Page) -> None:
    """Another photo for the open sheet: in place of the one it has, or together with it."""
    with st.expander(page.say("again")):
        if page.sheet.photos:
            st.toggle(page.say("together"), key="together")
        uploader(page, "more_photos", None)


def _where(page: Page) -> None:
    """The deal that is being played, or the way back to this evening's table."""
    if page.evening:
        st.caption(plain(standing_line(page.say, page.evening.state, page.lang)))
    elif (newest := page.store.tables()[:1]) and is_recent(newest[0][1]):
        table = newest[0][0]
        kept = load(page.store, table)
        names = "・".join(kept.state.seats) if kept else ""
        if st.button(
            plain(page.say("resume", names=names)), key="resume", icon=":material/table_bar:", width="stretch"
        ):
            st.query_params["table"] = table
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
        "not_sent": page.say("not_sent"),
    }
    data = {
        "texts": texts, "hero": list(hero), "title": title, "limit_mb": MAX_MB, "url": "/snaptai/upload",
        "faces": list(TILES),
        "error": st.session_state.pop("photo_problem", None), "acked": st.session_state.get("uploads_acked", {}),
    }  # fmt: skip
    photos(key=key, data=data, on_ops_change=lambda: _received(key))


def _received(key: str) -> None:
    page = current()
    known = Sheet(acked=st.session_state.get("uploads_acked", {}))
    fresh, acked = operations(key, known)
    st.session_state["uploads_acked"] = acked
    uploads = [upload for op in fresh for upload in op["uploads"]]
    if not uploads:
        return
    if files := collect(uploads):
        _take(page, _earlier(page) + files)
    else:
        st.session_state["photo_problem"] = page.say("not_sent")


def _earlier(page: Page) -> list[bytes]:
    """The photo that the sheet has, where the new ones are to be read together with it."""
    kept = page.store.photo(page.sheet.photos[0]) if page.sheet.photos and st.session_state.get("together") else None
    return [kept.jpeg] if kept else []


def _read(page: Page, files: list[bytes]) -> None:
    with st.spinner(page.say("reading")):
        _take(page, files)
    st.rerun()


def _take(page: Page, files: list[bytes]) -> None:
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
        page.save(replace(page.sheet, photos=(kept,), read=found, edits=(), undone=()))


def _camera_allowed() -> bool:
    """Browsers give the camera to localhost and https alone."""
    address = urlsplit(st.context.url or "")
    return address.scheme == "https" or address.hostname in ("localhost", "127.0.0.1")
