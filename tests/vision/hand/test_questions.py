"""Only what can change the result is asked, the most at stake first, and what is plainly seen is never overruled."""

from dataclasses import replace

import numpy as np
import pytest

from snaptai.vision.draft import HandDraft
from snaptai.vision.edits import Move, Retag, SetWinning, correct
from snaptai.vision.photo import load_photo
from snaptai.vision.questions import SURE, ask
from snaptai.vision.reading import Seen, read_seen

WON = "123m456p789sEEECC777p"


def codes(draft):
    return [question.code for question in draft.questions]


def test_a_plain_hand_with_its_winning_tile_raises_no_question(table):
    assert table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).read().questions == ()


def test_a_doubt_that_changes_the_sheet_is_asked_with_its_faces(table):
    scene = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).row("1f", 3, 2.2)
    draft = scene.doubt(17, f1=0.6, f3=0.38).read()
    (question,) = draft.questions
    assert (question.code, draft.tiles[question.tile].tile, question.tai) == ("low_confidence", "1f", 1)
    assert "春" in question.message and "秋" in question.message


def test_a_doubt_that_leaves_the_sheet_as_it_is_is_not_asked(table):
    draft = table().row("234m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).doubt(0, m2=0.6, m5=0.38).read()
    tile = min(draft.tiles, key=lambda each: each.confidence)
    assert (tile.tile, tile.alternatives[0][0]) == ("2m", "5m") and tile.confidence < SURE
    assert draft.questions == ()


def test_a_face_that_completes_the_hand_is_taken_marked_and_asked(table):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).doubt(4, p8=0.5, p5=0.45).read()
    tile = next(tile for tile in draft.tiles if tile.seen)
    assert (tile.tile, tile.seen) == ("5p", "8p")
    assert [draft.tiles[question.tile] for question in draft.questions] == [tile]


def test_what_is_plainly_seen_stays_even_where_it_breaks_the_hand(table):
    draft = table().row("123m458p789sEEECC77p", 0, 0).row("7p", 17.5, 0).read()
    assert draft.hand().concealed.count("8p") == 1
    assert codes(draft) == ["not_a_win"]


def test_the_tile_whose_other_face_would_complete_the_hand_is_pointed_at(table):
    draft = table().row("123m458p789sEEECC77p", 0, 0).row("7p", 17.5, 0).doubt(5, p8=0.97, p6=0.02).read()
    question = next(question for question in draft.questions if question.code == "not_a_win")
    assert draft.tiles[question.tile].tile == "8p"


def test_an_exposed_group_that_is_no_meld_is_asked_about(table):
    draft = table().row("123m456p789sEECC", 0, 0).row("555m", 6, -1.6).read()
    wrong = correct(draft, Retag(next(i for i, tile in enumerate(draft.tiles) if tile.role == "exposed"), "6m"))
    asked = [draft.tiles[q.tile].role for q in wrong.questions if q.tile is not None]
    assert "exposed" in asked


def test_a_fifth_copy_plainly_seen_is_kept_and_asked_about_once(table):
    draft = table().row("1111m456p789sEEECC1m", 0, 0).read()
    assert draft.hand().concealed.count("1m") == 5
    assert codes(draft).count("fifth_copy") == 1


def test_a_doubtful_fifth_copy_becomes_what_else_it_may_be(table):
    draft = table().row("1111m456p789sEEECC1m23m", 0, 0).doubt(15, m1=0.6, m2=0.39).read()
    assert draft.hand().concealed.count("1m") == 4


def test_two_flowers_taken_for_one_kind_are_told_apart(table):
    scene = table().row(WON, 0, 0).row("11f", 3, 2.2)
    draft = scene.doubt(17, f1=0.55, f3=0.4).doubt(18, f1=0.9, f3=0.05).read()
    assert draft.hand().flowers == ("1f", "3f")


def test_the_same_flower_plainly_twice_is_asked(table):
    assert "duplicate_flower" in codes(table().row(WON, 0, 0).row("11f", 3, 2.2).read())


def test_an_open_winning_tile_is_asked_where_it_matters_with_its_range(table):
    question = next(q for q in table().row(WON, 0, 0).read().questions if q.code == "winning_tile_unknown")
    assert question.tile is None and question.tai > 0
    assert "臺" in question.message


@pytest.mark.parametrize(("gap", "is_asked"), [(0.35, True), (0.5, False)])
def test_a_winning_tile_hardly_set_apart_is_asked_about_until_a_person_has_said_so(table, gap, is_asked):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 16 + gap, 0).read()
    asked = [question for question in draft.questions if question.code == "winning_tile_unknown"]
    assert draft.hand().winning_tile == "7p" and len(asked) == is_asked
    for question in asked:
        again = HandDraft.from_document(draft.to_document())
        assert question.message in [each.message for each in ask(again)]
        assert draft.tiles[question.tile].role == "winning" and "臺" in question.message
        for said in (question.tile, 0):
            assert "winning_tile_unknown" not in codes(correct(again, SetWinning(said)))


@pytest.mark.parametrize("tiles", ["123m456p789sEEECC", "123m456p789sEEECC777p1m"])
def test_a_wrong_count_says_what_was_counted(table, tiles):
    draft = table().row(tiles, 0, 0).read()
    question = next(question for question in draft.questions if question.code == "wrong_tile_count")
    assert str(len(draft.tiles)) in question.message


def test_the_most_at_stake_comes_first(table):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("1f", 3, 2.2).doubt(16, f1=0.6, f2=0.38).read()
    stakes = [question.tai for question in draft.questions]
    assert stakes == sorted(stakes, reverse=True) and len(stakes) > 1


def test_what_is_hardly_seen_counts_in_the_hand_alone_and_is_asked_about(table):
    plain = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).read()
    scene = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).loose("9s", 5, -6, 20)
    found, hardly = scene.detections(), [7, 17]
    faint = replace(found.select(np.array(hardly)), scores=np.full(2, 0.45, np.float32))
    draft = read_seen([Seen(found.select(np.delete(np.arange(18), hardly)), faint=faint)])
    assert draft.hand() == plain.hand()
    assert len(draft.tiles) == 17
    assert [draft.tiles[question.tile].tile for question in draft.questions] == ["8s"]


@pytest.mark.parametrize("height", [4.5, 5.0, 5.5])
def test_flowers_that_may_be_another_players_are_asked_about_until_a_person_has_said_so(table, height):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).row("36f", 3, height).read()
    (question,) = [question for question in draft.questions if question.code == "layout_unclear"]
    assert draft.tiles[question.tile].tile == "3f"
    again = HandDraft.from_document(draft.to_document())
    assert question.message in [asked.message for asked in ask(again)]
    assert "layout_unclear" not in codes(correct(again, Move(question.tile, "other")))


def test_a_tile_that_may_be_of_the_hand_is_told_to_be_cut_off_at_the_edge(table):
    found = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 17.5, 0).row("36f", 3, 5.5).detections()
    edge = 1000 + 297
    cut = replace(found, boxes=np.minimum(found.boxes, np.array([1e4, edge, 1e4, edge], np.float32)))
    draft = read_seen([Seen(cut, load_photo(np.full((edge, 2000, 3), 128, np.uint8)))])
    (question,) = [question for question in draft.questions if "邊緣切掉" in question.message]
    assert draft.tiles[question.tile].tile == "3f" and draft.tiles[question.tile].role == "other"


def test_a_pung_whose_middle_tile_may_be_raised_is_asked_about(table):
    scene = table().row("234m678p789s55s", 0, 0).row("9p", 12.5, 0).row("9p", 14.5, 0).row("345p", 18, 0)
    plain = scene.loose("9p", 14, -0.02, 0).read()
    assert "layout_unclear" not in codes(plain)
    scene.tiles.pop()
    doubtful = scene.loose("9p", 14, -0.1, 0).read()
    question = next(question for question in doubtful.questions if question.code == "layout_unclear")
    assert doubtful.tiles[question.tile].tile == "9p" and "槓" in question.message
    assert question.message in [asked.message for asked in ask(HandDraft.from_document(doubtful.to_document()))]


@pytest.mark.parametrize(
    ("index", "chinese", "english"),
    [
        (4, "照片裡手牌第 5 張", "Concealed tile 5 in the photo "),
        (12, "五六七筒這組的第 2 張", "Tile 2 of the meld 567p "),
        (15, "照片裡第 2 張花牌", "Flower 2 in the photo "),
        (16, "胡牌張讀作", "The winning tile was read"),
    ],
)
def test_a_question_says_in_words_which_tile_is_meant(table, index, chinese, english):
    scene = table().row("123m456m2233s9p", 0, 0).row("567p", 14, 0).row("26f", 2, 1.6).row("9p", -2.5, 0)
    tiles = scene.read().tiles
    where = sorted(tiles, key=lambda tile: ("concealed", "exposed", "flower", "winning").index(tile.role))[index]
    doubtful = replace(where, confidence=0.5, alternatives=(("1f" if where.role == "flower" else "8m", 0.4),))
    draft = HandDraft("", (0, 0), tuple(doubtful if tile is where else tile for tile in tiles))
    place = draft.tiles.index(doubtful)
    for lang, words in (("zh", chinese), ("en", english)):
        (text,) = (each.message for each in ask(draft, lang) if (each.code, each.tile) == ("low_confidence", place))
        assert text.startswith(words)


def test_questions_speak_english_on_request(table):
    from snaptai.vision.reading import read_detections

    draft = read_detections(table().row("123m", 0, 0).detections(), lang="en")
    assert "tiles were read" in draft.questions[0].message
