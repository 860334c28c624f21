"""Waits: which kinds would complete a hand, and what each would score by discard and by self-draw."""

from __future__ import annotations

from dataclasses import dataclass, replace

from snaptai.scoring.facts import melds_of
from snaptai.scoring.hand import Hand, Seat, Win
from snaptai.scoring.house import RULEBOOK, House
from snaptai.scoring.judge import score
from snaptai.scoring.readings import waits
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.suits import UNIT, count
from snaptai.scoring.tiles import FACES, WINDS

BY_DISCARD = Win("discard")


@dataclass(frozen=True, slots=True)
class Wait:
    """One kind that completes the hand; ``exhausted``: the hand itself holds all four, so there are no sheets."""

    tile: str
    exhausted: bool
    discard: ScoreSheet | None = None
    self_draw: ScoreSheet | None = None


def find_waits(hand: Hand, seat: Seat, rules: House = RULEBOOK, win: Win = BY_DISCARD) -> tuple[Wait, ...]:
    """The waits of a hand without winning tile, in tile order; ``win`` may set ``ready`` and, for draws, the rest.

    Raises KeyError on a tile or meld that is none; ``documents.waits_document`` says where.

    >>> from snaptai.scoring.tiles import parse_tiles
    >>> hand = Hand(parse_tiles("123m456p77s23s"), None, (parse_tiles("EEE"), parse_tiles("CCC")))
    >>> [(wait.tile, wait.discard.tai, wait.self_draw.tai) for wait in find_waits(hand, Seat("S", "N", "E"))]
    [('1s', 2, 3), ('4s', 2, 3)]
    """
    melds = melds_of(hand)
    tiles = sum([UNIT[tile] for tile in hand.concealed])
    held = tiles + sum([UNIT[tile] for meld in melds for tile in meld.tiles])
    return tuple([
        Wait(FACES[kind], True) if count(held, kind) >= 4 else _wait(hand, FACES[kind], win, seat, rules)
        for kind in waits(tiles, rules.ligu and not melds)
    ])  # fmt: skip


def _wait(hand: Hand, tile: str, win: Win, seat: Seat, house: House) -> Wait:
    """The same hand won by discard, of anyone else, and drawn."""
    won = replace(hand, winning_tile=tile)
    other = next(wind for wind in WINDS if wind != seat.winner)
    claimed = Win("discard", ready=win.ready, opening=win.opening)
    drawn = replace(win, method="self_draw", hand_complete=False)
    return Wait(
        tile,
        False,
        score(won, claimed, replace(seat, loser=other), house),
        score(won, drawn, replace(seat, loser=None), house),
    )
