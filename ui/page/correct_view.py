"""The photo, the strip and the palette: what the editor component is given and what its operations do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import FLOWERS, HONOURS, SUITED
from snaptai.ui.page.components import editor
from snaptai.ui.page.context import FLOWER_WIN
from snaptai.ui.page.melds import along, wholes
from snaptai.ui.page.names import tile_names
from snaptai.ui.page.session import Operations, Page, carry_out
from snaptai.ui.page.state import Sheet, operated, other_hand
from snaptai.ui.page.texts import say
from snaptai.vision.draft import MELDS, DraftError, HandDraft, Question
from snaptai.vision.questions import ask

BOARD = (SUITED[:9], SUITED[9:18], SUITED[18:], HONOURS, (*FLOWERS, "X"))
ROLES = ("concealed", "winning", "exposed", "concealed_kong", "flower", "other")
ASKED_ELSEWHERE = ("winning_tile_unknown", "no_tiles", "wrong_tile_count", "layout_unclear")
"""Questions that the context, the empty strip, the count and the offer of the other hand ask better."""
OF_THE_PHOTO = "photo_quality"
TEXTS = (
    "undo", "redo", "add", "add_short", "draw", "zoom_in", "zoom_out", "photo_label", "unsure", "please_check",
    "add_to", "two_hands", "other_hand", "which_tile", "which_place", "tap_right_face", "palette", "empty_hint",
    "move", "move_meld", "remove", "close",
)  # fmt: skip


def show(page: Page) -> None:
    """The editor for the open sheet."""
    editor(key="editor", data=data_for(page, page.sheet), on_ops_change=operate)


def operate() -> None:
    """What the editor sent."""
    carry_out("editor", lambda page, sheet, ops: carried_out(sheet, ops))


def carried_out(sheet: Sheet, ops: Operations) -> Sheet:
    """The sheet after all operations; one that does not fit any more is passed over."""
    for op in ops:
        try:
            sheet = operated(sheet, op)
        except (DraftError, KeyError, ValueError):
            continue
    return sheet


def wanted_tiles(hand: Hand) -> tuple[int, int]:
    """How many tiles without flowers there are, and how many there should be: 17, and one more for each kong."""
    kongs = len(hand.concealed_kongs) + sum(len(meld) == 4 for meld in hand.exposed)
    there = len(hand.concealed) + (hand.winning_tile is not None) + sum(map(len, hand.exposed + hand.concealed_kongs))
    return there, 17 + kongs


def count_words(lang: str, hand: Hand) -> str:
    """How many tiles there are, of how many; a flower win needs no whole hand."""
    there, want = wanted_tiles(hand)
    if there == want:
        return say("count_good", lang, n=there)
    if len(hand.flowers) >= FLOWER_WIN:
        return say("count_flowers", lang, n=len(hand.flowers))
    return say("count", lang, n=there, want=want)


def data_for(page: Page, sheet: Sheet) -> dict[str, Any]:
    """What ``editor.js`` shows."""
    draft = sheet.draft
    assert draft is not None
    there, want = wanted_tiles(draft.hand())
    questions = ask(draft, page.lang)
    return {
        "reading": _reading_id(sheet),
        "photo": _photo(sheet, draft),
        "tiles": _tiles(draft, sheet.ids(), {q.tile: q for q in reversed(questions) if q.code != OF_THE_PHOTO}),
        "notes": notes(questions, page.lang, bool(sheet.photos)),
        "other_hand": _faces(other_hand(sheet.read or {"questions": ()})),
        "names": tile_names(page.lang),
        "board": [list(line) for line in BOARD],
        "count": count_words(page.lang, draft.hand()),
        "count_ok": there == want or len(draft.hand().flowers) >= FLOWER_WIN,
        "can_undo": bool(sheet.edits),
        "can_redo": bool(sheet.undone),
        "texts": _texts(page.lang),
        **page.link(),
    }


def notes(questions: Iterable[Question], lang: str, photo: bool) -> list[str]:
    """What is said about the whole hand; a sentence on the photo in the language of now, not of when it was read."""
    from snaptai.vision.quality import SENTENCES

    said = {sentence: pair[lang == "en"] for pair in SENTENCES.values() for sentence in pair}
    elsewhere = set(ASKED_ELSEWHERE) - ({"no_tiles"} if photo else set())
    said_here = (q for q in questions if q.code not in elsewhere or (q.code == "layout_unclear" and not q.other))
    whole = [q for q in said_here if q.code == OF_THE_PHOTO or q.tile is None]
    return list(dict.fromkeys(said.get(q.message, q.message) for q in whole))


def _faces(tiles: Sequence[Mapping[str, Any]]) -> list[str]:
    """As the hand is laid out: melds, concealed tiles, the winning one, flowers."""
    order = ("exposed", "concealed_kong", "concealed", "winning", "flower")
    laid = sorted(tiles, key=lambda tile: (order.index(tile["role"]), tile["group"] or 0))
    return [tile["tile"] for tile in laid]


def _reading_id(sheet: Sheet) -> str:
    return sha256(repr((sheet.photos, sheet.read)).encode()).hexdigest()[:12]


def _photo(sheet: Sheet, draft: HandDraft) -> dict[str, Any] | None:
    if not sheet.photos or not all(draft.size):
        return None
    return {"src": f"/snaptai/photo/{sheet.photos[0]}.jpg", "w": draft.size[0], "h": draft.size[1]}


def _tiles(draft: HandDraft, ids: list[str], asked: Mapping[int | None, Question]) -> list[dict[str, Any]]:
    return [
        {
            "id": ids[index], "tile": tile.tile, "box": list(tile.box), "role": tile.role, "group": tile.group,
            "alternatives": [list(each) for each in tile.alternatives],
            "question": asked[index].message if index in asked else None,
            "where": tile.doubt == "hand" and index in asked and asked[index].code == "layout_unclear",
            "along": {role: [ids[each] for each in along(draft.tiles, index, role)] for role in MELDS},
            "melds": [{"role": role, "tiles": [ids[i] for i in meld]} for role, meld in wholes(draft.tiles, index)],
        }
        for index, tile in enumerate(draft.tiles)
    ]  # fmt: skip


def _texts(lang: str) -> dict[str, Any]:
    raw = {key: say(key, lang, n="{n}", group="{group}") for key in TEXTS}
    return raw | {"roles": {role: say(f"role_{role}", lang) for role in ROLES}}
