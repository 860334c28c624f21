"""What lies on the table before the camera looks: a hand with what is round it, training rows, loose tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from snaptai.datasets.render import layout
from snaptai.datasets.render.deal import random_hand, rest_of_set, winning_hand
from snaptai.datasets.render.geometry import HEIGHT
from snaptai.datasets.render.layout import Manner, Placed
from snaptai.scoring.hand import Hand


@dataclass(frozen=True)
class Plan:
    """Tiles on the table; ``hand`` where they are one. The tiles of a hand have other roles than ``other``."""

    tiles: tuple[Placed, ...]
    kind: str
    hand: Hand | None = None

    @property
    def own(self) -> tuple[Placed, ...]:
        """The hand's tiles; all of them where there is no hand."""
        return tuple(one for one in self.tiles if one.role != "other") or self.tiles


def make_plan(rng: np.random.Generator, kind: str, across: float) -> Plan:
    """``kind``: hand, rows or scatter; ``across``: how many tiles fit side by side in the picture."""
    if kind == "hand":
        return _hand_plan(rng)
    if kind == "rows":
        rows, longest = int(rng.integers(1, int(max(across / 2, 2)) + 1)), int(np.clip(across, 5, 17))
        return Plan(tuple(layout.training_rows(rng, rows, longest)), kind)
    if rng.random() < 0.35:
        lines = [
            layout.moved(layout.jumble(rng, int(across)), rng.uniform(-1, 1), y * 2.6)
            for y in range(int(rng.integers(1, 4)))
        ]
        return Plan(tuple(one for line in lines for one in line), "jumble")
    spread = max(across * rng.uniform(0.3, 0.6), 2.5)
    return Plan(tuple(layout.scatter(rng, int(rng.integers(6, 50)), spread)), kind)


def _hand(rng: np.random.Generator) -> Hand:
    """Won in seven of ten scenes, in half of those with the winning tile among the others."""
    if rng.random() >= 0.7:
        return random_hand(rng, int(rng.choice([13, 16, 17], p=[0.15, 0.5, 0.35])))
    hand = winning_hand(rng)
    if hand.winning_tile is not None and rng.random() < 0.45:
        return replace(hand, concealed=(*hand.concealed, hand.winning_tile), winning_tile=None)
    return hand


def _hand_plan(rng: np.random.Generator) -> Plan:
    hand = _hand(rng)
    tiles = layout.hand_layout(hand, rng, Manner.random(rng))
    return Plan((*tiles, *_clutter(rng, tiles, iter(rest_of_set(hand, rng)))), "hand", hand)


def _clutter(rng: np.random.Generator, tiles: Sequence[Placed], rest: Iterator[str]) -> list[Placed]:
    """Walls, other hands and discards behind, and at times before, what lies there; made of the ``rest`` of the set."""
    placed: list[Placed] = []
    far = max(one.y for one in tiles) + HEIGHT * 1.4
    middle = float(np.mean([one.x for one in tiles]))
    if rng.random() < 0.35:
        pool = list(islice(rest, int(rng.integers(4, 19))))
        placed += layout.moved(layout.discards(pool, rng), middle + rng.uniform(-5, 3), far + rng.uniform(4.5, 6.5))
    if rng.random() < 0.35:
        length = int(rng.integers(4, 18))
        x, y = middle - length / 2 + rng.uniform(-3, 3), far + rng.uniform(0.2, 2.0)
        block = layout.wall if rng.random() < 0.7 else layout.standing_row
        placed += layout.moved(block(rng, list(islice(rest, length))), x, y, float(rng.normal(0, 0.05)))
    if rng.random() < 0.08:
        near = min(one.y for one in tiles) - HEIGHT * 1.5 - rng.uniform(0.5, 1.5)
        block_ = layout.wall(rng, list(islice(rest, int(rng.integers(3, 10)))))
        placed += layout.moved(block_, middle + rng.uniform(-8, 4), near)
    return _apart(placed, tiles)


def _apart(placed: Sequence[Placed], others: Sequence[Placed]) -> list[Placed]:
    """Those that touch none of ``others``, nor each other; one that lay on another only where that one stays."""
    kept: list[Placed] = []
    for one in placed:
        near = [two for two in kept if np.hypot(one.x - two.x, one.y - two.y) < 0.93]
        clear = all(np.hypot(one.x - two.x, one.y - two.y) > 1.6 for two in others)
        on_one = any(two.z < one.z and np.hypot(one.x - two.x, one.y - two.y) < 0.3 for two in near)
        if clear and (on_one if one.z else not near):
            kept.append(one)
    return kept
