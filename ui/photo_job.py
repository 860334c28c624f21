"""One photo of an archive, from bytes to row: the function every worker runs, on this machine or in a cluster."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from snaptai.datasets.archive.sources import Found
from snaptai.datasets.archive.store import Record
from snaptai.datasets.archive.troubles import Unreadable, sentence, words_of
from snaptai.scoring.documents import score_document
from snaptai.scoring.house import RULEBOOK, House
from snaptai.ui.open_context import filled_in, hand_document, is_open, still_asked, totals

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.draft import HandDraft

FAKE = "fake"
"""The backend of tests: it reads painted tiles, and needs no model."""


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
    from snaptai.ui.thumbnails import thumbnail
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
        return failed(record, "not_found", sentence("not_found", settings.lang, words_of(problem).en))
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
    """The row with its sheet or the totals that what is open allows, and why a person should look, if any should."""
    context = record.context or {}
    read = draft.to_document() | {"photo": record.name}
    document = hand_document(read["hand"], context)
    cases = list(filled_in(document["hand"], document))
    found = [tai for case in cases for tai in totals(case, settings.house)] if is_open(context) else []
    sheet = None if found else score_document(cases[0], settings.lang, settings.house)
    reasons = (["no_context"] if is_open(context) else []) + still_asked(draft, context)
    if sheet and "error" in sheet:
        reasons.insert(0, str(sheet["error"]["code"]))
        found = [each["tai"] for each in sheet["error"].get("candidates", ())]
    return replace(
        record,
        status="review" if reasons else "scored",
        read=read,
        sheet=sheet,
        totals=(min(found), max(found)) if found else (),
        error=None,
        reasons=tuple(dict.fromkeys(reasons)),
    )
