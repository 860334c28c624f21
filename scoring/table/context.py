"""What a hand document needs to know of the table, so that nobody types seats, round, dealer or streak."""

from __future__ import annotations

from typing import Any

from snaptai.scoring.errors import Problem
from snaptai.scoring.fields import Refused
from snaptai.scoring.table.events import Win
from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import State


def wind_of(state: State, player: str, path: str = "player") -> str:
    """The player's 開門序 in this deal; raises ``Refused`` when no deal is played or the name is unknown."""
    deal = _winds(state)
    if player not in deal:
        raise Refused(Problem("unknown_player", path, f"{player} 不在座", f"{player} is not at the table"))
    return deal[player]


def player_at(state: State, wind: str) -> str:
    """Who has this 開門序 in this deal; the inverse of ``wind_of``."""
    for player, each in _winds(state).items():
        if each == wind:
            return player
    raise Refused(Problem("bad_value", "wind", "要寫 E、S、W、N 之一", "must be one of E, S, W, N"))


def context_for(state: State, winner: str, loser: str | None = None) -> dict[str, Any]:
    """``seat``, ``stake``, ``side_stakes`` and ``rules`` of a hand document (interface.md) for a win of this deal."""
    seat = {
        "winner": wind_of(state, winner, "winner"),
        "dealer": wind_of(state, state.dealer or ""),
        "loser": wind_of(state, loser, "loser") if loser is not None else None,
        "round": state.round,
        "dealer_streak": state.streak,
        "shown_streak": state.shown_streak,
    }
    sides = [
        {"between": [wind_of(state, name) for name in each.between], "base": each.base, "tai": each.tai}
        for each in state.raises
    ]
    stake = {"base": state.house.base, "tai": state.house.tai}
    return {"seat": seat, "stake": stake, "side_stakes": sides, "rules": dict(state.house.rules)}


def hand_document(state: State, event: Win) -> dict[str, Any]:
    """The whole hand document of a win that carries ``hand`` and ``win``, ready for the scoring engine."""
    given = {"hand": event.hand, "win": event.win}
    context = context_for(state, event.winner, event.loser)
    return {**{key: value for key, value in given.items() if value is not None}, **context}


def _winds(state: State) -> dict[str, str]:
    if state.phase != "play" or state.opening is None:
        zh, en = "莊家擲骰（deal）之後才有開門序", "winds are known only after the dealer's dice (deal)"
        raise Refused(Problem("out_of_turn", "event", zh, en))
    return winds(state.seats, state.opening)
