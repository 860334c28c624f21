"""Who pays whom: every method, 作莊 and 連拉 between the dealer and each counterpart, side stakes."""

from __future__ import annotations

from typing import Any

import pytest

from snaptai.scoring import score
from snaptai.scoring.documents import score_document
from snaptai.scoring.hand import Hand, Seat, Stake, Win
from snaptai.scoring.settlement import balance
from snaptai.scoring.tiles import parse_tiles

OPEN = {"concealed": "345m99s45p", "winning_tile": "6p", "exposed": ["234m", "SSS", "567s"]}


def paid(method: str, seat: dict[str, Any], **document: Any) -> dict[str, tuple[int, int]]:
    """Payer to (tai, amount) for a hand of S worth 1 by discard and 2 drawn, at 100 and 20."""
    answer = score_document(
        {
            "hand": OPEN | document.pop("hand", {}),
            "win": {"method": method, **document.pop("win", {})},
            "seat": {"winner": "S", "dealer": "N", "round": "E", **seat},
            "stake": {"base": 100, "tai": 20},
            **document,
        }
    )
    assert all(payment["to"] == "S" for payment in answer["payments"])
    return {payment["from"]: (payment["tai"], payment["amount"]) for payment in answer["payments"]}


def test_a_discard_is_paid_by_the_discarder() -> None:
    assert paid("discard", {"loser": "W"}) == {"W": (1, 120)}


def test_the_dealer_pays_more_as_discarder() -> None:
    assert paid("discard", {"loser": "N", "dealer_streak": 2}) == {"N": (6, 220)}


def test_a_draw_is_paid_by_all_and_the_dealer_pays_more() -> None:
    assert paid("self_draw", {"dealer_streak": 1}) == {"E": (2, 140), "W": (2, 140), "N": (5, 200)}


def test_every_payer_pays_the_dealer_more_by_the_streak_shown() -> None:
    seat = {"dealer": "S", "dealer_streak": 4, "shown_streak": 1}
    assert paid("self_draw", seat) == {"E": (5, 200), "W": (5, 200), "N": (5, 200)}


def test_a_robbed_kong_is_settled_like_a_discard() -> None:
    assert paid("robbed_kong", {"loser": "E"}) == {"E": (2, 140)}


def test_eight_flowers_are_paid_by_all_one_base_each() -> None:
    flowers = {"hand": {"flowers": "12345678f"}, "win": {"hand_complete": True}}
    assert paid("eight_flowers", {}, **flowers) == {"E": (11, 320), "W": (11, 320), "N": (12, 340)}


def test_a_robbed_flower_is_paid_by_its_owner() -> None:
    flowers = {"hand": {"flowers": "1234567f", "winning_tile": None}}
    assert paid("robbed_flower", {"loser": "N", "dealer_streak": 1}, **flowers) == {"N": (11, 320)}


def test_or_by_all_where_the_house_says_so() -> None:
    flowers = {"hand": {"flowers": "1234567f", "winning_tile": None}, "rules": {"robbed_flower_all_pay": True}}
    assert paid("robbed_flower", {"loser": "W"}, **flowers) == {"E": (8, 260), "W": (8, 260), "N": (9, 280)}


def test_side_stakes_raise_what_two_pay_each_other() -> None:
    sides = [
        {"between": ["W", "S"], "base": 50, "tai": 10},
        {"between": ["S", "W"], "base": 1},
        {"between": ["E", "N"], "tai": 9},
    ]
    assert paid("self_draw", {}, side_stakes=sides) == {"E": (2, 140), "W": (2, 140 + 50 + 20 + 1), "N": (3, 160)}


def test_house_values_for_the_dealer() -> None:
    rules = {"tai": {"作莊": 2, "連拉": 1}}
    assert paid("discard", {"loser": "N", "dealer_streak": 3}, rules=rules) == {"N": (6, 220)}
    assert paid("discard", {"loser": "N", "dealer_streak": 3}, rules={"off": [10]}) == {"N": (2, 140)}


@pytest.mark.parametrize("method", ["discard", "self_draw"])
def test_what_one_gains_the_others_lose(method: str) -> None:
    hand = Hand(parse_tiles("345m99s45p"), "6p", tuple(map(parse_tiles, ("234m", "SSS", "567s"))))
    seat = Seat("S", "S", "E", None if method == "self_draw" else "W", 2)
    gains = balance(score(hand, Win(method), seat, stake=Stake(100, 20)).payments)
    assert sum(gains.values()) == 0
    assert gains["S"] > 0


def test_amounts_stay_whole_however_large() -> None:
    answer = paid("discard", {"loser": "N", "dealer_streak": 10**30}, stake={"base": 10**40, "tai": 10**20})
    assert answer == {"N": (2 + 2 * 10**30, 10**40 + (2 + 2 * 10**30) * 10**20)}
