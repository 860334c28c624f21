"""Who sits where: counting dice round the table, drawing seats, winds and the opened wall.

Seats are tuples of four names counter-clockwise, the 東座 first; the next name is the 下家, who plays next.
"""

from __future__ import annotations

from snaptai.scoring.tiles import WINDS

STACKS = 18
"""Stacks in each player's wall: 144 tiles, four walls, two high."""


def pointed(seats: tuple[str, ...], roller: str, total: int) -> str:
    """The player on whom the dice fall: counted counter-clockwise, the roller is 1 (二.搬風.1)."""
    return seats[(seats.index(roller) + total - 1) % 4]


def draw_seats(seats: tuple[str, ...], first: str, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """New seats, 東 first: ``first`` drew ``drawn[0]``, the next counter-clockwise ``drawn[1]`` (二.搬風.1)."""
    start = seats.index(first)
    drawer = {wind: seats[(start + n) % 4] for n, wind in enumerate(drawn)}
    return tuple(drawer[wind] for wind in WINDS)


def same_order(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether everybody has the same neighbours on the same sides, whoever is 東 (二.搬風.2)."""
    return set(one) == set(other) and other[other.index(one[0]) :] + other[: other.index(one[0])] == one


def winds(seats: tuple[str, ...], opening: str) -> dict[str, str]:
    """Player to 開門序: the 開門位 is E, counter-clockwise S, W, N (二.配牌.2)."""
    start = seats.index(opening)
    return {seats[(start + n) % 4]: wind for n, wind in enumerate(WINDS)}


def wall_opening(seats: tuple[str, ...], opening: str, total: int) -> tuple[str, int]:
    """Whose wall is opened, at which stack from its right: the one after ``total`` stacks (二.配牌.1).

    After all 18 stacks of a wall the next one clockwise begins: that of the player before in turn.
    """
    if total < STACKS:
        return opening, total + 1
    return seats[seats.index(opening) - 1], total - STACKS + 1
