"""Photos on their way in: what is stored, several of one hand, corrections kept for training, the review queue."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

import snaptai.ui.page
from snaptai.scoring.documents import score_document
from snaptai.ui.labelled import export_corrections
from snaptai.ui.page import corrections, review, uploads
from snaptai.ui.page.context import Asking, player_label
from snaptai.ui.page.correct_view import carried_out
from snaptai.ui.page.judged import payment_lines
from snaptai.ui.page.judging import judge_stored
from snaptai.ui.page.reading import opened, read, storable
from snaptai.ui.page.session import plain
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Store
from snaptai.vision.draft import HandDraft
from snaptai.vision.photo_errors import PhotoError

APP = Path(snaptai.ui.page.__file__).with_name("app.py")
FIXED = [{"op": "face", "tile": "0", "face": "2m"}, {"op": "face", "tile": "9", "face": "W"}]


def rotated(shot: Any) -> bytes:
    """The drawn photo lying on its side, with an EXIF orientation that stands it up again, and GPS."""
    picture = Image.open(shot.photo).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    return out.getvalue()


def test_a_stored_photo_stands_upright_and_carries_no_metadata(shot: Any) -> None:
    kept = storable(opened([rotated(shot)]))
    picture = Image.open(io.BytesIO(kept.jpeg))
    assert picture.size == (kept.width, kept.height) == (800, 600)
    assert not picture.getexif() and b"Exif" not in kept.jpeg


def test_a_large_photo_is_stored_smaller_and_remembers_its_size() -> None:
    out = io.BytesIO()
    Image.new("RGB", (5000, 3000)).save(out, "JPEG")
    kept = storable(opened([out.getvalue()]))
    assert (kept.width, kept.height) == (5000, 3000)
    assert Image.open(io.BytesIO(kept.jpeg)).size == (2400, 1440)


def test_several_photos_of_one_hand_lie_side_by_side(shot: Any) -> None:
    kept = storable(opened([shot.photo.read_bytes(), rotated(shot)]))
    assert (kept.width, kept.height) == (1600, 600)
    assert Image.open(io.BytesIO(kept.jpeg)).size == (1600, 600)


def test_what_is_no_photo_is_refused(shot: Any) -> None:
    with pytest.raises(PhotoError):
        opened([shot.photo.read_bytes(), b"nothing"])


def test_uploads_are_held_once_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    key = uploads.hold(b"one")
    assert uploads.collect([key, "unknown"]) == [b"one"] and uploads.collect([key]) == []
    monkeypatch.setattr(uploads, "_HELD_MB", 1)
    first, second = uploads.hold(b"\0" * (1 << 20)), uploads.hold(b"\0" * (1 << 20))
    assert uploads.collect([first]) == [] and len(uploads.collect([second])) == 1


@pytest.fixture
def corrected(data: Path, shot: Any) -> Sheet:
    taken = opened([shot.photo.read_bytes()])
    kept = Store(data).add_photo(storable(taken))
    return carried_out(Sheet(photos=(kept,), read=read(taken)), FIXED)


def test_kept_corrections_are_a_labelled_set(data: Path, corrected: Sheet, tmp_path: Path) -> None:
    assert corrections.keep(Store(data), corrected)
    count, missing = export_corrections(data / corrections.FOLDER, tmp_path / "set")
    assert (count, missing) == (1, [])
    labels = next((tmp_path / "set").rglob("*.txt")).read_text().splitlines()
    assert len([line for line in labels if len(line.split()) == 5]) == 19
    assert labels[0].split()[0] == "1"


def test_a_photo_that_nobody_corrected_is_not_kept(data: Path, corrected: Sheet) -> None:
    assert not corrections.keep(Store(data), Sheet(photos=corrected.photos, read=corrected.read))
    assert not (data / corrections.FOLDER).exists()


class Queue:
    """Two photos to review."""

    def __init__(self, shot: Any) -> None:
        draft = HandDraft.from_document(json.loads(shot.reading.read_text(encoding="utf-8")))
        photo = shot.photo.read_bytes()
        known = (
            {"seat": {"dealer": "E", "round": ["?"]}},
            {"stake": {"base": 100, "tai": 20}, "side_stakes": [], "rules": {}, "players": {"S": "阿珍", "N": "老王"}},
        )
        names = ("worst.jpg", "bad.jpg")
        self.items = [review.ReviewItem(name, photo, draft, ("low_confidence",), *known) for name in names]
        self.saved: dict[str, HandDraft] = {}
        self.contexts: dict[str, Mapping[str, Any] | None] = {}

    def next(self, after: str | None = None) -> review.ReviewItem | None:
        left = [item for item in self.items if item.name not in self.saved]
        later = [item for item in left if item.name != after]
        return (later or left or [None])[0]

    def save(self, name: str, draft: HandDraft, context: Mapping[str, Any] | None) -> str | None:
        self.saved[name], self.contexts[name] = draft, context
        return "4 臺"

    def remaining(self) -> int:
        return len(self.items) - len(self.saved)


def test_the_review_queue_is_worked_off_worst_first(data: Path, shot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(shot)
    monkeypatch.setattr(review, "queue", queue)
    app = AppTest.from_file(str(APP), default_timeout=300).run()
    assert not app.exception and app.subheader[0].value == plain("worst.jpg")
    keys = [each.key for each in app.main if each.type in ("button", "number_input")]
    assert keys.index("review_save") < keys.index(f"own-{review.sheet_id(queue.items[0])}-base"), "above any palette"
    app.button(key="lang").click().run()
    assert app.button(key="review_pass").label == "Skip" and "unsure of a tile" in app.caption[0].value
    app.button(key="lang").click().run()
    app.button(key="review_pass").click().run()
    assert app.subheader[0].value == plain("bad.jpg")
    app.button(key="review_save").click().run()
    assert list(queue.saved) == ["bad.jpg"] and app.subheader[0].value == plain("worst.jpg")
    app.button(key="review_save").click().run()
    assert "都看完了" in app.success[0].value
    monkeypatch.setattr(queue, "remaining", lambda: 2)
    assert "還有 2 張的照片不在原處" in app.run().warning[0].value and not app.success


def test_a_photo_without_tiles_is_reviewed_without_asking_who_won(
    data: Path, shot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = Queue(shot)
    queue.items = [replace(queue.items[0], draft=HandDraft("none.jpg", (800, 600), ()))]
    monkeypatch.setattr(review, "queue", queue)
    app = AppTest.from_file(str(APP), default_timeout=300).run()
    assert not app.exception and app.button(key="review_save").label
    assert not any("還差" in each.value for each in app.caption)


def test_corrections_under_review_outlive_a_reload(data: Path, shot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    queue, store = Queue(shot), Store(data)
    monkeypatch.setattr(review, "queue", queue)
    AppTest.from_file(str(APP), default_timeout=300).run()
    sheet = review.sheet_id(queue.items[0])
    revision, _, state = store.sheet(sheet) or (0, None, {})
    store.save_sheet(sheet, None, carried_out(Sheet.from_json(state), FIXED).to_json(), expected=revision)
    app = AppTest.from_file(str(APP), default_timeout=300).run()
    app.button(key="review_save").click().run()
    assert [queue.saved["worst.jpg"].tiles[at].tile for at in (0, 9)] == ["2m", "W"]
    assert queue.contexts == {"worst.jpg": None}
    assert (store.sheet(sheet) or (0, None, {}))[2].get("edits", []) == []


def test_who_won_can_be_said_in_review_and_what_it_comes_to_is_shown(
    data: Path, shot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue, store = Queue(shot), Store(data)
    monkeypatch.setattr(review, "queue", queue)
    app = AppTest.from_file(str(APP), default_timeout=300).run()
    sheet = review.sheet_id(queue.items[0])
    revision, _, state = store.sheet(sheet) or (0, None, {})
    first = Sheet.from_json(state)
    assert (first.context.dealer, first.context.round, first.context.winner) == ("E", None, None)
    assert "圈風" in app.caption[-1].value, "what is still to be told is named"
    won = replace(first.context, round="S", winner="S", method="discard", loser="N")
    store.save_sheet(sheet, None, replace(carried_out(first, FIXED), context=won).to_json(), expected=revision)
    app.run()
    app.number_input(key=f"own-{sheet}-base").set_value(50).run()
    judged = judge_stored(store, sheet, "zh")
    assert judged is not None and judged.answer["payments"][0]["amount"] == 50 + 20 * judged.answer["tai"]
    assert payment_lines(judged)[0].startswith("老王"), "players are called by the names that the archive knows"
    asking = Asking(queue.items[0].draft, won, judged.around, None, "zh", score_document)
    assert [player_label(asking, wind)["label"] for wind in ("S", "W")] == ["阿珍", "西"]
    app.number_input(key=f"own-{sheet}-tai").set_value(30)  # typed, and the button pressed at once
    app.button(key="review_save").click().run()
    said = {part: judged.document[part] for part in ("win", "seat")}
    assert queue.contexts["worst.jpg"] == said | {"stake": {"base": 50, "tai": 30}}
