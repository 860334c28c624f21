"""Dealers, streaks, rounds and the end of a 將, followed through events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaptai.scoring.fields import Refused
from snaptai.scoring.table import History, State, read_event, replay

SEATED: list[dict[str, Any]] = [
    {"event": "open", "players": list("ABCD"), "base": 100, "tai": 20},
    {"event": "sit", "order": list("ABCD")},
    {"event": "first_dealer", "dealer": "B"},
]
DEAL = {"event": "deal", "opening": "A"}


def won(winner: str) -> dict[str, Any]:
    payments = [{"from": name, "to": winner, "amount": 120} for name in "ABCD" if name != winner]
    return {"event": "win", "winner": winner, "payments": payments}


def state_after(*events: dict[str, Any]) -> State:
    return replay([*SEATED, *events]).state


def not_dealing(state: State) -> str:
    return next(name for name in state.seats if name != state.dealer)


def play_a_jiang(history: History) -> History:
    """Sixteen deals, none won by the dealer."""
    for _ in range(16):
        history = history.add(read_event(DEAL))
        history = history.add(read_event(won(not_dealing(history.state))))
    return history


def test_the_dealer_who_wins_deals_again_and_the_streak_grows() -> None:
    state = state_after(DEAL, won("B"), DEAL, won("B"))
    assert (state.dealer, state.streak, state.phase) == ("B", 2, "dice")


def test_after_an_exhaustive_draw_the_dealer_deals_again() -> None:
    state = state_after(DEAL, won("B"), DEAL, {"event": "exhaustive_draw"})
    assert (state.dealer, state.streak) == ("B", 2)
    assert [notice.clause for notice in state.notices] == ["二.荒局"]


def test_anybody_elses_win_passes_the_deal_counter_clockwise() -> None:
    state = state_after(DEAL, won("B"), DEAL, won("A"))
    assert (state.dealer, state.streak, state.round) == ("C", 0, "E")


def test_the_round_turns_when_the_deal_is_back_at_the_first_dealer() -> None:
    events = [DEAL, won("A"), DEAL, won("A"), DEAL, won("A")]  # B, C, D have dealt; A deals
    before = state_after(*events)
    after = state_after(*events, DEAL, won("C"))
    assert (before.dealer, before.round) == ("A", "E")
    assert (after.dealer, after.round) == ("B", "S")
    assert [notice.code for notice in after.notices] == ["dealer_passes", "round_turns"]


def test_four_rounds_end_the_jiang_and_the_last_winner_rolls_for_seats() -> None:
    history = play_a_jiang(replay(SEATED))
    state = history.state
    assert (state.phase, state.jiang, state.deal, state.dealer) == ("seats", 2, 16, None)
    assert state.roller == state.last_winner == "B"  # who won the last deal, dealt by A
    with pytest.raises(Refused, match="must roll"):
        history.add(read_event({"event": "draw_seats", "roller": "C", "dice": [1, 1, 1], "drawn": "ESWN"}))


def test_a_house_with_dragon_rounds_plays_seven_rounds() -> None:
    opened = [{**SEATED[0], "rounds": "ESWNCFP"}, *SEATED[1:]]
    history = play_a_jiang(replay(opened))
    assert (history.state.phase, history.state.round) == ("dice", "C")


def test_new_seats_in_the_old_order_are_drawn_again() -> None:
    history = play_a_jiang(replay(SEATED))
    again = history.add(read_event({"event": "draw_seats", "dice": [1, 1, 1], "drawn": "ESWN"}))
    assert (again.state.phase, again.state.seats) == ("seats", tuple("ABCD"))
    assert [notice.clause for notice in again.state.notices] == ["二.搬風.2"]
    # B rolls 3: D draws first. D draws E, A draws W, B draws S, C draws N
    mixed = again.add(read_event({"event": "draw_seats", "dice": [1, 1, 1], "drawn": "EWSN"}))
    assert (mixed.state.phase, mixed.state.seats) == ("dealer", ("D", "B", "A", "C"))


def test_the_first_draw_may_leave_everybody_where_they_are() -> None:
    events = [SEATED[0], {"event": "draw_seats", "roller": "A", "dice": [1, 2, 2], "drawn": "ESWN"}]
    assert replay(events).state.phase == "dealer"


@pytest.mark.parametrize(
    "event",
    [
        DEAL | {"opening": None},
        DEAL | {"dice": [1, 2, 3]},
        won("B"),
        {"event": "draw_seats", "dice": [1, 1, 1], "drawn": "ESWN", "roller": "A"},
        {"event": "open", "players": list("ABCD")},
        DEAL | {"opening": "Z"},
    ],
)
def test_what_cannot_come_now_is_refused(event: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        state_after(event)


@settings(deadline=None)
@given(st.lists(st.sampled_from("ABCDx"), max_size=80))
def test_a_second_bookkeeper_agrees_on_dealer_streak_and_round(results: list[str]) -> None:
    order, passes, streak = "BCDA", 0, 0
    history = replay(SEATED)
    for result in results:
        history = history.add(read_event(DEAL))
        history = history.add(read_event(won(result) if result != "x" else {"event": "exhaustive_draw"}))
        stays = result in ("x", order[passes % 4])
        passes, streak = (passes, streak + 1) if stays else (passes + 1, 0)
        state = history.state
        if passes == 16:
            assert (state.phase, state.jiang) == ("seats", 2)
            return
        assert (state.dealer, state.streak, state.round) == (order[passes % 4], streak, "ESWN"[passes // 4])
        assert sum(state.totals.values()) == 0
