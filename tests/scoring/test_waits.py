"""Waits: which kinds, what each would score, and hands that cannot be asked about."""

from __future__ import annotations

from typing import Any

import pytest

from snaptai.scoring.documents import waits_document

SEAT = {"winner": "S", "dealer": "N", "round": "E"}


def ask(hand: dict[str, Any], **document: Any) -> dict[str, Any]:
    return waits_document({"hand": hand, "seat": SEAT, **document})


def waits(*args: Any, **kwargs: Any) -> dict[str, Any]:
    answer = ask(*args, **kwargs)
    return {
        wait["tile"]: None if wait["exhausted"] else (wait["discard"]["tai"], wait["self_draw"]["tai"])
        for wait in answer["waits"]
    }


def test_each_wait_by_discard_and_by_draw() -> None:
    assert waits(OPEN) == {"3p": (1, 2), "6p": (1, 2)}


def test_a_pair_wait_and_a_pung_wait_score_differently() -> None:
    found = waits({"concealed": "333m888p55sEE", "concealed_kongs": ["CCCC", "2222p"]})
    assert found == {"5s": (11, 15), "E": (12, 16)}


def test_a_kind_held_four_times_is_exhausted_and_not_scored() -> None:
    answer = ask({"concealed": "345m99s45p", "exposed": ["234m", "3333p", "567s"]})
    assert answer["waits"][0] == {"tile": "3p", "exhausted": True, "discard": None, "self_draw": None}
    assert answer["waits"][1]["tile"] == "6p"


def test_eight_pairs_wait_for_a_third_of_any() -> None:
    hand = {"concealed": "1133m5577p1199sEENN"}
    assert list(waits(hand)) == ["1m", "3m", "5p", "7p", "1s", "9s", "E", "N"]
    assert waits(hand, rules={"ligu": False}) == {}


def test_ready_is_counted_and_the_method_does_not_matter() -> None:
    hand = {"concealed": "234345m56799s45888p"}
    assert waits(hand, win={"method": "discard", "ready": "heavenly_ready"}) == {"3p": (8, 10), "6p": (8, 10)}


def test_the_loser_need_not_be_known() -> None:
    hand = {"concealed": "7p", "exposed": ["345s", "EEE", "9999p", "456m", "CCC"]}
    assert waits_document({"hand": hand, "seat": {**SEAT, "loser": "W"}})["waits"][0]["discard"] == {"tai": 5}


DEALT = {"win": {"opening": "heavenly_hand"}, "seat": {**SEAT, "dealer": "S"}}
OPEN = {"concealed": "345m99s45p", "exposed": ["234m", "SSS", "567s"]}


@pytest.mark.parametrize(
    ("hand", "document", "code", "path"),
    [
        (OPEN | {"concealed": "345m99s4p"}, {}, "wrong_tile_count", "hand.concealed"),
        (OPEN | {"winning_tile": "6p"}, {}, "contradiction", "hand.winning_tile"),
        ({"concealed": "234345m56799s45888p"}, DEALT, "contradiction", "win.opening"),
        (OPEN, {"win": {"ready": "earthly_ready"}}, "contradiction", "win.ready"),
        ({"exposed": []}, {}, "missing_key", "hand.concealed"),
        ({"concealed": "0m"}, {}, "bad_tile", "hand.concealed"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(hand: dict[str, Any], document: dict[str, Any], code: str, path: str) -> None:
    errors = ask(hand, **document)["errors"]
    assert [(error["code"], error["path"]) for error in errors] == [(code, path)]
