"""What can happen at a table: small frozen events. ``kinds`` says how each is written as JSON and when it may come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from snaptai.scoring.tiles import WINDS

Dice = tuple[int, int, int]
THEN = ("continue", "redeal", "draw", "dealer_passes")
"""What a 詐和 does to the deal (the house says): nothing, new dice, as a 荒局, or the dealer passes."""


@dataclass(frozen=True, slots=True)
class Open:
    """Four players, as they sit for now, counter-clockwise, and what the house agreed."""

    players: tuple[str, ...]
    base: int = 0
    tai: int = 0
    rounds: tuple[str, ...] = WINDS
    false_win_each: int | None = None
    false_win_then: str = "continue"
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """搬風: who rolled what, and the winds drawn, in order, from the pointed player counter-clockwise."""

    dice: Dice
    drawn: tuple[str, ...]
    roller: str | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Seats agreed without drawing: counter-clockwise, 東座 first."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """定莊: the 東座's dice, or the dealer's name where a machine rolled."""

    dice: Dice | None = None
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer's dice, or the player at the 開門位; ``shown_streak`` is what the dealer's die shows if not N."""

    dice: Dice | None = None
    opening: str | None = None
    shown_streak: int | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """A win, settled by a score document (``score``) or by ``payments`` between names; ``hand``, ``win`` are kept."""

    winner: str
    loser: str | None = None
    score: Mapping[str, Any] | None = None
    payments: tuple[Mapping[str, Any], ...] | None = None
    hand: Mapping[str, Any] | None = None
    win: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """荒局: all but the eight reserved stacks drawn, nobody won."""


@dataclass(frozen=True, slots=True)
class MissedPung:
    """喊碰未碰: called a pung, did not take it; ``pair_shown`` if the pair was already shown."""

    player: str
    discarder: str
    pair_shown: bool = False


@dataclass(frozen=True, slots=True)
class FalseWin:
    """詐和 at the house's price; ``each`` and ``then`` where this one was settled otherwise."""

    player: str
    each: int | None = None
    then: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Any other fine: ``amount`` to each of ``to``."""

    player: str
    to: tuple[str, ...]
    amount: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stake:
    """The house changes its 底 and the price of a 臺."""

    base: int
    tai: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The house changes its options: what counts from the next deal on; what was scored stays as it was."""

    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SideStake:
    """內插 between two players; 0 and 0 end it."""

    between: tuple[str, ...]
    base: int = 0
    tai: int = 0


@dataclass(frozen=True, slots=True)
class FollowBet:
    """外插 of a bystander on one player; 0 and 0 end it."""

    bystander: str
    follows: str
    base: int = 0
    tai: int = 0


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last event in force back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Puts the event last taken back in force again."""


Event = (
    Open | DrawSeats | Sit | FirstDealer | Deal | Win | ExhaustiveDraw | MissedPung
    | FalseWin | Penalty | Stake | Rules | SideStake | FollowBet | Undo | Redo
)  # fmt: skip
