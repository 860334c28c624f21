"""The rule table as one house plays it: rows in force with their 臺 and what rules them out, ready to judge by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from snaptai.scoring.facts import Facts
from snaptai.scoring.house import House
from snaptai.scoring.readings import Reading
from snaptai.scoring.rules.rule import Rule
from snaptai.scoring.rules.table import BY_KEY, RULES, UNFINISHED_ROWS


class Row(NamedTuple):
    """A rule in force: ``bit`` names it, ``ruled_out_by`` has the bits of the rows that displace it."""

    bit: int
    rule: Rule
    tai: int
    ruled_out_by: int


Holds = Callable[[Facts, Reading], object]
Test = tuple[Holds, tuple[Holds, ...], Row]
"""A row's first condition, which most hands fail, the others, and the row."""


@dataclass(frozen=True, slots=True)
class Book:
    """``rows`` judge a finished hand, ``unfinished`` a flower win before one; the rest is between dealer and others."""

    house: House
    rows: tuple[Test, ...]
    unfinished: tuple[Test, ...]
    dealer: int
    streak: int
    plays_dealer: bool
    plays_streak: bool


@lru_cache(maxsize=1000)
def book_of(house: House) -> Book:
    """The table amended by the house."""
    tai = dict(house.tai)
    in_force = [rule for rule in RULES if rule.when and rule.number not in house.off]
    rows = tuple(_row(rule, tai.get(rule.name, rule.tai)) for rule in in_force)
    unfinished = tuple(row for row in rows if row[2].rule.key in UNFINISHED_ROWS)
    return Book(
        house, rows, unfinished, tai.get("作莊", BY_KEY["9"].tai), tai.get("連拉", BY_KEY["10"].tai),
        9 not in house.off, 10 not in house.off,
    )  # fmt: skip


def _row(rule: Rule, tai: int) -> Test:
    ruled_out_by = sum(_BITS[other.key] for other in RULES if rule.key in other.displaces)
    first, *others = (condition.holds for condition in rule.when)
    return first, tuple(others), Row(_BITS[rule.key], rule, tai, ruled_out_by)


_BITS = {rule.key: 1 << place for place, rule in enumerate(RULES)}
