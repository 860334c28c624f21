"""The photos of an archive that a person should look at, worst first, as the page's review queue wants them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from snaptai.datasets.archive.store import Record, Store, StoreError, locked, open_existing
from snaptai.datasets.archive.troubles import Unreadable
from snaptai.scoring.errors import HouseError
from snaptai.scoring.fields import Text
from snaptai.scoring.house import make_house
from snaptai.scoring.reader import STAKE
from snaptai.scoring.tiles import WINDS, parse_tiles
from snaptai.ui.exports import write_all
from snaptai.ui.open_context import part
from snaptai.ui.page.around import whole
from snaptai.ui.page.review import ReviewItem
from snaptai.ui.photo_job import Settings, content_hash, score_draft
from snaptai.ui.report_words import Words
from snaptai.ui.thumbnails import thumbnail
from snaptai.vision.draft import HandDraft
from snaptai.vision.edits import SetWinning, correct
from snaptai.vision.photo import load_photo
from snaptai.vision.photo_errors import PhotoError

WORST_FIRST = (
    "layout_unclear", "wrong_tile_count", "not_a_win", "too_many_copies", "fifth_copy", "duplicate_flower",
    "concealed_kong_unknown", "winning_tile_unknown", "low_confidence", "photo_quality", "no_tiles", "no_context",
)  # fmt: skip


def urgency(record: Record) -> tuple[int, int]:
    """Sorts worst first: by the gravest reason, then by how many there are; faults of the context come before all."""
    ranks = [WORST_FIRST.index(reason) if reason in WORST_FIRST else -1 for reason in record.reasons]
    return min(ranks, default=0), -len(record.reasons)


def recorded_settings(store: Store) -> Settings:
    """Model, house and language of the last run, so that a correction is scored as its photos were."""
    about = store.about()
    house = make_house(json.loads(about.get("house_rules", "{}")))
    return Settings(about.get("model", ""), house, about.get("lang", "zh-TW"))


class ArchiveQueue:
    """A ``ReviewQueue`` over the store of a batch; corrections are kept by content and scored at once.

    A photo whose context names no stakes is offered those last given, at first those that scoring takes.
    """

    def __init__(self, store: Store) -> None:
        self.store, self.settings = store, recorded_settings(store)
        self.stake: Mapping[str, Any] = {}
        self.words = Words(self.settings.lang)
        ranked = [(urgency(record), record.name) for record in store.records("review")]
        self.names = [name for _, name in sorted(ranked, key=lambda pair: pair[0])]
        self.done: set[str] = set()

    def next(self, after: str | None = None) -> ReviewItem | None:
        """The photo after ``after`` that is still to be reviewed, or None when all are done."""
        start = self.names.index(after) + 1 if after in self.names else 0
        for name in (*self.names[start:], *self.names[:start]):
            if name not in self.done and (item := self._item(name)):
                return item
        return None

    def _item(self, name: str) -> ReviewItem | None:
        record = self.store.get(name)
        data = self._photo(record) if record else None
        if record is None or data is None or not record.read:
            return None
        context = record.context or {}
        draft = _with_winning_tile(HandDraft.from_document(record.read), part(context, "hand").get("winning_tile"))
        return ReviewItem(name, data, draft, record.reasons, context, self._terms(context))

    def _terms(self, context: Mapping[str, Any]) -> dict[str, Any]:
        """Names, stakes and house rules of a photo: the archive's, as its own context amends them."""
        stake, sides = part(context, "stake") or self.stake, context.get("side_stakes")
        players = part(context, "players")
        sides = sides if isinstance(sides, list) else []
        house = self.settings.house
        with suppress(HouseError):  # what is wrong in it is said where the photo is scored
            house = make_house(part(context, "rules"), house)
        return {
            "stake": {
                key: usual if whole(stake.get(key)) is None else stake[key] for key, usual in STAKE.default.items()
            },
            "players": {wind: players[wind] for wind in WINDS if isinstance(players.get(wind), str)},
            "side_stakes": sides if all(isinstance(side, Mapping) for side in sides) else [],
            "rules": house.to_document(),
        }

    def _photo(self, record: Record) -> bytes | None:
        """The photo's bytes, as long as it is the one that was read."""
        try:
            data = self.store.found(record).read()
        except (OSError, Unreadable):
            return None
        return data if content_hash(data) == record.sha256 else None

    def save(self, name: str, draft: HandDraft, context: Mapping[str, Any] | None = None) -> str | None:
        """Keep the corrected draft and score it anew; one sentence about the result. It does not come up again."""
        record = self.store.get(name)
        if record is None:
            return None
        self.done.add(name)
        self.stake = (context or {}).get("stake", self.stake)
        said = dict(context or {})
        if draft.edits and part(record.context, "hand"):
            said["hand"] = {}  # the tiles as the person left them, not as the sidecar has them
        known = {**(record.context or {}), **said}
        answered = replace(draft, questions=())  # a person has looked
        scored = score_draft(self._pictured(replace(record, context=known or None), answered), answered, self.settings)
        self.store.correct(str(record.sha256), answered.to_document(), said, scored)
        return self._sentence(scored)

    def _pictured(self, record: Record, draft: HandDraft) -> Record:
        data = self._photo(record)
        try:
            return replace(record, thumbnail=thumbnail(load_photo(data), draft)) if data else record
        except PhotoError:
            return record

    def _sentence(self, record: Record) -> str | None:
        sheet = record.sheet or {}
        if "error" in sheet:
            return self.words.sentence(str(sheet["error"]["message"]))
        if record.totals:
            return f"{record.totals[0]}–{record.totals[1]}{self.words['tai']}　{self.words['open']}"
        return f"{sheet['tai']}{self.words['tai']}" if "tai" in sheet else None

    def remaining(self) -> int:
        """How many are left."""
        return sum(name not in self.done for name in self.names)


def _with_winning_tile(draft: HandDraft, named: object) -> HandDraft:
    """The draft with the tile that the context names set apart, where the reading has it in the hand."""
    try:
        (face,) = parse_tiles(named if isinstance(named, str) else "")
    except ValueError:
        return draft
    there = [number for number, tile in enumerate(draft.tiles) if (tile.role, tile.tile) == ("concealed", face)]
    return correct(draft, SetWinning(there[0])) if there and draft.hand().winning_tile != face else draft


_WHEN_WRITTEN = Text(
    "每張改正立即存下；表格與報告在結束時（Ctrl-C）更新。",
    "Each correction is kept at once; tables and report are written when this ends (Ctrl-C).",
)


def serve_review(folder: Path, port: int, lang: str = "zh-TW") -> None:
    """Open the page on the queue until stopped, then write tables and report; no batch can run there meanwhile.

    Raises ``StoreError``: no batch, or one is running, or the port is taken.
    """
    from snaptai.ui.page import review, serving

    open_existing(folder).close()
    try:
        serving.check_port("127.0.0.1", port)
    except serving.PortTaken as problem:
        raise StoreError(problem.text.zh, problem.text.en) from problem
    with locked(folder) as store:
        review.queue = queue = ArchiveQueue(store)
        english = "en" in (lang, queue.settings.lang)
        print(f"http://localhost:{port}/{'?lang=en' if english else ''}")
        print(_WHEN_WRITTEN.say("en" if english else "zh-TW"), flush=True)
        try:
            serving.serve(port)
        finally:
            write_all(store, queue.settings.lang)
