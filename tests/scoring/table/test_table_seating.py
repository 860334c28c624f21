"""Dice, seats and winds, by examples worked out by hand on a table A B C D, counter-clockwise."""

from __future__ import annotations

import pytest

from snaptai.scoring.table.seating import draw_seats, pointed, same_order, wall_opening, winds

SEATS = ("A", "B", "C", "D")


@pytest.mark.parametrize("total,who", [(3, "C"), (4, "D"), (5, "A"), (6, "B"), (9, "A"), (12, "D"), (18, "B")])
def test_the_roller_counts_as_one_and_counting_goes_counter_clockwise(total: int, who: str) -> None:
    assert pointed(SEATS, "A", total) == who


def test_counting_starts_wherever_the_roller_sits() -> None:
    assert [pointed(SEATS, roller, 6) for roller in SEATS] == ["B", "C", "D", "A"]


def test_the_pointed_player_draws_first_and_winds_name_the_new_seats() -> None:
    # C draws N, then counter-clockwise D draws E, A draws W, B draws S
    assert draw_seats(SEATS, "C", ("N", "E", "W", "S")) == ("D", "B", "A", "C")


@pytest.mark.parametrize("other,same", [("ABCD", True), ("CDAB", True), ("ADCB", False), ("ABDC", False)])
def test_the_mutual_order_is_about_neighbours_not_about_who_is_east(other: str, same: bool) -> None:
    assert same_order(tuple(other), SEATS) is same


def test_seat_winds_run_counter_clockwise_from_the_opened_wall() -> None:
    assert winds(SEATS, "C") == {"C": "E", "D": "S", "A": "W", "B": "N"}


@pytest.mark.parametrize("total,wall", [(3, ("B", 4)), (17, ("B", 18)), (18, ("A", 1))])
def test_the_wall_opens_after_as_many_stacks_as_the_dice_show(total: int, wall: tuple[str, int]) -> None:
    assert wall_opening(SEATS, "B", total) == wall
