"""What the rules ask about a deal, worked out once: whole numbers and flags instead of tiles."""

from __future__ import annotations

from dataclasses import dataclass

from snaptai.scoring.groups import CONCEALED_KONGS, EXPOSED, INDEX, Group
from snaptai.scoring.hand import Hand, Seat, Win
from snaptai.scoring.house import House
from snaptai.scoring.readings import waits
from snaptai.scoring.suits import UNIT, count
from snaptai.scoring.tiles import FLOWERS, WINDS

DRAWN = frozenset(("self_draw", "eight_flowers", "robbed_flower"))
FLOWER_WINS = frozenset(("eight_flowers", "robbed_flower"))
FLOWER_BIT = {tile: 1 << number for number, tile in enumerate(FLOWERS)}
ALL_FLOWERS = 255
SEAT_NUMBER = {wind: number for number, wind in enumerate(WINDS)}
_LAST_PLANTS = {"梅蘭菊竹": (6, 7), "梅蘭竹菊": (7, 6)}
"""The bits of the flowers numbered 3 and 4 beside 梅1 蘭2."""


@dataclass(slots=True)
class Facts:
    """One deal. ``melds``: exposed ones (``exposed`` of them), then concealed kongs (``kongs`` of them).

    ``tiles``: the number (``suits``) of the concealed tiles with the last one; ``every``: with all melds, kongs as 4.
    ``last``: kind 0–33 of the winning tile, None for 天和 and unfinished flower wins; ``drawn``: by oneself, as flower
    wins with a complete hand are too (29); ``special``: more than a plain discard or draw;
    ``flowers``, ``own_season``, ``own_plant``: bit 0 is 1f, bit 7 is 8f;
    ``seat_wind``, ``round``: kinds. ``waits``: the kinds waited for (none for 天和) without those the house drops;
    ``exhausted``: kinds waited for of which the hand held all four.
    """

    hand: Hand
    win: Win
    seat: Seat
    house: House
    finished: bool
    drawn: bool
    special: bool
    melds: tuple[Group, ...]
    exposed: int
    kongs: int
    tiles: int
    every: int
    last: int | None
    flowers: int
    own_season: int
    own_plant: int
    seat_wind: int
    round: int
    waits: tuple[int, ...] = ()
    exhausted: tuple[int, ...] = ()


def melds_of(hand: Hand) -> tuple[Group, ...]:
    """Exposed melds, then concealed kongs. Raises KeyError on a meld that is none."""
    exposed = [EXPOSED[tiles] for tiles in hand.exposed]
    return (*exposed, *(CONCEALED_KONGS[tiles] for tiles in hand.concealed_kongs))


def is_finished(win: Win) -> bool:
    """Whether the hand is complete; a flower win need not be (29)."""
    return win.hand_complete or win.method not in FLOWER_WINS


def gather(hand: Hand, win: Win, seat: Seat, house: House) -> Facts:
    """The facts of a deal whose winning tile is known where it matters. Raises KeyError on a tile that is none."""
    melds = melds_of(hand)
    before = sum(map(UNIT.__getitem__, hand.concealed))
    melded = sum([UNIT[tile] for meld in melds for tile in meld.tiles]) if melds else 0
    last = hand.winning_tile
    tiles = before + UNIT[last] if last else before
    finished = is_finished(win)
    number = SEAT_NUMBER[seat.winner]
    facts = Facts(
        hand=hand,
        win=win,
        seat=seat,
        house=house,
        finished=finished,
        drawn=finished and win.method in DRAWN,
        special=_is_special(win),
        melds=melds,
        exposed=len(hand.exposed),
        kongs=len(hand.concealed_kongs),
        tiles=tiles,
        every=tiles + melded,
        last=INDEX[last] if last and finished and win.opening != "heavenly_hand" else None,
        flowers=_flowers(hand, win),
        own_season=1 << number,
        own_plant=_plant(number, house),
        seat_wind=INDEX[seat.winner],
        round=INDEX[seat.round],
    )
    if facts.last is not None:
        _add_waits(facts, before, before + melded)
    return facts


def _is_special(win: Win) -> bool:
    """Anything but a plain discard or draw."""
    plain = win.method == "discard" or win.method == "self_draw"
    return not plain or bool(win.kong_replacement or win.last_tile or win.ready or win.opening)


def _flowers(hand: Hand, win: Win) -> int:
    """A bit a flower; whoever robs the eighth has all."""
    if win.method == "robbed_flower":
        return ALL_FLOWERS
    return sum([FLOWER_BIT[tile] for tile in hand.flowers])


def _plant(number: int, house: House) -> int:
    return 16 << number if number < 2 else 1 << _LAST_PLANTS[house.flower_order][number - 2]


def _add_waits(facts: Facts, before: int, held: int) -> None:
    house = facts.house
    facts.waits = waits(before, house.ligu and not facts.melds)
    if len(facts.waits) > 1:
        facts.exhausted = tuple([kind for kind in facts.waits if count(held, kind) >= 4])
    if facts.exhausted and house.drop_own_exhausted_waits:
        facts.waits = tuple(kind for kind in facts.waits if kind not in facts.exhausted)
