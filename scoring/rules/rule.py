"""What a row of the rule table is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from snaptai.scoring.facts import Facts
from snaptai.scoring.groups import Group
from snaptai.scoring.readings import Reading

HONOUR_PUNGS, FLOWERS, SPECIAL_WIN = 1, 2, 4
"""What most hands have not got, so that rows which need it can be left aside at once."""


class Condition(NamedTuple):
    """One thing that must hold; ``zh`` and ``en`` state it, so that "why not?" can name the first that fails.

    ``needs``: what it cannot hold without (bits of the three above).
    """

    holds: Callable[[Facts, Reading], object]
    zh: str
    en: str
    needs: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: what it is called and worth, where the rulebook says so, when it is met, what it rules out.

    ``key`` names the row ("26a": the first row of rule 26); ``shows`` picks the tiles that earn it; ``zh`` and ``en``
    are the sentence on the sheet, with ``{tiles}``, ``{tile}`` (the last one), ``{tai}`` to fill in. Rows without
    conditions are settled between the dealer and each player (9, 10) or only define others (27, 28).
    """

    key: str
    name: str
    tai: int
    cite: str
    when: tuple[Condition, ...]
    shows: Callable[[Facts, Reading], tuple[Group, ...]]
    zh: str
    en: str
    displaces: tuple[str, ...] = ()
    number: int = field(init=False)
    """The rule's number, 1–36."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", int(self.key.rstrip("abcde")))
