"""Everything a table knows at one moment; ``reducer.apply`` makes the next state from an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from snaptai.scoring.fields import Text
from snaptai.scoring.tiles import WINDS

PHASES = ("open", "seats", "dealer", "dice", "play")
"""What is awaited: a table, 搬風, 定莊, the dealer's dice, the end of the deal that is played."""


@dataclass(frozen=True, slots=True)
class House:
    """What the house agreed: 底 and the price of a 臺, the winds of the 圈, 詐和, options for the score documents."""

    base: int = 0
    tai: int = 0
    rounds: tuple[str, ...] = WINDS
    false_win_each: int | None = None
    false_win_then: str = "continue"
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bet:
    """外插: a bystander follows one player against the other three (二.插花.2)."""

    bystander: str
    follows: str
    base: int
    tai: int


@dataclass(frozen=True, slots=True)
class Raise:
    """內插: two players raise what they pay each other (二.插花.2)."""

    between: tuple[str, str]
    base: int
    tai: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Money from one person to another; ``reason`` is the event's name, ``tai`` None where no 臺 were counted."""

    payer: str
    payee: str
    amount: int
    reason: str
    tai: int | None = None

    def to_json(self) -> dict[str, Any]:
        """``{"from", "to", "amount", "tai", "for"}``."""
        return {"from": self.payer, "to": self.payee, "amount": self.amount, "tai": self.tai, "for": self.reason}


@dataclass(frozen=True, slots=True)
class Notice:
    """What the rulebook made of an event, with the sentence that says so."""

    code: str
    clause: str
    text: Text

    def to_json(self, lang: str = "zh") -> dict[str, str]:
        """``{"code", "clause", "why"}``."""
        return {"code": self.code, "clause": self.clause, "why": self.text.say(lang)}


@dataclass(frozen=True, slots=True)
class State:
    """Players are named; ``seats`` run counter-clockwise, 東座 first. ``totals`` add up to zero.

    ``round_index`` counts the 圈 of this 將 from 0, ``streak`` is N of 連N拉N, ``jiang`` and ``deal`` count from 1.
    ``payments`` and ``notices`` are those of the last event alone.
    """

    phase: str = "open"
    house: House = House()
    seats: tuple[str, ...] = ()
    jiang: int = 1
    deal: int = 0
    first_dealer: str | None = None
    dealer: str | None = None
    round_index: int = 0
    streak: int = 0
    shown_streak: int | None = None
    opening: str | None = None
    last_winner: str | None = None
    bets: tuple[Bet, ...] = ()
    raises: tuple[Raise, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def round(self) -> str:
        """The 圈序 of this deal: E S W N, and C F P in a house with dragon rounds."""
        return self.house.rounds[self.round_index]

    @property
    def roller(self) -> str | None:
        """Who throws the dice that are awaited; None when any player may, or none are."""
        east = self.seats[0] if self.seats else None
        return {"seats": self.last_winner, "dealer": east, "dice": self.dealer}.get(self.phase)
