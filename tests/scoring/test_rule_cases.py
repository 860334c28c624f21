"""Every rule by example: ``tests/cases/rules.toml``, whole awarded and displaced sets compared."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from snaptai.scoring.documents import score_document

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "rules.toml").read_text(encoding="utf-8")
)["case"]


def deal(case: dict[str, Any]) -> dict[str, Any]:
    """The hand document of a case, with what the file says goes without saying."""
    win = {"method": "discard"} | case.get("win", {})
    loser = None if win["method"] in ("self_draw", "eight_flowers") else "W"
    seat = {"winner": "S", "dealer": "N", "round": "W", "loser": loser} | case.get("seat", {})
    return {"hand": case["hand"], "win": win, "seat": seat, "rules": case.get("rules", {})}


def name(case: dict[str, Any]) -> str:
    return f"{'hit' if 'hit' in case else 'miss'} {case.get('hit', case.get('miss'))}: {case['says']}"


@pytest.mark.parametrize("case", CASES, ids=name)
def test_case(case: dict[str, Any]) -> None:
    answer = score_document(deal(case))
    if "wrong" in case:
        assert answer["error"]["code"] == case["wrong"]
        return
    items = [f"{item['rule']} {item['name']} {item['tai']}" for item in answer["items"]]
    assert sorted(items) == sorted(case["items"])
    displaced = [f"{out['rule']} {out['name']} by {out['by']}" for out in answer["displaced"]]
    assert sorted(displaced) == sorted(case.get("displaced", []))
    if "dealer_items" in case or not case.get("win"):
        found = [f"{item['rule']} {item['name']} {item['tai']}" for item in answer["dealer_items"]]
        assert found == case.get("dealer_items", [])
    assert len(answer["warnings"]) == case.get("warnings", 0)
    assert [item["rule"] for item in answer["items"]] == sorted(item["rule"] for item in answer["items"])
    assert answer["tai"] == sum(item["tai"] for item in answer["items"])


def test_every_rule_has_a_hit_and_a_near_miss() -> None:
    counted = set(range(1, 37)) - {27, 28}
    assert {case["hit"] for case in CASES if "hit" in case} == counted
    assert {case["miss"] for case in CASES if "miss" in case} == counted


def awarded(case: dict[str, Any]) -> set[int]:
    return {int(item.split()[0]) for item in [*case.get("items", []), *case.get("dealer_items", [])]}


@pytest.mark.parametrize("case", [case for case in CASES if "wrong" not in case], ids=name)
def test_hits_hold_the_rule_and_misses_do_not(case: dict[str, Any]) -> None:
    if "hit" in case:
        assert case["hit"] in awarded(case)
    else:
        assert case["miss"] not in awarded(case)
