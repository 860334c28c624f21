"""Who sits around the table in this deal, and the hand document that sheet and seats make together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import State
from snaptai.scoring.tiles import WINDS
from snaptai.ui.page.names import wind_name
from snaptai.ui.page.state import Context
from snaptai.vision.draft import HandDraft


@dataclass(frozen=True, slots=True)
class Around:
    """``players`` counter-clockwise; ``winds`` gives each its 開門序, empty while nobody knows the opened wall."""

    players: tuple[str, ...]
    winds: Mapping[str, str]
    dealer: str | None
    round: str | None
    streak: int = 0
    shown: int | None = None
    base: int = 0
    tai: int = 0
    sides: tuple[Mapping[str, Any], ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    named: bool = False

    def name(self, wind: str, lang: str = "zh") -> str:
        """How people call the player at ``wind``."""
        at = {seat: player for player, seat in self.winds.items()}
        return at[wind] if self.named and wind in at else wind_name(wind, lang)


def at_table(state: State) -> Around:
    """The seats that the evening's table knows."""
    known = winds(state.seats, state.opening) if state.opening else {}
    sides = tuple(
        {"between": [known[name] for name in each.between], "base": each.base, "tai": each.tai}
        for each in state.raises
        if known
    )
    return Around(
        state.seats, known, state.dealer, state.round, state.streak, state.shown_streak, state.house.base,
        state.house.tai, sides, state.house.rules, named=True,
    )  # fmt: skip


def without_table(context: Context, base: int, tai: int, rules: Mapping[str, Any]) -> Around:
    """Players by their winds, the rest as the person says."""
    own = dict(zip(WINDS, WINDS, strict=True))
    return Around(
        WINDS, own, context.dealer, context.round, context.streak, context.shown, base, tai, (), rules
    )  # fmt: skip


def missing(draft: HandDraft, context: Context, around: Around) -> list[str]:
    """What nobody has said yet, in the order in which it is asked."""
    needs = {
        "tiles": draft.tiles,
        "dealer": around.dealer,
        "round": around.round,
        "dice": around.winds,
        "winner": context.winner,
        "how": context.method,
    }
    return [name for name, value in needs.items() if not value]


def document(draft: HandDraft, context: Context, around: Around) -> dict[str, Any]:
    """The hand document (interface.md) of a sheet of which nothing is missing."""
    seat = {
        "winner": around.winds[context.winner or ""],
        "dealer": around.winds[around.dealer or ""],
        "loser": around.winds[context.loser] if context.loser else None,
        "round": around.round,
        "dealer_streak": around.streak,
        "shown_streak": around.shown,
    }
    return {
        "hand": draft.to_document()["hand"],
        "win": {
            "method": context.method,
            "hand_complete": context.hand_complete,
            "kong_replacement": context.kong is not None,
            "last_tile": context.last_tile,
            "ready": context.ready,
            "opening": context.opening,
        },
        "seat": seat,
        "stake": {"base": around.base, "tai": around.tai},
        "side_stakes": [dict(each) for each in around.sides],
        "rules": dict(around.rules),
    }
