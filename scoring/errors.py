"""What can go wrong in scoring.

ScoringError            anything below
├── InvalidDeal         the tiles or the context cannot hold together; ``.problems`` lists every reason
│   ├── NotAWin         whole, but no decomposition is a winning hand
│   └── UnknownWinningTile   which tile came last decides the score; ``.candidates`` holds each possibility
└── HouseError          a house file or option that means nothing; ``.problems`` lists every reason
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snaptai.scoring.sheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: a code of interface.md, where it is, and the sentence (``{path}`` stands for it) twice."""

    code: str
    path: str
    zh: str
    en: str

    def message(self, lang: str = "zh-TW") -> str:
        """The sentence in ``lang`` (English for any ``en…``)."""
        text = self.en if lang.startswith("en") else self.zh
        return text.replace("{path}", self.path or ("document" if lang.startswith("en") else "文件"))


class ScoringError(Exception):
    """Base of every error that scoring raises; ``problems`` lists all of them at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message("en") for problem in problems))
        self.problems = tuple(problems)


class InvalidDeal(ScoringError):
    """Tiles or context that cannot hold together."""


class NotAWin(InvalidDeal):
    """The tiles are no winning hand."""


class UnknownWinningTile(InvalidDeal):
    """The last tile is not known and decides the score; ``candidates`` pairs each tile with its sheet."""

    def __init__(self, problems: Sequence[Problem], candidates: Sequence[tuple[str, ScoreSheet]]) -> None:
        super().__init__(problems)
        self.candidates = tuple(candidates)


class HouseError(ScoringError):
    """A house rule that does not exist or has an impossible value."""
