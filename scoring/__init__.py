"""Scoring by the rulebook: tiles and context in, a score sheet with reasons and payments out.

``score(hand, win, seat, rules)`` judges a deal; ``documents.score_document`` does the same for JSON.
Standard library only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snaptai.scoring.judge import score

__all__ = ["score"]


def __getattr__(name: str) -> Any:
    """``score`` on first use, so that asking for a tile does not build the tables of suits."""
    if name == "score":
        from snaptai.scoring.judge import score

        globals()["score"] = score
        return score
    raise AttributeError(f"module 'snaptai.scoring' has no attribute {name!r}")
