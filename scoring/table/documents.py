"""The table as JSON: the state after an event, and a session that answers one event after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.fields import error_document
from snaptai.scoring.table.context import hand_document, wind_of
from snaptai.scoring.table.events import Event, Win
from snaptai.scoring.table.history import History
from snaptai.scoring.table.kinds import NAMES, read_event
from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import State

Scorer = Callable[[dict[str, Any]], dict[str, Any]]


def state_document(state: State, lang: str = "zh-TW") -> dict[str, Any]:
    """Everything the table knows; ``payments`` and ``notices`` are the last event's, money in whole units."""
    return {
        "version": 1,
        "phase": state.phase,
        "roller": state.roller,
        "jiang": state.jiang,
        "round": state.round,
        "deal": state.deal,
        "seats": list(state.seats),
        "first_dealer": state.first_dealer,
        "dealer": state.dealer,
        "dealer_streak": state.streak,
        "shown_streak": state.shown_streak,
        "opening": state.opening,
        "winds": winds(state.seats, state.opening) if state.opening else {},
        "seat": _seat(state),
        "stake": {"base": state.house.base, "tai": state.house.tai},
        "side_stakes": [{"between": list(r.between), "base": r.base, "tai": r.tai} for r in state.raises],
        "follow_bets": [
            {"bystander": bet.bystander, "follows": bet.follows, "base": bet.base, "tai": bet.tai} for bet in state.bets
        ],
        "totals": dict(state.totals),
        "payments": [each.to_json() for each in state.payments],
        "notices": [each.to_json(lang) for each in state.notices],
    }


def _seat(state: State) -> dict[str, Any] | None:
    """What a hand document's ``seat`` needs besides winner and loser."""
    if state.phase != "play":
        return None
    dealer = wind_of(state, state.dealer or "")
    streaks = {"dealer_streak": state.streak, "shown_streak": state.shown_streak}
    return {"dealer": dealer, "round": state.round, **streaks}


def score_win(state: State, event: Event, scorer: Scorer) -> Event:
    """A win that carries ``hand`` and ``win`` but no result, with the score document that ``scorer`` gives for it."""
    if not isinstance(event, Win) or event.hand is None or event.score is not None or event.payments is not None:
        return event
    return replace(event, score=scorer(hand_document(state, event)))


def _engine(lang: str) -> Scorer:
    from snaptai.scoring.documents import score_document

    return partial(score_document, lang=lang)


class Table:
    """A session: answers each event with the state after it, or with an error object that changes nothing."""

    def __init__(self, lang: str = "zh-TW", history: History | None = None, scorer: Scorer | None = None) -> None:
        self.history = history or History()
        self._lang = lang
        self._scorer = scorer or _engine(lang)

    def answer(self, document: Any) -> dict[str, Any]:
        """The state document after this event; an error document when it cannot be used. Never raises for input."""
        try:
            given = read_event(document)
            event = score_win(self.history.state, given, self._scorer)
            score = event.score if isinstance(event, Win) and event is not given else None
            if score and "error" in score:
                return dict(score)
            self.history = self.history.add(event)
        except ScoringError as refused:
            return error_document(refused.problems, self._lang)
        answer = {"version": 1, "event": NAMES[type(event)], **state_document(self.history.state, self._lang)}
        return answer if score is None else {**answer, "score": score}
