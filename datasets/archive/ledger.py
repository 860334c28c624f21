"""The wins in an evening ledger's JSON export, each with its context and the photos it was read from."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.table import State, context_for, replay
from snaptai.scoring.table.events import Win
from snaptai.scoring.table.seating import winds


def ledger_wins(export: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[bytes]]]:
    """(context, JPEGs) of every win in force that was read from photos. Raises ValueError for what is no export."""
    try:
        logged = list(export["events"])
        history = replay([dict(entry["event"]) for entry in logged])
        sheet_of = {id(event): entry.get("sheet") for event, entry in zip(history.log, logged, strict=True)}
        before = State()
        for event, after in history.done:
            sheet = export["sheets"].get(sheet_of[id(event)]) if isinstance(event, Win) else None
            if isinstance(event, Win) and sheet:
                yield (
                    _context(before, event),
                    [base64.b64decode(export["photos"][key]["jpeg"]) for key in sheet["photos"]],
                )
            before = after
    except ScoringError as problem:
        raise ValueError(f"not an evening that can be replayed: {problem}") from problem
    except (KeyError, TypeError, AttributeError) as problem:
        raise ValueError(f"not a ledger's export ({problem})") from problem


def _context(state: State, event: Win) -> dict[str, Any]:
    """The table's part of the hand document, what was recorded of the win, and who sat where."""
    seats = winds(state.seats, state.opening or "")
    recorded = {"win": event.win, "hand": event.hand}
    return {
        **context_for(state, event.winner, event.loser),
        **{key: dict(value) for key, value in recorded.items() if value},
        "players": {wind: name for name, wind in seats.items()},
    }
