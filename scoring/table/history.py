"""The log of an evening: every event ever given, undo and redo included, and the state that follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from snaptai.scoring.errors import Problem
from snaptai.scoring.fields import Refused
from snaptai.scoring.table.events import Event, Redo, Undo
from snaptai.scoring.table.kinds import event_document, read_event
from snaptai.scoring.table.reducer import apply
from snaptai.scoring.table.state import State


@dataclass(frozen=True, slots=True)
class History:
    """``log`` holds all events, ``done`` those in force with the state after each, ``undone`` those taken back."""

    log: tuple[Event, ...] = ()
    done: tuple[tuple[Event, State], ...] = ()
    undone: tuple[tuple[Event, State], ...] = ()

    @property
    def state(self) -> State:
        """The state now."""
        return self.done[-1][1] if self.done else State()

    def add(self, event: Event) -> History:
        """The history with one more event; raises ``Refused`` and leaves this one as it is."""
        log = (*self.log, event)
        if isinstance(event, Undo):
            kept, taken = _move_last(self.done, self.undone, "沒有可以復原的", "there is nothing to undo")
            return History(log, kept, taken)
        if isinstance(event, Redo):
            kept, taken = _move_last(self.undone, self.done, "沒有可以重做的", "there is nothing to redo")
            return History(log, taken, kept)
        return History(log, (*self.done, (event, apply(self.state, event))), ())

    def to_json(self) -> dict[str, Any]:
        """``{"version": 1, "events": […]}``: all that a later ``replay`` needs."""
        return {"version": 1, "events": [event_document(event) for event in self.log]}


_Steps = tuple[tuple[Event, State], ...]


def _move_last(source: _Steps, target: _Steps, zh: str, en: str) -> tuple[_Steps, _Steps]:
    if not source:
        raise Refused(Problem("out_of_turn", "event", zh, en))
    return source[:-1], (*target, source[-1])


def replay(events: Iterable[Event | dict[str, Any]]) -> History:
    """The history that a log of events (or of their JSON objects) leads to; raises ``Refused`` at the first bad one."""
    history = History()
    for event in events:
        history = history.add(read_event(event) if isinstance(event, dict) else event)
    return history
