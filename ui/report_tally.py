"""What an archive's report counts, gathered in one pass over the photos so that none need stay in memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from snaptai.datasets.archive.store import Record
from snaptai.scoring.tiles import WINDS
from snaptai.ui.open_context import part
from snaptai.ui.report_words import Words


def player(record: Record, wind: str, words: Words) -> str:
    """Who sat there: the name that the context gives, else the seat."""
    name = part(record.context, "players").get(wind)
    return str(name) if name else words[wind] if wind in WINDS else wind


@dataclass
class Player:
    """One player's evening, or year."""

    wins: int = 0
    self_drawn: int = 0
    discards: int = 0
    tai: int = 0
    money: int = 0

    @property
    def mean_tai(self) -> str:
        """Of the hands won."""
        return f"{self.tai / self.wins:.1f}" if self.wins else "–"


@dataclass
class Tally:
    """``tai``: photos by total; ``items``: photos by (rule, name); ``reasons``: photos by why they are doubtful;
    ``failures``: name and sentence of what could not be read. What waits for review is in no sum."""

    words: Words
    tai: Counter[int] = field(default_factory=Counter)
    items: Counter[tuple[int, str]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)
    players: defaultdict[str, Player] = field(default_factory=lambda: defaultdict(Player))

    def add(self, record: Record) -> None:
        """Count one photo."""
        self.reasons.update(record.reasons)
        if record.error:
            self.failures.append((record.name, record.error["message"]))
        sheet = record.sheet or {}
        if record.status == "scored" and "tai" in sheet:
            self.tai[sheet["tai"]] += 1
            self.items.update({(item["rule"], item["name"]) for item in sheet["items"]})
            self._add_players(record)

    def _add_players(self, record: Record) -> None:
        sheet, seat = record.sheet or {}, part(record.context, "seat")
        winner = self._player(record, seat["winner"])
        winner.wins += 1
        winner.tai += sheet["tai"]
        if part(record.context, "win").get("method") == "self_draw":
            winner.self_drawn += 1
        if seat.get("loser"):
            self._player(record, seat["loser"]).discards += 1
        for paid in sheet["payments"]:
            self._player(record, paid["from"]).money -= paid["amount"]
            self._player(record, paid["to"]).money += paid["amount"]

    def _player(self, record: Record, wind: str) -> Player:
        return self.players[player(record, wind, self.words)]
