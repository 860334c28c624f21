"""What a photo's context leaves open: who won, how, in whose deal and round, by which tile; and what that allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from snaptai.scoring.documents import sheet_of
from snaptai.scoring.errors import InvalidDeal, UnknownWinningTile
from snaptai.scoring.house import House
from snaptai.scoring.tiles import WINDS, parse_tiles

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


def totals(document: Mapping[str, Any], house: House) -> list[int]:
    """What a hand document may come to: several totals where the winning tile is open, none where it is wrong."""
    try:
        return [sheet_of(document, house).tai]
    except UnknownWinningTile as unknown:
        return [sheet.tai for _, sheet in unknown.candidates]
    except InvalidDeal:
        return []


def filled_in(hand: Mapping[str, Any], context: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The context; where seats, round or method are open, with each that may matter, and nothing special assumed."""
    if not is_open(context):
        yield context
        return
    win, seat = part(context, "win"), part(context, "seat")
    pungs, flowers = _winds(hand)
    methods = [win["method"]] if win.get("method") else ["self_draw", "discard", *_flower_wins(hand)]
    winners = [seat["winner"]] if seat.get("winner") else _and_another(pungs | flowers)
    rounds = [seat["round"]] if seat.get("round") else _and_another(pungs)
    for method, winner, round_wind in product(methods, winners, rounds):
        others = [wind for wind in WINDS if wind != winner]
        loser = None if method in ("self_draw", "eight_flowers") else seat.get("loser") or others[0]
        who = {"winner": winner, "round": round_wind, "loser": loser, "dealer": seat.get("dealer") or others[-1]}
        yield {**context, "win": {**win, "method": method}, "seat": {**seat, **who}}


def _flower_wins(hand: Mapping[str, Any]) -> list[str]:
    """Ways to win by the flowers alone, on whatever hand: with seven of them (rule 30), with all eight (29)."""
    try:
        held = len(set(parse_tiles(hand["flowers"])))
    except (KeyError, TypeError, ValueError):  # as in ``_winds``
        return []
    return ["robbed_flower"] * (held >= 7) + ["eight_flowers"] * (held == 8)


def _winds(hand: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The winds of which the hand may hold a pung (rule 1), and those whose flower it holds (26; 菊 is 3 or 4)."""
    try:
        tiles = [*parse_tiles(hand["concealed"]), *parse_tiles(hand["winning_tile"] or "")]
        tiles += [tile for meld in hand["exposed"] for tile in parse_tiles(meld)]
        kongs = {tile for kong in hand["concealed_kongs"] for tile in parse_tiles(kong)}
        numbers = {int(flower[0]) for flower in parse_tiles(hand["flowers"])}
    except (KeyError, TypeError, ValueError):  # a context's correction that is wrong, as scoring will say
        return set(WINDS), set(WINDS)
    numbers |= {7, 8} if numbers & {7, 8} else set()
    pungs = {wind for wind in WINDS if tiles.count(wind) >= 3 or wind in kongs}
    return pungs, {WINDS[(number - 1) % 4] for number in numbers}


def _and_another(winds: set[str]) -> list[str]:
    """These, and one of the others: those are all alike."""
    return [wind for wind in WINDS if wind in winds] + [wind for wind in WINDS if wind not in winds][:1]
