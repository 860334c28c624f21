"""One photo of an archive, from bytes to row: the function every worker runs, on this machine or in a cluster."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from snaptai.datasets.archive.sources import Found
from snaptai.datasets.archive.store import Record
from snaptai.datasets.archive.troubles import Unreadable, sentence
from snaptai.scoring.documents import score_document
from snaptai.scoring.house import RULEBOOK, House
from snaptai.scoring.tiles import WINDS

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.draft import HandDraft
    from snaptai.vision.photo import Photo

FAKE = "fake"
"""The backend of tests: it reads painted tiles, and needs no model."""
THUMBNAIL, QUALITY = 560, 55
"""Longer side of a report's picture in pixels, and its WebP quality."""
NOT_SCORED = ("players", "version", "photo")
"""Keys of a context that are no part of a hand document."""


@dataclass(frozen=True)
class Settings:
    """What holds for a whole run. ``model``: names and hashes of the model files, ``backend``: what runs them."""

    model: str
    house: House = RULEBOOK
    lang: str = "zh-TW"
    max_megapixels: float = 120.0
    backend: str = "onnxruntime"

    @property
    def rules(self) -> str:
        """Tells whether two runs score alike, word for word."""
        return f"{hashlib.sha256(repr(self.house).encode()).hexdigest()[:12]} {self.lang}"

    @property
    def language(self) -> str:
        """The reading room's word for the language."""
        return "en" if self.lang == "en" else "zh"


def content_hash(data: bytes) -> str:
    """What tells whether two files are the same photo."""
    return hashlib.sha256(data).hexdigest()


def failed(record: Record, code: str, message: str) -> Record:
    """The row of something that cannot be used."""
    return replace(record, status="failed", error={"code": code, "message": message})


def read_and_score(found: Found, record: Record, settings: Settings) -> Record:
    """``record`` finished: read and scored, or failed. A bad photo raises nothing: it is a row too."""
    from snaptai.vision.photo import load_photo
    from snaptai.vision.photo_errors import PhotoError
    from snaptai.vision.reading import read_photo

    try:
        photo = load_photo(found.read(), name=found.name, max_megapixels=settings.max_megapixels)
    except PhotoError as problem:
        return failed(record, problem.code, problem.message(settings.language))
    except Unreadable as problem:
        return failed(record, problem.code, problem.message(settings.lang))
    except OSError as problem:
        return failed(record, "not_found", sentence("not_found", settings.lang, problem.strerror or str(problem)))
    draft = read_photo(photo, _detector(settings.backend), lang=settings.language)
    return score_draft(replace(record, thumbnail=thumbnail(photo, draft)), draft, settings)


@lru_cache(maxsize=1)
def _detector(backend: str) -> TileDetector:
    """One network a process, on one thread: it is workers that use the cores."""
    import cv2

    from snaptai.vision.detector import TileDetector, open_detector

    cv2.setNumThreads(1)
    if backend == FAKE:
        from snaptai.vision.backends.fake import FakeNetwork

        return TileDetector(FakeNetwork(), threshold=0.1, tile_side=56)
    return open_detector(backend=backend, threads=1)


def score_draft(record: Record, draft: HandDraft, settings: Settings) -> Record:
    """The row with its sheet, or the totals that an open context allows, and why a person should look, if any."""
    context = record.context or {}
    read = draft.to_document() | {"photo": record.name}
    asked = _still_asked(draft, _part(context, "hand"))
    found: list[int] = []
    if _is_open(context):
        asked = ("no_context", *asked)
        found, sheet = totals(read["hand"], context, settings)
    else:
        sheet = score_document(hand_document(read["hand"], context), settings.lang, settings.house)
    faults = [str(sheet["error"]["code"])] if "error" in sheet else []
    reasons = tuple(dict.fromkeys((*faults, *asked)))
    record = replace(record, read=read, error=None, reasons=reasons, status="review" if reasons else "scored")
    return replace(record, sheet=None, totals=(min(found), max(found))) if found else replace(record, sheet=sheet)


def _part(context: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    part = context.get(key)
    return part if isinstance(part, Mapping) else {}


def _still_asked(draft: HandDraft, given: Mapping[str, Any]) -> tuple[str, ...]:
    """Codes of the reading's questions, less those that the context's correction of the hand answers."""
    if "concealed" in given:
        return ()
    answers = {"winning_tile": "winning_tile_unknown", "flowers": "duplicate_flower"}
    answered = {code for key, code in answers.items() if given.get(key)}
    return tuple(question.code for question in draft.questions if question.code not in answered)


def _is_open(context: Mapping[str, Any]) -> bool:
    """Whether who won, how, in whose deal or in which round is not said; a part of the wrong type is said, wrongly."""
    if any(not isinstance(context.get(key, {}), Mapping) for key in ("win", "seat", "hand")):
        return False
    seat = _part(context, "seat")
    return not all((_part(context, "win").get("method"), *(seat.get(key) for key in ("winner", "dealer", "round"))))


def hand_document(hand: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """The hand document of a hand as read, with its context and the context's corrections; unknown keys stay."""
    given = context.get("hand", {})
    corrected = {**_less(hand, given), **given} if isinstance(given, Mapping) else given
    return {"hand": corrected} | {key: part for key, part in context.items() if key not in ("hand", *NOT_SCORED)}


def _less(hand: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The hand as read; where ``given`` says which of its concealed tiles won, without that one."""
    from snaptai.scoring.tiles import format_tiles, parse_tiles

    tiles, winning = list(parse_tiles(hand["concealed"])), given.get("winning_tile")
    if winning in tiles and "concealed" not in given and not hand["winning_tile"]:
        tiles.remove(winning)
    return {**hand, "concealed": format_tiles(tiles)}


def totals(hand: Mapping[str, Any], context: Mapping[str, Any], settings: Settings) -> tuple[list[int], dict[str, Any]]:
    """Every total over the open seats, rounds and ways of winning, nothing special assumed; and one of the sheets."""
    found: list[int] = []
    sheet: dict[str, Any] = {}
    for case in _cases(context, hand):
        sheet = score_document(hand_document(hand, case), settings.lang, settings.house)
        error = sheet.get("error", {})
        found += [each["tai"] for each in error.get("candidates", ())] if error else [sheet["tai"]]
    return found, sheet


def _cases(context: Mapping[str, Any], hand: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The context with everything filled in that it leaves open."""
    win, seat = _part(context, "win"), _part(context, "seat")
    methods = [win["method"]] if win.get("method") else ["self_draw", "discard"]
    winners = [seat["winner"]] if seat.get("winner") else WINDS
    rounds = [seat["round"]] if seat.get("round") else _rounds(hand)
    for method, winner, round_wind in product(methods, winners, rounds):
        others = [wind for wind in WINDS if wind != winner]
        loser = None if method in ("self_draw", "eight_flowers") else seat.get("loser") or others[0]
        who = {"winner": winner, "round": round_wind, "loser": loser, "dealer": seat.get("dealer") or others[-1]}
        yield {**context, "win": {**win, "method": method}, "seat": {**seat, **who}}


def _rounds(hand: Mapping[str, Any]) -> list[str]:
    """The winds of which the hand may hold a pung, and one of the others: those are all alike (rule 1)."""
    tiles = "".join((hand["concealed"], hand["winning_tile"] or "", *hand["exposed"], *hand["concealed_kongs"]))
    held = [wind for wind in WINDS if tiles.count(wind) >= 3]
    return held + [wind for wind in WINDS if wind not in held][:1]


def thumbnail(photo: Photo, draft: HandDraft) -> bytes:
    """A small WebP of the photo as high as its hand, tiles framed in their role's colour; no metadata survives."""
    import cv2

    from snaptai.vision.overlay import COLOURS

    top, bottom = _height_of_hand(photo, draft)
    part = photo.image[round(top * photo.scale) : round(bottom * photo.scale)]
    scale = THUMBNAIL / max(photo.size[0], bottom - top)
    size = (max(1, round(photo.size[0] * scale)), max(1, round((bottom - top) * scale)))
    picture = cv2.resize(part, size, interpolation=cv2.INTER_AREA)[..., ::-1].copy()
    for tile in draft.tiles:
        left, upper, right, lower = tile.box
        corners = [(round(x * scale), round((y - top) * scale)) for x, y in ((left, upper), (right, lower))]
        if right > left:
            blue_green_red = tuple(bytes.fromhex(COLOURS[tile.role][1:]))[::-1]
            cv2.rectangle(picture, corners[0], corners[1], blue_green_red, 1 if tile.role == "other" else 2)
    return bytes(cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1])


def _height_of_hand(photo: Photo, draft: HandDraft) -> tuple[float, float]:
    """Top and bottom, in pixels of the photo, of the hand and two tiles around it; of all where no hand is seen."""
    boxes = [tile.box for tile in draft.tiles if tile.role != "other" and tile.box[2] > tile.box[0]]
    margin = 2 * max((box[3] - box[1] for box in boxes), default=0)
    top = max(min((box[1] for box in boxes), default=0) - margin, 0)
    bottom = min(max((box[3] for box in boxes), default=photo.size[1]) + margin, photo.size[1])
    return (top, bottom) if (bottom - top) * photo.scale >= 1 else (0, photo.size[1])
