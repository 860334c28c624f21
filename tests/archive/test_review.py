"""The review queue, what a correction does, and the labelled set made of it."""

from __future__ import annotations

import json
import shutil
import socket

import pytest

from snaptai.datasets.archive.store import StoreError, locked
from snaptai.datasets.photos import load
from snaptai.scoring.house import make_house
from snaptai.ui.labelled import FORMATS, export_corrections
from snaptai.ui.review_queue import ArchiveQueue, serve_review
from snaptai.vision.edits import Add, Retag, SetWinning, correct

WON = {"win": {"method": "self_draw"}, "seat": {"winner": "S", "dealer": "E", "round": "E"}}
HOUSE = make_house({"tai": {"門清": 2}})


@pytest.fixture
def queue(archive, run, paint_hand, won):
    """An archive of which three photos are doubtful: one without context, one no win, one with a tile too few."""
    (archive / "n.png").write_bytes(paint_hand("123m456m789m111p22s34s", "3s"))
    (archive / "w.png").write_bytes(paint_hand("123m456m789m111p22s3s", "3s"))
    for name in "nw":
        (archive / f"{name}.json").write_text(json.dumps(won))
    run(archive, house=HOUSE)
    with locked(archive.parent / "results") as store:
        yield ArchiveQueue(store)


def test_the_worst_comes_first_and_each_says_why(queue):
    seen, item = [], queue.next()
    while item and item.name not in [name for name, _ in seen]:
        seen.append((item.name, item.reasons))
        assert item.photo.startswith(b"\x89PNG")
        item = queue.next(item.name)
    assert [name for name, _ in seen] == ["w.png", "n.png", "c.png"]
    assert "wrong_tile_count" in seen[0][1] and "not_a_win" in seen[1][1] and seen[2][1] == ("no_context",)
    assert queue.remaining() == 3


def fixed(item):
    """The 4s that should be 3s."""
    (wrong,) = [number for number, tile in enumerate(item.draft.tiles) if tile.tile == "4s"]
    return correct(item.draft, Retag(wrong, "3s"))


def test_a_correction_is_scored_at_once(queue):
    item = queue.next("w.png")
    assert queue.save("n.png", fixed(item)) == "4臺" and queue.remaining() == 2
    stored = queue.store.get("n.png")
    assert stored.status == "scored" and stored.sheet["tai"] == 4 and stored.read["questions"] == []
    assert queue.next("n.png").name == "c.png", "what was passed over comes up again at its turn, not after each photo"


def test_later_runs_keep_the_correction(queue, archive, run):
    queue.save("n.png", fixed(queue.next("w.png")))
    for ending in ("png", "json"):
        (archive / f"n.{ending}").rename(archive / f"renamed.{ending}")
    later = shutil.copytree(queue.store.folder, archive.parent / "later")
    assert run(archive, out=later)["renamed.png"].status == "scored"


def test_a_context_given_in_review_is_scored_at_once_and_kept_by_later_runs(queue, archive, run):
    item = queue.next("n.png")
    assert (item.name, item.context, item.terms["stake"]) == ("c.png", {}, {"base": 100, "tai": 20})
    said = {**WON, "stake": {"base": 50, "tai": 10}}
    assert queue.save("c.png", item.draft, said) == "14臺"
    stored = queue.store.get("c.png")
    assert (stored.status, stored.context) == ("scored", said)
    assert {paid["from"]: paid["amount"] for paid in stored.sheet["payments"]} == {"E": 200, "W": 190, "N": 190}
    assert queue.next("n.png").terms["stake"] == {"base": 50, "tai": 10}, "the next photo is offered the same stakes"
    later = shutil.copytree(queue.store.folder, archive.parent / "later")
    assert run(archive, out=later, house=HOUSE)["c.png"] == stored
    (archive / "c.json").write_text(json.dumps({"players": {"S": "阿珍"}}))
    assert run(archive, out=later, house=HOUSE)["c.png"].context == said | {"players": {"S": "阿珍"}}


def test_tiles_corrected_afterwards_leave_the_context_that_was_given(queue, archive, run):
    item = queue.next("w.png")
    queue.save("n.png", item.draft, WON | {"seat": {**WON["seat"], "winner": "W"}})
    queue.done.clear()
    queue.save("n.png", fixed(queue.next("w.png")))
    later = shutil.copytree(queue.store.folder, archive.parent / "later")
    assert run(archive, out=later, house=HOUSE)["n.png"].context["seat"]["winner"] == "W"


def test_the_tiles_as_left_in_review_count_and_not_the_sidecars(queue, archive, run):
    context = WON | {"hand": {"winning_tile": "二索"}}
    (archive / "n.json").write_text(json.dumps(context))
    later = shutil.copytree(queue.store.folder, archive.parent / "later")
    run(archive, out=later, house=HOUSE)
    with locked(later) as store:
        again = ArchiveQueue(store)
        item = again.next("w.png")
        assert item.draft.hand().winning_tile == "2s"
        last = next(number for number, tile in enumerate(item.draft.tiles) if tile.tile == "3s")
        again.save("n.png", correct(fixed(item), SetWinning(last)))
        stored = store.get("n.png")
    assert stored.status == "scored" and stored.context == WON | {"hand": {}}
    assert run(archive, out=later, house=HOUSE)["n.png"] == stored


def test_a_sidecar_of_wrong_types_can_be_reviewed(queue, archive, run):
    (archive / "c.json").write_text(json.dumps({"side_stakes": "x", "rules": 5, "stake": {"base": "y"}, "seat": ["S"]}))
    later = shutil.copytree(queue.store.folder, archive.parent / "later")
    run(archive, out=later, house=HOUSE)
    with locked(later) as store:
        item = ArchiveQueue(store).next("n.png")
    assert item.name == "c.png" and item.terms["rules"]["tai"] == {"門清": 2}
    assert (item.terms["stake"], item.terms["side_stakes"]) == ({"base": 100, "tai": 20}, [])


def test_a_photo_that_changed_since_is_not_shown(queue, archive, hand):
    (archive / "w.png").write_bytes(hand(1))
    assert queue.next().name == "n.png"


def test_a_taken_port_is_said_with_the_command_that_reviews_elsewhere(queue):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(StoreError, match=f"port {port} is taken.*--port {port + 1}"):
            serve_review(queue.store.folder, port)


@pytest.mark.parametrize("form", FORMATS)
def test_corrected_photos_are_a_labelled_set_that_loads(queue, tmp_path, form):
    item = queue.next("w.png")
    queue.save("n.png", correct(fixed(item), Add("1f", "flower")))
    written, said = export_corrections(queue.store.folder, tmp_path / "set", form)
    assert export_corrections(queue.store.folder, tmp_path / "set", form)[0] == 1, "again is no fault"
    for another in FORMATS.keys() - {form}:
        with pytest.raises(StoreError, match=f"holds a set in {form} format"):
            export_corrections(queue.store.folder, tmp_path / "set", another)
    assert [path.name for path in (tmp_path / "set").rglob("*.jpg")] == ["n.jpg"], "the photo's own name"
    assert written == 1
    assert [each.en for each in said] == ["n.png: 1 tiles were added without a place and have no label"]
    loaded = load(tmp_path / "set")
    assert [complaint.code for complaint in loaded.complaints] == []
    (photo,) = loaded.photos
    assert sorted(photo.tiles) == sorted(tile.tile for tile in fixed(item).tiles)
    for box, tile in zip(photo.boxes, fixed(item).tiles, strict=True):
        assert box.box == pytest.approx(tile.box, abs=0.6)


def test_why_a_corrected_photo_is_left_out_is_said_in_one_language(queue, archive, tmp_path, hand):
    queue.save("n.png", fixed(queue.next("w.png")))
    (archive / "n.png").write_bytes(hand(1))
    (changed,) = export_corrections(queue.store.folder, tmp_path / "set")[1]
    (archive / "n.png").unlink()
    (gone,) = export_corrections(queue.store.folder, tmp_path / "set")[1]
    assert changed.zh == "n.png 略過：照片無法讀取（內容已經變了）" and "has changed since" in changed.en
    assert gone.zh == "n.png 略過：照片無法讀取（沒有這個檔案或資料夾）" and "No such file" in gone.en
