"""Where tiles lie: the layouts of a won hand, training rows, scatter, walls and discards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from snaptai.datasets.render.geometry import DEPTH, HEIGHT, WIDTH
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK, FACES, FLOWERS

_TURNS = (0.0, np.pi / 2, np.pi, -np.pi / 2)


@dataclass(frozen=True)
class Placed:
    """One tile on the table; ``tile`` is its true face, ``kind`` the pose (geometry.pose), angles in radians."""

    tile: str
    x: float
    y: float
    z: float = 0.0
    kind: str = "up"
    yaw: float = 0.0
    lean: float = 0.0
    role: str = "other"
    group: int | None = None


@dataclass(frozen=True)
class Manner:
    """How a player lays rows down: gaps and unevenness in tile widths, ``kind`` and ``lean`` of the concealed row."""

    gap: float = 0.02
    jitter: float = 0.02
    kind: str = "up"
    lean: float = 0.0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Manner:
        """Mostly tight and neat; a third stand, as on a rack."""
        stands = rng.random() < 0.35
        return cls(
            float(rng.choice([0.0, 0.01, 0.03, 0.08], p=[0.3, 0.3, 0.25, 0.15])),
            float(rng.choice([0.004, 0.015, 0.04])),
            "stand" if stands else "up",
            float(rng.uniform(0.2, 0.9)) if stands else 0.0,
        )


def row(
    tiles: Sequence[str],
    rng: np.random.Generator,
    manner: Manner,
    kinds: Sequence[str] = (),
    sideways: int | None = None,
    role: str = "other",
    group: int | None = None,
) -> list[Placed]:
    """Tiles side by side from x = 0, bottoms on y = 0; one may lie sideways. ``kinds``: a pose for each."""
    placed, x = [], 0.0
    for index, tile in enumerate(tiles):
        turned = index == sideways
        width, height = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
        yaw = rng.normal(0, manner.jitter) + (float(rng.choice([-1, 1])) * np.pi / 2 if turned else 0.0)
        y = height / 2 + rng.normal(0, manner.jitter)
        kind = kinds[index] if kinds else "up"
        placed.append(Placed(tile, x + width / 2, y, 0.0, kind, yaw, manner.lean, role, group))
        x += width + manner.gap * rng.uniform(0.5, 1.5)
    return placed


def moved(tiles: Iterable[Placed], dx: float, dy: float, turn: float = 0.0) -> list[Placed]:
    """Turned about (0, 0), then shifted."""
    c, s = np.cos(turn), np.sin(turn)
    return [
        replace(one, x=c * one.x - s * one.y + dx, y=s * one.x + c * one.y + dy, yaw=one.yaw + turn) for one in tiles
    ]


def right_end(tiles: Sequence[Placed]) -> float:
    """The largest x that a row reaches."""
    return max((one.x + WIDTH / 2 for one in tiles), default=0.0)


def _kong_kinds(rng: np.random.Generator) -> tuple[str, ...]:
    """How a 暗槓 is shown: all backs, back-face-face-back, face-back-back-face, or three backs and a face."""
    shapes = ("dddd", "duud", "uddu", "dddu", "uddd")
    return tuple({"d": "down", "u": "up"}[letter] for letter in shapes[rng.integers(len(shapes))])


def meld(tiles: Sequence[str], rng: np.random.Generator, manner: Manner, group: int, sideways: bool) -> list[Placed]:
    """An exposed meld: perhaps its claimed tile sideways, perhaps the fourth on top of the second."""
    tiles = list(tiles)
    if tiles[0] != tiles[-1] and sideways:
        tiles[0], tiles[1] = tiles[1], tiles[0]
    claimed = int(rng.integers(3)) if sideways else None
    if len(tiles) == 4 and rng.random() < 0.35:
        placed = row(tiles[:3], rng, manner, sideways=claimed, role="exposed", group=group)
        return [*placed, replace(placed[1], z=DEPTH, tile=tiles[3])]
    return row(tiles, rng, manner, sideways=claimed, role="exposed", group=group)


def _blocks(hand: Hand, rng: np.random.Generator, manner: Manner, kong: Sequence[str] | None) -> list[list[Placed]]:
    """The melds and kongs, each from x = 0."""
    sideways = bool(rng.random() < 0.3)
    blocks = [meld(tiles, rng, manner, group, sideways) for group, tiles in enumerate(hand.exposed, 1)]
    for group, tiles in enumerate(hand.concealed_kongs, len(hand.exposed) + 1):
        blocks.append(row(tiles, rng, manner, kong or _kong_kinds(rng), role="concealed_kong", group=group))
    return blocks


def _in_line(blocks: Sequence[Sequence[Placed]], gap: float) -> list[Placed]:
    """Blocks side by side with gaps."""
    placed: list[Placed] = []
    for block in blocks:
        placed += moved(block, right_end(placed) + gap if placed else 0.0, 0.0)
    return placed


def _concealed(hand: Hand, rng: np.random.Generator, manner: Manner) -> list[Placed]:
    """The concealed row, at times with small gaps between its groups."""
    tiles = hand.concealed
    kinds = (manner.kind,) * len(tiles)
    placed = row(tiles, rng, manner, kinds, role="concealed")
    if rng.random() < 0.15:
        steps = np.cumsum(rng.random(len(placed)) < 0.25) * 0.35
        placed = [replace(one, x=one.x + step) for one, step in zip(placed, steps, strict=True)]
    return placed


@dataclass(frozen=True)
class Spots:
    """Where the parts of a hand lie. ``melds``: right, left, front or behind; ``flowers``: right, left, front, behind;
    ``winning``: beside, turned (beside, sideways) or above."""

    melds: str = "right"
    flowers: str = "front"
    winning: str = "beside"

    @classmethod
    def random(cls, rng: np.random.Generator) -> Spots:
        """Melds mostly to the right, flowers mostly before or behind."""
        winning = str(rng.choice(["beside", "turned", "above"]))
        melds = str(rng.choice(["right", "left", "front", "behind"], p=[0.4, 0.2, 0.2, 0.2]))
        flowers = str(rng.choice(["right", "left", "front", "behind"], p=[0.25, 0.15, 0.3, 0.3]))
        return cls("front" if (melds, winning) == ("behind", "above") else melds, flowers, winning)


def _winning(hand: Hand, rng: np.random.Generator, end: float, spot: str) -> list[Placed]:
    if hand.winning_tile is None:
        return []
    places = {
        "beside": (end + rng.uniform(0.9, 1.6), HEIGHT / 2, 0.0),
        "turned": (end + rng.uniform(1.1, 1.7), WIDTH / 2, np.pi / 2),
        "above": (rng.uniform(0.5, max(end - 0.5, 0.6)), HEIGHT * rng.uniform(2.1, 2.5), 0.0),
    }
    x, y, yaw = places[spot]
    return [Placed(hand.winning_tile, float(x), float(y), yaw=float(yaw + rng.normal(0, 0.03)), role="winning")]


def hand_layout(
    hand: Hand, rng: np.random.Generator, manner: Manner, kong: Sequence[str] | None = None, spots: Spots | None = None
) -> list[Placed]:
    """A hand as laid open after a win: concealed row along x from 0; melds, flowers, winning tile at their ``spots``.

    ``kong``: the poses of a concealed kong's four tiles. What is not given is random.
    """
    spots = spots or Spots.random(rng)
    flat = replace(manner, kind="up", lean=0.0)
    placed = _concealed(hand, rng, manner)
    end = right_end(placed)
    placed += _winning(hand, rng, end, spots.winning)
    melds = _in_line(_blocks(hand, rng, flat, kong), float(rng.uniform(0.3, 0.9)))
    placed += moved(melds, *_meld_place(spots.melds, melds, end, right_end(placed), rng))
    flowers = _flowers(hand, rng, flat)
    return placed + moved(flowers, *_flower_place(spots.flowers, placed, flowers, rng))


def _meld_place(
    spot: str, block: Sequence[Placed], end: float, far_end: float, rng: np.random.Generator
) -> tuple[float, float]:
    gap = float(rng.uniform(0.5, 1.2))
    if spot == "right":
        return far_end + gap, 0.0
    if spot == "left":
        return -right_end(block) - gap, 0.0
    across = float(rng.uniform(0, max(end - right_end(block), 0.5)))
    return (across, -HEIGHT - gap) if spot == "front" else (across, HEIGHT + gap)


def _flowers(hand: Hand, rng: np.random.Generator, manner: Manner) -> list[Placed]:
    """One row, or two for many."""
    tiles = list(hand.flowers)
    rng.shuffle(tiles)
    if len(tiles) > 3 and rng.random() < 0.3:
        half = (len(tiles) + 1) // 2
        return row(tiles[:half], rng, manner, role="flower") + moved(
            row(tiles[half:], rng, manner, role="flower"), 0.0, -HEIGHT - 0.05
        )
    return row(tiles, rng, manner, role="flower")


def _flower_place(
    spot: str, placed: Sequence[Placed], block: Sequence[Placed], rng: np.random.Generator
) -> tuple[float, float]:
    """Right of, left of, before or behind everything."""
    low = min((one.y for one in placed), default=0.0) - HEIGHT / 2
    high = max((one.y for one in placed), default=0.0) + HEIGHT / 2
    left, right = min((one.x for one in placed), default=0.0) - WIDTH / 2, right_end(placed)
    gap, across = float(rng.uniform(0.4, 1.4)), float(rng.uniform(left, right))
    width, depth = right_end(block), HEIGHT - min((one.y - HEIGHT / 2 for one in block), default=0.0)
    places = {"right": (right + gap, 0.0), "left": (left - gap - width, 0.0), "front": (across, low - gap - HEIGHT),
              "behind": (across, high + gap + depth - HEIGHT)}  # fmt: skip
    return places[spot]


def training_tiles(rng: np.random.Generator, count: int) -> list[str]:
    """Tiles for a training row: flowers, white dragons beside backs, honours or anything."""
    pools: tuple[Sequence[str], ...] = (
        FLOWERS, ("P", "P", BACK, "F", "C", "1s"), FACES[27:], FACES[:27], (*FACES, *FLOWERS, *FLOWERS),
    )  # fmt: skip
    pool = pools[rng.choice(5, p=[0.42, 0.16, 0.07, 0.15, 0.2])]
    return [str(tile) for tile in rng.choice(np.array(pool), count)]


def training_rows(rng: np.random.Generator, rows: int, longest: int) -> list[Placed]:
    """A block of rows of touching tiles, far more flowers, white dragons and backs than a game has.

    A third are grids as in a tray, the rest rows of any length and distance.
    """
    placed: list[Placed] = []
    y, manner, is_grid = 0.0, Manner.random(rng), rng.random() < 0.35
    for _ in range(rows):
        count = longest if is_grid else int(rng.integers(3, longest + 1))
        placed += moved(_training_row(rng, count, manner), 0.0 if is_grid else float(rng.uniform(-1.5, 1.5)), y)
        apart = 0.0 if is_grid else float(rng.choice([0.02, 0.3, 1.0, 2.0]))
        y += HEIGHT + manner.jitter * 4 + apart + (1.2 if manner.kind == "stand" else 0.0)
    return placed


def _training_row(rng: np.random.Generator, count: int, manner: Manner) -> list[Placed]:
    """One row; in a fifth of those that lie, some tiles are upside down."""
    tiles = training_tiles(rng, count)
    kinds = ["down" if tile == BACK else manner.kind for tile in tiles]
    faces = [str(rng.choice(FACES)) if tile == BACK else tile for tile in tiles]
    line = row(faces, rng, manner, kinds)
    if manner.kind == "up" and rng.random() < 0.2:
        line = [replace(one, yaw=one.yaw + np.pi) if rng.random() < 0.4 else one for one in line]
    return line


def scatter(rng: np.random.Generator, count: int, spread: float) -> list[Placed]:
    """Loose tiles in every direction, some face down, some on edge, none inside another."""
    placed: list[Placed] = []
    kinds, shares = ["up", "down", "edge", "end"], [0.6, 0.22, 0.12, 0.06]
    for _ in range(count * 4):
        x, y = rng.uniform(-spread, spread, 2) * (1.3, 1.0)
        if len(placed) < count and all(np.hypot(one.x - x, one.y - y) > 1.62 for one in placed):
            tile = training_tiles(rng, 1)[0]
            kind = "down" if tile == BACK else str(rng.choice(kinds, p=shares))
            face = str(rng.choice(FACES)) if tile == BACK else tile
            yaw = rng.normal(0, 0.3) + _TURNS[rng.integers(4)] if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi)
            placed.append(Placed(face, float(x), float(y), kind=kind, yaw=float(yaw)))
    return placed


def jumble(rng: np.random.Generator, count: int) -> list[Placed]:
    """A row of tiles in all positions, touching: faces, backs, sides and ends."""
    placed, x, kinds = [], 0.0, ("up", "down", "edge", "end")
    for kind in (kinds[index] for index in rng.choice(4, count, p=[0.2, 0.4, 0.3, 0.1])):
        turn = _TURNS[rng.integers(4)]
        across = HEIGHT if abs(np.cos(turn)) < 0.5 else DEPTH if kind == "edge" else WIDTH
        y = float(rng.normal(0, 0.15))
        placed.append(Placed(str(rng.choice(FACES)), x + across / 2, y, kind=kind, yaw=turn + rng.normal(0, 0.08)))
        x += across + float(rng.choice([0.06, 0.15, 0.5]))
    return placed


def wall(rng: np.random.Generator, tiles: Sequence[str]) -> list[Placed]:
    """Two layers of face-down tiles, from x = 0; an odd one lies alone."""
    manner = Manner(gap=0.01, jitter=0.01)
    half = (len(tiles) + 1) // 2
    lower = row(tiles[:half], rng, manner, ("down",) * half)
    upper = zip(lower, tiles[half:], strict=False)
    return lower + [replace(one, z=DEPTH, tile=tile) for one, tile in upper if rng.random() < 0.93]


def standing_row(rng: np.random.Generator, tiles: Sequence[str]) -> list[Placed]:
    """Another player's hand seen from behind."""
    manner = Manner(gap=0.01, jitter=0.01, lean=float(rng.uniform(0.0, 0.25)))
    line = row(tiles, rng, manner, ("stand",) * len(tiles))
    return moved(line, right_end(line), 0.0, np.pi)


def discards(tiles: Sequence[str], rng: np.random.Generator) -> list[Placed]:
    """Face-up tiles in untidy rows of six, or strewn."""
    manner = Manner(gap=float(rng.choice([0.02, 0.1, 0.4])), jitter=float(rng.choice([0.02, 0.06, 0.15])))
    turn = _TURNS[rng.integers(4)]
    placed: list[Placed] = []
    for line in range(0, len(tiles), 6):
        placed += moved(row(tiles[line : line + 6], rng, manner), 0.0, -line / 6 * (HEIGHT + 0.15 + manner.jitter * 2))
    return moved(placed, 0.0, 0.0, turn)
