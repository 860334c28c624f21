"""The photos of an archive that a person should look at, worst first, as the page's review queue wants them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from snaptai.datasets.archive.sources import Found, Unreadable
from snaptai.datasets.archive.store import Record, Store, StoreError, locked
from snaptai.ui.batch import make_settings
from snaptai.ui.page.review import ReviewItem
from snaptai.ui.photo_job import score_record
from snaptai.vision.draft import HandDraft

WORST_FIRST = (
    "layout_unclear", "wrong_tile_count", "not_a_win", "too_many_copies", "fifth_copy", "duplicate_flower",
    "concealed_kong_unknown", "winning_tile_unknown", "low_confidence", "photo_quality", "no_tiles", "no_context",
)  # fmt: skip


def urgency(record: Record) -> tuple[int, int]:
    """Sorts worst first: the gravest reason, then the number of reasons. Nothing to do for no_tiles comes late."""
    ranks = [WORST_FIRST.index(reason) for reason in record.reasons if reason in WORST_FIRST]
    return min(ranks, default=0), -len(record.reasons)


class ArchiveQueue:
    """A ``ReviewQueue`` over the store of a batch; corrections are kept by content and scored at once."""

    def __init__(self, store: Store, lang: str = "zh-TW") -> None:
        self.store = store
        self.settings = make_settings(lang=lang)
        self.names = [record.name for record in sorted(store.records("review"), key=urgency)]

    def next(self, after: str | None = None) -> ReviewItem | None:
        """The photo after ``after`` that is still to be reviewed, or None when all are done."""
        start = self.names.index(after) + 1 if after in self.names else 0
        for name in (*self.names[start:], *self.names[:start]):
            item = self._item(name)
            if item:
                return item
        return None

    def _item(self, name: str) -> ReviewItem | None:
        record = self.store.get(name)
        if record is None or record.status != "review" or not record.read:
            return None
        try:
            photo = Found(record.name, record.place or "", record.member).read()
        except (OSError, Unreadable):
            return None
        return ReviewItem(name, photo, HandDraft.from_document(record.read), record.reasons)

    def save(self, name: str, draft: HandDraft) -> str | None:
        """Keep the corrected draft and score it anew; one sentence about the result."""
        record = self.store.get(name)
        if record is None:
            return None
        self.store.correct(str(record.sha256), draft.to_document(), record.context)
        # A person has looked: what is still asked is answered.
        scored = score_record(record, replace(draft, questions=()), self.settings)
        self.store.put(scored)
        sheet = scored.sheet or {}
        tai = sheet.get("tai")
        if isinstance(tai, int):
            return f"{tai} 臺"
        return str(sheet["error"]["message"]) if "error" in sheet else None

    def remaining(self) -> int:
        """How many are left."""
        return self.store.counts()["review"]


def serve_review(folder: Path, port: int) -> None:
    """Open the page on the queue until stopped; a batch cannot write to the folder meanwhile."""
    from snaptai.datasets.archive.store import FILE
    from snaptai.ui.page import review, serving

    if not (folder / FILE).is_file():
        raise StoreError(f"{folder} holds no results; run: snaptai batch PHOTOS --out {folder}")
    with locked(folder) as store:
        review.queue = ArchiveQueue(store)
        serving.serve(port)
