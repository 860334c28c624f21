"""What a photo's context leaves open: who won, how, in whose deal and round, by which tile; and what that allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from snaptai.scoring.tiles import WINDS

if TYPE_CHECKING:
    from snaptai.vision.draft import HandDraft

NOT_SCORED = ("players", "version", "photo")
"""Keys of a context that are no part of a hand document."""


def part(value: Mapping[str, Any] | None, key: str) -> Mapping[str, Any]:
    """An object inside an object; empty where there is none."""
    inner = (value or {}).get(key)
    return inner if isinstance(inner, Mapping) else {}


def still_asked(draft: HandDraft, context: Mapping[str, Any]) -> list[str]:
    """Codes of the reading's questions, less those that the context's correction of the hand answers."""
    given = part(context, "hand")
    if "concealed" in given:
        return []
    answers = {"winning_tile": "winning_tile_unknown", "flowers": "duplicate_flower"}
    answered = {code for key, code in answers.items() if given.get(key)}
    return [question.code for question in draft.questions if question.code not in answered]


def is_open(context: Mapping[str, Any]) -> bool:
    """Whether who won, how, in whose deal or in which round is not said; a part of the wrong type is said, wrongly."""
    if any(not isinstance(context.get(key, {}), Mapping) for key in ("win", "seat", "hand")):
        return False
    seat = part(context, "seat")
    return not all((part(context, "win").get("method"), *(seat.get(key) for key in ("winner", "dealer", "round"))))


def hand_document(hand: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """The hand document of a hand as read, with its context and the context's corrections; unknown keys stay."""
    from snaptai.vision.draft import corrected_hand

    given = context.get("hand", {})
    corrected = corrected_hand(hand, given) if isinstance(given, Mapping) else given
    return {"hand": corrected} | {key: part for key, part in context.items() if key not in ("hand", *NOT_SCORED)}


def totals(sheet: Mapping[str, Any]) -> list[int]:
    """The total of a score document, those of its candidates where the winning tile is open, or none."""
    if "error" in sheet:
        return [each["tai"] for each in sheet["error"].get("candidates", ())]
    return [sheet["tai"]]


def filled_in(hand: Mapping[str, Any], context: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The context; where seats, round or method are open, with each that may matter, and nothing special assumed."""
    if not is_open(context):
        yield context
        return
    win, seat = part(context, "win"), part(context, "seat")
    methods = [win["method"]] if win.get("method") else ["self_draw", "discard"]
    winners = [seat["winner"]] if seat.get("winner") else WINDS
    rounds = [seat["round"]] if seat.get("round") else _rounds(hand)
    for method, winner, round_wind in product(methods, winners, rounds):
        others = [wind for wind in WINDS if wind != winner]
        loser = None if method in ("self_draw", "eight_flowers") else seat.get("loser") or others[0]
        who = {"winner": winner, "round": round_wind, "loser": loser, "dealer": seat.get("dealer") or others[-1]}
        yield {**context, "win": {**win, "method": method}, "seat": {**seat, **who}}


def _rounds(hand: Mapping[str, Any]) -> list[str]:
    """The winds of which the hand may hold a pung, and one of the others: those are all alike (rule 1)."""
    tiles = "".join((hand["concealed"], hand["winning_tile"] or "", *hand["exposed"], *hand["concealed_kongs"]))
    held = [wind for wind in WINDS if tiles.count(wind) >= 3]
    return held + [wind for wind in WINDS if wind not in held][:1]
