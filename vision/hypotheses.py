"""What each stretch of a strip may be by its faces: for each role a log likelihood ratio against "none of the hand".

Places are judged in ``places.py``. None of the weights forbids anything; where they come from: docs/layout.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from snaptai.vision import melds
from snaptai.vision.detection import Detections
from snaptai.vision.frame import Frame
from snaptai.vision.stacked import raised, riders
from snaptai.vision.stretches import Stretches, Traits, find_stretches
from snaptai.vision.strips import find_strips, turned

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

ROW_TILE, ROW_BACK, ROW_TURNED, WON_BACK = 0.3, -2.5, -2.0, -4.0
"""Log odds for each face of a concealed row; against a back, which is then a blank white dragon, and a tile lying
sideways in it; and against a back as the winning tile."""
LONG, LONG_ROW = 6, 0.3
"""Log odds for each tile of a row beyond six: melds are shorter, and discards lie in sixes."""
THREE = 1.0
"""Log odds against a row of three, which is rather a meld."""
LAID_APART, GROUPED, PAIRS, IN_LINE = -2.0, 1.5, 2, 2
"""Who shows a hand may part its row by melds. Log odds from which a gap does so; against each such meld; the pairs,
what waits among them, and the other faces in line that there may be."""
FLOWER, LEAST_FLOWER, MOST_FLOWER = 0.5, -4.0, 2.0
"""Log odds for flowers to be the hand's, each, beside those for its being a flower, which count within bounds."""
MAYBE_FLOWER = -1.5
"""Log odds under which not even one of a group looks like a flower."""
SEEN = 1.0
"""Log odds of being a tile (a score of 0.73) from which one may be of the hand at no cost."""
TWIN = 1.0
"""Log odds against a second flower of a kind."""


@dataclass(frozen=True, slots=True)
class Block:
    """``tiles`` in order along the frame; ``role``: one of ``draft.ROLES``."""

    role: str
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Scene:
    """N tiles along one frame, their M stretches, and all that does not depend on which row is the main one.

    ``kinds``: the likeliest class of each tile, ``faces``: the likeliest of the 34 if it lies face up.
    ``content``: by role, how much the faces of each stretch speak for it (M,), −inf where they cannot be that.
    ``grouped``: which stretches are melds and a pair or two by their gaps (M,).
    """

    view: Frame
    strips: list[list[int]]
    kinds: tuple[int, ...]
    faces: tuple[int, ...]
    traits: Traits
    stretches: Stretches
    content: dict[str, Floats]
    grouped: NDArray[np.bool_]

    @cached_property
    def face_up(self) -> Floats:
        """How many tiles of each stretch lie face up (M,)."""
        return self.stretches.total(self.traits.face > 0)

    @cached_property
    def sideways(self) -> Ints:
        """How many of them lie sideways (M,)."""
        return self.stretches.total(self.traits.turned > 0.5).astype(np.intp)

    @cached_property
    def short_of_seen(self) -> Floats:
        """By how much (≤ 0) the log odds of being tiles fall short of ``SEEN`` in each stretch (M,)."""
        return self.stretches.total(np.minimum(0.0, self.traits.seen - SEEN))

    @cached_property
    def reading_order(self) -> tuple[int, ...]:
        """Strips from the top down, each from left to right, as the hand's rows run."""
        view = self.view

        def place(strip: list[int]) -> tuple[int, float]:
            return round(float(view.v[strip].mean()) / view.height), float(view.u[strip[0]])

        return tuple(tile for strip in sorted(self.strips, key=place) for tile in strip)

    def shown(self, index: int) -> list[tuple[int, ...]]:
        """The melds, and a pair or two, that a row is by its gaps, or the melds that it is without any; else none."""
        found = self.stretches
        if self.grouped[index]:
            return [tuple(group.tolist()) for group in found.groups(index, LAID_APART)]
        inside = found.touching & (found.start >= found.start[index]) & (found.end <= found.end[index])
        melds = [found.tiles(which) for which in np.flatnonzero(inside).tolist()]
        return melds if sum(map(len, melds)) == found.size[index] else []


def scene_of(detections: Detections, view: Frame) -> Scene:
    """The picture seen along ``view``, ready to be scored."""
    p, kinds = melds.softened(detections.probabilities), detections.probabilities.argmax(axis=1)
    above = riders(view, kinds)
    rows = [_with_riders(strip, above) for strip in find_strips(view, kinds, above)]
    sideways = np.zeros(len(p))
    lifted: dict[int, float] = {}
    for strip in rows:
        sideways[strip] = turned(view, strip)
        lifted |= raised(view, strip, kinds)
    seen = np.clip(detections.scores.astype(np.float64), 1e-3, 1 - 1e-3)
    traits = Traits(np.log(seen / (1 - seen)), melds.face_up(p), melds.flower(p), sideways, above, lifted)
    found = find_stretches(view, rows, traits, lambda tiles: melds.division(p[tiles]))
    grouped, faces = _grouped_row(found, traits, p), melds.as_faces(p).argmax(axis=1)
    content = _contents(found, traits, kinds, p, grouped)
    return Scene(view, rows, tuple(kinds.tolist()), tuple(faces.tolist()), traits, found, content, np.isfinite(grouped))


def _with_riders(strip: list[int], above: Mapping[int, int]) -> list[int]:
    return [tile for base in strip for tile in (base, *(rider for rider, below in above.items() if below == base))]


def _contents(found: Stretches, traits: Traits, kinds: Ints, p: Floats, grouped: Floats) -> dict[str, Floats]:
    as_flower = np.clip(traits.flower, LEAST_FLOWER, MOST_FLOWER) + FLOWER
    no_flower = (found.size == 1) & (found.most(traits.flower) <= 0)
    return {
        "concealed": np.maximum(_row(found, traits, as_flower), grouped),
        "exposed": _by_size(found, p, {3: melds.chow_or_pung, 4: melds.exposed_kong}),
        "concealed_kong": _by_size(found, p, {4: melds.concealed_kong}),
        "flower": _flowers(found, traits, kinds, as_flower),
        "winning": np.where(no_flower, found.total(traits.turned + WON_BACK * (traits.face <= 0)), -np.inf),
    }


def _by_size(found: Stretches, p: Floats, judges: dict[int, melds.Judge]) -> Floats:
    content = np.full(len(found.size), -np.inf)
    for size, judge in judges.items():
        which = np.flatnonzero(found.size == size)
        content[which] = judge(p[found.order[found.start[which][:, None] + np.arange(size)]])
    return content


def _row(found: Stretches, traits: Traits, as_flower: Floats) -> Floats:
    """(Part of) the concealed row: side by side, face up, none turned; flowers may stand in it, not alone."""
    sideways = found.total(traits.turned > 0.5)
    score = found.total(np.maximum(np.clip(traits.face, ROW_BACK, ROW_TILE), as_flower))
    score += ROW_TURNED * np.minimum(sideways, found.size - sideways + 1)
    score += LONG_ROW * np.maximum(0, found.size - LONG) - THREE * (found.size == 3)
    return np.where((found.most(traits.face) > 0) & ~found.touching, score, -np.inf)


def _grouped_row(found: Stretches, traits: Traits, p: Floats) -> Floats:
    """The concealed row laid out meld by meld, none turned, and a pair or two: its faces say as much as melds do."""
    score = np.full(len(found.size), -np.inf)
    in_line = np.bincount(np.cumsum(np.isinf(found.parted)) - 1, traits.face[found.order] > 0)[found.strip]
    upright = (found.most(traits.turned) <= 0.5) & (found.least(traits.face) > 0) & ~found.touching
    for index in np.flatnonzero(upright & (found.size > LONG) & (in_line <= found.size + IN_LINE)).tolist():
        score[index] = _melds_and_pairs([p[group] for group in found.groups(index, LAID_APART)])
    return score


def _melds_and_pairs(groups: list[Floats]) -> float:
    """How much the faces of ``groups`` speak for melds and a pair or two, −inf where they are anything else."""
    threes = [group for group in groups if len(group) == 3]
    pairs = sum(len(group) == 2 for group in groups)
    if not threes or not 1 <= pairs <= PAIRS or len(threes) + pairs < len(groups):
        return -np.inf
    worth = melds.chow_or_pung(np.array(threes))
    return float(worth.sum()) - GROUPED * len(threes) + 2 * ROW_TILE * pairs if worth.min() > 0 else -np.inf


def _flowers(found: Stretches, traits: Traits, kinds: Ints, as_flower: Floats) -> Floats:
    fits = (found.most(traits.flower) > MAYBE_FLOWER) & (found.least(traits.flower) > LEAST_FLOWER)
    score = np.where(fits, found.total(as_flower), -np.inf)
    for index in np.flatnonzero(fits & (found.size > 1)).tolist():
        shown = kinds[list(found.tiles(index))].tolist()
        score[index] -= TWIN * (len(shown) - len(set(shown)))
    return score
