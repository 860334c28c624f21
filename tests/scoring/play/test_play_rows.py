"""The decision tables: each row decides its own example, nothing is left undecided, near misses go the other way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaptai.scoring.play import ACTIONS, FACTS, MEETINGS, ROWS, decide, rule_document
from snaptai.scoring.play.facts import DRAW_FAULTS, METHODS, READY, SINCE_PASS, TURNS
from snaptai.scoring.rulebook import sentences_of

DRAWN = {"action": "win", "method": "self_draw"}
RON = {"action": "win", "method": "discard"}
FLOWERS = {"action": "win", "method": "eight_flowers", "flowers_held": 8}
CHOW = {"action": "chow", "tile": "3m", "with": "45m", "from": "left"}
PUNG = {"action": "pung", "tile": "E", "with": "EE"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.clauses[0]}-{row.allowed}")
def test_each_row_decides_its_own_example(row: Any) -> None:
    ruling = decide(row.example)
    assert (ruling.allowed, ruling.clause, ruling.why.zh) == (row.allowed, row.clauses[0], row.zh)


@pytest.mark.parametrize("meeting", MEETINGS, ids=lambda meeting: meeting.clause)
def test_each_meeting_can_go_either_way(meeting: Any) -> None:
    for example in meeting.examples:
        assert decide(example).allowed
        turned = {**example, "claim": example["against"], "against": example["claim"]}
        if "nearer" in example:
            turned["nearer"] = not example["nearer"]
        assert not decide(turned).allowed
    exception, usual = (decide(example).clause for example in meeting.examples)
    assert (exception, usual) == (meeting.clause, meeting.usual_clause or meeting.clause)


# What must not stand, by which clause, and the nearest situation that may.
PAIRS = [
    ("三.2", DRAWN | {"turn": "exposed_kong", "tile_from": "kong"}, DRAWN | {"turn": "draw", "tile_from": "kong"}),
    ("三.2", DRAWN | {"turn": "exposed_kong", "tile_from": "flower"}, FLOWERS | {"turn": "exposed_kong"}),
    ("三.4", DRAWN | {"turn": "pung"}, DRAWN | {"turn": "draw"}),
    ("一.23.1", DRAWN | {"draw_fault": "touched_hand"}, DRAWN | {"draw_fault": None}),
    ("一.23.1", DRAWN | {"draw_fault": "touched_wall"}, RON | {"draw_fault": "touched_wall"}),
    ("一.24.2", DRAWN | {"draw_fault": "touched_hand", "tile_from": "flower"}, DRAWN | {"tile_from": "flower"}),
    ("一.25.4", DRAWN | {"draw_fault": "touched_pool", "tile_from": "last"}, DRAWN | {"tile_from": "last"}),
    ("一.23.1", DRAWN | {"opening": "heavenly_hand", "draw_fault": "below_table"},
     DRAWN | {"opening": "heavenly_hand", "draw_fault": "touched_hand"}),
    ("三.5", DRAWN | {"tile_from": "kong", "touched_before_kong": True, "wait_seen_this_round": True},
     DRAWN | {"tile_from": "kong", "touched_before_kong": True}),
    ("二.過水.1", RON | {"passed_win": True}, RON | {"passed_win": True, "since_pass": "discard"}),
    ("二.過水.1", RON | {"passed_win": True, "since_pass": "winning_discard"}, RON),
    ("二.過水.1", DRAWN | {"passed_win": True, "since_pass": "winning_added_kong"},
     DRAWN | {"passed_win": True, "since_pass": "added_kong"}),
    ("二.過水.1", FLOWERS | {"passed_win": True}, FLOWERS | {"passed_win": True, "since_pass": "discard"}),
    ("二.解除過水.2", DRAWN | {"passed_win": True, "since_pass": "concealed_kong", "tile_from": "kong"},
     DRAWN | {"passed_win": True, "since_pass": "added_kong", "tile_from": "kong"}),
    ("二.過水.2", RON | {"reached_for_draw": True}, DRAWN | {"reached_for_draw": True}),
    ("三.8", RON | {"uses_shown_tiles": True}, RON | {"uses_shown_tiles": True, "others_fault": True}),
    ("三.8", PUNG | {"uses_shown_tiles": True}, DRAWN | {"uses_shown_tiles": True}),
    ("一.27.2", FLOWERS | {"replaced": False}, FLOWERS),
    ("一.27.3", FLOWERS | {"flowers_passed": True}, RON | {"flowers_passed": True}),
    ("一.28", FLOWERS | {"dealt_flowers": True}, FLOWERS | {"dealt_flowers": True, "first_tile_drawn": True}),
    ("一.29", FLOWERS | {"flowers_held": 7}, FLOWERS | {"method": "robbed_flower", "flowers_held": 7}),
    ("一.26.2", RON | {"unreplaced_flower": True}, RON),
    ("二.和牌型態", RON | {"complete": False}, FLOWERS | {"complete": False}),
    ("一.12", RON | {"method": "robbed_kong", "kong": "exposed"}, RON | {"method": "robbed_kong", "kong": "added"}),
    ("三.0.2", CHOW | {"turn": "draw"}, CHOW | {"turn": None}),
    ("三.7", CHOW | {"wall_left": 3}, CHOW | {"wall_left": 4}),
    ("三.7", {"action": "exposed_kong", "tile": "E", "with": "EEE", "wall_left": 1},
     {"action": "added_kong", "turn": "draw", "pung_exposed": True}),
    ("二.吃牌.1", CHOW | {"from": "right"}, PUNG | {"from": "right"}),
    ("二.吃牌.1", CHOW | {"with": "4m5p"}, CHOW | {"with": "54m"}),
    ("二.吃牌.1", CHOW | {"tile": "E", "with": "SW"}, PUNG),
    ("二.吃牌.4", CHOW | {"previous_discard": "3m"}, CHOW | {"previous_discard": "3p"}),
    ("二.吃牌.4", CHOW | {"previous_discard": "6m"}, CHOW | {"previous_discard": "5m"}),
    ("三.6.1", {"action": "discard", "turn": "chow", "claimed": "3m", "tile": "3m"},
     {"action": "discard", "turn": "chow", "claimed": "3m", "tile": "9m"}),
    ("三.6.2", {"action": "discard", "turn": "pung", "claimed": "5p", "tile": "5p"},
     {"action": "discard", "turn": "pung", "claimed": "5p", "tile": "8p"}),
    ("三.1", {"action": "concealed_kong", "turn": "chow", "tiles": "7777p"},
     {"action": "concealed_kong", "turn": "draw", "tiles": "7777p"}),
    ("三.3", {"action": "concealed_kong", "turn": "exposed_kong", "tiles": "7777p"},
     {"action": "added_kong", "turn": "exposed_kong", "pung_exposed": True}),
    ("二.碰牌", PUNG | {"with": "SS"}, PUNG),
    ("二.吃牌.2", {"action": "show_chow", "tile": "6m", "laid": "654m"},
     {"action": "show_chow", "tile": "5m", "laid": "456m"}),
    ("一.25.2", {"action": "draw", "wall_left": 0}, {"action": "draw", "wall_left": 1}),
    ("一.25.3", {"action": "decline_draw", "wall_left": 2}, {"action": "decline_draw", "wall_left": 1}),
    ("二.荒局", {"action": "end_undecided", "wall_left": 1}, {"action": "end_undecided", "wall_left": 0}),
    ("一.31.1", {"action": "declare_ready", "ready": "heavenly_ready", "dealer": True},
     {"action": "declare_ready", "ready": "earthly_ready", "dealer": True, "discards_made": 1}),
    ("一.32.1", {"action": "declare_ready", "ready": "earthly_ready", "melds_exposed": True},
     {"action": "declare_ready", "ready": "earthly_ready", "others_claimed": True}),
    ("一.31.3", {"action": "count_ready", "ready": "heavenly_ready", "passed_win": True},
     {"action": "count_ready", "ready": "heavenly_ready", "passed_win": True, "covered": True}),
    ("一.32.2", {"action": "count_ready", "ready": "earthly_ready", "draw_fault": "touched_hand"},
     {"action": "count_ready", "ready": "earthly_ready"}),
    ("二.喊碰未碰", {"action": "withdraw_pung", "from": "across", "pair_shown": True},
     {"action": "withdraw_pung", "from": "across"}),
    ("一.26.2", {"action": "discard", "tile": "3f"}, {"action": "discard", "tile": "3s"}),
    ("一.26.2", PUNG | {"tile": "3f", "with": "33f"}, PUNG),
    ("一.26.2", {"action": "concealed_kong", "turn": "draw", "tiles": "1111f"},
     {"action": "concealed_kong", "turn": "draw", "tiles": "1111m"}),
    ("一.33.1", RON | {"opening": "heavenly_hand"}, DRAWN | {"opening": "heavenly_hand"}),
    ("二.臺數計算準則", {"action": "count_both", "coexist": True}, {"action": "count_both"}),
]  # fmt: skip


@pytest.mark.parametrize("clause,forbidden,near_miss", PAIRS, ids=[pair[0] for pair in PAIRS])
def test_what_a_clause_forbids_and_the_nearest_that_stands(
    clause: str, forbidden: dict[str, Any], near_miss: dict[str, Any]
) -> None:
    answer = rule_document(forbidden)
    assert (answer["allowed"], answer["clause"]) == (False, clause)
    assert rule_document(near_miss)["allowed"] is True


def test_the_answer_names_every_further_clause_that_forbids_it() -> None:
    answer = rule_document(CHOW | {"from": "right", "wall_left": 2, "previous_discard": "6m"})
    assert (answer["clause"], answer["also"]) == ("三.7", ["二.吃牌.1", "二.吃牌.4"])


def test_why_is_chinese_english_on_request_and_quotes_the_rulebook() -> None:
    situation = DRAWN | {"turn": "exposed_kong"}
    assert rule_document(situation) == {
        "version": 1, "allowed": False, "clause": "三.2", "why": "碰槓的補牌不得自摸，補得花牌再補的牌也一樣",
    }  # fmt: skip
    english = rule_document(situation, "en", quote=True)
    assert english["why"].startswith("no self-draw on the replacement")
    assert english["quote"] == "⒉碰杠之補牌不得自摸和牌，補得花牌再補之牌亦然。"


@pytest.mark.parametrize(
    "situation,code,path",
    [
        ({}, "missing_key", "action"),
        ({"action": "sing"}, "bad_value", "action"),
        ("win", "bad_value", ""),
        ({"action": "win"}, "missing_key", "method"),
        (DRAWN | {"wall_left": 3}, "unknown_key", "wall_left"),
        (CHOW | {"with": "4m"}, "bad_value", "with"),
        (CHOW | {"tile": "X"}, "bad_value", "tile"),
        ({"action": "discard", "tile": "3m", "turn": "chow"}, "missing_key", "claimed"),
        ({"claim": "pung"}, "missing_key", "against"),
        ({"claim": "pung", "against": "self_draw"}, "missing_key", "called_first"),
        ({"claim": "pung", "against": "chow", "shown": True}, "missing_key", "discarded"),
        ({"claim": "chow", "against": "draw"}, "contradiction", "against"),
        ({"claim": "discard_win", "against": "discard_win", "reached": 1, "nearer": True}, "bad_value", "reached"),
    ],
)
def test_situations_that_cannot_be_ruled_on_say_what_to_tell(situation: Any, code: str, path: str) -> None:
    error = rule_document(situation)["error"]
    assert (error["code"], error["path"]) == (code, path) and error["message"]


def test_an_exposed_kong_is_treated_as_a_pung_when_claims_meet() -> None:
    assert decide({"claim": "exposed_kong", "against": "discard_win", "touched": True}).clause == "四.5"


def test_every_clause_of_every_row_is_in_the_rulebook() -> None:
    cited = {clause for row in ROWS for clause in row.clauses} | {meeting.clause for meeting in MEETINGS}
    assert all(sentences_of(clause) for clause in cited)


_POOL = [
    *(None, True, False, 0, 1, 2, 3, 4, 7, 8, "left", "across", "wall", "kong", "last", "exposed", "concealed"),
    *(*TURNS, *METHODS, *READY, *SINCE_PASS, *DRAW_FAULTS, "heavenly_hand"),
    *("3m", "6m", "E", "1f", "45m", "EE", "EEE", "456m", "465m", "7777p", "777p8p"),
]


def _fits(fact: str, value: Any) -> bool:
    try:
        FACTS[fact].reader(value)
    except ValueError:
        return False
    return True


FITTING = {fact: [value for value in _POOL if _fits(fact, value)] for fact in FACTS}


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(list(ACTIONS)))
    optional = ACTIONS[name].optional
    told = draw(st.lists(st.sampled_from(optional), unique=True)) if optional else []
    facts = (*ACTIONS[name].required, *told)
    return {"action": name} | {fact: draw(st.sampled_from(FITTING[fact])) for fact in facts}


@settings(deadline=None, max_examples=300)
@given(situations())
def test_no_situation_is_left_undecided(situation: dict[str, Any]) -> None:
    answer = rule_document(situation)
    if "error" in answer:
        assert answer["error"]["path"] == "claimed"
    else:
        assert sentences_of(answer["clause"])
