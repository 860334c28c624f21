"""Where each stretch lies beside the main row, and how well that place suits each role.

Distances are in tiles of the main row: widths along it, heights across it. All weights are log odds; none of them
forbids anything, and where they come from is told in docs/layout.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.draft import ROLES
from snaptai.vision.frame import Frame
from snaptai.vision.hypotheses import Scene
from snaptai.vision.melds import FIRST_HONOUR
from snaptai.vision.stretches import Stretches

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Mask = NDArray[np.bool_]

LEVEL = 0.6
"""Tile heights off the row's line within which something lies at the row's end, and not behind or before it."""
FROM_END, ALONG, ASTRAY = 2.0, 0.05, 0.2
"""Each width beyond two off the row's nearer end costs any group so much: within a height of its line, elsewhere."""
HEAPED = 4.0
"""Against a group all of whose tiles have a face that is hardly of the hand behind or before them: so discards lie."""
GOES_ON, SAME_LINE, HOLE = -0.5, 0.35, (0.6, 1.5)
"""For more of the concealed row, in its line beyond a hole of one tile: heights off the line, widths of the hole."""
SECOND_ROW, ONE_TILE, SECOND_LINE = -2.5, -2.5, 1.5
"""For more of it elsewhere; the same for a single tile; and the heights from which each one more costs 1."""
MELD, MELD_NEAR = -2.2, 1.8
"""For any three or four tiles to be the hand's; and the heights from which each one more costs 1."""
STANCE = np.array([0.0, 1.5, -1.0, -1.0, 0.0])
"""For an exposed meld with so many tiles lying sideways."""
SORTED, SPLIT, SPLIT_NEAR = 1.0, 1.0, 1.25
"""Against each of the melds that touch each other, which may be the rest of the row: where the row has none of its
suit, as when a sorted one falls apart; and where they lie in a line nearer than this, as when it is put in two."""
KONG_IN_LINE = 1.5
"""For a concealed kong at the row's end."""
FLOWERS_NEAR, FAR_FLOWERS, FAR_FLOWER = 3.0, 1.5, 0.3
"""Each height beyond this costs flowers so much, once and for each of them: they may be another player's."""
FLOWER_LIKENESS = 0.5
"""Flowers are laid anyhow: their size and stance count for half."""
AT_END, OFF_END, END_NEAR = 1.5, 0.8, 1.5
"""For a winning tile at the row's end; from so many widths off it, each costs so much."""
BEHIND, OFF_LINE, BEHIND_NEAR, OVERHANG = -1.0, 1.5, 2.0, 0.5
"""For one behind or before the row; what each height costs from the third on; and the widths it may stand over the end,
each more costs ``OFF_END``."""
HARDLY_SEEN = 3.0
"""Against what is the hand's, for each that the log odds of a tile's being one fall short."""
CROWDED = 3.0
"""Against a winning tile that others, hardly of the hand, touch."""
LIKE_OTHERS, MELD_LIKE_OTHERS, WIDER = 2.5, 1.5, 0.25
"""Against a winning tile, and against an exposed meld, at the row's end no farther off than tiles within the row are;
nothing where so many widths farther."""
OUT_OF_ORDER, ORDERED = 2.5, 5
"""For one at the end of a row of so many tiles or more, all in order, that is not: nobody drew it before."""
FAR = 6.0
"""A strip all of which is farther than this many heights from the hand is no part of it."""
AREA_SPREAD, STANCE_SPREAD, UNLIKE = 0.4, 0.35, -5.0
"""How tiles of one hand differ in area and in width to height (standard deviations of the logarithms), and the most
that this counts."""
NEAR, PLAIN, LONGER_THAN_MELDS, FEW_GAPS = 2.3, 3.0, 4, -2.0
"""Within so many tiles, rows longer than a meld and melds for which so much speaks are plainly of the hand, where the
gaps in them cost no more than this."""
REACH_ALONG, REACH_FROM = 0.3, 2.0
"""Along the row a tile is this much less far than across it, from the third on."""


@dataclass(frozen=True)
class Places:
    """Where every tile (N,) lies relative to a row, in the row's own tile sizes."""

    beside: Floats
    """Free space along the row to its nearer end, tile widths; 0 over the row itself."""
    aside: Floats
    """Distance across from the row's line, tile heights."""
    unit: float
    """Width of the row's tiles, pixels."""
    height: float
    """Their height, pixels."""
    deep: float
    """Their height, or that of all tiles where it is more, pixels: what heights are measured in."""
    slope: float
    """By how much the row's line leans in the frame; 0 where the frame is the row's own."""
    widest: float
    """The widest gap within the row, tile widths."""


def places_beside(view: Frame, row: Sequence[int]) -> Places:
    """Distances of all tiles from ``row``."""
    chosen = list(row)
    low, high = view.u - view.along / 2, view.u + view.along / 2
    beside = np.maximum(0, np.maximum(low[chosen].min() - high, low - high[chosen].max()))
    slope, level = _line(view.u[chosen], view.v[chosen])
    aside = np.abs(view.v - (slope * view.u + level))
    unit, height = median(view.along[chosen].tolist()), median(view.across[chosen].tolist())
    deep = max(height, view.usual_height)
    return Places(beside / unit, aside / deep, unit, height, deep, slope, _widest(low[chosen], high[chosen]) / unit)


@dataclass(frozen=True)
class Surroundings:
    """What every tile (N,) is beside the main concealed row."""

    places: Places
    likeness: Floats
    """Log likelihood (≤ 0) of size and stance being those of the row's tiles, upright or sideways."""
    reach: Floats
    """Distance across to the row's line or to a plain group close to it, whichever is nearer, tile heights."""
    crowded: Mask
    """Whether a tile that is hardly of the hand touches, or nearly."""
    heaped: Mask
    """Whether a face that is hardly of the hand touches from behind or before."""
    foreign: Mask
    """Whether the row has no tile of the suit, or no honour."""
    unsorted: Mask
    """Whether the row's tiles are in order, but no longer with this one at its nearer end."""


def surroundings(scene: Scene, row: Sequence[int]) -> Surroundings:
    """All tiles beside the main ``row``."""
    view, chosen = scene.view, list(row)
    places = places_beside(view, chosen)
    unit, deep = places.unit, places.deep
    likeness = _likeness(view, unit, places.height)
    if deep > places.height:
        likeness = np.maximum(likeness, _likeness(view, unit, deep))
    known = _plain_groups(scene, places)
    reach = _reach(view, known, places)
    crowded, heaped = _crowded(scene, [*chosen, *known])
    suits = [face // 9 for face in scene.faces]
    mine = {suits[tile] for tile in chosen}
    foreign = np.array([suit not in mine for suit in suits])
    unsorted = _unsorted(scene, chosen, places.beside)
    return Surroundings(places, likeness, reach, crowded, heaped, foreign, unsorted)


def _unsorted(scene: Scene, row: Sequence[int], beside: Floats) -> Mask:
    """Which tiles (N,) at an end of a row in order have no place there by their faces."""
    u, found = scene.view.u, np.zeros(len(scene.faces), bool)
    faces = [scene.faces[tile] for tile in sorted(row, key=lambda tile: u[tile])]
    if len(faces) >= ORDERED and _in_order(faces):
        for tile in np.flatnonzero((beside > 0) & (beside < END_NEAR)).tolist():
            more = [scene.faces[tile]]
            found[tile] = not _in_order(more + faces if u[tile] < u[row].min() else faces + more)
    return found


def _in_order(faces: Sequence[int]) -> bool:
    """Whether each suit stands together, and all of them go up, or all down; honours only stand together."""
    kinds = [face // 9 if face < FIRST_HONOUR else face for face, _ in groupby(faces)]
    suits = [suit for suit, _ in groupby(kinds)]
    steps = [right - left for left, right in pairwise(faces) if left // 9 == right // 9 and right < FIRST_HONOUR]
    return len(suits) == len(set(suits)) and (min(steps, default=0) >= 0 or max(steps, default=0) <= 0)


def _widest(low: Floats, high: Floats) -> float:
    """The widest free space between neighbours of a row, pixels."""
    order = low.argsort(kind="stable")
    return float((low[order[1:]] - high[order[:-1]]).max()) if len(low) > 1 else 0.0


def _line(u: Floats, v: Floats) -> tuple[float, float]:
    """Slope and level of the line through a row; level where it is too short to tell."""
    if len(u) <= 3:
        return 0.0, float(v.mean())
    away = u - u.mean()
    slope = float(away @ (v - v.mean()) / (away @ away))
    return slope, float(v.mean() - slope * u.mean())


def _likeness(view: Frame, unit: float, height: float) -> Floats:
    """Log likelihood (≤ 0) of each tile's size and stance being those of a tile so wide and high, or on its side."""
    area = np.log(view.along * view.across / (unit * height)) / AREA_SPREAD
    stance, upright = np.log(view.along / view.across), np.log(unit / height)
    lean = np.minimum(np.abs(stance - upright), np.abs(stance + upright)) / STANCE_SPREAD
    return np.asarray(np.maximum(-(area**2 + lean**2) / 2, UNLIKE))


def _plain_groups(scene: Scene, places: Places) -> list[int]:
    """Tiles of melds and rows that, close to the main row as they are, are part of the hand beyond much doubt."""
    found, content = scene.stretches, scene.content
    near = (found.total(places.aside) <= NEAR * found.size) & (found.least(places.beside) <= NEAR)
    is_row = (found.size > LONGER_THAN_MELDS) & (found.least(scene.traits.face) > 0)
    is_meld = np.maximum(content["exposed"], content["concealed_kong"]) > PLAIN
    plain = near & (found.inside > FEW_GAPS) & (is_row | is_meld)
    return sorted({tile for index in np.flatnonzero(plain).tolist() for tile in found.tiles(index)})


def _reach(view: Frame, known: list[int], places: Places) -> Floats:
    """Distances from the main row, or from plain groups close to it: flowers may lie beyond them."""
    if not known:
        return places.aside
    along = np.abs(view.u[:, None] - view.u[known]) / places.unit
    across = np.abs(view.v[:, None] - view.v[known]) / places.deep
    return np.asarray(np.minimum(places.aside, (across + REACH_ALONG * _beyond(along, REACH_FROM)).min(axis=1)))


def _crowded(scene: Scene, hand: list[int]) -> tuple[Mask, Mask]:
    """Which tiles others that are hardly of the ``hand`` touch, and which a face touches from behind or before."""
    others = np.ones(len(scene.kinds), bool)
    others[hand] = False
    touching, behind = scene.view.touching
    return np.any(touching & others, axis=1), np.any(behind & others & (scene.traits.face > 0), axis=1)


def scores(scene: Scene, around: Surroundings) -> Floats:
    """For each of ``draft.ROLES`` and each stretch (6, M), how well faces and place suit it, cuts and gaps counted."""
    found, size, places = scene.stretches, scene.stretches.size, around.places
    summed = [places.aside, around.likeness, around.reach, around.heaped, around.crowded, around.foreign]
    aside, likeness, reach, heaped, crowded, foreign = found.total(np.array(summed)) / size
    beside = found.least(places.beside)
    place = likeness - np.where(aside < 1, ALONG, ASTRAY) * _beyond(beside, FROM_END) - HEAPED * heaped
    meld = place + MELD - _beyond(aside, MELD_NEAR)
    split = SORTED * (foreign == 1) + SPLIT * ((aside > LEVEL) & (aside < SPLIT_NEAR))
    sloppy = MELD_LIKE_OTHERS * _like_others(places, beside) * ((aside < LEVEL) & (beside > 0))
    far = (FAR_FLOWERS + FAR_FLOWER * size) * _beyond(reach, FLOWERS_NEAR)
    suits = {
        "concealed": place + _goes_on(scene.face_up, aside, beside) + found.sloppy - found.inside,
        "exposed": meld + STANCE[np.minimum(scene.sideways, len(STANCE) - 1)] - split * found.touching - sloppy,
        "concealed_kong": meld + KONG_IN_LINE * (aside < LEVEL),
        "flower": place - far - FLOWER_LIKENESS * likeness,
        "winning": place + _set_apart(found, aside, beside, around) - CROWDED * crowded,
    }
    mine = np.stack([scene.content[role] + suits[role] + found.inside for role in ROLES[:-1]])
    mine += HARDLY_SEEN * scene.short_of_seen
    mine[:, _far_strips(found, around)] = -np.inf
    return np.concatenate([mine, np.zeros((1, len(size)))]) + found.ends


def _beyond(distance: Floats, limit: float) -> Floats:
    """By how much a distance exceeds ``limit``."""
    return np.maximum(0.0, distance - limit)


def _goes_on(faces: Floats, aside: Floats, beside: Floats) -> Floats:
    """More of the concealed row: in its line beyond a tile that was not seen, else a second line."""
    apart = SECOND_ROW + ONE_TILE * (faces == 1) - _beyond(aside, SECOND_LINE)
    hole = (faces > 1) & (aside < SAME_LINE) & (beside > HOLE[0]) & (beside < HOLE[1])
    return np.where(hole, GOES_ON, apart)


def _set_apart(found: Stretches, aside: Floats, beside: Floats, around: Surroundings) -> Floats:
    """How well one tile's place suits a winning tile: off an end of the row, or just behind or before it."""
    off_an_end = AT_END - OFF_END * _beyond(beside, END_NEAR) + OUT_OF_ORDER * found.total(around.unsorted)
    off_an_end -= LIKE_OTHERS * _like_others(around.places, beside)
    behind = BEHIND - OFF_LINE * _beyond(aside, BEHIND_NEAR) - OFF_END * _beyond(beside, OVERHANG)
    return np.where(aside < LEVEL, off_an_end, behind)


def _like_others(places: Places, beside: Floats) -> Floats:
    """How surely (0 to 1) what lies off the row's end is no farther off than tiles within the row are."""
    return np.asarray(np.clip((places.widest + WIDER - beside) / WIDER, 0, 1))


def _far_strips(found: Stretches, around: Surroundings) -> Mask:
    """Which stretches (M,) are in strips too far away to be of the hand."""
    nearest = np.minimum.reduceat(around.reach[found.order], np.flatnonzero(np.isinf(found.parted)))
    return np.asarray(nearest[found.strip] > FAR)
