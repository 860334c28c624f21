"""The rule table as one house plays it: rows in force with their 臺 and what rules them out, ready to judge by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
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
    """``tests`` judge a finished hand, by what it has (``HONOUR_PUNGS``, ``FLOWERS``, ``SPECIAL_WIN``); ``unfinished``
    a flower win before one; the rest is between the dealer and the others.
    """

    house: House
    tests: tuple[tuple[Test, ...], ...]
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
    rows = {rule: _row(rule, tai.get(rule.name, rule.tai)) for rule in in_force}
    return Book(
        house=house,
        tests=tuple(tuple(row for rule, row in rows.items() if not _needs(rule) & ~has) for has in range(8)),
        unfinished=tuple(row for rule, row in rows.items() if rule.key in UNFINISHED_ROWS),
        dealer=tai.get("作莊", BY_KEY["9"].tai),
        streak=tai.get("連拉", BY_KEY["10"].tai),
        plays_dealer=9 not in house.off,
        plays_streak=10 not in house.off,
    )


def _needs(rule: Rule) -> int:
    return reduce(or_, (condition.needs for condition in rule.when))


def _row(rule: Rule, tai: int) -> Test:
    ruled_out_by = sum(_BITS[other.key] for other in RULES if rule.key in other.displaces)
    first, *others = (condition.holds for condition in rule.when)
    return first, tuple(others), Row(_BITS[rule.key], rule, tai, ruled_out_by)


_BITS = {rule.key: 1 << place for place, rule in enumerate(RULES)}
