"""What a hand would score, the deal unknown: enough to tell which doubts matter, and by how many 臺."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from snaptai.scoring.documents import score_document
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import WINDS
from snaptai.vision.draft import hand_document

METHODS = ("self_draw", "discard")
Outcome = tuple[object, ...]
"""What is awarded under one context: items and 臺, or the error's code."""


def outcomes(hand: Hand, winners: tuple[str, ...] = ("E",)) -> tuple[Outcome, ...]:
    """The sheets of ``hand`` for each of ``winners`` by self-draw and by discard; comparable, not shown to anyone."""
    return tuple(_outcome(hand, method, winner) for winner in winners for method in METHODS)


@lru_cache(maxsize=512)
def _outcome(hand: Hand, method: str, winner: str) -> Outcome:
    return _summary(score_document(_hand_case(hand, method, winner)))


def _hand_case(hand: Hand, method: str, winner: str = "E") -> dict[str, Any]:
    """A hand document for ``hand``: no streak, the dealer opposite, another wind's round than the winner's."""
    opposite, loser = WINDS[(WINDS.index(winner) + 2) % 4], WINDS[(WINDS.index(winner) + 1) % 4]
    return {
        "hand": hand_document(hand),
        "win": {"method": method},
        "seat": {
            "winner": winner,
            "dealer": opposite,
            "round": loser,
            "loser": loser if method == "discard" else None,
        },
    }


def _summary(sheet: dict[str, Any]) -> Outcome:
    if "error" not in sheet:
        return (sheet["tai"], *sorted((item["rule"], item["tai"]) for item in sheet["items"]))
    candidates = sheet["error"].get("candidates") or ()
    spread = sorted((candidate["tai"], candidate["tile"]) for candidate in candidates)
    return (sheet["error"]["code"], *spread)


def is_scored(outcome: Outcome) -> bool:
    """Whether there are 臺 to tell, if only for each tile that may have won."""
    return isinstance(outcome[0], int) or len(outcome) > 1


def _tai_of(outcome: Outcome) -> int:
    """臺 of an outcome: 0 where it is no win, the highest where the winning tile is open."""
    if isinstance(outcome[0], int):
        return outcome[0]
    return max((entry[0] for entry in outcome[1:] if isinstance(entry, tuple)), default=0)


def at_stake(first: Iterable[Outcome], second: Iterable[Outcome]) -> int:
    """The largest difference in 臺 between two lists of outcomes of the same contexts."""
    return max((abs(_tai_of(a) - _tai_of(b)) for a, b in zip(first, second, strict=True)), default=0)


def candidates(hand: Hand) -> list[dict[str, Any]]:
    """The open winning tile's candidates with their 臺 by discard, empty where the tile is known or does not matter."""
    error = score_document(_hand_case(hand, "discard")).get("error", {})
    return list(error.get("candidates", [])) if error.get("code") == "winning_tile_unknown" else []
