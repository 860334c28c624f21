"""A row of the decision tables, and the small conditions that rows are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Facts = Mapping[str, Any]
"""What is told of a situation: every fact of the action, None or False where nothing was told."""
Test = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """If all of ``when`` holds for one of ``actions``, the answer is ``allowed``, by ``clauses`` (the first is named).

    ``when`` maps a fact to the value it must have or to a test of it; ``alike`` may compare several facts.
    ``example`` is a situation that this row decides.
    """

    actions: str
    when: Mapping[str, Any]
    allowed: bool
    clauses: tuple[str, ...]
    zh: str
    en: str
    example: Mapping[str, Any]
    alike: Callable[[Facts], bool] = field(default=lambda facts: True)

    def holds(self, action: str, facts: Facts) -> bool:
        """Whether this row speaks about the situation."""
        return (
            action in self.actions.split()
            and all(_fits(wanted, facts.get(fact)) for fact, wanted in self.when.items())
            and self.alike(facts)
        )


def _fits(wanted: Any, value: Any) -> bool:
    return bool(wanted(value)) if callable(wanted) else value == wanted


def among(*values: object) -> Test:
    """One of the values."""
    return lambda value: value in values


def told(value: object) -> bool:
    """Something was told."""
    return value is not None


def at_most(most: int) -> Test:
    """A number was told, not above ``most``."""
    return lambda value: value is not None and value <= most


def told_other_than(wanted: int) -> Test:
    """A number was told, but not this one."""
    return lambda value: value is not None and value != wanted


def a_flower(tiles: str | tuple[str, ...] | None) -> bool:
    """A flower, or tiles with one among them."""
    return any(tile.endswith("f") for tile in ((tiles,) if isinstance(tiles, str) else tiles or ()))


def same_or_linked(one: str | None, other: str | None) -> bool:
    """同（絡）牌: the same tile, or the same suit three apart, as 2 and 5 are (三.6.1)."""
    if one is None or other is None:
        return False
    return one == other or (_suited(one) and one[1:] == other[1:] and abs(int(one[0]) - int(other[0])) == 3)


def is_run(tiles: tuple[str, ...]) -> bool:
    """Three of one suit in a row, in any order."""
    numbers = sorted(tile[0] for tile in tiles)
    return (
        len(tiles) == 3
        and all(_suited(tile) for tile in tiles)
        and len({tile[1] for tile in tiles}) == 1
        and [int(n) - int(numbers[0]) for n in numbers] == [0, 1, 2]
    )


def _suited(tile: str) -> bool:
    return tile[1:] in ("m", "p", "s")
