"""How fast is scoring? Full evaluations a second beside `mahjong` 2.1.0's, and `score -` beside bare `score()` calls.

Run ``python benchmarks/scoring.py`` (``--hands 1000 --rounds 5``). Figures of one run can be compared with each other,
not with those of another machine. Hands are distinct and random; building them is not timed. The first round is cold.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import time
from collections import Counter
from collections.abc import Callable

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from snaptai.scoring import score
from snaptai.scoring.hand import Deal, Hand, Seat, Stake, Win
from snaptai.scoring.stream import answer_stream
from snaptai.scoring.tiles import FACES, WINDS

CHOWS = [suit * 9 + n for suit in range(3) for n in range(7)]


def random_groups(chance: random.Random, number: int) -> list[list[int]]:
    """``number`` chows or pungs and a pair (last), no tile more than four times."""
    while True:
        groups = [_random_group(chance) for _ in range(number)] + [[chance.randrange(34)] * 2]
        if max(Counter(sum(groups, [])).values()) <= 4:
            return groups


def _random_group(chance: random.Random) -> list[int]:
    if chance.random() < 0.6:
        first = chance.choice(CHOWS)
        return [first, first + 1, first + 2]
    return [chance.randrange(34)] * 3


def random_deal(chance: random.Random) -> Deal:
    """A won sixteen-tile hand: none to five melds exposed, some flowers, drawn or by discard."""
    *groups, pair = random_groups(chance, 5)
    exposed = chance.randrange(6)
    tiles = sum(groups[exposed:], pair)
    chance.shuffle(tiles)
    *concealed, last = (FACES[tile] for tile in tiles)
    melds = tuple(tuple(FACES[tile] for tile in group) for group in groups[:exposed])
    flowers = tuple(f"{n}f" for n in range(1, 9) if chance.random() < 0.2)
    winner, other = chance.sample(WINDS, 2)
    drawn = chance.random() < 0.4
    seat = Seat(winner, chance.choice(WINDS), chance.choice(WINDS), None if drawn else other, chance.randrange(3))
    return Deal(Hand(tuple(concealed), last, melds, (), flowers), Win("self_draw" if drawn else "discard"), seat)


def random_riichi(chance: random.Random) -> tuple[list[int], int, HandConfig]:
    """A won fourteen-tile hand in the other engine's terms: tiles 0–135, the last one, riichi so that it has a yaku."""
    kinds = sum(random_groups(chance, 4), [])
    seen: Counter[int] = Counter()
    tiles = []
    for kind in kinds:
        tiles.append(kind * 4 + seen[kind])
        seen[kind] += 1
    return tiles, chance.choice(tiles), HandConfig(is_riichi=True, is_tsumo=chance.random() < 0.4)


def document(deal: Deal) -> dict[str, object]:
    """The hand document of a random deal."""
    hand, win, seat = deal.hand, deal.win, deal.seat
    return {
        "hand": {
            "concealed": "".join(hand.concealed),
            "winning_tile": hand.winning_tile,
            "exposed": ["".join(meld) for meld in hand.exposed],
            "concealed_kongs": [],
            "flowers": "".join(hand.flowers),
        },
        "win": {"method": win.method, "hand_complete": False, "kong_replacement": False, "last_tile": False},
        "seat": {
            "winner": seat.winner,
            "dealer": seat.dealer,
            "loser": seat.loser,
            "round": seat.round,
            "dealer_streak": seat.dealer_streak,
        },
        "stake": {"base": 100, "tai": 20},
    }


def rate(run: Callable[[], None], number: int) -> float:
    """Evaluations a second of this process's own time, whatever else the machine does."""
    start = time.process_time()
    run()
    return number / (time.process_time() - start)


def main() -> None:
    """Print the figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    deals = [random_deal(chance) for _ in range(wanted.hands)]
    wins = [random_riichi(chance) for _ in range(wanted.hands)]
    lines = [json.dumps(document(deal)).encode() for deal in deals]
    stake, calculator = Stake(100, 20), HandCalculator()

    def bare() -> None:
        for deal in deals:
            score(deal.hand, deal.win, deal.seat, None, stake)

    def other() -> None:
        for tiles, last, config in wins:
            calculator.estimate_hand_value(tiles, last, config=config)

    def stream() -> None:
        answer_stream(iter(lines), io.BytesIO())

    runs = {"score()": bare, "mahjong": other, "score -": stream}
    rounds = [{name: rate(run, wanted.hands) for name, run in runs.items()} for _ in range(wanted.rounds)]
    for name in runs:
        print(f"{name:8} hands/s: " + "  ".join(f"{figures[name]:8.0f}" for figures in rounds))
    print("score() / mahjong: " + "  ".join(f"{f['score()'] / f['mahjong']:8.2f}" for f in rounds) + "   (at least 1)")
    print("score - / score(): " + "  ".join(f"{f['score()'] / f['score -']:8.2f}" for f in rounds) + "   (at most 3)")


if __name__ == "__main__":
    main()
