"""Who sits around the table in this deal, and the hand document that sheet and seats make together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from snaptai.scoring.check import METHODS, OPENINGS, READY
from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import State
from snaptai.scoring.tiles import DRAGONS, WINDS
from snaptai.ui.open_context import part
from snaptai.ui.page.names import wind_name
from snaptai.ui.page.state import Context, Sheet
from snaptai.ui.page.store import Store
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
    names: Mapping[str, str] = field(default_factory=dict)

    def called(self, player: str) -> str | None:
        """The player's name, where one is known; without a table ``player`` is a wind."""
        return player if self.named else self.names.get(player)

    def name(self, wind: str, lang: str = "zh") -> str:
        """How people call the player at ``wind``."""
        at = {seat: player for player, seat in self.winds.items()}
        return (self.called(at[wind]) if wind in at else None) or wind_name(wind, lang)


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


def opened_wall(seats: Sequence[str], dealer: str, wind: str) -> str:
    """Whose wall was opened, where the dealer's 開門序 is ``wind``."""
    return seats[(seats.index(dealer) - WINDS.index(wind)) % 4]


def without_table(
    context: Context,
    base: int,
    tai: int,
    rules: Mapping[str, Any],
    sides: Sequence[Mapping[str, Any]] = (),
    names: Mapping[str, str] | None = None,
) -> Around:
    """Players by their winds, the rest as the person says."""
    own = dict(zip(WINDS, WINDS, strict=True))
    return Around(
        WINDS, own, context.dealer, context.round, context.streak, context.shown, base, tai, tuple(sides), rules,
        names=names or {},
    )  # fmt: skip


def remembered(store: Store) -> tuple[dict[str, int], dict[str, Any]]:
    """The stakes and house rules of this installation for hands without a table."""
    return store.setting("stake", {"base": 0, "tai": 0}), store.setting("rules", {})


def by_itself(store: Store, sheet: Sheet) -> Around:
    """The seats of a sheet at no table: on its own terms, or on those that this installation remembers."""
    stake, rules = remembered(store)
    terms = sheet.terms or {"stake": stake, "rules": rules}
    stake, sides, names = terms["stake"], terms.get("side_stakes", ()), terms.get("players")
    return without_table(sheet.context, stake["base"], stake["tai"], terms["rules"], sides, names)


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


def in_words(say: Callable[..., str], needs: Iterable[str]) -> str:
    """What is ``missing``, as people call it."""
    return say("comma").join(say(f"need_{need}") for need in needs)


def document(draft: HandDraft, context: Context, around: Around) -> dict[str, Any]:
    """The hand document (interface.md) of a sheet; null stands for what is ``missing``."""
    seat = {
        "winner": around.winds.get(context.winner or ""),
        "dealer": around.winds.get(around.dealer or ""),
        "loser": around.winds.get(context.loser or ""),
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


def context_of(document: Mapping[str, Any], draft: HandDraft) -> Context:
    """What a hand document, or a part of one, says of the win, as the form shows it; what it cannot show is unsaid."""
    win, seat = part(document, "win"), part(document, "seat")

    def one_of(value: Any, allowed: Sequence[str]) -> str | None:
        return value if value in allowed else None

    return Context(
        winner=one_of(seat.get("winner"), WINDS),
        method=one_of(win.get("method"), METHODS),
        loser=one_of(seat.get("loser"), WINDS),
        kong=_replaced(draft) if win.get("kong_replacement") is True else None,
        last_tile=win.get("last_tile") is True,
        ready=one_of(win.get("ready"), READY),
        opening=one_of(win.get("opening"), OPENINGS),
        hand_complete=win.get("hand_complete") is True,
        dealer=one_of(seat.get("dealer"), WINDS),
        round=one_of(seat.get("round"), WINDS + DRAGONS),
        streak=whole(seat.get("dealer_streak")) or 0,
        shown=whole(seat.get("shown_streak")),
    )


def whole(value: Any) -> int | None:
    """``value`` where it is a whole number from 0 on."""
    return value if type(value) is int and value >= 0 else None


def _replaced(draft: HandDraft) -> str:
    """What a replacement tile can have replaced: a document says only that there was one."""
    hand = draft.hand()
    exposed = any(len(meld) == 4 for meld in hand.exposed)
    return "concealed" if hand.concealed_kongs else "added" if exposed else "flower"
