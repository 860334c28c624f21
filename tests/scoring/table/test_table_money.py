"""Payments by name: score documents, bets, fines; and what a hand document is told of the table."""

from __future__ import annotations

from typing import Any

import pytest

from snaptai.scoring.documents import score_document
from snaptai.scoring.fields import Refused
from snaptai.scoring.table import State, Table, context_for, player_at, replay, wind_of

# A deals; C is at the 開門位: C is E, D is S, A is W, B is N
PLAYING: list[dict[str, Any]] = [
    {"event": "open", "players": list("ABCD"), "base": 100, "tai": 20, "rules": {"ligu": False}},
    {"event": "sit", "order": list("ABCD")},
    {"event": "first_dealer", "dealer": "A"},
    {"event": "deal", "opening": "C"},
]
HAND = {"concealed": "456m7p", "winning_tile": "7p", "exposed": ["345s", "EEE", "9999p"], "concealed_kongs": ["CCCC"]}


def play(*events: dict[str, Any], before: list[dict[str, Any]] | None = None) -> State:
    start = PLAYING if before is None else [*PLAYING[:3], *before, PLAYING[3]]
    return replay([*start, *events]).state


def score(*payments: tuple[str, str, int, int]) -> dict[str, Any]:
    keys = ("from", "to", "tai", "amount")
    return {"version": 1, "payments": [dict(zip(keys, each, strict=True)) for each in payments]}


def paid(state: State) -> set[tuple[str, str, int, str]]:
    return {(each.payer, each.payee, each.amount, each.reason) for each in state.payments}


def test_winds_and_names_map_both_ways() -> None:
    state = play()
    assert {name: wind_of(state, name) for name in "ABCD"} == {"A": "W", "B": "N", "C": "E", "D": "S"}
    assert [player_at(state, wind) for wind in "ESWN"] == ["C", "D", "A", "B"]


def test_the_context_of_a_hand_document_is_filled_in() -> None:
    raised = [{"event": "side_stake", "between": ["B", "D"], "base": 50, "tai": 10}]
    context = context_for(play(before=raised), "D", "A")
    assert context == {
        "seat": {"winner": "S", "dealer": "W", "loser": "W", "round": "E", "dealer_streak": 0,
                 "shown_streak": None},
        "stake": {"base": 100, "tai": 20},
        "side_stakes": [{"between": ["N", "S"], "base": 50, "tai": 10}],
        "rules": {"ligu": False},
    }  # fmt: skip


def test_between_deals_there_are_no_winds() -> None:
    with pytest.raises(Refused, match="only after the dealer's dice"):
        context_for(replay(PLAYING[:3]).state, "A")


def test_a_hand_is_scored_with_the_tables_context_and_kept_in_the_log() -> None:
    table = Table(history=replay(PLAYING))
    answer = table.answer({"event": "win", "winner": "D", "loser": "A", "hand": HAND, "win": {"method": "discard"}})
    same = score_document(
        {"hand": HAND, "win": {"method": "discard"}, "stake": {"base": 100, "tai": 20}, "rules": {"ligu": False},
         "seat": {"winner": "S", "dealer": "W", "loser": "W", "round": "E"}}
    )  # fmt: skip
    assert answer["score"] == same
    assert answer["payments"] == [{"from": "A", "to": "D", "amount": 180, "tai": 4, "for": "win"}]
    assert replay(table.history.to_json()["events"]).state == table.history.state


def test_house_rules_change_between_deals_for_the_deals_to_come() -> None:
    table = Table(history=replay(PLAYING[:3]))
    table.answer({"event": "rules", "rules": {"pinghe_two_sided_only": True}})
    table.answer({"event": "deal", "opening": "A"})
    assert context_for(table.history.state, "A")["rules"] == {"pinghe_two_sided_only": True}
    assert "error" in table.answer({"event": "rules", "rules": {}})
    assert dict(table.history.done[2][1].house.rules) == {"ligu": False}


def test_a_hand_that_is_no_win_changes_nothing() -> None:
    table = Table(history=replay(PLAYING))
    bad = {**HAND, "winning_tile": "1s"}
    answer = table.answer({"event": "win", "winner": "D", "loser": "A", "hand": bad, "win": {"method": "discard"}})
    assert answer["error"]["code"] == "not_a_win"
    assert table.history.state == play()


def test_score_documents_are_paid_by_name() -> None:
    state = play(
        {"event": "win", "winner": "D", "score": score(("E", "S", 3, 160), ("W", "S", 4, 180), ("N", "S", 3, 160))}
    )
    assert dict(state.totals) == {"A": -180, "B": -160, "C": -160, "D": 500}


@pytest.mark.parametrize(
    "win",
    [
        {"winner": "D", "loser": "A"},
        {"winner": "D", "loser": "D", "score": score(("W", "S", 3, 160))},
        {"winner": "D", "loser": "A", "score": score(("N", "S", 3, 160))},
        {"winner": "D", "loser": "A", "score": score(("W", "E", 3, 160))},
        {"winner": "D", "loser": "A", "score": score(("S", "S", 3, 160))},
        {"winner": "D", "loser": "A", "score": score(("W", "S", 3, 160), ("W", "S", 3, 160))},
        {"winner": "D", "loser": "A", "score": score(("W", "S", 3, -160))},
        {"winner": "D", "loser": "A", "score": {"version": 1, "payments": [{"from": "W", "to": "S", "amount": 1.5}]}},
        {"winner": "D", "score": score(("W", "S", 3, 160))},
        {"winner": "D", "loser": "A", "score": {"version": 1, "error": {"code": "not_a_win"}}},
        {"winner": "Z", "loser": "A", "score": score(("W", "S", 3, 160))},
    ],
)
def test_payments_that_do_not_fit_the_win_are_refused(win: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        play({"event": "win", **win})


BET = {"event": "follow_bet", "bystander": "Zoe", "follows": "D", "base": 10, "tai": 5}


def test_a_bystander_collects_what_the_followed_player_wins_at_the_bets_own_stake() -> None:
    payments = score(("E", "S", 3, 160), ("W", "S", 4, 180), ("N", "S", 3, 160))
    state = play({"event": "win", "winner": "D", "score": payments}, before=[BET])
    assert {each for each in paid(state) if each[3] == "follow_bet"} == {
        ("C", "Zoe", 25, "follow_bet"), ("A", "Zoe", 30, "follow_bet"), ("B", "Zoe", 25, "follow_bet"),
    }  # fmt: skip
    assert state.totals["Zoe"] == 80 and sum(state.totals.values()) == 0


def test_a_bystander_pays_whom_the_followed_player_pays() -> None:
    state = play({"event": "win", "winner": "A", "loser": "D", "score": score(("S", "W", 2, 140))}, before=[BET])
    assert paid(state) == {("D", "A", 140, "win"), ("Zoe", "A", 20, "follow_bet")}


def test_a_deal_without_the_followed_player_is_none_of_the_bystanders_business() -> None:
    state = play({"event": "win", "winner": "A", "loser": "B", "score": score(("N", "W", 2, 140))}, before=[BET])
    assert paid(state) == {("B", "A", 140, "win")}


def test_a_bet_ends_and_players_cannot_bet_from_outside() -> None:
    ended = play(before=[BET, BET | {"base": 0, "tai": 0}])
    assert ended.bets == ()
    with pytest.raises(Refused, match="bystander"):
        play(before=[BET | {"bystander": "A"}])


def test_with_a_bet_agreed_payments_must_say_the_tai() -> None:
    win = {"event": "win", "winner": "D", "loser": "A", "payments": [{"from": "A", "to": "D", "amount": 160}]}
    with pytest.raises(Refused, match="needs tai"):
        play(win, before=[BET])


def test_a_missed_pung_costs_one_tai_to_the_discarder() -> None:
    assert paid(play({"event": "missed_pung", "player": "B", "discarder": "D"})) == {("B", "D", 20, "missed_pung")}


@pytest.mark.parametrize("discarder,shown,says", [("A", False, "nothing is due"), ("D", True, "must be taken")])
def test_no_fine_for_the_upper_seats_discard_nor_when_the_pair_is_shown(discarder: str, shown: bool, says: str) -> None:
    with pytest.raises(Refused, match=says):
        play({"event": "missed_pung", "player": "B", "discarder": discarder, "pair_shown": shown})


def test_a_false_win_costs_what_the_house_says_and_nothing_is_guessed() -> None:
    with pytest.raises(Refused, match="no price"):
        play({"event": "false_win", "player": "B"})
    state = play({"event": "false_win", "player": "B", "each": 300})
    assert dict(state.totals) == {"A": 300, "B": -900, "C": 300, "D": 300}
    assert state.phase == "play"


@pytest.mark.parametrize(
    "then,dealer,streak,phase",
    [
        ("redeal", "A", 0, "dice"),
        ("draw", "A", 1, "dice"),
        ("dealer_passes", "B", 0, "dice"),
        ("continue", "A", 0, "play"),
    ],
)
def test_the_house_says_what_becomes_of_the_deal(then: str, dealer: str, streak: int, phase: str) -> None:
    state = play({"event": "false_win", "player": "B", "each": 300, "then": then})
    assert (state.dealer, state.streak, state.phase) == (dealer, streak, phase)
    assert [each.reason for each in state.payments] == ["false_win"] * 3


def test_other_fines_go_to_whom_they_are_owed() -> None:
    state = play({"event": "penalty", "player": "A", "to": ["B", "C"], "amount": 10, "reason": "late"})
    assert dict(state.totals) == {"A": -20, "B": 10, "C": 10, "D": 0}


def test_a_raise_between_two_replaces_the_one_before_and_ends_at_zero() -> None:
    first = {"event": "side_stake", "between": ["B", "D"], "base": 50, "tai": 10}
    second = {"event": "side_stake", "between": ["D", "B"], "base": 70, "tai": 0}
    assert [each.base for each in play(before=[first, second]).raises] == [70]
    assert play(before=[first, {"event": "side_stake", "between": ["D", "B"]}]).raises == ()


def test_what_ends_a_raise_or_a_bet_says_so() -> None:
    ends = [{"event": "side_stake", "between": ["B", "D"]}, {"event": "follow_bet", "bystander": "Z", "follows": "A"}]
    told = [replay([*PLAYING[:3], end]).state.notices[0].to_json("en")["why"] for end in ends]
    assert told == ["B and D raise no more between them", "Z bets on A no more"]


def test_a_jiang_that_nobody_won_names_nobody_to_roll() -> None:
    passed = {"event": "false_win", "player": "B", "each": 1, "then": "dealer_passes"}
    state = replay([*PLAYING[:3], *[{"event": "deal", "opening": "A"}, passed] * 16]).state
    assert (state.phase, state.roller) == ("seats", None)
    assert "None" not in state.notices[-1].to_json("en")["why"]
