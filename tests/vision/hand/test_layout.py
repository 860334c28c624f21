"""Tiles on a table become the player's hand: rows, melds, kongs, flowers, the winning tile, and what is none of it."""

from dataclasses import replace

import numpy as np
import pytest

from snaptai.scoring.tiles import parse_tiles
from snaptai.vision.detection import Detections
from snaptai.vision.draft import HandDraft, hand_document
from snaptai.vision.edits import Move, Retag, SetWinning, correct, undo
from snaptai.vision.layout import LOWEST, lay_out, layouts
from snaptai.vision.reading import Seen, read_detections, read_seen

ANGLES = [0, 7, -12, 90, 180, 33, -75]


def hand(draft):
    return hand_document(draft.hand())


def codes(draft):
    return [question.code for question in draft.questions]


@pytest.mark.parametrize("angle", ANGLES)
def test_everything_a_table_shows_finds_its_place_at_any_angle(table, angle):
    scene = table().row("234m678p5s", 0, 0).row("EEE", 8, 0, sideways=1).row("345s", 12.3, 0)
    scene.row("XCCX", 0, -1.5).row("15f", 6, 1.6).row("5s", -2.2, 0)
    scene.row("XXXXXXXXXXXX", 0, -4.5).row("XXXXXXXXXXXX", 0, -5.5)
    for index, tile in enumerate(("9p", "N", "1s", "6m", "2p")):
        scene.loose(tile, 2 + 2.5 * index, -8 + index % 2, 25 * index - 40)
    read = hand(scene.read(angle))
    assert read | {"exposed": sorted(read["exposed"])} == {
        "concealed": "234m678p5s",
        "winning_tile": "5s",
        "exposed": ["345s", "EEE"],
        "concealed_kongs": ["CCCC"],
        "flowers": "15f",
    }


@pytest.mark.parametrize(("x", "y"), [(0, 1.5), (0, -1.5), (15.0, 0), (-4.5, 0), (-4.6, 0.3)])
def test_a_meld_is_found_in_front_behind_and_beside(table, x, y):
    draft = table().row("123m456p789sEEECC", 0, 0).row("555m", x, y).read()
    assert hand(draft)["exposed"] == ["555m"]
    assert len(draft.hand().concealed) == 14


@pytest.mark.parametrize("sideways", [0, 1, 2])
def test_the_claimed_tile_lies_sideways_in_its_meld(table, sideways):
    draft = table().row("123m456p789sEECC", 0, 0).row("768s", 15.6, 0, sideways=sideways).read()
    assert hand(draft)["exposed"] == ["678s"]


def test_a_turned_tile_parts_a_meld_from_the_row_it_touches(table):
    draft = table().row("123m456p789sEE", 0, 0).row("CCC", 11, 0, sideways=1).read()
    assert hand(draft)["exposed"] == ["CCC"]
    assert hand(draft)["concealed"] == "123m456p789sEE"


def test_tiles_in_one_touching_row_are_concealed_even_where_melds_stand_in_it(table):
    draft = table().row("111m222m333m444mEE123s", 0, 0).read()
    assert hand(draft)["exposed"] == []
    assert len(draft.hand().concealed) == 17


TWO_MELDS_SHORT, THREE_SHORT = "234m678p44455s", "234m678p55s"


@pytest.mark.parametrize(
    ("row", "melds", "read"),
    [
        (TWO_MELDS_SHORT, "EEE999p", ["999p", "EEE"]),
        (TWO_MELDS_SHORT, "345s678m", ["345s", "678m"]),
        (TWO_MELDS_SHORT, "EEEE999p", ["999p", "EEEE"]),
        (TWO_MELDS_SHORT, "15fEEE999p", ["999p", "EEE"]),
        (THREE_SHORT, "EEE345s999p", ["345s", "999p", "EEE"]),
        ("999mEE", "458f222m8888mPPP", ["222m", "8888m", "PPP"]),
        ("333m99p", "16f999m4444p555p", ["4444p", "555p", "999m"]),
    ],
)
@pytest.mark.parametrize("y", [-1.6, 1.6])
def test_melds_that_touch_each_other_apart_from_the_row_are_exposed(table, row, melds, read, y):
    draft = table().row(row, 0, 0).row(melds, 0, y).read()
    assert sorted(hand(draft)["exposed"]) == read
    assert hand(draft)["concealed"] == row


def offered(draft):
    """The exposed melds of both readings that the question names."""
    hands = [asked["hands"] for asked in draft.to_document()["questions"] if "hands" in asked]
    return [sorted(each["exposed"]) for pair in hands for each in pair]


@pytest.mark.parametrize(
    ("row", "melds", "x", "y", "exposed"),
    [
        ("777sCC", "68f222s999p555s", 0, -1.6, ["222s", "555s", "999p"]),
        (TWO_MELDS_SHORT, "345sEEE", 12.0, 0, ["345s", "EEE"]),
        (TWO_MELDS_SHORT, "345s678m", -7.2, 0, ["345s", "678m"]),
        (THREE_SHORT, "EEE345s999p", 9.2, 0, ["345s", "999p", "EEE"]),
        (THREE_SHORT, "123p345s456m", 0, -1.5, ["123p", "345s", "456m"]),
        ("234m55s", "EEE345s999p678m", 0, -1.5, ["345s", "678m", "999p", "EEE"]),
        ("234m55s", "XCCXEEE999p345s", 0, -1.5, ["345s", "999p", "EEE"]),
        ("234m55s", "345s678s678m123p", 0, -1.5, ["123p", "345s", "678m", "678s"]),
        ("55s", "EEE345s999p678m234m", 0, -1.6, ["234m", "345s", "678m", "999p", "EEE"]),
        ("123m456m789pEE", "345s999s", 2, 1.15, ["345s", "999s"]),
        ("234567m55777s", "EEECCC", 11.8, 0, ["CCC", "EEE"]),
    ],
)
def test_whether_touching_melds_or_the_rest_of_the_row_lie_apart_is_asked(table, row, melds, x, y, exposed):
    draft = table().row(row, 0, 0).row(melds, x, y).read()
    assert exposed in offered(draft) and [] in offered(draft)
    assert HandDraft.from_document(draft.to_document()).to_document() == draft.to_document()


def test_which_melds_are_exposed_is_asked_until_a_person_has_moved_one_of_them(table):
    draft = table().row(THREE_SHORT, 0, 0).row("EEE345s999p", 9.2, 0).read()
    (question,) = [asked for asked in draft.questions if asked.other]
    meld = tuple(i for i, tile in enumerate(draft.tiles) if tile.tile == "E")
    role = next(tile.role for tile in question.other if tile.tile == "E")
    said = correct(HandDraft.from_document(draft.to_document()), Move(meld[0], role, 9, meld[1:]))
    assert not [asked for asked in said.questions if asked.other]
    assert [asked for asked in undo(said).questions if asked.other]
    assert [asked for asked in correct(draft, Retag(0, "9m"), SetWinning(0)).questions if asked.other]


@pytest.mark.parametrize(
    ("first", "second", "x", "y"),
    [
        ("123m456m789pE", "EE345s99s", 11, 0),
        ("123m456m789pE", "EE345s99s", 1, 1.1),
        ("123m456m789p", "EEE345s99s", 0, 1.15),
        ("123456m789p", "123s999sEE", 0, 1.1),
        ("123m456m789pEE", "345s999s", 2, 1.15),
        ("EE123m456m", "789p345s999s", 0, 1.1),
        ("234567m", "234456p55777s", 7, 0),
        ("234567m55777s", "EEECCC", 11.8, 0),
        ("123m456p789sEEE777p", "CC", 15.8, 0),
        ("123m456p789sEEE", "777pCC", 13, 0),
    ],
)
def test_a_row_that_fell_in_two_stays_concealed(table, first, second, x, y):
    draft = table().row(first, 0, 0).row(second, x, y).read()
    assert hand(draft)["exposed"] == [] and len(draft.hand().concealed) == 17


def laid_apart(scene, groups, gap, turned=None):
    """Groups in one line, so far from each other."""
    x = 0.0
    for index, group in enumerate(groups):
        scene.row(group, x, 0, sideways=0 if index == turned else None)
        x = scene.tiles[-1][1] + 0.5 + gap
    return scene


@pytest.mark.parametrize("gap", [0.3, 0.4, 0.5])
@pytest.mark.parametrize("last", [("777p", "CC"), ("77p", "CC"), ("CC",)])
def test_a_concealed_hand_shown_meld_by_meld_stays_concealed(table, gap, last):
    scene = laid_apart(table(), ("123m", "456p", "789s", "EEE", *last), gap)
    if last[0] == "77p":
        scene.row("7p", 8, -1.7)
    elif last == ("CC",):
        scene.row("555m", 3, -1.6)
    draft = scene.read()
    assert hand(draft)["exposed"] == (["555m"] if last == ("CC",) else [])
    assert hand(draft)["winning_tile"] == ("7p" if last[0] == "77p" else None)
    assert len(draft.hand().concealed) == 17 - 3 * (last == ("CC",)) - (last[0] == "77p")


@pytest.mark.parametrize(("gap", "turned"), [(0.9, None), (0.35, 3)])
def test_five_melds_well_apart_or_with_a_turned_tile_are_exposed(table, gap, turned):
    draft = laid_apart(table(), ("123m", "456p", "789s", "EEE", "777p", "CC"), gap, turned).read()
    assert len(draft.hand().exposed) == 5


@pytest.mark.parametrize("gap", [0.25, 0.33, 0.45, 0.6, 0.7])
def test_melds_and_a_pair_alike_apart_are_asked_about(table, gap):
    draft = laid_apart(table(), ("123m", "456p", "789s", "EEE", "777p", "CC"), gap).read()
    assert {len(exposed) for exposed in offered(draft)} == {0, 5}


def test_a_tile_of_a_meld_may_lie_askew(table):
    scene = table().row("123m456p789sEE", 0, 0).row("35p", 4.6, -1.7).loose("4p", 7.3, -1.7, 45)
    assert hand(scene.row("CCC", 11.6, 0).read())["exposed"] == ["CCC", "345p"]


@pytest.mark.parametrize(("inner", "exposed"), [(0.2, ["EEE"]), (0.0, ["789s", "EEE"])])
def test_a_chow_no_farther_off_than_tiles_within_the_row_is_of_it(table, inner, exposed):
    scene = table().row("11234m567p", 0, 0).row("234s", 8 + inner, 0).row("789s", 11.3 + inner, 0)
    assert hand(scene.row("EEE", 4, 1.6).read())["exposed"] == exposed


def test_a_sorted_row_with_gaps_between_the_suits_stays_concealed(table):
    draft = table().row("234567m", 0, 0).row("234456p", 6.6, 0).row("55777s", 13.2, 0).read()
    assert hand(draft)["exposed"] == [] and codes(draft) == ["winning_tile_unknown"]


@pytest.mark.parametrize("kong", ["XXXX", "XCCX", "CXXC", "XXXC", "CXXX"])
def test_concealed_kongs_however_they_are_shown(table, kong):
    draft = table().row("234m678p789s55s", 0, 0).row(kong, 12.5, 0).row("345p", 18, 0).read()
    assert hand(draft)["concealed_kongs"] == ["XXXX" if kong == "XXXX" else "CCCC"]
    assert ("concealed_kong_unknown" in codes(draft)) == (kong == "XXXX")


@pytest.mark.parametrize(("kongs", "read"), [("XCCXXFFX", ["CCCC", "FFFF"]), ("XXXXXFFX", ["FFFF", "XXXX"])])
def test_concealed_kongs_that_touch_are_told_apart(table, kongs, read):
    draft = table().row("234m678p55s", 0, 0).row(kongs, 0, -1.5).row("345p", 9, 0).read()
    assert sorted(hand(draft)["concealed_kongs"]) == read


def test_what_may_be_a_fifth_back_beside_a_kong_does_not_hide_it(table):
    found = table().row("345p", -2, 0).row("XXXXX", 2, 0).row("234m678p789s55s", 7.1, 0).detections()
    faint = replace(found.select(np.array([7])), scores=np.full(1, 0.43, np.float32))
    draft = read_seen([Seen(found.select(np.delete(np.arange(19), 7)), faint=faint)])
    assert hand(draft)["concealed_kongs"] == ["XXXX"] and len(draft.hand().concealed) == 11


@pytest.mark.parametrize(("score", "flowers"), [(0.3, "15f"), (0.95, "156f")])
def test_what_is_hardly_seen_to_be_a_tile_is_no_flower_of_the_hand(table, score, flowers):
    scene = table().row("234m678p789s55sEEECC", 0, 0).row("C", 17, 0).row("15f", 0, 1.6).row("6f", 3.5, 1.6)
    found = scene.detections()
    last = replace(found.select(np.array([len(found) - 1])), scores=np.full(1, score, np.float32))
    draft = read_seen([Seen(found.select(np.arange(len(found) - 1)), faint=last)])
    assert hand(draft)["flowers"] == flowers


@pytest.mark.parametrize(("row", "won", "x"), [
    ("123m456p789sEEXCCC77p", "", 0), ("123m456p789sEEECCCXX", "", 0), ("123m456p789sEEE777pX", "X", 17.6),
    ("123m456p7sX9sEEECC77p", "", 0),
])  # fmt: skip
def test_what_looks_like_a_back_in_the_row_or_won_is_a_white_dragon_and_asked_about(table, row, won, x):
    scene = table().row(row, 0, 0).row(won, x, 0).row("X" * 18, -1, -3.2).row("X" * 17, 0, 3)
    draft = scene.read()
    blank = [i for i, tile in enumerate(draft.tiles) if (tile.tile, tile.seen) == ("P", "X")]
    assert len(blank) == (row + won).count("X") and {tile.tile for tile in draft.tiles if tile.role == "other"} == {"X"}
    assert draft.hand().winning_tile == ("P" if won else None)
    assert set(blank) <= {question.tile for question in draft.questions}


@pytest.mark.parametrize(("row", "rest"), [("123m456p789sEE", "345m"), ("123m456pEE", "345m"), ("123m456pPP", "345m")])
@pytest.mark.parametrize("backs", ["XXXX", "XCCX", "CXXC", "XXXC", "X" * 17])
@pytest.mark.parametrize("end", [0, 0.3, 1])
def test_backs_of_a_kong_or_a_wall_at_the_row_s_end_are_no_dragons(table, row, rest, backs, end):
    draft = table().row(row, 0, 0).row(backs, len(parse_tiles(row)) + end, 0).row(rest, 0, -1.6).read()
    assert [tile.role for tile in draft.tiles if tile.tile == "P"] == ["concealed"] * row.count("P")
    assert len(draft.hand().concealed_kongs) == (len(backs) == 4)


def test_an_exposed_kong_is_one_meld_of_four(table):
    draft = table().row("234m678p789s55s", 0, 0).row("9999p", 12.5, 0, sideways=3).row("345p", 18, 0).read()
    assert sorted(hand(draft)["exposed"]) == ["345p", "9999p"]
    assert {tile.group for tile in draft.tiles if tile.role == "exposed"} == {1, 2}


@pytest.mark.parametrize("raised", [0.3, 0.5, 0.9])
@pytest.mark.parametrize("angle", [0, 90, 33])
def test_a_pung_with_its_middle_tile_raised_is_a_kong_with_one_beneath(table, raised, angle):
    scene = table().row("234m678p789s55s", 0, 0).row("9p", 12.5, 0).row("9p", 14.5, 0).row("345p", 18, 0)
    draft = scene.loose("9p", 14, -raised, 0).read(angle)
    assert sorted(hand(draft)["exposed"]) == ["345p", "9999p"]
    assert len(draft.hand().concealed) == 11 and len(draft.tiles) == 18
    number = next(tile.group for tile in draft.tiles if tile.tile == "9p" and tile.role == "exposed")
    assert [tile.tile for tile in draft.tiles if tile.group == number] == ["9p"] * 4


def test_the_tile_beneath_the_fourth_may_be_seen_as_well(table):
    scene = table().row("234m678p789s55s", 0, 0).row("999p", 12.5, 0).loose("9p", 14, -0.4, 0).row("345p", 18, 0)
    draft = scene.read()
    assert sorted(hand(draft)["exposed"]) == ["345p", "9999p"]
    assert len(draft.tiles) == 18


def test_no_tile_is_lost_where_like_tiles_lie_in_a_heap(table):
    scene = table().row("234m678p789s55s", 0, 0).row("999p", 12.5, 0)
    for height in (0.3, 0.6, 0.9):
        scene.loose("9p", 14 + height / 10, -height, 0)
    assert len(scene.read().tiles) == 17


def test_a_pung_laid_a_little_sloppily_is_no_kong(table):
    scene = table().row("234m678p789s55s", 0, 0).row("9p", 12.5, 0).row("9p", 14.5, 0).row("345p", 18, 0)
    assert sorted(hand(scene.loose("9p", 14, -0.1, 0).read())["exposed"]) == ["345p", "999p"]


def test_what_looks_like_a_flower_inside_the_row_is_a_face_that_is_asked_about(table):
    scene = table().row("26f", 0, 0).row("123m456p789sEEECC", 2, 0).row("555s", 17.5, 0)
    draft = scene.doubt(6, f1=0.6, p5=0.2, p8=0.1).doubt(13, f3=0.85, E=0.1).read()
    assert hand(draft)["flowers"] == "26f" and hand(draft)["concealed"] == "123m456p789sEEECC"
    asked = {draft.tiles[question.tile].box[0] for question in draft.questions if question.tile is not None}
    assert {tile.box[0] for tile in draft.tiles if tile.seen} <= asked


def test_melds_laid_apart_stay_melds_beside_those_that_are_misread(table):
    scene = table().row("XCCX", 0, 0).row("865p", 4.5, 0).row("876m", 8, 0).row("PPP", 11.5, 0).row("866p", 15, 0)
    read = hand(scene.row("99s", 18.5, 0).read())
    assert {"678m", "PPP"} <= set(read["exposed"]) and read["concealed"] == "99s"


@pytest.mark.parametrize(
    ("x", "y", "sideways"), [(18.2, 0, None), (-2.5, 0, None), (18.2, 0, 0), (8, -1.8, None), (6, 1.8, None)]
)
def test_a_tile_set_apart_won_the_hand(table, x, y, sideways):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", x, y, sideways=sideways).read()
    assert hand(draft)["winning_tile"] == "7p"
    assert len(draft.hand().concealed) == 16


@pytest.mark.parametrize("angle", [0, 36, 45, -50])
def test_half_a_tile_s_gap_sets_the_winning_tile_apart_at_any_angle(table, angle):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", 16.4, 0).read(angle)
    assert hand(draft)["winning_tile"] == "7p"


@pytest.mark.parametrize(("gap", "won"), [(0.35, None), (0.6, "7p")])
def test_in_a_row_with_gaps_a_tile_must_stand_off_farther_to_have_won(table, gap, won):
    scene = table().row("123m456p", 0, 0).row("789sEEE", 6.35, 0).row("CC77p", 12.7, 0)
    assert hand(scene.row("7p", 16.7 + gap, 0).read())["winning_tile"] == won


@pytest.mark.parametrize(("row", "tile", "won"), [
    ("123456m55p789sEE", "4m", "4m"), ("123456m55p789sEE", "E", None), ("1m3m5m24p789sEE79p", "4m", None),
])  # fmt: skip
def test_a_tile_out_of_order_hardly_off_a_sorted_row_won(table, row, tile, won):
    draft = table().row(row, 0, 0).row(tile, len(parse_tiles(row)) + 0.28, 0).row("345p", 0, -1.6).read()
    assert hand(draft)["winning_tile"] == won


def test_a_back_of_a_wall_beside_a_pung_makes_no_kong_of_it(table):
    draft = table().row("234m678p789s55s", 0, 0).row("CCC", 0, -1.6).row("X", 3.25, -1.5).row("345p", 6, -1.6).read()
    assert sorted(hand(draft)["exposed"]) == ["345p", "CCC"]
    assert hand(table().row("234m678p789s55s345p", 0, 0).row("CCCX", 0, -1.6).read())["concealed_kongs"] == ["CCCC"]


@pytest.mark.parametrize("x", [2, 7])
def test_a_lone_tile_behind_the_row_won_though_discards_touch_it(table, x):
    draft = table().row("123m456p789sEEECC77p", 0, 0).row("7p", x, -1.5).row("1p8m3m", x + 1.4, -1.5).read()
    assert hand(draft)["winning_tile"] == "7p" and len(draft.hand().concealed) == 16


@pytest.mark.parametrize(("y", "seat"), [(0, -1.5), (-1.4, 1.0), (1.6, 0.2)])
def test_of_a_pair_beside_five_melds_the_tile_in_their_line_waits_for_the_other(table, y, seat):
    scene = table().row("E", -1.8, 0).row("E", seat if y else -3.6, y)
    for index, meld in enumerate(("345p", "789p", "666p", "111s", "789m")):
        scene.row(meld, 3.5 * index, 0)
    draft = scene.row("4f", 6, 2.2).read()
    assert hand(draft)["winning_tile"] == "E" and len(draft.hand().exposed) == 5
    waits = next(tile for tile in draft.tiles if tile.role == "concealed")
    assert not y or waits.box[1] == min(tile.box[1] for tile in draft.tiles if tile.role == "exposed")


def test_flowers_in_the_row_and_apart_are_flowers(table):
    draft = table().row("1f123m456p789sEEECC777p8f", 0, 0).row("25f", 3, 2.2).row("67f", 3, 3.25).read()
    assert hand(draft)["flowers"] == "125678f"
    assert len(draft.hand().concealed) == 17


@pytest.mark.parametrize(
    "tiles", ["123m456p789sEECC", "123m456p789sEECCC", "1247m3p68pEWN259sFF", "1247m3p68pEWN259sFFC"]
)
def test_hands_of_other_games_and_in_play_are_read_as_they_are(table, tiles):
    draft = table().row(tiles, 0, 0).read()
    assert len(draft.hand().concealed) == len(draft.tiles)
    assert "wrong_tile_count" in codes(draft)


def test_a_row_goes_on_beyond_a_tile_that_was_not_seen(table):
    draft = table().row("123m456p", 0, 0).row("89sEEECCC77p", 7, 0).read()
    assert len(draft.hand().concealed) == 16
    assert "wrong_tile_count" in codes(draft)


def test_two_rows_of_one_hand_in_two_lines_are_both_concealed(table):
    draft = table().row("1f6f99m444p555p", 0, 0).row("333m99m99p", 2, 1.15).read()
    assert len(draft.hand().concealed) == 15


def test_walls_discards_and_a_neighbours_back_are_not_of_the_hand(table):
    scene = table().row("123m456p789sEEECC777p", 0, 0).row("XXXXXXXXXXXXXXXXX", 0, -3.5)
    scene.row("19m3p", 3, -6).row("ESW", 3, -7.2).loose("4s", 9, -6, 30)
    draft = scene.read()
    assert sum(tile.role == "other" for tile in draft.tiles) == 24
    assert len(draft.hand().concealed) == 17


@pytest.mark.parametrize(("share", "flowers"), [(0.98, "268f"), (0.6, "26f")])
def test_a_flower_away_from_those_in_the_row_is_asked_about(table, share, flowers):
    draft = table().row("26f123m456p789sEEE77pCC", 0, 0).row("8f", -1, -2.2).doubt(18, f8=share).read()
    assert hand(draft)["flowers"] == flowers
    assert [draft.tiles[asked.tile].tile for asked in draft.questions if asked.code == "layout_unclear"] == ["8f"]


def test_flowers_and_faces_among_discards_close_to_the_row_stay_there(table):
    scene = table().row("123m456p789sEEECC777p", 0, 0).row("1f", 0, 1.5)
    scene.row("9m5f", 6, -1.6).row("N1s", 6, -2.6).row("4p6p", 6, -3.6)
    read = hand(scene.read())
    assert (read["flowers"], read["winning_tile"], len(scene.read().hand().concealed)) == ("1f", None, 17)


def test_of_two_whole_hands_both_are_offered(table):
    scene = table().row("123m456p789sEEECC777p", 0, 0).row("222m345p567sWWWFFF99s", 0, -9)
    draft = scene.read()
    question = next(q for q in draft.questions if q.code == "layout_unclear")
    assert {tile.box for tile in question.other} == {tile.box for tile in draft.tiles if tile.role == "other"}
    document = draft.to_document()
    (offered,) = [asked["hands"] for asked in document["questions"] if "hands" in asked]
    assert offered[0] == document["hand"] and len(parse_tiles(offered[1]["concealed"])) == 17
    again = HandDraft.from_document(document)
    assert again.to_document() == document and codes(correct(again)) == codes(draft)
    assert "999" not in question.message and "222m" in question.message


def test_nothing_and_one_tile(table):
    assert codes(read_detections(Detections.empty())) == ["no_tiles"]
    assert table().row("5p", 0, 0).read().hand().concealed == ("5p",)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_followed_would_not_have_won(table, seed):
    rng = np.random.default_rng(seed)
    scene = table().row("123m456p789sEEECC", 0, 0).row("345m", 15, 0).row("XCCX", 3, 1.6).row("1f", 0, 1.7)
    for number in range(8):
        scene.loose(f"{1 + number}p", 2.1 * number, -1.6 - 3 * float(rng.random()), float(rng.uniform(-60, 60)))
    detections = scene.detections()
    every = layouts(detections, rivals=-LOWEST)
    assert len(every) > 10 * len(layouts(detections)) and lay_out(detections).score == every[0].score


def test_a_hand_is_found_in_a_photo_full_of_tiles(table):
    rng = np.random.default_rng(4)
    scene = table().row("123m456p789sEEECC777p", 0, 0)
    for index in range(60):
        scene.loose(
            "123456789p"[index % 9] + "p", index % 12 * 1.7, -6 - index // 12 * 1.6, float(rng.uniform(-180, 180))
        )
    assert len(scene.read().hand().concealed) == 17
