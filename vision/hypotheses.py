"""What each stretch of a strip may be, and how well that fits: blocks with a role and a log likelihood ratio.

A block that is no part of the hand scores 0; every other score says how much likelier the hand explains it.
The weights are judged by eye and by ``benchmarks/hands.py``; none of them forbids anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from snaptai.vision import melds
from snaptai.vision.rows import Frame

Floats = NDArray[np.float64]

CUT_AT, CUT_SLOPE, CUT_LIMIT = 0.33, 20.0, 5.0
"""A gap of a third of a tile may as well be a sloppy row as two groups; this much surer per tile width."""
STEP = 10.0
"""So much surer of two groups for each tile height by which one stands above the other."""
GOES_ON, SECOND_ROW = -0.5, -2.5
"""Log odds for more of the concealed row: beyond a tile that was not seen, or in another line."""
CUT_WORTH_TRYING = -4.0
TURNED_HINT, FLOWER_HINT, BACK_HINT, SIZE_HINT = 2.5, 3.0, 1.5, 6.0
SLOPPY, TWIN = 3.0, 1.0
CROWDED, IN_LINE = 1.0, 1.5
NEAR, PLAIN = 2.3, 3.0
"""Within so many tile heights, and with so much speaking for it, three or four tiles are taken for a plain meld."""
ROW_TILE, ROW_BACK, ROW_TURNED, LONG_ROW = 0.5, -4.0, -2.0, 0.3


@dataclass(frozen=True, slots=True)
class Block:
    """``tiles`` in order along the frame; ``role``: row, exposed, concealed_kong, flower, winning or other."""

    role: str
    tiles: tuple[int, ...]
    score: float


def _size_step(view: Frame, left: int, right: int) -> float:
    """By how much (natural logarithm) one tile's area is larger than its neighbour's."""
    ratio = view.along[left] * view.across[left] / (view.along[right] * view.across[right])
    return float(abs(np.log(ratio)))


def _usual(gaps: list[float], place: int) -> float:
    """What the boxes of touching tiles seem to leave free hereabouts, in a strip long enough to tell."""
    around = gaps[max(0, place - 3) : place + 4]
    return float(np.clip(np.median(around), -0.2, 0.2)) if len(around) > 3 else 0.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbours between two possible cuts: what the cuts at its ends cost (≤ 0), and the gaps inside (≤ 0)."""

    tiles: tuple[int, ...]
    ends: float
    inside: float


@dataclass(frozen=True)
class Scene:
    """Everything that scores depend on: the frame, its strips, class beliefs, and which tiles lie sideways.."""

    view: Frame
    strips: list[list[int]]
    p: Floats
    face: Floats
    flower: Floats
    turned: Floats
    kinds: tuple[int, ...]
    stretches: tuple[list[Stretch], ...] = ()
    memory: dict[tuple[str, tuple[int, ...]], float] = field(default_factory=dict)

    def content(self, role: str, tiles: tuple[int, ...]) -> float:
        """How much the faces speak for ``role``, whatever the place; remembered."""
        key = (role, tiles)
        if key not in self.memory:
            self.memory[key] = _content(self, role, tiles)
        return self.memory[key]


def _content(scene: Scene, role: str, tiles: tuple[int, ...]) -> float:
    chosen = list(tiles)
    if role == "exposed":
        return melds.exposed(scene.p[chosen])
    if role == "concealed_kong":
        return melds.concealed_kong(scene.p[chosen])
    if role == "flower":
        twice = len(chosen) - len({scene.kinds[tile] for tile in chosen})
        return float(_as_flowers(scene, chosen).sum()) - TWIN * twice
    return float(np.maximum(np.clip(scene.face[chosen], ROW_BACK, ROW_TILE), _as_flowers(scene, chosen)).sum())


def _as_flowers(scene: Scene, tiles: list[int]) -> Floats:
    return np.asarray(np.clip(scene.flower[tiles], -4, 2) + 0.5)


def cuts(scene: Scene, strip: list[int]) -> list[float]:
    """For each place between two tiles of ``strip``, how much likelier two groups meet there than one goes on."""
    scores = []
    gaps = [scene.view.gap(left, right) for left, right in zip(strip, strip[1:], strict=False)]
    for place, (left, right) in enumerate(zip(strip, strip[1:], strict=False)):
        score = (gaps[place] - _usual(gaps, place) - CUT_AT) * CUT_SLOPE
        score = float(np.clip(score, -CUT_LIMIT, CUT_LIMIT)) + STEP * max(0.0, scene.view.step(left, right) - 0.25)
        score += TURNED_HINT * float(scene.turned[strip[max(0, place - 2) : place + 4]].max())
        score += SIZE_HINT * max(0.0, _size_step(scene.view, left, right) - 0.2)
        if (scene.flower[left] > 0) != (scene.flower[right] > 0):
            score += FLOWER_HINT
        elif (scene.face[left] > 0) != (scene.face[right] > 0):
            score += BACK_HINT
        scores.append(score)
    return scores


def stretches(scene: Scene, strip: list[int]) -> list[Stretch]:
    """Every run of neighbours that may be one group, by its first tile."""
    scores = cuts(scene, strip)
    places = [0, *(i + 1 for i, score in enumerate(scores) if score > CUT_WORTH_TRYING), len(strip)]
    found = []
    for a, start in enumerate(places[:-1]):
        for end in places[a + 1 :]:
            ends = sum(min(scores[i], 0.0) for i in (start - 1, end - 1) if 0 <= i < len(scores)) / 2
            inside = -sum(max(score, 0.0) for score in scores[start : end - 1])
            found.append(Stretch(tuple(strip[start:end]), ends, inside))
    return found


def sloppy(gaps: float) -> float:
    """What gaps inside a concealed row cost: some players leave them everywhere, so no more than ``SLOPPY``."""
    return max(gaps, -SLOPPY + 0.1 * gaps)


def row_block(scene: Scene, tiles: tuple[int, ...]) -> Block:
    """``tiles`` as (part of) the concealed row: side by side, face up, none turned; flowers may stand in it."""
    turned = int((scene.turned[list(tiles)] > 0.5).sum())
    score = scene.content("row", tiles) + ROW_TURNED * min(turned, len(tiles) - turned + 1)
    score += LONG_ROW * max(0, len(tiles) - 6)
    return Block("row", tiles, score - (1.0 if len(tiles) == 3 else 0.0))


@dataclass(frozen=True)
class Surroundings:
    """Where every tile lies relative to the main concealed row, in its own tile sizes."""

    tiles: tuple[int, ...]
    beside: Floats
    """Free space along the row to its nearer end, tile widths; 0 over the row itself."""
    aside: Floats
    """Distance across from the row's line, tile heights."""
    likeness: Floats
    """Log likelihood (≤ 0) of size and stance being those of the row's tiles, upright or sideways."""
    reach: Floats
    """Distance across to the row's line or to a plain meld close to it, whichever is nearer, tile heights."""
    crowded: NDArray[np.bool_]
    """Whether a tile that is not of the row touches, or nearly."""
    slope: float = 0.0
    """By how much the row's line leans in the frame; 0 where the frame is the row's own."""


def surroundings(scene: Scene, row: tuple[int, ...]) -> Surroundings:
    """Distances of all tiles from the main ``row``."""
    view, chosen = scene.view, list(row)
    left = float((view.u - view.along / 2)[chosen].min())
    right = float((view.u + view.along / 2)[chosen].max())
    beside = np.maximum(0, np.maximum(left - (view.u + view.along / 2), (view.u - view.along / 2) - right))
    slope, level = np.polyfit(view.u[chosen], view.v[chosen], 1) if len(row) > 3 else (0.0, view.v[chosen].mean())
    aside = np.abs(view.v - (slope * view.u + level))
    unit, height = float(np.median(view.along[chosen])), float(np.median(view.across[chosen]))
    deep = max(height, float(np.median(view.across)))
    likeness = np.maximum(_likeness(view, unit, height), _likeness(view, unit, deep))
    return _nearer(
        scene,
        Surroundings(row, beside / unit, aside / deep, likeness, aside / deep, _crowded(view, row), float(slope)),
        unit,
        deep,
    )


def _is_plain(scene: Scene, around: Surroundings, tiles: tuple[int, ...]) -> bool:
    """Whether these tiles are, close to the row as they are, part of the hand beyond much doubt."""
    if around.aside[list(tiles)].mean() > NEAR or around.beside[list(tiles)].min() > NEAR:
        return False
    is_row = len(tiles) > 4 and bool((scene.face[list(tiles)] > 0).all())
    return is_row or (len(tiles) in (3, 4) and scene.content("exposed", tiles) > PLAIN)


def _likeness(view: Frame, unit: float, height: float) -> Floats:
    """Log likelihood (≤ 0) of each tile's size and stance being those of a tile so wide and high, or on its side."""
    area = np.log(view.along * view.across / (unit * height)) / 0.4
    stance = np.log(view.along / view.across)
    upright = np.log(unit / height)
    lean = np.minimum(np.abs(stance - upright), np.abs(stance + upright)) / 0.35
    return np.asarray(np.maximum(-(area**2 + lean**2) / 2, -5.0))


def _crowded(view: Frame, row: tuple[int, ...]) -> NDArray[np.bool_]:
    others = [tile for tile in range(len(view.u)) if tile not in row]
    distance = np.hypot(view.u[:, None] - view.u[others], view.v[:, None] - view.v[others])
    return np.asarray(((distance > 0) & (distance < 1.25 * view.height)).any(axis=1))


def _nearer(scene: Scene, around: Surroundings, unit: float, height: float) -> Surroundings:
    """Distances from plain melds close to the row count as well: flowers may lie beyond them."""
    stretches_near = (stretch for strip in scene.stretches for stretch in strip if stretch.inside > -2)
    known = [tile for stretch in stretches_near if _is_plain(scene, around, stretch.tiles) for tile in stretch.tiles]
    if not known:
        return around
    along = np.abs(scene.view.u[:, None] - scene.view.u[known]) / unit
    across = np.abs(scene.view.v[:, None] - scene.view.v[known]) / height
    return replace(around, reach=np.minimum(around.aside, (across + 0.3 * np.maximum(0, along - 2)).min(axis=1)))


def options(scene: Scene, around: Surroundings, tiles: tuple[int, ...]) -> list[Block]:
    """Every role these neighbouring ``tiles`` may have beside the main row, each with its score."""
    found = [Block("other", tiles, 0.0)]
    n, chosen = len(tiles), list(tiles)
    aside, beside = float(around.aside[chosen].mean()), float(around.beside[chosen].min())
    likeness = float(around.likeness[chosen].mean())
    place = likeness - (0.05 if aside < 1 else 0.2) * max(0.0, beside - 2.0)
    if n in (3, 4):
        turned = int((scene.turned[list(tiles)] > 0.5).sum())
        stance = (0.0, 1.5, -1.0, -1.0, 0.0)[turned]
        spot = place - 2.2 - 1.0 * max(0.0, aside - 1.8)
        found.append(Block("exposed", tiles, scene.content("exposed", tiles) + spot + stance))
        if n == 4:
            in_line = IN_LINE if aside < 0.6 else 0.0
            found.append(Block("concealed_kong", tiles, scene.content("concealed_kong", tiles) + spot + in_line))
    if n == 1 and scene.face[tiles[0]] > 0:
        lies = float(scene.turned[tiles[0]])
        found.append(Block("winning", tiles, place + lies + _set_apart(around, tiles[0])))
    if scene.flower[chosen].max() > -1.5 and scene.flower[chosen].min() > -4:
        spot = place - 1.2 * n * max(0.0, float(around.reach[chosen].mean()) - 2.5)
        found.append(Block("flower", tiles, scene.content("flower", tiles) + spot - 0.5 * likeness))
    goes_on = n > 1 and aside < 0.35 and 0.6 < beside < 1.5
    apart = GOES_ON if goes_on else SECOND_ROW - (1.5 if n == 1 else 0.0) - 1.0 * max(0.0, aside - 1.5)
    found.append(Block("row", tiles, row_block(scene, tiles).score + place + apart))
    return found


def _set_apart(around: Surroundings, tile: int) -> float:
    """How well one tile's place suits a winning tile: off an end of the row, or just behind or before it."""
    aside, beside = float(around.aside[tile]), float(around.beside[tile])
    crowded = CROWDED if around.crowded[tile] else 0.0
    if aside < 0.6:
        return 1.5 - 0.8 * max(0.0, beside - 1.5) - crowded
    return -1.0 - 1.5 * max(0.0, aside - 2.0) - 0.8 * max(0.0, beside - 0.5) - crowded
