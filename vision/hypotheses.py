"""What each stretch of a strip may be, and how well that fits: blocks with a role and a log likelihood ratio.

A block that is no part of the hand scores 0; every other score says how much likelier the hand explains it.
The weights are judged by eye and by ``benchmarks/hands.py``; none of them forbids anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision import melds
from snaptai.vision.detection import Detections
from snaptai.vision.rows import Frame, raised, riders, strips, turned
from snaptai.vision.stretches import Stretches, Traits, find_stretches

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

GOES_ON, SECOND_ROW = -0.5, -2.5
"""Log odds for more of the concealed row: beyond a tile that was not seen, or in another line."""
SLOPPY, TWIN = 3.0, 1.0
CROWDED, HEAPED, IN_LINE = 3.0, 4.0, 1.5
NEAR, PLAIN = 2.3, 3.0
"""Within so many tile heights, and with so much speaking for it, three or four tiles are taken for a plain meld."""
FAR_FLOWERS, FAR_FLOWER = 1.5, 0.3
"""Log odds against flowers for each tile height beyond two and a half: once, and for each flower."""
FAR = 6.0
"""A strip farther than this from the main row, in tile heights, is no part of the hand."""
ROW_TILE, ROW_BACK, ROW_TURNED, LONG_ROW = 0.3, -4.0, -2.0, 0.3
STANCE = np.array([0.0, 1.5, -1.0, -1.0, 0.0])
"""Log odds for a meld with so many tiles lying sideways."""


@dataclass(frozen=True, slots=True)
class Block:
    """``tiles`` in order along the frame; ``role``: one of ``draft.ROLES``."""

    role: str
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Scene:
    """N tiles along one frame, their M stretches, and all that does not depend on which row is the main one.

    ``kinds``: the likeliest class of each tile, ``faces``: the likeliest of the 34; ``touching`` (N, N): whether two
    touch, or nearly.
    ``content``: by role, how much the faces of each stretch speak for it (M,), −inf where they cannot be that.
    """

    view: Frame
    strips: list[list[int]]
    kinds: tuple[int, ...]
    faces: tuple[int, ...]
    traits: Traits
    touching: NDArray[np.bool_]
    stretches: Stretches
    content: dict[str, Floats]


def scene_of(detections: Detections, view: Frame) -> Scene:
    """The picture seen along ``view``, ready to be scored."""
    p, kinds = melds.softened(detections.probabilities), detections.probabilities.argmax(axis=1)
    above = riders(view, kinds)
    rows = [_with_riders(strip, above) for strip in strips(view, kinds, above)]
    sideways = np.zeros(len(p))
    lifted: dict[int, float] = {}
    for strip in rows:
        sideways[strip] = turned(view, strip)
        lifted |= raised(view, strip, kinds)
    seen = np.clip(detections.scores.astype(np.float64), 1e-3, 1 - 1e-3)
    traits = Traits(np.log(seen / (1 - seen)), melds.face_up(p), melds.flower(p), sideways, above, lifted)
    found = find_stretches(view, rows, traits)
    faces = p[:, : melds.KINDS].argmax(axis=1).tolist()
    scene = Scene(view, rows, tuple(kinds.tolist()), tuple(faces), traits, _touching(view), found, {})
    return replace(scene, content=_contents(scene, p))


def _with_riders(strip: list[int], above: Mapping[int, int]) -> list[int]:
    return [tile for base in strip for tile in (base, *(rider for rider, below in above.items() if below == base))]


def _contents(scene: Scene, p: Floats) -> dict[str, Floats]:
    found, size = scene.stretches, scene.stretches.size
    as_flower = np.clip(scene.traits.flower, -4, 2) + 0.5
    alone = (size == 1) & (found.least(scene.traits.face) > 0)
    return {
        "concealed": _row(scene, as_flower),
        "exposed": _by_size(found, p, {3: melds.exposed, 4: melds.exposed}),
        "concealed_kong": _by_size(found, p, {4: melds.concealed_kong}),
        "flower": _flowers(scene, as_flower),
        "winning": np.where(alone, found.total(scene.traits.turned), -np.inf),
    }


def _by_size(found: Stretches, p: Floats, judges: dict[int, melds.Judge]) -> Floats:
    content = np.full(len(found.size), -np.inf)
    for size, judge in judges.items():
        which = np.flatnonzero(found.size == size)
        content[which] = judge(p[found.order[found.start[which][:, None] + np.arange(size)]])
    return content


def _row(scene: Scene, as_flower: Floats) -> Floats:
    """(Part of) the concealed row: side by side, face up, none turned; flowers may stand in it, not alone."""
    found, size = scene.stretches, scene.stretches.size
    sideways = found.total(scene.traits.turned > 0.5)
    score = found.total(np.maximum(np.clip(scene.traits.face, ROW_BACK, ROW_TILE), as_flower))
    score += ROW_TURNED * np.minimum(sideways, size - sideways + 1) + LONG_ROW * np.maximum(0, size - 6)
    return np.where(-found.least(-scene.traits.face) > 0, score - (size == 3), -np.inf)


def _flowers(scene: Scene, as_flower: Floats) -> Floats:
    found = scene.stretches
    fits = (-found.least(-scene.traits.flower) > -1.5) & (found.least(scene.traits.flower) > -4)
    score = np.where(fits, found.total(as_flower), -np.inf)
    for index in np.flatnonzero(fits & (found.size > 1)).tolist():
        tiles = found.tiles(index)
        score[index] -= TWIN * (len(tiles) - len({scene.kinds[tile] for tile in tiles}))
    return score


def sloppy(gaps: Floats) -> Floats:
    """What gaps inside a concealed row cost: some players leave them everywhere, so no more than ``SLOPPY``."""
    return np.maximum(gaps, -SLOPPY + 0.1 * gaps)


@dataclass(frozen=True)
class Surroundings:
    """Where every tile lies relative to the main concealed row, in its own tile sizes."""

    beside: Floats
    """Free space along the row to its nearer end, tile widths; 0 over the row itself."""
    aside: Floats
    """Distance across from the row's line, tile heights."""
    likeness: Floats
    """Log likelihood (≤ 0) of size and stance being those of the row's tiles, upright or sideways."""
    reach: Floats
    """Distance across to the row's line or to a plain group close to it, whichever is nearer, tile heights."""
    crowded: NDArray[np.bool_]
    """Whether a tile that is hardly of the hand touches, or nearly."""
    heaped: NDArray[np.bool_]
    """Whether a face that is hardly of the hand touches from behind or before."""
    slope: float = 0.0
    """By how much the row's line leans in the frame; 0 where the frame is the row's own."""


def surroundings(scene: Scene, row: Sequence[int]) -> Surroundings:
    """Distances of all tiles from the main ``row``."""
    view, chosen = scene.view, list(row)
    low, high = view.u - view.along / 2, view.u + view.along / 2
    beside = np.maximum(0, np.maximum(low[chosen].min() - high, low - high[chosen].max()))
    slope, level = _line(view.u[chosen], view.v[chosen])
    aside = np.abs(view.v - (slope * view.u + level))
    unit, height = median(view.along[chosen].tolist()), median(view.across[chosen].tolist())
    deep = max(height, median(view.across.tolist()))
    likeness = np.maximum(_likeness(view, unit, height), _likeness(view, unit, deep))
    beside, aside = beside / unit, aside / deep
    known = _plain_groups(scene, beside, aside)
    reach = _reach(view, known, aside, unit, deep)
    crowded, heaped = _crowded(scene, [*chosen, *known])
    return Surroundings(beside, aside, likeness, reach, crowded, heaped, slope)


def _line(u: Floats, v: Floats) -> tuple[float, float]:
    """Slope and level of the line through a row; level where it is too short to tell."""
    if len(u) <= 3:
        return 0.0, float(v.mean())
    away = u - u.mean()
    slope = float(away @ (v - v.mean()) / (away @ away))
    return slope, float(v.mean() - slope * u.mean())


def _likeness(view: Frame, unit: float, height: float) -> Floats:
    """Log likelihood (≤ 0) of each tile's size and stance being those of a tile so wide and high, or on its side."""
    area = np.log(view.along * view.across / (unit * height)) / 0.4
    stance = np.log(view.along / view.across)
    upright = np.log(unit / height)
    lean = np.minimum(np.abs(stance - upright), np.abs(stance + upright)) / 0.35
    return np.asarray(np.maximum(-(area**2 + lean**2) / 2, -5.0))


def _plain_groups(scene: Scene, beside: Floats, aside: Floats) -> list[int]:
    """Tiles of melds and rows that, close to the main row as they are, are part of the hand beyond much doubt."""
    found, content = scene.stretches, scene.content
    near = (found.total(aside) <= NEAR * found.size) & (found.least(beside) <= NEAR) & (found.inside > -2)
    is_row = (found.size > 4) & (found.least(scene.traits.face) > 0)
    plain = near & (is_row | (np.maximum(content["exposed"], content["concealed_kong"]) > PLAIN))
    return sorted({tile for index in np.flatnonzero(plain).tolist() for tile in found.tiles(index)})


def _reach(view: Frame, known: list[int], aside: Floats, unit: float, height: float) -> Floats:
    """Distances from the main row, or from plain groups close to it: flowers may lie beyond them."""
    if not known:
        return aside
    along = np.abs(view.u[:, None] - view.u[known]) / unit
    across = np.abs(view.v[:, None] - view.v[known]) / height
    return np.asarray(np.minimum(aside, (across + 0.3 * np.maximum(0, along - 2)).min(axis=1)))


def _crowded(scene: Scene, hand: list[int]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which tiles others that are hardly of the ``hand`` touch, and which a face touches from behind or before."""
    others = np.ones(len(scene.kinds), bool)
    others[hand] = False
    faces = others & (scene.traits.face > 0)
    v = scene.view.v
    across = np.abs(v[:, None] - v) > 0.5 * scene.view.height
    return np.any(scene.touching[:, others], axis=1), np.any((scene.touching & across)[:, faces], axis=1)


def _touching(view: Frame) -> NDArray[np.bool_]:
    distance = np.hypot(view.u[:, None] - view.u, view.v[:, None] - view.v)
    return np.asarray((distance > 0) & (distance < 1.25 * view.height))


def scores(scene: Scene, around: Surroundings) -> Floats:
    """For each of ``draft.ROLES`` and each stretch, how well that fits beside the main row, cuts and gaps counted (6, M)."""
    found, size, content = scene.stretches, scene.stretches.size, scene.content
    aside, beside = found.total(around.aside) / size, found.least(around.beside)
    likeness = found.total(around.likeness) / size
    place = likeness - np.where(aside < 1, 0.05, 0.2) * np.maximum(0.0, beside - 2.0)
    place -= HEAPED * found.total(around.heaped) / size
    meld = place - 2.2 - np.maximum(0.0, aside - 1.8)
    stance = STANCE[np.minimum(found.total(scene.traits.turned > 0.5), 4).astype(np.intp)]
    far = (FAR_FLOWERS + FAR_FLOWER * size) * np.maximum(0.0, found.total(around.reach) / size - 2.5)
    by_role = np.stack([
        content["concealed"] + place + _goes_on(size, aside, beside) + sloppy(found.inside) - found.inside,
        content["exposed"] + meld + stance,
        content["concealed_kong"] + meld + np.where(aside < 0.6, IN_LINE, 0.0),
        content["flower"] + place - far - 0.5 * likeness,
        content["winning"] + place + _set_apart(aside, beside) - CROWDED * found.total(around.crowded),
        np.zeros(len(size)),
    ])  # fmt: skip
    by_role[:-1] += found.inside
    by_role[:-1, _far_strips(found, around)] = -np.inf
    return np.asarray(by_role + found.ends)


def _goes_on(size: Ints, aside: Floats, beside: Floats) -> Floats:
    """More of the concealed row: in its line beyond a tile that was not seen, else a second line."""
    apart = SECOND_ROW - 1.5 * (size == 1) - np.maximum(0.0, aside - 1.5)
    return np.where((size > 1) & (aside < 0.35) & (beside > 0.6) & (beside < 1.5), GOES_ON, apart)


def _set_apart(aside: Floats, beside: Floats) -> Floats:
    """How well one tile's place suits a winning tile: off an end of the row, or just behind or before it."""
    off_an_end = 1.5 - 0.8 * np.maximum(0.0, beside - 1.5)
    behind = -1.0 - 1.5 * np.maximum(0.0, aside - 2.0) - 0.8 * np.maximum(0.0, beside - 0.5)
    return np.where(aside < 0.6, off_an_end, behind)


def _far_strips(found: Stretches, around: Surroundings) -> NDArray[np.bool_]:
    """Which stretches (M,) are in strips too far away to be of the hand."""
    nearest = np.full(found.strip.max() + 1, np.inf)
    np.minimum.at(nearest, found.strip, found.least(around.reach))
    return np.asarray(nearest[found.strip] > FAR)
