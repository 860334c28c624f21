"""A whole batch: every bad kind in its row, the rest done; what is repeated later is only what changed."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import zipfile
from itertools import product
from pathlib import Path

import pytest

from snaptai.datasets.archive.store import StoreError, locked, open_existing
from snaptai.scoring.house import RULEBOOK, make_house
from snaptai.scoring.tiles import WINDS
from snaptai.ui import photo_job, pools
from snaptai.ui.batch import Plan, batch, running
from snaptai.ui.open_context import filled_in, totals


@pytest.fixture
def seen(monkeypatch) -> list[str]:
    """Names of the photos that went through the network."""
    names: list[str] = []

    def work(found, record, settings):
        names.append(found.name)
        return photo_job.read_and_score(found, record, settings)

    monkeypatch.setattr(pools, "read_and_score", work)
    return names


def test_photos_are_scored_by_their_context_and_the_rest_left_for_review(archive, run):
    found = run(archive)
    assert {name: record.status for name, record in found.items()} == {
        "a.png": "scored",
        "b.png": "scored",
        "c.png": "review",
    }
    assert [(item["name"], item["tai"]) for item in found["a.png"].sheet["items"]] == [("門清", 1), ("不求自摸", 2)]
    assert found["c.png"].reasons == ("no_context",) and found["c.png"].sheet is None
    lowest, highest = found["c.png"].totals
    assert lowest < highest, "門清 by discard is less than 門清一摸三"


def test_what_is_known_of_an_open_context_narrows_its_range(archive, run):
    (archive / "c.json").write_text(json.dumps({"win": {"method": "discard"}}))
    by_discard = run(archive, out=archive.parent / "one")["c.png"].totals
    (archive / "c.json").write_text(json.dumps({"win": {"method": "self_draw"}}))
    assert by_discard[1] < run(archive, out=archive.parent / "two")["c.png"].totals[1]


@pytest.mark.parametrize(
    ("concealed", "exposed", "flowers"),
    [
        ("123m456m789m111p22s333s", [], "1f"), ("456s222333p44s", ["EEE", "NNN"], "78f"),
        ("EEESSS123m99p", ["456m", "789m"], "1234f"), ("123456m55p", ["WWWW", "678s", "234s"], "15f"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("house", [RULEBOOK, make_house({"flower_order": "梅蘭竹菊"})])
def test_the_range_of_an_open_context_is_that_of_all_seats_and_rounds(concealed, exposed, flowers, house):
    hand = {"concealed": concealed, "winning_tile": None, "exposed": exposed, "concealed_kongs": [], "flowers": flowers}
    every = []
    for method, winner, wind in product(("self_draw", "discard"), WINDS, WINDS):
        one, *_, other = (seat for seat in WINDS if seat != winner)
        seat = {"winner": winner, "round": wind, "dealer": one, "loser": other if method == "discard" else None}
        every += totals({"hand": hand, "win": {"method": method}, "seat": seat}, house)
    some = [tai for case in filled_in(hand, {"hand": hand}) for tai in totals(case, house)]
    assert (min(some), max(some)) == (min(every), max(every)) and len(some) < len(every)


@pytest.mark.parametrize(
    ("flowers", "methods"),
    [("123456f", set()), ("1234567f", {"robbed_flower"}), ("12345678f", {"robbed_flower", "eight_flowers"})],
)
def test_flowers_alone_may_have_won_on_whatever_hand(flowers, methods):
    hand = {"concealed": "124m56p", "winning_tile": None, "exposed": [], "concealed_kongs": [], "flowers": flowers}
    cases = filled_in(hand, {"hand": hand})
    assert {case["win"]["method"] for case in cases if totals(case, RULEBOOK)} == methods


def test_a_sidecar_may_say_which_tile_won_and_faults_in_it_are_named(archive, run, won):
    (archive / "a.json").write_text(json.dumps(won | {"hand": {"winning_tile": "3s"}}))
    (archive / "b.json").write_text(json.dumps(won | {"weather": "fine"}))
    (archive / "c.json").write_text("{no json")
    found = run(archive)
    assert found["a.png"].status == "scored"
    assert (found["b.png"].status, found["b.png"].reasons) == ("review", ("unknown_key",))
    assert found["c.png"].error["code"] == "bad_context" and "c.json 不是 JSON" in found["c.png"].error["message"]


def test_a_winning_tile_that_decides_leaves_a_range(archive, run, won, paint_hand):
    (archive / "a.png").write_bytes(paint_hand("123456789m11122233p"))
    found = run(archive)["a.png"]
    assert found.reasons == ("winning_tile_unknown",) and found.totals[0] < found.totals[1]


def test_of_two_copies_the_one_whose_context_is_known_is_scored(archive, run):
    (archive / "0 copy of a.png").write_bytes((archive / "a.png").read_bytes())
    found = run(archive)
    assert found["a.png"].status == "scored" and found["0 copy of a.png"].same_as == "a.png"


def test_a_copy_with_another_context_is_named_until_review_says_which(archive, run, won):
    other = won | {"seat": {**won["seat"], "winner": "N"}}
    for name, context in (("copy 1", won), ("copy 2", other), ("copy 3", None)):
        (archive / f"{name}.png").write_bytes((archive / "a.png").read_bytes())
        if context:
            (archive / f"{name}.json").write_text(json.dumps(context))
    found = run(archive)
    assert {name: record.reasons for name, record in found.items() if record.same_as == "a.png"} == {
        "copy 1.png": (), "copy 2.png": ("other_context",), "copy 3.png": (),
    }  # fmt: skip
    with locked(archive.parent / "results") as store:
        first = store.get("a.png")
        store.correct(first.sha256, first.read, other)
    found = run(archive)
    assert found["a.png"].context == other and found["copy 2.png"].reasons == ()


def test_no_sidecar_of_wrong_types_stops_the_run(archive, run, won):
    for number, part in enumerate(("win", "seat", "hand", "stake", "players")):
        for value in (5, "S", [1], None, {"winner": [1], "method": {}, "E": 7}):
            (archive / "a.json").write_text(json.dumps(won | {part: value}))
            found = run(archive)
            assert found["b.png"].status == "scored" and found["a.png"].status != "failed"
            if number < 4 and value is not None:
                assert found["a.png"].status == "review", (part, value)


def test_every_bad_kind_gets_its_row_and_the_rest_goes_on(archive, run, hand, tmp_path):
    (archive / "text.jpg").write_text("not a photo")
    (archive / "empty.png").write_bytes(b"")
    (archive / "torn.png").write_bytes(hand(3)[:3000])
    (archive / "raw.psd").write_bytes(b"8BPS" + bytes(60))
    (archive / "gone.jpg").symlink_to(tmp_path / "nowhere")
    for odd in (
        'quote".png',
        "emoji 🀄.png",
        "new\nline.png",
        "<b>bold.png",
        os.fsdecode(b"\xff\xfe.png"),
        os.fsdecode("麻將二.png".encode("cp950")),
    ):
        (archive / odd).write_bytes(hand(4, mark=len(odd)))
    with zipfile.ZipFile(archive / "club.zip", "w", zipfile.ZIP_DEFLATED) as club:
        club.writestr("../evil.png", hand(0))
        club.writestr("bomb.png", bytes(2 << 20))
        club.writestr("good.png", hand(0, mark=9))
        club.writestr("good.json", (archive / "a.json").read_text())
        club.writestr("same.png", hand(1))
    found = run(archive)
    failures = {name: record.error["code"] for name, record in found.items() if record.status == "failed"}
    assert failures == {
        "text.jpg": "not_an_image", "empty.png": "not_an_image", "torn.png": "truncated_image", "gone.jpg": "dead_link",
        "raw.psd": "unsupported_image", "club.zip/../evil.png": "unsafe_name", "club.zip/bomb.png": "too_large",
    }  # fmt: skip
    assert all(record.error["message"].endswith("。") for record in found.values() if record.error)
    assert found["club.zip/good.png"].status == "scored"
    assert (found["club.zip/same.png"].status, found["club.zip/same.png"].same_as) == ("duplicate", "b.png")
    assert {'quote".png', "emoji 🀄.png", "new\nline.png", "<b>bold.png"} <= found.keys()
    assert len(found) == 18
    store = open_existing(archive.parent / "results")
    for name in ("麻將二.png", "\\udcff\\udcfe.png"):
        assert store.found(found[name]).read().startswith(b"\x89PNG"), "it can be reviewed and exported"


def test_a_second_run_repeats_nothing_and_gives_the_same(archive, run, seen, rows):
    first = run(archive)
    before = rows(archive.parent / "results")
    assert sorted(seen) == ["a.png", "b.png", "c.png"]
    assert run(archive) == first and len(seen) == 3
    assert rows(archive.parent / "results") == before


def test_only_what_a_change_touches_is_read_again(archive, run, hand, seen, won):
    run(archive)
    seen.clear()
    (archive / "a.png").write_bytes(hand(5))
    (archive / "new.png").write_bytes(hand(3))
    (archive / "b.png").rename(archive / "renamed.png")
    (archive / "renamed.json").write_text(json.dumps(won))
    found = run(archive)
    assert sorted(seen) == ["a.png", "new.png"]
    assert sorted(found) == ["a.png", "c.png", "new.png", "renamed.png"] and found["renamed.png"].status == "scored"


def test_another_context_or_house_scores_anew_without_reading(archive, run, seen, won):
    first = run(archive)
    seen.clear()
    (archive / "c.json").write_text(json.dumps(won))
    second = run(archive, house=make_house({"off": [3]}))
    assert seen == [] and second["c.png"].status == "scored"
    assert first["a.png"].sheet["tai"] == 3 and second["a.png"].sheet["tai"] == 2
    assert run(archive, lang="en")["a.png"].sheet["items"][0]["why"].isascii() and seen == []


def test_another_model_reads_everything_again(archive, run, seen, monkeypatch):
    run(archive)
    seen.clear()
    monkeypatch.setattr("snaptai.ui.batch.FAKE", "another")
    with pytest.raises(StoreError, match="backend 'fake' is not installed"):
        run(archive)
    monkeypatch.setattr("snaptai.ui.batch.make_settings", lambda *_: photo_job.Settings("newer", backend="fake"))
    run(archive)
    assert sorted(seen) == ["a.png", "b.png", "c.png"]


def test_a_newer_program_with_the_same_model_says_that_it_reads_nothing_again(
    archive, run, seen, monkeypatch, tmp_path
):
    run(archive)
    seen.clear()
    monkeypatch.setattr("snaptai.ui.batch.version", lambda _: "99.0")
    for model, said in (("fake", "99.0"), ("another", "3 photos that were read are read again"), ("another", "")):
        with running(
            Plan((str(archive),), photo_job.Settings(model, lang="en", backend="fake")), tmp_path / "results"
        ) as ran:
            assert said in " ".join(ran.complaints) and bool(said) == bool(ran.complaints)
            list(ran)
        assert len(seen) == 3 * (model == "another")


def test_what_is_done_again_and_why_is_counted(archive, tmp_path, hand, won):
    paths = [str(archive)]

    def news(model: str, house=RULEBOOK) -> tuple[dict[str, int], list[str]]:
        plan = Plan(tuple(paths), photo_job.Settings(model, house, "en", backend="fake"))
        with running(plan, tmp_path / "results") as ran:
            list(ran)
            return dict(ran.news), ran.complaints

    (archive / "bad.jpg").write_text("no photo")
    assert news("one") == ({"new": 4}, [])
    (archive / "a.png").write_bytes(hand(5))
    (archive / "c.json").write_text(json.dumps(won))
    assert news("one") == ({"sha256": 1, "context": 1, "unchanged": 2}, [])
    again = "the model or backend has changed: 3 photos that were read are read again"
    assert news("another") == ({"model": 3, "unchanged": 1}, [again])
    assert news("another", make_house({"off": [3]})) == ({"rules": 3, "unchanged": 1}, [])
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "d.png").write_bytes(hand(3))
    paths.append(str(tmp_path / "more"))
    assert news("another", make_house({"off": [3]})) == ({"unchanged": 4, "new": 1}, [])  # now photos/a.png …


def test_failed_photos_wait_for_retry_failed(archive, run, seen):
    (archive / "bad.jpg").write_text("no photo")
    for options, expected in (({}, 4), ({}, 0), ({"retry_failed": True}, 1)):
        seen.clear()
        assert run(archive, **options)["bad.jpg"].status == "failed"
        assert len(seen) == expected


def test_a_photo_that_the_program_fails_on_is_a_row(archive, run, monkeypatch):
    def work(found, *_):
        raise ZeroDivisionError(found.name)

    monkeypatch.setattr(pools, "read_and_score", work)
    found = run(archive)
    assert {record.error["code"] for record in found.values()} == {"internal"}


def test_manifests_in_the_folder_and_named_ones(archive, run, tmp_path):
    shutil.move(archive / "a.json", tmp_path / "a.json")
    (archive / "manifest.csv").write_text(
        "photo,method,winner,dealer,round,E\na.png,self_draw,S,E,E,小明\n", encoding="utf-8"
    )
    found = run(archive)
    assert found["a.png"].status == "scored" and found["a.png"].context["players"] == {"E": "小明"}
    named = tmp_path / "more.jsonl"
    named.write_text(
        json.dumps(
            {"photo": "c.png", "win": {"method": "self_draw"}, "seat": {"winner": "S", "dealer": "E", "round": "E"}}
        )
    )
    assert run(archive, manifest=named)["c.png"].status == "scored"
    (archive / "manifest.csv").write_text("photo,color\n", encoding="utf-8")
    assert run(archive)["manifest.csv"].error["code"] == "bad_context"


def test_an_output_folder_is_one_archives_and_one_runs(archive, run, tmp_path, hand):
    run(archive)
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "z.png").write_bytes(hand(0))
    with pytest.raises(StoreError, match="results of other photos"):
        run(tmp_path / "others")
    (tmp_path / "wrong.jpg").write_text("mistyped: no photo, so nothing that another archive drives out")
    run(tmp_path / "wrong.jpg", out=tmp_path / "anew")
    assert list(run(tmp_path / "others", out=tmp_path / "anew")) == ["z.png"]
    with locked(tmp_path / "results"), pytest.raises(StoreError, match="another run is writing"):
        run(archive)
    (tmp_path / "empty").mkdir()
    with pytest.raises(StoreError, match="no photos in"):
        run(tmp_path / "empty", out=tmp_path / "fresh")
    assert not (tmp_path / "fresh").exists()
    assert (
        run(tmp_path / "empty", archive, out=tmp_path / "fresh")[str(tmp_path / "empty")].error["code"] == "no_photos"
    )
    with pytest.raises(StoreError, match="choose an --out folder"):
        run(archive, out=archive / "a.png")


def test_part_of_an_archive_does_not_drive_out_the_rest(tmp_path, run, hand, rows):
    for number, name in enumerate(("may/1", "june/1", "june/2", "june/3")):
        (tmp_path / "year" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "year" / f"{name}.png").write_bytes(hand(number))
    run(tmp_path / "year")
    with pytest.raises(StoreError, match=r"3 photos that these paths leave out \(.*june/1.png\); give their paths too"):
        run(tmp_path / "year" / "may")
    assert len(rows(tmp_path / "results")) == 4
    shutil.rmtree(tmp_path / "year" / "june")
    assert set(run(tmp_path / "year" / "may")) == {"1.png"}, "what is no longer there may go"


def test_other_photos_of_the_same_names_do_not_drive_out_results(tmp_path, run, hand, rows):
    for number, month in enumerate(("may", "june")):
        (tmp_path / month).mkdir()
        (tmp_path / month / "IMG_1.png").write_bytes(hand(number))
    run(tmp_path / "may")
    with pytest.raises(StoreError, match="may/IMG_1.png"):
        run(tmp_path / "june")
    assert set(run(tmp_path / "may", tmp_path / "june")) == {"may/IMG_1.png", "june/IMG_1.png"}


def test_an_archive_may_move_with_its_results(archive, run, tmp_path, rows):
    run(archive)
    shutil.copytree(archive, tmp_path / "copy")
    assert len(run(tmp_path / "copy")) == 3, "a copy of the archive is the archive"
    run(archive)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.move(archive, moved / "photos")
    shutil.move(tmp_path / "results", moved / "results")
    store = open_existing(moved / "results")
    assert store.about()["format_version"] == "1"
    for record in store.records():
        assert not Path(record.place).is_absolute() and store.found(record).read()


def test_results_of_a_later_format_are_left_alone(archive, run, tmp_path):
    run(archive)
    with locked(tmp_path / "results") as store:
        store.describe(format_version="2")
    with pytest.raises(StoreError, match="is of format 2"):
        run(archive)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.write_text("a letter, and no results at all"), "is no results store; choose another --out"),
        (lambda file: file.write_bytes(file.read_bytes()[:20000]), "is damaged; move it away"),
    ],
)
def test_a_store_that_cannot_be_used_says_what_to_do(archive, run, tmp_path, spoil, said):
    run(archive)
    spoil(tmp_path / "results" / "results.sqlite")
    with pytest.raises(StoreError, match=said):
        run(archive)


def test_a_store_that_may_only_be_read_says_so(archive, run, tmp_path, monkeypatch):
    run(archive)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda address, **given: connect(f"{address}?mode=ro", **given))
    with pytest.raises(StoreError, match="results.sqlite may only be read; make it writable"):
        run(archive)


def test_results_on_a_medium_that_may_only_be_read_are_read(archive, run, tmp_path, monkeypatch):
    names, out = list(run(archive)), tmp_path / "results"
    lying = sorted(out.iterdir())
    monkeypatch.setattr(os, "access", lambda *_: False)
    store = open_existing(out)
    assert store.names() == names and sorted(out.iterdir()) == lying, "nothing is written beside it"
    with pytest.raises(StoreError, match="may only be read"):
        store.describe(model="another")
    (out / "results.sqlite-wal").write_bytes(b"a run was killed")
    with pytest.raises(StoreError, match="left in mid-run and may only be read; copy the whole folder"):
        open_existing(out)


def test_the_api_streams_without_an_output_folder(archive):
    assert [result.status for result in batch(str(archive), backend="fake")] == ["scored", "scored", "review"]
