"""What is scored: the hand, how it was won, who sat where, what was at stake (interface.md, The hand document).

Plain values: nothing here checks anything; ``documents`` reports every problem of a document with its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hand:
    """Tiles as codes of ``tiles.TILES``; melds as tuples of tiles. Concealed kongs carry their true four tiles."""

    concealed: tuple[str, ...]
    winning_tile: str | None = None
    exposed: tuple[tuple[str, ...], ...] = ()
    concealed_kongs: tuple[tuple[str, ...], ...] = ()
    flowers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand was won; the values are those of interface.md."""

    method: str
    hand_complete: bool = False
    kong_replacement: bool = False
    last_tile: bool = False
    ready: str | None = None
    opening: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Players by this deal's 開門序 (E S W N); ``round`` a wind, or C/F/P in a house with dragon rounds."""

    winner: str
    dealer: str
    round: str
    loser: str | None = None
    dealer_streak: int = 0
    shown_streak: int | None = None


@dataclass(frozen=True, slots=True)
class SideStake:
    """內插: two players raise what they pay each other."""

    between: tuple[str, str]
    base: int = 0
    tai: int = 0


@dataclass(frozen=True, slots=True)
class Stake:
    """底 and the price of a 臺, in whole money units."""

    base: int = 0
    tai: int = 0
    sides: tuple[SideStake, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """One finished deal, ready to be judged. ``rules``: house-rule options by name, ``{}`` is the rulebook."""

    hand: Hand
    win: Win
    seat: Seat
    stake: Stake = Stake()
    rules: Mapping[str, object] = field(default_factory=dict)
