"""Documents in and out: the example of interface.md, every error code with its path, all at once and in order."""

from __future__ import annotations

import copy
import json
import math
import time
from typing import Any

import pytest

from snaptai.scoring.documents import CODES, answer_line, score_document

EXAMPLE: dict[str, Any] = {
    "hand": {
        "concealed": "456m7p",
        "winning_tile": "7p",
        "exposed": ["345s", "EEE", "9999p"],
        "concealed_kongs": ["CCCC"],
        "flowers": "15f",
    },
    "win": {
        "method": "discard",
        "hand_complete": False,
        "kong_replacement": False,
        "last_tile": False,
        "ready": None,
        "opening": None,
    },
    "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "E", "dealer_streak": 2, "shown_streak": None},
    "stake": {"base": 100, "tai": 20},
    "side_stakes": [],
    "rules": {},
}
MISSING = object()
SEVEN = "1234567f"


def changed(**changes: Any) -> dict[str, Any]:
    """The example with values changed by path: ``hand__exposed=[…]``; MISSING takes a key away."""
    document = copy.deepcopy(EXAMPLE)
    for path, value in changes.items():
        *sections, key = path.split("__")
        place = document
        for section in sections:
            place = place[section]
        if value is MISSING:
            del place[key]
        else:
            place[key] = value
    return document


def errors(document: object) -> list[tuple[str, str]]:
    answer = score_document(document)
    assert answer["error"] == answer["errors"][0]
    assert all(error["message"] for error in answer["errors"])
    return [(error["code"], error["path"]) for error in answer["errors"]]


def test_the_example_of_the_interface() -> None:
    answer = score_document(EXAMPLE)
    assert {item["name"]: item["tai"] for item in answer["items"]} == {"圈風刻": 1, "箭字刻": 1, "獨聽": 1}
    assert all(item.keys() == {"rule", "name", "tai", "why"} for item in answer["items"])
    assert answer["tai"] == 3
    assert answer["dealer_items"] == answer["displaced"] == answer["warnings"] == []
    assert answer["payments"] == [{"from": "W", "to": "S", "tai": 3, "amount": 160}]
    groups = ["456m", "345s", "EEE", "9999p", "CCCC"]
    assert answer["decomposition"] == {"form": "standard", "groups": groups, "pair": "77p"}
    assert answer["waits"] == ["7p"]
    assert answer["rules"]["ligu"] is True
    assert "東東東" in answer["items"][0]["why"]
    assert "EEE" in score_document(EXAMPLE, "en")["items"][0]["why"]


def test_only_the_required_keys_are_required() -> None:
    short = {
        "hand": {
            "concealed": "456m7p",
            "winning_tile": "7p",
            "exposed": ["345s", "EEE"],
            "concealed_kongs": ["CCXX", "9999p"],
        },
        "win": {"method": "self_draw"},
        "seat": {"winner": "S", "dealer": "N", "round": "E"},
    }
    assert [payment["from"] for payment in score_document(short)["payments"]] == ["E", "W", "N"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (changed(hand__concealed=MISSING), [("missing_key", "hand.concealed")]),
        (
            changed(seat=MISSING, win__method="self_draw"),
            [("missing_key", f"seat.{key}") for key in ("winner", "dealer", "round")],
        ),
        (changed(side_stakes=[{"base": 1}]), [("missing_key", "side_stakes[0].between")]),
        (changed(hand__melds=[]), [("unknown_key", "hand.melds")]),
        (changed(photo="x.jpg"), [("unknown_key", "photo")]),
        (changed(rules__riichi=True), [("unknown_key", "rules.riichi")]),
        (changed(rules__tai={"立直": 1}), [("unknown_key", "rules.tai.立直")]),
        (changed(stake__base=True), [("bad_value", "stake.base")]),
        (changed(stake__tai=20.0), [("bad_value", "stake.tai")]),
        (changed(stake__tai=-1), [("bad_value", "stake.tai")]),
        (changed(stake__base=10**5000), [("bad_value", "stake.base")]),
        (changed(seat__dealer_streak="2"), [("bad_value", "seat.dealer_streak")]),
        (changed(seat__dealer_streak=None), [("bad_value", "seat.dealer_streak")]),
        (changed(seat__winner="東"), [("bad_value", "seat.winner")]),
        (changed(seat__winner="C"), [("bad_value", "seat.winner")]),
        (changed(seat__round=["E"]), [("bad_value", "seat.round")]),
        (changed(win__method="ron"), [("bad_value", "win.method")]),
        (changed(win__last_tile=0), [("bad_value", "win.last_tile")]),
        (changed(win__ready="heavenly_hand"), [("bad_value", "win.ready")]),
        (changed(hand=[]), [("bad_value", "hand")]),
        (changed(hand__exposed={"0": "345s"}), [("bad_value", "hand.exposed")]),
        (changed(hand__exposed=["345s", None, "9999p"]), [("bad_value", "hand.exposed[1]")]),
        (changed(hand__flowers=["1f"]), [("bad_value", "hand.flowers")]),
        (changed(side_stakes=[{"between": ["S", "S"]}]), [("bad_value", "side_stakes[0].between")]),
        (changed(side_stakes=[{"between": ["S", "W"], "tai": "1"}]), [("bad_value", "side_stakes[0].tai")]),
        (changed(rules__ligu=1), [("bad_value", "rules.ligu")]),
        (changed(rules__flower_order="竹菊梅蘭"), [("bad_value", "rules.flower_order")]),
        (changed(rules__off=[0]), [("bad_value", "rules.off[0]")]),
        ([], [("bad_value", "")]),
        (None, [("bad_value", "")]),
        (changed(hand__concealed="456m0p"), [("bad_tile", "hand.concealed")]),
        (changed(hand__concealed="456mX"), [("bad_tile", "hand.concealed")]),
        (changed(hand__concealed="456m1f"), [("bad_tile", "hand.concealed")]),
        (changed(hand__winning_tile="77p"), [("bad_tile", "hand.winning_tile")]),
        (changed(hand__winning_tile="X"), [("bad_tile", "hand.winning_tile")]),
        (changed(hand__exposed=["345s", "EXE", "9999p"]), [("bad_tile", "hand.exposed[1]")]),
        (changed(hand__flowers="1f9f"), [("bad_tile", "hand.flowers")]),
        (changed(hand__flowers="E"), [("bad_tile", "hand.flowers")]),
        (changed(hand__exposed=["346s", "EEE", "9999p"]), [("bad_meld", "hand.exposed[0]")]),
        (changed(hand__exposed=["345s", "ESW", "99p"]), [("bad_meld", f"hand.exposed[{place}]") for place in (1, 2)]),
        (changed(hand__exposed=["345s", "EEE", ""]), [("bad_meld", "hand.exposed[2]")]),
        (changed(hand__concealed_kongs=["CCC"]), [("bad_meld", "hand.concealed_kongs[0]")]),
        (changed(hand__concealed_kongs=["CXXF"]), [("bad_meld", "hand.concealed_kongs[0]")]),
        (changed(hand__concealed_kongs=["XXXX"]), [("concealed_kong_unknown", "hand.concealed_kongs[0]")]),
        (changed(hand__concealed="456m77p"), [("wrong_tile_count", "hand.concealed")]),
        (changed(hand__winning_tile=None), [("wrong_tile_count", "hand.concealed")]),
        (changed(hand__concealed_kongs=["CCCC", "1111m", "2222m"]), [("wrong_tile_count", "hand.exposed")]),
        (changed(hand__concealed="456m9p", hand__winning_tile="9p"), [("too_many_copies", "hand.exposed[2]")]),
        (changed(hand__flowers="115f"), [("duplicate_flower", "hand.flowers")]),
        (changed(hand__concealed="456m8p"), [("not_a_win", "hand")]),
        (changed(hand__concealed="455m77p", hand__winning_tile=None), [("not_a_win", "hand")]),
    ],
)  # fmt: skip
def test_each_error_with_its_path(document: object, expected: list[tuple[str, str]]) -> None:
    assert errors(document) == expected


READY = {"hand": {"concealed": "234345m56799s45888p", "winning_tile": "6p", "flowers": ""}}


def concealed(**changes: Any) -> dict[str, Any]:
    """A concealed hand that could have been ready as dealt, won by S, with the dealer N."""
    document = changed() | {"hand": dict(READY["hand"])}
    for path, value in changes.items():
        section, key = path.split("__")
        document[section][key] = value
    return document


@pytest.mark.parametrize(
    ("document", "paths"),
    [
        (changed(win__kong_replacement=True), ["win.kong_replacement"]),
        (changed(win__last_tile=True), ["win.last_tile"]),
        (changed(win__method="robbed_kong", win__last_tile=True), ["win.last_tile", "hand.winning_tile"]),
        (concealed(win__method="self_draw", seat__loser=None, win__kong_replacement=True), ["win.kong_replacement"]),
        (changed(win__ready="heavenly_ready"), ["win.ready"]),
        (changed(win__opening="human_hand"), ["win.opening"]),
        (concealed(win__ready="heavenly_ready", seat__dealer="S"), ["win.ready"]),
        (concealed(win__opening="earthly_hand", seat__dealer="S"), ["win.opening"]),
        (concealed(win__opening="heavenly_hand", win__method="self_draw", seat__loser=None), ["win.opening"]),
        (concealed(win__opening="heavenly_hand", seat__dealer="S"), ["win.opening"]),
        (concealed(win__ready="heavenly_ready", win__opening="human_hand"), ["win.opening"]),
        (concealed(win__ready="earthly_ready", win__opening="earthly_hand"), ["win.opening"]),
        (changed(win__method="robbed_kong"), ["hand.winning_tile"]),
        (changed(seat__loser=None), ["seat.loser"]),
        (changed(seat__loser=MISSING), ["seat.loser"]),
        (changed(seat__loser="S"), ["seat.loser"]),
        (changed(win__method="self_draw"), ["seat.loser"]),
        (changed(win__method="eight_flowers", seat__loser=None), ["hand.flowers"]),
        (changed(win__method="robbed_flower", hand__flowers="123456f"), ["hand.flowers"]),
        (
            changed(win__method="robbed_flower", hand__flowers=SEVEN, win__last_tile=True, win__kong_replacement=True),
            ["win.kong_replacement", "win.last_tile"],
        ),
        (concealed(win__method="robbed_flower", hand__flowers=SEVEN, win__ready="heavenly_ready"), ["win.ready"]),
        (changed(win__method="robbed_flower", hand__flowers=SEVEN, rules__off=[30]), ["win.method"]),
    ],
)  # fmt: skip
def test_contradictions_name_the_rule(document: dict[str, Any], paths: list[str]) -> None:
    answer = score_document(document, "en")
    assert {error["code"] for error in answer["errors"]} == {"contradiction"}
    assert sorted(error["path"] for error in answer["errors"]) == sorted(paths)
    assert all("(rule " in error["message"] for error in answer["errors"])


@pytest.mark.parametrize(
    "document",
    [
        concealed(win__ready="heavenly_ready", win__opening="earthly_hand"),
        concealed(win__ready="earthly_ready", win__opening="human_hand", seat__dealer="S"),
        concealed(win__opening="heavenly_hand", win__method="self_draw", seat__loser=None, seat__dealer="S"),
        changed(win__method="self_draw", seat__loser=None, win__kong_replacement=True, win__last_tile=True),
        changed(win__method="robbed_flower", hand__flowers=SEVEN, hand__concealed="", hand__winning_tile=None),
        changed(win__method="robbed_flower", hand__flowers="12345678f", hand__concealed="19s", hand__winning_tile=None),
    ],
)  # fmt: skip
def test_contexts_that_hold_together(document: dict[str, Any]) -> None:
    assert "error" not in score_document(document)


def test_all_problems_at_once_by_code_then_by_place() -> None:
    document = changed(
        seat__winner="Q",
        seat__loser=MISSING,
        win__method="discard",
        hand__concealed="456mX",
        hand__exposed=["345s", "EEF", "9999p"],
        hand__concealed_kongs=["XXXX"],
        hand__flowers="11f",
        stake__money=3,
        rules__ligu="yes",
    )
    del document["seat"]["dealer"]
    found = errors(document)
    assert found == [
        ("missing_key", "seat.dealer"),
        ("unknown_key", "stake.money"),
        ("bad_value", "seat.winner"),
        ("bad_value", "rules.ligu"),
        ("bad_tile", "hand.concealed"),
        ("bad_meld", "hand.exposed[1]"),
        ("concealed_kong_unknown", "hand.concealed_kongs[0]"),
        ("duplicate_flower", "hand.flowers"),
        ("contradiction", "seat.loser"),
    ]
    assert [code for code, _ in found] == sorted([code for code, _ in found], key=CODES.index)


def test_position_is_that_of_the_document_as_written() -> None:
    document = {"stake": {"base": "x"}, **changed(win__last_tile=0)}
    document["stake"] = {"base": "x"}
    assert errors(document) == [("bad_value", "stake.base"), ("bad_value", "win.last_tile")]


def test_nan_is_not_json_wherever_it_is() -> None:
    assert errors(changed(stake__base=math.nan))[0] == ("not_json", "stake.base")
    assert errors(changed(extra=[{"deep": math.inf}]))[0] == ("not_json", "extra[0].deep")
    for line in (b"{", b'{"stake": NaN}', b"\xff\xfe", b"[" * 100_000, b'{"a": -Infinity}', b"1 2"):
        assert answer_line(line)["error"]["code"] == "not_json"
    assert answer_line('{"stake": {"base": 1e999}}')["errors"][-1]["code"] == "bad_value"
    assert answer_line('{"stake": {"base": ' + "9" * 5000 + "}}")["errors"][-1]["code"] == "bad_value"
    assert answer_line(("\ufeff" + json.dumps(EXAMPLE)).encode())["tai"] == 3


def test_unknown_last_tile_that_decides() -> None:
    answer = score_document(changed(hand__concealed="456m77p", hand__winning_tile=None))
    error = answer["error"]
    assert (error["code"], error["path"]) == ("winning_tile_unknown", "hand.winning_tile")
    assert [(c["tile"], c["tai"]) for c in error["candidates"]] == [("4m", 2), ("5m", 3), ("6m", 2), ("7p", 3)]
    assert [item["name"] for item in error["candidates"][1]["items"]] == ["圈風刻", "箭字刻", "獨聽"]


def test_unknown_last_tile_that_does_not_matter() -> None:
    answer = score_document(
        changed(hand__concealed="77p", hand__exposed=["345s", "EEE", "9999p", "456m"], hand__winning_tile=None)
    )
    assert answer["tai"] == 3
    assert len(answer["warnings"]) == 1


def test_unknown_robbed_tile_is_one_that_has_no_other_copy() -> None:
    robbed = changed(win__method="robbed_kong", hand__winning_tile=None, hand__exposed=["345s", "EEE", "9999p"])
    robbed["hand"]["concealed"] = "456m77p"
    assert [c["tile"] for c in score_document(robbed)["error"]["candidates"]] == ["4m", "5m", "6m"]
    robbed["hand"] |= {"concealed": "77p", "exposed": ["345s", "EEE", "9999p", "456m"]}
    assert errors(robbed) == [("contradiction", "hand.winning_tile")]


def test_heavenly_hand_with_or_without_its_last_tile() -> None:
    told = concealed(win__opening="heavenly_hand", win__method="self_draw", seat__loser=None, seat__dealer="S")
    whole = copy.deepcopy(told)
    whole["hand"] |= {"concealed": "234345m56799s456888p", "winning_tile": None}
    assert score_document(told) == score_document(whole)
    assert score_document(told)["waits"] == []
    assert score_document(told)["tai"] == 16


def test_a_sentence_on_a_heavenly_hand_without_a_last_tile_still_names_something() -> None:
    document = {
        "hand": {"concealed": "123456m789p234678s99s"},
        "win": {"method": "self_draw", "opening": "heavenly_hand", "last_tile": True},
        "seat": {"winner": "S", "dealer": "S", "round": "E"},
    }
    whys = {item["rule"]: item["why"] for item in score_document(document, "en")["items"]}
    assert whys[25].startswith("the winning tile is the last tile")


def test_an_unfinished_flower_win_has_no_decomposition() -> None:
    answer = score_document(
        changed(win__method="robbed_flower", hand__flowers=SEVEN, hand__concealed="19m19s", hand__winning_tile=None)
    )
    assert answer["decomposition"] == {"form": None, "groups": [], "pair": None}
    assert answer["waits"] == []
    assert [(item["rule"], item["tai"]) for item in answer["items"]] == [(30, 8)]


def test_ligu_shows_its_pairs() -> None:
    answer = score_document(
        {
            "hand": {"concealed": "122m333355p99sSSSNN", "winning_tile": "1m"},
            "win": {"method": "discard"},
            "seat": {"winner": "E", "dealer": "N", "loser": "W", "round": "E"},
        }
    )
    groups = ["SSS", "11m", "22m", "33p", "33p", "55p", "99s", "NN"]
    assert answer["decomposition"] == {"form": "ligu", "groups": groups, "pair": None}


def test_what_is_written_is_json_even_for_surrogates() -> None:
    document = changed(**{"\ud800": 1}, hand__concealed="\udfff")
    assert json.dumps(score_document(document), ensure_ascii=False).encode()


def test_one_unreadable_part_hides_nothing_else() -> None:
    assert errors(changed(win__method="ron", hand__concealed="456m77p")) == [
        ("bad_value", "win.method"),
        ("wrong_tile_count", "hand.concealed"),
    ]
    assert errors(changed(win__ready=7, win__opening="human_hand")) == [
        ("bad_value", "win.ready"),
        ("contradiction", "win.opening"),
    ]
    assert errors(changed(hand__winning_tile="0p", hand__concealed="45m7p")) == [
        ("bad_tile", "hand.winning_tile"),
        ("wrong_tile_count", "hand.concealed"),
    ]
    assert errors(changed(hand__exposed=["345s", "EEX", "9999p"], hand__concealed="456m8p")) == [
        ("bad_tile", "hand.exposed[1]"),
        ("not_a_win", "hand"),
    ]
    assert errors(changed(hand__winning_tile=None, hand__concealed="456m77p", seat__loser=None)) == [
        ("contradiction", "seat.loser"),
        ("winning_tile_unknown", "hand.winning_tile"),
    ]
    assert errors(changed(stake__tai=None, win__last_tile=True, hand__concealed="456m8p")) == [
        ("bad_value", "stake.tai"),
        ("contradiction", "win.last_tile"),
        ("not_a_win", "hand"),
    ]


def test_an_unreadable_method_may_have_been_a_flower_win() -> None:
    document = changed(win__method="flowers", hand__flowers=SEVEN, hand__concealed="1m", hand__winning_tile=None)
    assert errors(document) == [("bad_value", "win.method")]


def test_very_many_problems_are_told_in_good_time_and_in_order() -> None:
    many = 20_000
    start = time.perf_counter()
    errors = score_document(EXAMPLE | {"side_stakes": [{}, *({"tai": -1} for _ in range(many))]})["errors"]
    assert time.perf_counter() - start < 20
    assert [each["path"] for each in errors[:2]] == ["side_stakes[0].between", "side_stakes[1].between"]
    assert errors[-1]["path"] == f"side_stakes[{many}].tai"


@pytest.mark.parametrize(
    "line,zh,en",
    [
        (b'{"hand": }', "第 10 個字元起讀不懂", "from character 10 on"),
        (b'{"a": "\xff"}', "第 8 個位元組不是 UTF-8", "byte 8 is no UTF-8"),
        (b'{"a": NaN}', "NaN", "NaN"),
        (b'{"seat": {"winner": "S", "dealer": "E", "winner": "N"}}', "winner 寫了兩次", "winner is written twice"),
        (b"[" * 100_000, "層次太深", "nested too deeply"),
    ],
)
def test_a_line_that_is_no_json_says_where(line: bytes, zh: str, en: str) -> None:
    for lang, said in (("zh-TW", zh), ("en", en)):
        error = answer_line(line, lang)["error"]
        assert (error["code"], error["path"]) == ("not_json", "") and said in error["message"]
        assert "Expecting" not in error["message"] and "codec" not in error["message"]


def test_endless_digits_are_no_tile_and_take_no_time() -> None:
    start = time.perf_counter()
    assert answer_line(json.dumps({"hand": {"concealed": "1" * 300_000}}))["error"]["code"] == "missing_key"
    assert time.perf_counter() - start < 20
