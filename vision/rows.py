"""All tiles as seen along one row, and the strips of neighbours in that direction."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import FACES
from snaptai.vision.detection import Detections

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

ASPECT, DIAGONAL = 0.75, 0.35
"""Width to height of a tile, for rows so near to 45° (cosine of twice the angle) that the boxes hardly show it."""
STRIP_GAP, OVERLAP = 1.0, 0.2
"""A gap wider than this many tile widths always ends a strip; boxes that overlap by more are as near as can be."""
STRIP_STEP, RAISED_STEP = 0.7, 1.1
"""Neighbours in a strip may stand this share of their height higher or lower; where one of a kong lies on top, more."""
STRIP_RATIO = 2.0
"""A neighbour's area is less than this many times as large."""
ONE_LINE, NEXT, NEXT_BUT_ONE = 0.3, 0.6, 1.5
"""Of a kong with its fourth tile on top: how far the lower three may be off one line, in heights, and how far apart at
least, in widths, neighbours and the outer two."""
LAST = 2.7
"""No two of its lower three are farther apart, in widths."""
ON_TOP, RIDES = 0.4, (0.1, 0.85)
"""The fourth lies within so many widths over one of them, and by so many heights higher."""
RAISED, RAISED_SLOPE, CLOSER_SLOPE = 0.14, 30.0, 20.0
"""Edges and middle of a tile this share of its size off those of its pung may as well mean that it lies on a fourth as
sloppiness; so much surer for each size more, and for each e-fold by which it is larger, being nearer to the camera."""
MAYBE_RAISED = -2.2
"""Log odds from which it is worth a thought."""
TURNED = (1.3, 1.6)
"""Lying sideways a tile is 1.8 times as wide for its height as upright: from surely not to surely so."""


@dataclass(frozen=True)
class Frame:
    """All N tiles as seen along one row: ``u`` along it, ``v`` across it (pixels), ``along``/``across`` their extents.

    ``unit``/``height``: width and height of an upright tile of that row. ``slack``: the gap between its touching
    tiles, in units (boxes may be tight or loose). ``anchor``: the tiles that gave the direction.
    """

    angle: float
    u: Floats
    v: Floats
    along: Floats
    across: Floats
    unit: float
    height: float
    slack: float
    anchor: tuple[int, ...]

    def gap(self, left: int, right: int) -> float:
        """Free space between two tiles along the row, in tile widths; about 0 where they touch."""
        free = self.u[right] - self.u[left] - (self.along[left] + self.along[right]) / 2
        return float(free / self.unit) - self.slack

    def step(self, left: int, right: int) -> float:
        """How far one tile stands above or below the other, in tile heights."""
        return float(abs(self.v[right] - self.v[left]) / self.height)

    def size_step(self, left: int, right: int) -> float:
        """By how much (natural logarithm) one tile's area is larger than the other's."""
        ratio = self.along[left] * self.across[left] / (self.along[right] * self.across[right])
        return abs(math.log(ratio))

    def raised(self, left: int, middle: int, right: int) -> float:
        """Log odds that the middle one of three like tiles lies on a fourth."""
        three = [left, middle, right]
        share = (self.u[middle] - self.u[left]) / (self.u[right] - self.u[left])
        size = np.sqrt(self.along * self.across)[three]
        levels = np.array([self.v - self.across / 2, self.v, self.v + self.across / 2])[:, three]
        off = levels[:, 1] - levels[:, 0] - share * (levels[:, 2] - levels[:, 0])
        closer = math.log(size[1] / math.sqrt(size[0] * size[2]))
        return RAISED_SLOPE * (float(np.abs(off).min() / np.median(size)) - RAISED) + CLOSER_SLOPE * closer


def centres(boxes: NDArray[np.float32]) -> Floats:
    """Middle points (N, 2) of xyxy boxes."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, dtype=np.float64)


def sizes(boxes: NDArray[np.float32]) -> Floats:
    """Root of the area (N,) of xyxy boxes, in pixels."""
    extent = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-3).astype(np.float64)
    return np.asarray(np.sqrt(extent.prod(axis=1)))


def frame(detections: Detections, anchor: tuple[int, ...]) -> Frame:
    """All tiles in the coordinates of the row ``anchor``, reading left to right (top to bottom where it is upright)."""
    boxes = detections.boxes
    middle = centres(boxes)
    angle = _direction(middle[list(anchor)])
    axis, normal = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    along, across = _extents(boxes, angle)
    rows = list(anchor)
    unit, height = float(np.median(along[rows])), float(np.median(across[rows]))
    plain = Frame(angle, middle @ axis, middle @ normal, along, across, unit, height, 0.0, anchor)
    return Frame(angle, plain.u, plain.v, along, across, unit, height, _slack(plain), anchor)


def _direction(points: Floats) -> float:
    """Angle of the line through ``points``, in (-60°, 120°]: level rows read rightward, steep ones downward."""
    if len(points) < 2:
        return 0.0
    spread = points - points.mean(axis=0)
    axis = np.linalg.svd(spread, full_matrices=False)[2][0]
    angle = math.atan2(axis[1], axis[0]) % math.pi
    return angle - math.pi if angle > math.radians(120) else angle


def _extents(boxes: NDArray[np.float32], angle: float) -> tuple[Floats, Floats]:
    """Extents along and across a row at ``angle`` of the tiles whose upright bounding boxes these are."""
    wide, high = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64).T
    c, s, size = abs(math.cos(angle)), abs(math.sin(angle)), sizes(boxes)
    if abs(c * c - s * s) < DIAGONAL:
        both = (wide + high) / (c + s)
        return both * ASPECT / (1 + ASPECT), both / (1 + ASPECT)
    along, across = (wide * c - high * s) / (c * c - s * s), (high * c - wide * s) / (c * c - s * s)
    return np.clip(along, 0.4 * size, 1.6 * size), np.clip(across, 0.4 * size, 1.6 * size)


def _slack(plain: Frame) -> float:
    order = sorted(plain.anchor, key=lambda tile: plain.u[tile])
    gaps = [plain.gap(a, b) for a, b in zip(order, order[1:], strict=False)]
    return float(np.clip(np.median(gaps), -0.3, 0.3)) if gaps else 0.0


def riders(view: Frame, kinds: Ints) -> dict[int, int]:
    """Tiles that lie on one of their kind, two more of it beside that: the fourth of a kong, and the one beneath.

    ``kinds``: the likeliest class of each tile (N,).
    """
    du, dv, alike = _like_tiles(view, kinds)
    beside = alike & (du > NEXT) & (du < LAST) & (dv < ONE_LINE)
    untidy = np.where(beside.sum(axis=1) >= 2, (dv * beside).sum(axis=1), np.inf)
    over = alike & (du < ON_TOP) & (dv > RIDES[0]) & (dv < RIDES[1]) & (untidy[:, None] > untidy)
    return {int(rider): int(base) for rider, base in np.argwhere(over & ~over.any(axis=1))}


def _like_tiles(view: Frame, kinds: Ints) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """For each two tiles (N, N) how far apart they are along and across, in their own sizes, and whether alike."""
    du = np.abs(view.u[:, None] - view.u) / ((view.along[:, None] + view.along) / 2)
    dv = np.abs(view.v[:, None] - view.v) / ((view.across[:, None] + view.across) / 2)
    return du, dv, (kinds[:, None] == kinds) & (kinds < len(FACES))


def _steps(view: Frame, kinds: Ints) -> Floats:
    """How much higher or lower a tile's neighbour may stand (N, N), in heights: more for the middle of three alike."""
    du, dv, alike = _like_tiles(view, kinds)
    ends = np.any(alike & (du > NEXT_BUT_ONE) & (du < LAST) & (dv < ONE_LINE), axis=1, keepdims=True)
    return np.where(alike & (ends | ends.T), RAISED_STEP, STRIP_STEP)


def strips(view: Frame, kinds: Ints, above: Collection[int] = ()) -> list[list[int]]:
    """Every tile but those ``above`` others in one strip: side by side along the frame, no wide gap, by ``u``."""
    cost, nearest = _right_neighbours(view, kinds, above)
    following: dict[int, int] = {}
    taken: dict[int, int] = {}
    for tile in np.flatnonzero(np.isfinite(cost)).tolist():
        right = int(nearest[tile])
        if right not in taken or cost[tile] < cost[taken[right]]:
            following.pop(taken.get(right, -1), None)
            taken[right] = tile
            following[tile] = right
    starts = (tile for tile in range(len(view.u)) if tile not in taken and tile not in above)
    return [_follow(start, following) for start in sorted(starts, key=lambda tile: view.u[tile])]


def _right_neighbours(view: Frame, kinds: Ints, above: Collection[int]) -> tuple[Floats, Ints]:
    """For each tile the nearest to the right on the same line: how near (N,), infinite where none is, and which."""
    apart, shift = view.u - view.u[:, None], np.abs(view.v - view.v[:, None])
    free = (apart - (view.along + view.along[:, None]) / 2) / view.unit - view.slack
    extent = (view.across + view.across[:, None]) / 2
    ratio = np.abs(np.log(view.along * view.across) - np.log(view.along * view.across)[:, None])
    near = (apart > 0.4 * view.unit) & (shift < _steps(view, kinds) * extent) & (free < STRIP_GAP)
    near &= ratio < math.log(STRIP_RATIO)
    near[list(above)] = near[:, list(above)] = False
    cost = np.where(near, np.maximum(free, -OVERLAP) + shift / view.height, np.inf)
    return cost.min(axis=1), cost.argmin(axis=1)


def _follow(start: int, following: dict[int, int]) -> list[int]:
    strip = [start]
    while strip[-1] in following:
        strip.append(following[strip[-1]])
    return strip


def raised(view: Frame, strip: list[int], kinds: Ints) -> dict[int, float]:
    """Tiles of a strip that may lie on a fourth one, between two of their kind, and the log odds for it."""
    likely = {}
    for left, middle, right in zip(strip, strip[1:], strip[2:], strict=False):
        alike = kinds[left] == kinds[middle] == kinds[right] < len(FACES)
        if alike and (odds := view.raised(left, middle, right)) > MAYBE_RAISED:
            likely[middle] = odds
    return likely


def turned(view: Frame, strip: list[int]) -> Floats:
    """For each tile of a strip, how surely (0 to 1) it lies sideways: wider, for its height, than those around it."""
    ratio = view.along[strip] / view.across[strip]
    usual = np.full(len(strip), view.unit / view.height)
    if len(strip) > 2:
        around = ratio.tolist()
        usual = np.array([median(around[max(0, i - 3) : i + 4]) for i in range(len(strip))])
    upright, sideways = TURNED
    return np.asarray(np.clip((ratio / usual - upright) / (sideways - upright), 0.0, 1.0))
