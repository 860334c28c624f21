"""A hand of sixteen: what it waits for, and what each wait would score."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from snaptai.scoring.documents import waits_document
from snaptai.ui.page.around import document, in_words, missing
from snaptai.ui.page.context import FLOWER_WIN
from snaptai.ui.page.correct_view import wanted_tiles
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.names import tile_name
from snaptai.ui.page.session import Page, plain
from snaptai.vision.draft import HandDraft


def show(page: Page) -> bool:
    """The waits, where the open sheet's hand is one tile short; whether it is."""
    draft = page.sheet.draft
    if draft is None or not is_waiting(draft):
        return False
    if needs := [need for need in missing(draft, page.sheet.context, page.around) if need != "how"]:
        st.caption(page.say("waiting_needs", what=in_words(page.say, needs)))
        return True
    answer = waits_of(page, draft)
    if not answer.get("waits"):
        st.caption(page.say("no_wait"))
        return True
    wind = page.around.winds[page.sheet.context.winner or ""]
    st.markdown(f"**{plain(page.say('waiting_title', winner=page.around.name(wind, page.lang)))}**")
    st.html("<div class='waits'>" + "".join(_wait(page, each) for each in answer["waits"]) + "</div>")
    return True


def is_waiting(draft: HandDraft) -> bool:
    """Sixteen tiles, kongs counted as three, and none of them the winning one."""
    hand = draft.hand()
    there, want = wanted_tiles(hand)
    return there == want - 1 and hand.winning_tile is None and len(hand.flowers) < FLOWER_WIN


def waits_of(page: Page, draft: HandDraft) -> dict[str, Any]:
    """The waits document of the hand for its player in this deal."""
    asked = document(draft, page.sheet.context, page.around)
    asked["seat"]["loser"] = None
    asked["win"] = {"method": "self_draw", "ready": asked["win"]["ready"]}
    return waits_document(asked, LOCALE[page.lang])


def _wait(page: Page, wait: dict[str, Any]) -> str:
    if wait["exhausted"]:
        words = page.say("exhausted")
    else:
        words = page.say("wait_text", discard=wait["discard"]["tai"], self_draw=wait["self_draw"]["tai"])
    name = escape(tile_name(wait["tile"], page.lang))
    return f"<div><img src='/snaptai/tile/{wait['tile']}.svg' alt='{name}'><small>{escape(words)}</small></div>"
