"""From an open sheet to what is still needed, or to the score document and all that is shown of it."""

from __future__ import annotations

from functools import lru_cache
from json import dumps, loads
from typing import Any

from snaptai.ui.page.around import Around, at_table, by_itself, document, missing
from snaptai.ui.page.evening import load
from snaptai.ui.page.judged import LOCALE, Judged
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Store


@lru_cache(maxsize=512)
def _scored(text: str, lang: str) -> dict[str, Any]:
    from snaptai.scoring.documents import score_document

    return score_document(loads(text), LOCALE[lang])


def score(hand_document: dict[str, Any], lang: str) -> dict[str, Any]:
    """The score document; the same question within one sheet is answered from memory."""
    return _scored(dumps(hand_document, sort_keys=True, ensure_ascii=False), lang)


def judge(sheet: Sheet, around: Around, lang: str) -> Judged | None:
    """The sheet judged; None while something is still missing."""
    draft = sheet.draft
    if draft is None or missing(draft, sheet.context, around):
        return None
    asked = document(draft, sheet.context, around)
    return Judged(draft, asked, score(asked, lang), around, lang)


def judge_stored(store: Store, sheet_id: str, lang: str) -> Judged | None:
    """A stored sheet judged, at a table with the seats of its deal."""
    found = store.sheet(sheet_id)
    if found is None:
        return None
    _, table, state = found
    evening = load(store, table) if table else None
    sheet = Sheet.from_json(state)
    around = at_table(evening.played_in(sheet_id, sheet.deal)) if evening else by_itself(store, sheet)
    if sheet.context.winner not in around.players:
        return None
    return judge(sheet, around, lang)
