"""The rule table as data: complete, cited, and refused when its exclusions make no sense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from snaptai.scoring.rulebook import sentence
from snaptai.scoring.rules.table import BY_KEY, RULES, checked

DISPLACES = {
    4: {23}, 13: {8}, 17: {16}, 18: {3, 8, 16, 17}, 19: {1}, 21: {2}, 22: {2}, 26: {26}, 29: {26}, 30: {26}, 31: {3},
    32: {3}, 33: {3, 4, 23, 24}, 34: {3, 31}, 35: {3, 32}, 36: {3},
}  # fmt: skip


def test_thirty_six_rules_in_order() -> None:
    assert sorted({rule.number for rule in RULES}) == list(range(1, 37))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_each_row_cites_the_sentence_that_states_it(rule) -> None:  # type: ignore[no-untyped-def]
    assert rule.cite == f"一.{rule.number}"
    assert sentence(rule.cite)


def test_exclusions_are_those_of_the_rulings_and_no_others() -> None:
    found: dict[int, set[int]] = {}
    for rule in RULES:
        for key in rule.displaces:
            found.setdefault(rule.number, set()).add(BY_KEY[key].number)
    assert found == DISPLACES


def test_the_round_dragon_is_not_displaced() -> None:
    assert all("2d" not in rule.displaces for rule in RULES)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"8": ("99",)}, "unknown"),
        ({"8": ("13a",)}, "circle"),
        ({"3": ("33",)}, "circle"),
        ({"3": ("3",)}, "circle"),
        ({"33": ("4",)}, "33 displaces 4 but not"),
    ],
)  # fmt: skip
def test_a_table_that_makes_no_sense_is_refused(changes: dict[str, tuple[str, ...]], words: str) -> None:
    rows = [replace(rule, displaces=changes.get(rule.key, rule.displaces)) for rule in RULES]
    with pytest.raises(ValueError, match=words):
        checked(rows)


def test_a_row_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="unique"):
        checked([*RULES, RULES[-1]])
