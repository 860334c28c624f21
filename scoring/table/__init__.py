"""The evening's table: an event log from which seats, dealer, winds, rounds and money follow.

``Table().answer(event_json)`` is the session behind ``snaptai table -``; ``replay(events)`` gives a ``History``,
whose ``state`` is everything known now; ``context_for(state, winner, loser)`` fills a hand document's seats.
"""

from snaptai.scoring.table.context import context_for, hand_document, player_at, wind_of
from snaptai.scoring.table.documents import Table, score_win, state_document
from snaptai.scoring.table.history import History, replay
from snaptai.scoring.table.kinds import KINDS, event_document, read_event
from snaptai.scoring.table.reducer import apply
from snaptai.scoring.table.state import State

__all__ = [
    "KINDS",
    "History",
    "State",
    "Table",
    "apply",
    "context_for",
    "event_document",
    "hand_document",
    "player_at",
    "read_event",
    "replay",
    "score_win",
    "state_document",
    "wind_of",
]
