"""Houses: options, other values, rules switched off, files with every problem named, and the houses that come along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from snaptai.scoring.documents import score_document
from snaptai.scoring.errors import HouseError
from snaptai.scoring.house import OPTIONS, RULEBOOK, find_house, load_house, make_house, shipped_houses
from snaptai.scoring.rules.table import RULES

CLEAN = {"concealed": "2355789m", "winning_tile": "4m", "exposed": ["123m", "456m", "789m"]}
DRAWN = {"concealed": "234345m56799s45888p", "winning_tile": "6p"}


def tai(hand: dict[str, Any], rules: dict[str, Any], method: str = "discard", **win: Any) -> dict[str, int]:
    answer = score_document(
        {
            "hand": hand,
            "win": {"method": method, **win},
            "seat": {"winner": "S", "dealer": "N", "loser": "W" if method == "discard" else None, "round": "E"},
            "rules": rules,
        }
    )
    return {item["name"]: item["tai"] for item in answer["items"]}


def test_the_default_is_the_rulebook_as_rulings_has_it() -> None:
    assert {name: getattr(RULEBOOK, name) for name in OPTIONS} == {
        "ligu": True,
        "concealed_kong_keeps_quanqiu": False,
        "pinghe_two_sided_only": False,
        "drop_own_exhausted_waits": False,
        "flower_order": "梅蘭菊竹",
        "robbed_flower_all_pay": False,
    }
    assert find_house("rulebook") == RULEBOOK


def test_other_values_by_name_or_number() -> None:
    assert tai(CLEAN, {"tai": {"清一色": 8}}) == {"平和": 2, "清一色": 8}
    assert tai(CLEAN, {"tai": {"14": 8}}) == {"平和": 2, "清一色": 8}
    assert tai(CLEAN, {}) == {"平和": 2, "清一色": 12}


def test_a_rule_switched_off_neither_counts_nor_displaces() -> None:
    assert tai(DRAWN, {"off": [4]}, "self_draw") == {"門清": 1, "自摸": 1}
    assert tai(DRAWN, {"off": [3]}, "self_draw") == {"不求自摸": 2}
    assert tai(DRAWN, {"off": [31]}, ready="heavenly_ready") == {"門清": 1}


def test_switching_36_off_is_the_option_off() -> None:
    assert make_house({"off": [36]}).ligu is False


def test_what_is_in_force_can_be_read_back() -> None:
    rules = {"house": "我家", "ligu": False, "tai": {"天和": 24}, "off": [25, 12]}
    document = make_house(rules).to_document()
    assert document["off"] == [12, 25]
    assert make_house(document) == make_house(rules)


def test_a_document_amends_the_house_of_the_evening() -> None:
    evening = make_house({"tai": {"清一色": 8}, "pinghe_two_sided_only": True})
    document = {
        "hand": CLEAN,
        "win": {"method": "discard"},
        "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "E"},
        "rules": {"pinghe_two_sided_only": False},
    }
    rules = score_document(document, house=evening)["rules"]
    assert (rules["tai"], rules["pinghe_two_sided_only"]) == ({"清一色": 8}, False)


def test_a_file_with_every_problem_named(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'ligu = 1\nriichi = true\noff = [40, "x"]\nflower_order = "菊"\n[tai]\n"清一色" = 1.5\n', encoding="utf-8"
    )
    with pytest.raises(HouseError) as caught:
        load_house(path)
    found = [(problem.code, problem.path) for problem in caught.value.problems]
    assert found == [
        ("bad_value", "rules.ligu"),
        ("unknown_key", "rules.riichi"),
        ("bad_value", "rules.off[0]"),
        ("bad_value", "rules.off[1]"),
        ("bad_value", "rules.flower_order"),
        ("bad_value", "rules.tai.清一色"),
    ]


@pytest.mark.parametrize("text", ["ligu: false", "off = " + "[" * 5000, "off = [" + "9" * 5000 + "]", "\0"])
def test_a_file_that_is_no_toml(tmp_path: Path, text: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HouseError, match="is not TOML"):
        load_house(path)


def test_a_file_that_an_editor_began_with_a_bom(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("ligu = false\r\n", encoding="utf-8-sig")
    assert not load_house(path).ligu


@pytest.mark.parametrize("name", sorted(shipped_houses()))
def test_houses_that_come_along_say_who_plays_so(name: str) -> None:
    house = find_house(name)
    assert bool(house.source) == (house != RULEBOOK)


def test_the_association_house() -> None:
    house = find_house("association")
    assert (house.flower_order, house.pinghe_two_sided_only, dict(house.tai)) == ("梅蘭竹菊", True, {"地聽": 4})


def test_the_common_house() -> None:
    assert dict(find_house("common").tai) == {"天和": 24, "五暗刻": 8, "清一色": 8}


def test_the_file_to_copy_names_every_option_and_every_item_that_has_a_value() -> None:
    text = shipped_houses()["rulebook"].read_text(encoding="utf-8")
    words = text.replace("=", " ").split()
    assert {*OPTIONS, "off"} <= set(words)
    assert {rule.name for rule in RULES if rule.when} <= set(words)
