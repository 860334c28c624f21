"""A draft is exactly interface.md's read object, both ways; corrections are ordered, replayable and can be undone."""

import json
import math
from dataclasses import replace

import pytest

from snaptai.scoring.tiles import TILES
from snaptai.vision.draft import DraftError, HandDraft, Question, corrected_hand
from snaptai.vision.edits import (
    Add,
    Delete,
    Move,
    Retag,
    SetWinning,
    correct,
    edit_from_document,
    edit_to_document,
    edits_from_documents,
    undo,
)  # fmt: skip


@pytest.fixture
def draft(table):
    return table().row("123m458p789sCC77p", 0, 0).row("7p", 14.5, 0).row("1f", 3, 2.2).row("444m", 6, -1.6).read()


def test_the_document_has_the_keys_of_the_interface_and_no_other(draft):
    document = draft.to_document()
    assert list(document) == ["version", "photo", "size", "tiles", "hand", "questions"]
    assert all(list(t) == ["tile", "box", "confidence", "alternatives", "role", "group"] for t in document["tiles"])
    assert list(document["hand"]) == ["concealed", "winning_tile", "exposed", "concealed_kongs", "flowers"]
    assert {tuple(question) for question in document["questions"]} <= {
        ("code", "message"), ("code", "message", "tile"),
    }  # fmt: skip
    assert all(t["tile"] in TILES and 0 <= t["confidence"] <= 1 for t in document["tiles"])


def test_a_document_and_back_is_the_same_document(draft):
    document = json.loads(json.dumps(draft.to_document()))
    assert HandDraft.from_document(document).to_document() == document


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"tiles": 3}, "tiles"),
        ({"tiles": [{"tile": "5p"}]}, "tiles[0]"),
        ({"questions": [{"code": "x", "tile": 99}]}, "99"),
        ({"questions": [{"code": "x"}, {"tile": 1}]}, "questions[1]"),
        ({"questions": [None]}, "questions[0]"),
        ({"questions": None}, "questions"),
        ({"size": [4032]}, "size"),
        ({"version": 2}, "version: 2"),
    ],
)
def test_a_damaged_document_is_refused_by_name(draft, change, where):
    with pytest.raises(DraftError, match=where.replace("[", r"\[")):
        HandDraft.from_document(draft.to_document() | change)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tile", "10m"),
        ("role", "mine"),
        ("confidence", math.nan),
        ("confidence", 97),
        ("box", [0, 0, math.nan, 9]),
        ("alternatives", [["10m", 0.1]]),
    ],
)
def test_a_tile_that_cannot_be_is_refused(draft, key, value):
    document = draft.to_document()
    wrong = [document["tiles"][0] | {key: value}, *document["tiles"][1:]]
    with pytest.raises(DraftError, match=rf"tiles\[0\]\.({key}|tile: '10m')"):
        HandDraft.from_document(document | {"tiles": wrong})


def index(draft, tile, role="concealed"):
    return next(i for i, each in enumerate(draft.tiles) if each.tile == tile and each.role == role)


def test_a_correction_mends_the_hand_and_its_questions(draft):
    assert [question.code for question in draft.questions] == ["not_a_win"]
    won = correct(draft, Retag(index(draft, "8p"), "6p"))
    assert won.questions == ()
    assert won.hand().winning_tile == "7p"
    assert won.original == draft and draft.edits == ()
    short = correct(won, Move(index(won, "4m", "exposed"), "other"))
    assert "wrong_tile_count" in [question.code for question in short.questions]


def test_every_edit_does_what_it_says(draft):
    flowers = correct(draft, Add("5f", "flower"), Delete(index(draft, "1f", "flower"))).hand().flowers
    assert flowers == ("5f",)
    unknown = correct(draft, SetWinning(None)).hand()
    assert unknown.winning_tile is None and unknown.concealed.count("7p") == 3
    other = correct(draft, SetWinning(index(draft, "1m"))).hand()
    assert other.winning_tile == "1m" and other.concealed.count("7p") == 3
    fourth = correct(draft, Add("4m", "exposed", 1)).hand()
    assert fourth.exposed == (("4m",) * 4,)


def test_a_misread_flower_joins_the_row_and_a_misread_tile_the_flowers(draft):
    before, flower = draft.hand(), index(draft, "1f", "flower")
    row = correct(draft, Retag(flower, "2s")).hand()
    assert row.concealed.count("2s") == before.concealed.count("2s") + 1 and row.flowers == ()
    back = correct(draft, Retag(flower, "2s"), Retag(flower, "1f")).hand()
    assert back == before
    assert correct(draft, Retag(index(draft, "8p"), "5f")).hand().flowers == ("1f", "5f")


def test_a_fault_of_the_photo_stays_at_its_tile_when_another_is_deleted(draft):
    cut = replace(draft, questions=(Question("photo_quality", "…", 5), *draft.questions))
    (fault, *_) = [question for question in correct(cut, Delete(2)).questions if question.code == "photo_quality"]
    assert correct(cut, Delete(2)).tiles[fault.tile] == cut.tiles[5]
    gone = [question for question in correct(cut, Delete(5)).questions if question.code == "photo_quality"]
    assert [question.tile for question in gone] == [None]
    assert undo(correct(cut, Delete(2))).questions == correct(cut).questions


def test_undo_drops_the_last_edit_only(draft):
    first, second = Retag(0, "9m"), Add("5f", "flower")
    both = correct(draft, first, second)
    assert undo(both).tiles == correct(draft, first).tiles
    assert undo(both).edits == (first,)
    assert undo(undo(both)).tiles == draft.tiles
    assert undo(draft) == draft


def test_edits_are_json_both_ways_and_replay_to_the_same_hand(draft):
    edits = (
        Retag(2, "9m"),
        Move(0, "exposed", 4, (3,)),
        Add("5f", "flower", box=(1.0, 2.0, 3.0, 4.0)),
        Delete(1),
        SetWinning(None),
    )
    documents = json.loads(json.dumps([edit_to_document(edit) for edit in edits]))
    assert edits_from_documents(documents) == edits
    assert correct(draft, *edits_from_documents(documents)).tiles == correct(draft, *edits).tiles


@pytest.mark.parametrize(
    "document",
    [{"edit": "paint"}, {"edit": "retag", "tile": 1}, {"edit": "delete", "tile": 1, "colour": "red"}, None, "retag"],
)
def test_an_edit_that_means_nothing_is_refused(document):
    with pytest.raises(DraftError, match="edit"):
        edit_from_document(document)


@pytest.mark.parametrize(
    "edit", [Retag(99, "1m"), Retag(0, "0m"), Move(0, "mine"), Move(0, "other", also=5), Delete(-1),
    Delete(True), Add("7z"), Add("7m", box="left")],
)  # fmt: skip
def test_an_edit_that_does_not_fit_the_draft_is_refused(draft, edit):
    with pytest.raises(DraftError):
        correct(draft, edit)


def test_a_named_winning_tile_leaves_the_concealed_tiles_and_the_one_read_goes_back():
    read = {"concealed": "123m77p", "winning_tile": "9s", "exposed": [], "concealed_kongs": [], "flowers": ""}
    assert corrected_hand(read, {"winning_tile": "7p"}) | {} == read | {"concealed": "123m7p9s", "winning_tile": "7p"}
    assert corrected_hand(read, {"concealed": "1m", "winning_tile": "7p"})["concealed"] == "1m"
    assert corrected_hand(read, {"flowers": "1f"}) == read | {"flowers": "1f"}
