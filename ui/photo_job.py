"""One photo of an archive, from bytes to row: the function every worker runs, on this machine or in a cluster."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from snaptai.datasets.archive.sources import Found, Unreadable
from snaptai.datasets.archive.store import Record
from snaptai.scoring.documents import score_document
from snaptai.scoring.house import RULEBOOK, House

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.draft import HandDraft
    from snaptai.vision.photo import Photo

THUMBNAIL = 360
"""Longer side of a report's thumbnail in pixels."""
PARTS = ("win", "seat", "stake", "side_stakes", "rules")


@dataclass(frozen=True)
class Settings:
    """What holds for the whole run. ``model`` is the catalog's name and sha256; ``backend`` a detector backend."""

    model: str
    house: House = RULEBOOK
    lang: str = "zh-TW"
    max_megapixels: float = 120.0
    backend: str = "onnxruntime"
    thumbnails: bool = True
    rules: str = field(default="")

    @property
    def language(self) -> str:
        """The reading room's word for the language: ``zh`` or ``en``."""
        return "en" if self.lang == "en" else "zh"


@lru_cache(maxsize=2)
def _detector(backend: str) -> TileDetector:
    """One network a process, on one thread: workers are what uses the cores."""
    from snaptai.vision.detector import open_detector

    return open_detector(backend=backend, threads=1)


def content_hash(data: bytes) -> str:
    """What tells whether two files are the same photo."""
    return hashlib.sha256(data).hexdigest()


def read_and_score(found: Found, record: Record, settings: Settings, correction: Any = None) -> Record:
    """``record`` finished: read, scored or failed. Never raises for a bad photo; that is a row too."""
    from snaptai.vision.photo import load_photo
    from snaptai.vision.photo_errors import PhotoError

    try:
        photo = load_photo(found.read(), name=found.name, max_megapixels=settings.max_megapixels)
        draft = _corrected(correction) or _read(photo, settings)
    except PhotoError as problem:
        return failed(record, problem.code, problem.message(settings.language))
    except Unreadable as problem:
        return failed(record, problem.code, str(problem))
    except OSError as problem:
        return failed(record, "not_found", f"{problem.strerror or problem}")
    except MemoryError:
        return failed(record, "too_large", "not enough memory to decode this photo")
    picture = thumbnail(photo, draft) if settings.thumbnails else None
    return score_record(replace(record, thumbnail=picture), draft, settings)


def _read(photo: Photo, settings: Settings) -> HandDraft:
    from snaptai.vision.reading import read_photo

    return read_photo(photo, _detector(settings.backend), name=photo.name, lang=settings.language)


def _corrected(correction: Any) -> HandDraft | None:
    from snaptai.vision.draft import HandDraft

    return HandDraft.from_document(correction) if correction else None


def failed(record: Record, code: str, message: str) -> Record:
    """The row of something that cannot be used."""
    return replace(record, status="failed", error={"code": code, "message": message})


def score_record(record: Record, draft: HandDraft, settings: Settings) -> Record:
    """The row with its sheet, and why a person should look at it, if anyone should."""
    read = draft.to_document() | {"photo": record.name}
    reasons = tuple(question.code for question in draft.questions)
    context = record.context or {}
    if "win" not in context or "seat" not in context:
        totals = open_totals(read["hand"], context, settings)
        return replace(record, status="review", read=read, sheet=totals, reasons=("no_context", *reasons))
    sheet = score_document(hand_document(read["hand"], context), settings.lang, settings.house)
    if "error" in sheet:
        reasons = (str(sheet["error"]["code"]), *(code for code in reasons if code != sheet["error"]["code"]))
    status = "review" if reasons else "scored"
    return replace(record, status=status, read=read, sheet=sheet, reasons=reasons)


def hand_document(hand: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """The hand document that a read hand and its context make; the context may correct the hand."""
    document: dict[str, Any] = {"hand": {**hand, **context.get("hand", {})}}
    return document | {key: context[key] for key in PARTS if key in context}


def open_totals(hand: Mapping[str, Any], context: Mapping[str, Any], settings: Settings) -> dict[str, Any] | None:
    """The range of totals over every seat, round and way of winning; None where the hand is no win in any."""
    from snaptai.scoring.tiles import WINDS

    totals = []
    for winner in WINDS:
        loser = WINDS[(WINDS.index(winner) + 1) % 4]
        for method in ("self_draw", "discard"):
            for round_wind in WINDS:
                seat = {"winner": winner, "dealer": loser, "round": round_wind}
                seat |= {"loser": loser} if method == "discard" else {}
                case = {**context, "win": {"method": method}, "seat": seat}
                totals += _totals(score_document(hand_document(hand, case), settings.lang, settings.house))
    return {"open": True, "tai": [min(totals), max(totals)]} if totals else None


def _totals(sheet: Mapping[str, Any]) -> list[int]:
    if "error" not in sheet:
        return [sheet["tai"]]
    return [candidate["tai"] for candidate in sheet["error"].get("candidates", ())]


def thumbnail(photo: Photo, draft: HandDraft) -> bytes:
    """A small JPEG of the photo with what was read drawn on it; no metadata survives."""
    from snaptai.vision.overlay import draw_overlay

    picture = draw_overlay(photo.image, draft).convert("RGB")
    picture.thumbnail((THUMBNAIL, THUMBNAIL))
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=70)
    return stream.getvalue()


def rules_key(house: House) -> str:
    """What tells whether two houses score alike."""
    return hashlib.sha256(repr(house).encode()).hexdigest()[:16]


def context_key(context: Mapping[str, Any] | None) -> str:
    """A context as comparable text."""
    return json.dumps(context or {}, sort_keys=True, ensure_ascii=False)
