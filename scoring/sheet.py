"""The score sheet: what a won hand is worth and why, what was displaced by what, who pays whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from snaptai.scoring.facts import Facts
from snaptai.scoring.groups import PAIRS
from snaptai.scoring.house import House
from snaptai.scoring.readings import Reading
from snaptai.scoring.rules.evidence import last_tile
from snaptai.scoring.rules.rule import Rule
from snaptai.scoring.tiles import FACES


class Award(NamedTuple):
    """One item counted, with the rule that grants it."""

    rule: Rule
    tai: int
    facts: Facts
    reading: Reading

    @property
    def name(self) -> str:
        """As on the sheet: 門清."""
        return self.rule.name

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles that earn it."""
        return tuple([tile for group in self.rule.shows(self.facts, self.reading) for tile in group.tiles])

    def why(self, lang: str = "zh-TW") -> str:
        """One sentence that names the tiles."""
        shown = self.rule.shows(self.facts, self.reading)
        last = last_tile(self.facts, self.reading)
        if lang.startswith("en"):
            tiles, tile = " ".join([group.text for group in shown]), last[0].text if last else "the winning tile"
            return self.rule.en.format(tiles=tiles, tile=tile, tai=self.tai)
        tiles, tile = "、".join([group.zh for group in shown]), last[0].zh if last else "所和之牌"
        return self.rule.zh.format(tiles=tiles, tile=tile, tai=self.tai)


class Displaced(NamedTuple):
    """An item whose conditions hold and which ``by`` rules out."""

    rule: Rule
    by: Rule

    @property
    def name(self) -> str:
        """The item that does not count."""
        return self.rule.name

    def why(self, lang: str = "zh-TW") -> str:
        """One sentence: what counts in its place."""
        if lang.startswith("en"):
            return f"{self.name} is not counted beside {self.by.name} (rule {self.by.number})."
        return f"{self.name}不計：已計{self.by.name}（第 {self.by.number} 條）。"


class DealerItem(NamedTuple):
    """作莊 (9) or 連N拉N (10), between the dealer and each counterpart."""

    rule: Rule
    name: str
    tai: int


class Payment(NamedTuple):
    """``payer`` owes ``payee`` this many 臺, and ``amount`` in money units."""

    payer: str
    payee: str
    tai: int
    amount: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The best reading of a won hand.

    ``tai`` is what every payer owes before 作莊 and 連拉. ``items`` and ``displaced`` are in the order of the rules.
    ``waits``: the kinds of tile the hand waited for. ``unsure_tile``: the last tile was not known and did not matter.
    """

    tai: int
    items: tuple[Award, ...]
    displaced: tuple[Displaced, ...]
    dealer_items: tuple[DealerItem, ...]
    payments: tuple[Payment, ...]
    reading: Reading
    facts: Facts
    unsure_tile: bool = False

    @property
    def house(self) -> House:
        """The house rules in force."""
        return self.facts.house

    @property
    def waits(self) -> tuple[str, ...]:
        """Empty for 天和 and unfinished flower wins."""
        return tuple([FACES[kind] for kind in self.facts.waits])

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the decomposition in notation, concealed ones first."""
        return tuple([group.text for group in self.reading.groups])

    @property
    def pair(self) -> str | None:
        """The pair in notation; None for 嚦咕 and unfinished flower wins."""
        return None if self.reading.pair is None else PAIRS[self.reading.pair].text

    def warnings(self, lang: str = "zh-TW") -> list[str]:
        """What a person should know about how this was read."""
        from snaptai.scoring.notices import warnings

        return warnings(self, lang)

    def why_not(self, rule: int, lang: str = "zh-TW") -> str:
        """Why rule ``rule`` is not on the sheet: the first condition that fails, or what displaced it."""
        from snaptai.scoring.explain import why_not

        return why_not(self, rule, lang)
