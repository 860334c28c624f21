"""The Python API: examples in its docstrings, errors, readings and ties, and "why not?"."""

from __future__ import annotations

import doctest
import importlib

import pytest

import snaptai.scoring.rules.rulings as rulings
from snaptai.scoring import score
from snaptai.scoring.errors import HouseError, InvalidDeal, NotAWin, ScoringError, UnknownWinningTile
from snaptai.scoring.hand import Hand, Seat, Win
from snaptai.scoring.house import OPTIONS
from snaptai.scoring.rules.table import RULES
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.text import sheet_text
from snaptai.scoring.tiles import parse_tiles

SEAT = Seat("S", "N", "E", loser="W")


def hand(concealed: str, last: str | None, exposed: str = "", kongs: str = "", flowers: str = "") -> Hand:
    melds = [tuple(map(parse_tiles, text.split())) for text in (exposed, kongs)]
    return Hand(parse_tiles(concealed), last, *melds, parse_tiles(flowers))


def sheet(
    concealed: str, last: str, exposed: str = "", kongs: str = "", flowers: str = "", **win: object
) -> ScoreSheet:
    method = str(win.pop("method", "discard"))
    seat = SEAT if method == "discard" else Seat("S", "N", "E")
    return score(hand(concealed, last, exposed, kongs, flowers), Win(method, **win), seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("module", ["judge", "documents", "waits"])
def test_documented_examples_run(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"snaptai.scoring.{module}"))
    assert (result.failed, result.attempted > 0) == (0, True)


def test_an_award_names_rule_tai_tiles_and_a_sentence() -> None:
    award = sheet("345m99s45p", "6p", "234m SSS 567s").items[0]
    assert (award.rule.number, award.name, award.tai, award.tiles) == (1, "門風刻", 1, ("S", "S", "S"))
    assert award.why() == "南南南是合開門序的風刻，計1臺。"
    assert award.why("en") == "SSS is a pung of the seat wind: 1 tai."


@pytest.mark.parametrize(
    ("bad", "win", "error"),
    [
        (hand("345m99s45p", "1p", "234m SSS 567s"), Win("discard"), NotAWin),
        (hand("345m99s45p", "6p", "234m SSS"), Win("discard"), InvalidDeal),
        (Hand(("X",) * 16, "6p"), Win("discard"), InvalidDeal),
        (Hand(("1m",) * 16, "1m"), Win("discard"), InvalidDeal),
        (Hand(("1m",) * 16, "2m"), Win("discard"), InvalidDeal),
        (hand("7p", "7p", "1111m 1111m 1111m 1111m 1111m"), Win("discard"), InvalidDeal),
        (hand("345m99s456p", None, "234m SSS 567s"), Win("discard"), UnknownWinningTile),
        (hand("345m99s45p", "6p", "234m SSS 567s"), Win("discard", last_tile=True), InvalidDeal),
        (hand("345m99s45p", "6p", "234m SSS 567s"), Win("ron"), InvalidDeal),
    ],
)  # fmt: skip
def test_errors_are_of_one_tree(bad: Hand, win: Win, error: type[ScoringError]) -> None:
    with pytest.raises(error) as caught:
        score(bad, win, SEAT)
    assert isinstance(caught.value, ScoringError)
    assert caught.value.problems


def test_a_house_that_means_nothing() -> None:
    with pytest.raises(HouseError, match="no house-rule option"):
        score(hand("345m99s45p", "6p", "234m SSS 567s"), Win("discard"), SEAT, {"riichi": True})


def test_the_best_reading_counts_and_all_items_come_from_it() -> None:
    """Three pungs or three runs: by discard the runs of 平和 are worth less than three concealed pungs."""
    drawn = sheet("111222333m99s45p", "6p", "567s", method="self_draw")
    assert {award.name for award in drawn.items} == {"三暗刻", "自摸"}
    assert drawn.groups[:3] == ("111m", "222m", "333m")
    flat = sheet("111222333m99s45p", "6p", "567s")
    assert flat.tai == 2
    assert {award.name for award in flat.items} in ({"三暗刻"}, {"平和"})


def test_ties_are_broken_the_same_way_whatever_the_order() -> None:
    one = sheet("111222333m99s45p", "6p", "567s")
    other = sheet("54p99s321321321m", "6p", "756s")
    assert one.groups == other.groups
    assert [award.rule.key for award in one.items] == [award.rule.key for award in other.items]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (1, "門風刻已計入。圈風刻不計：須有圈序的風刻。"),
        (3, "門清不計：須沒有吃、碰、明槓。"),
        (7, "平和不計：須沒有字牌。"),
        (9, "作莊不計：莊家未和也未付。"),
        (23, "自摸不計：須和牌張是自己摸得。"),
        (27, "花和不另計臺：以八仙過海（29）或七搶一（30）計。"),
    ],
)
def test_why_not_answers_with_the_first_condition_that_fails(rule: int, sentence: str) -> None:
    assert sheet("345m99s45p", "6p", "234m SSS 567s").why_not(rule) == sentence


def test_why_not_names_what_displaced_it() -> None:
    drawn = sheet("333m888p555sEEE111p9m", "9m", method="self_draw")
    assert drawn.why_not(8) == "對對和不計：已計五暗刻（第 18 條）。"
    assert drawn.why_not(8, "en") == "對對和 is not counted beside 五暗刻 (rule 18)."


def test_why_not_of_seven_pairs_and_a_pung_that_are_not_counted_as_such() -> None:
    both_ways = (hand("11223344556677m99m", "9m"), Win("discard"), SEAT)
    assert score(*both_ways, {"ligu": False}).why_not(36) == "這個牌桌不計嚦咕嚦咕。"
    cheap = score(*both_ways, {"tai": {"嚦咕嚦咕": 0}}).why_not(36, "en")
    assert cheap == "嚦咕嚦咕 is not counted: five groups and a pair score as much or more."


@pytest.mark.parametrize("rule", range(1, 37))
@pytest.mark.parametrize("lang", ["zh-TW", "en"])
def test_why_not_has_an_answer_for_every_rule(rule: int, lang: str) -> None:
    complete = sheet("345m99s45p", "6p", "234m SSS 567s")
    flowers = score(hand("", None, flowers="12345678f"), Win("eight_flowers"), Seat("S", "N", "E"))
    for found in (complete, flowers):
        assert len(found.why_not(rule, lang)) > 5


def test_why_not_of_no_rule() -> None:
    with pytest.raises(ValueError, match="1 to 36"):
        sheet("345m99s45p", "6p", "234m SSS 567s").why_not(37)


def test_every_option_is_tied_to_the_rules_it_bears_on() -> None:
    assert set(rulings.OPTION_RULES) == set(OPTIONS)


def test_every_item_can_be_printed_in_both_languages() -> None:
    found = sheet(
        "345m99s45p", "6p", "234m SSSS 567s", flowers="26f", method="self_draw", kong_replacement=True, last_tile=True
    )
    for lang in ("zh-TW", "en"):
        text = sheet_text(found, lang, why_not=range(1, 37), quoted=True)
        assert "{" not in text
        assert all(rule.name in text for rule in RULES if rule.number in (1, 23, 24, 25, 26))
