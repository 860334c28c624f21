"""``decide(situation)``: may this claim or win stand, and which of two claims goes first, by the decision tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snaptai.scoring.errors import Problem, ScoringError
from snaptai.scoring.fields import Reader, Refused, Text, error_document, one_of, read_keys, read_object, yes_no
from snaptai.scoring.play.claim_rows import CLAIM_ROWS
from snaptai.scoring.play.facts import ACTIONS, FACTS, NEEDED_WITH, USUAL
from snaptai.scoring.play.meetings import CLAIMS, MEETINGS, SCOPE, Meeting
from snaptai.scoring.play.ready_rows import READY_ROWS
from snaptai.scoring.play.row import Facts
from snaptai.scoring.play.turn_rows import TURN_ROWS
from snaptai.scoring.play.win_rows import WIN_ROWS
from snaptai.scoring.rulebook import sentence

ROWS = TURN_ROWS + CLAIM_ROWS + READY_ROWS + WIN_ROWS
"""All rows; of those that hold, the first decides."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer, the sentence of the rulebook it rests on, the words, and other sentences that forbid it too."""

    allowed: bool
    clause: str
    why: Text
    also: tuple[str, ...] = ()


def decide(situation: Any) -> Ruling:
    """The ruling on ``{"action": …}`` or ``{"claim": …, "against": …}``; raises ``Refused`` with every problem."""
    given = {key: value for key, value in read_object(situation).items() if key != "version"}
    return _meeting(given) if "claim" in given or "against" in given else _action(given)


def _action(given: Mapping[str, Any]) -> Ruling:
    name = given.get("action")
    if not isinstance(name, str) or name not in ACTIONS:
        known = ", ".join(ACTIONS)
        code = "bad_value" if "action" in given else "missing_key"
        zh = f"action 要是其中之一：{known}；兩個主張相遇則寫 claim 與 against"
        en = f"action must be one of {known}; for two claims give claim and against"
        raise Refused(Problem(code, "action", zh, en))
    action = ACTIONS[name]
    known_facts = action.required + action.optional
    readers: dict[str, Reader] = {"action": one_of(name), **{fact: FACTS[fact].reader for fact in known_facts}}
    told = _read(given, readers, action.required + _also_needed(name, given))
    return _first_row(name, {fact: USUAL.get(fact, _nothing(fact)) for fact in known_facts} | told)


def _also_needed(action: str, given: Mapping[str, Any]) -> tuple[str, ...]:
    fact, values, needed = NEEDED_WITH.get(action, ("", (), ""))
    return (needed,) if given.get(fact) in values else ()


def _nothing(fact: str) -> bool | None:
    return False if FACTS[fact].reader is yes_no else None


def _read(given: Mapping[str, Any], readers: Mapping[str, Reader], required: tuple[str, ...]) -> dict[str, Any]:
    values, problems = read_keys(given, readers, required)
    if problems:
        raise Refused(*problems)
    return values


def _first_row(action: str, facts: Facts) -> Ruling:
    rows = [row for row in ROWS if row.holds(action, facts)]
    first = rows[0]
    forbidding = [row.clauses[0] for row in rows[1:] if not row.allowed]
    also = () if first.allowed else tuple(dict.fromkeys(key for key in forbidding if key not in first.clauses))
    return Ruling(first.allowed, first.clauses[0], Text(first.zh, first.en), also)


def _meeting(given: Mapping[str, Any]) -> Ruling:
    claims = one_of(*CLAIMS)
    pair = {key: given[key] for key in ("claim", "against") if key in given}
    claim, against = _read(pair, {"claim": claims, "against": claims}, ("claim", "against")).values()
    both_win = claim == against == "discard_win"
    extra = ("nearer",) if both_win else ()
    if both_win:
        claim, against = ("nearer_win", "later_win") if given.get("nearer") else ("later_win", "nearer_win")
    meeting = _find(claim, against)
    needed = (*meeting.facts, *extra)
    facts = _read(given, {"claim": claims, "against": claims, **dict.fromkeys(needed, yes_no)}, needed)
    first, clause, why = meeting.first(facts)
    return Ruling(first == _as_pung(claim), clause, Text(*why))


def _find(claim: str, against: str) -> Meeting:
    """The case of part four in which these two meet; a 碰槓 stands as a 碰 (四.1, 四.5)."""
    pair = {_as_pung(claim), _as_pung(against)}
    for meeting in MEETINGS:
        if {meeting.exception, meeting.usual} == pair:
            return meeting
    zh = f"規則書沒有 {claim} 與 {against} 相沖突的情形（{SCOPE}）"
    en = f"the rulebook knows no conflict between {claim} and {against} ({SCOPE})"
    raise Refused(Problem("contradiction", "against", zh, en))


def _as_pung(claim: str) -> str:
    return "pung" if claim == "exposed_kong" else claim


def rule_document(situation: Any, lang: str = "zh-TW", quote: bool = False) -> dict[str, Any]:
    """``{"version", "allowed", "clause", "why"}``, or an error document; ``quote`` adds the rulebook's sentence.

    ``also`` is there when other sentences forbid the same. Never raises for input.
    """
    try:
        ruling = decide(situation)
    except ScoringError as refused:
        return error_document(refused.problems, lang)
    answer = {"version": 1, "allowed": ruling.allowed, "clause": ruling.clause, "why": ruling.why.say(lang)}
    if ruling.also:
        answer["also"] = list(ruling.also)
    return {**answer, "quote": sentence(ruling.clause)} if quote else answer
