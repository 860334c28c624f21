"""Runs of tiles side by side: the directions in which a picture is looked at, and what may be its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import BACK, ORDER
from snaptai.vision.detection import Detections
from snaptai.vision.frame import centres, sizes

Floats = NDArray[np.float64]

LINK_NEAR, LINK_FAR = 0.55, 1.55
"""Centres of neighbours in a run lie this many tile sizes apart (size: root of the box's area)."""
LINK_RATIO = 0.7
"""The smaller of two neighbours is at least so large beside the other."""
STRAIGHT, BEND = 0.35, 0.3
"""How far aside, by how far ahead, the next tile of a run may lie; what each step counts in the run's heading."""
BACK_WEIGHT = 0.1
"""A face-down tile counts so much beside a face: a wall is seldom the hand."""


def find_runs(detections: Detections, limit: int) -> list[tuple[int, ...]]:
    """The best runs of tiles side by side, longest of face-up and large tiles first, at most ``limit``.

    Of two runs that share half of the tiles of one, only the better counts; where no tile has a neighbour, the best
    tile is a run.
    """
    if not len(detections):
        return []
    middle, size = centres(detections.boxes), sizes(detections.boxes)
    weight = _weights(detections, size)
    found = {tuple(sorted(run)): run for run in _walks(middle, size)}
    ranked = sorted(found.values(), key=lambda run: -sum(weight[tile] for tile in run))
    kept: list[tuple[int, ...]] = []
    for run in ranked:
        if all(len(set(run) & set(other)) < len(run) / 2 for other in kept):
            kept.append(run)
        if len(kept) == limit:
            break
    return kept or [(int(weight.argmax()),)]


def _weights(detections: Detections, size: Floats) -> Floats:
    face_up = 1 - (1 - BACK_WEIGHT) * detections.probabilities[:, ORDER[BACK]].astype(np.float64)
    return np.asarray(face_up * detections.scores * (size / np.percentile(size, 90)))


def _walks(middle: Floats, size: Floats) -> list[tuple[int, ...]]:
    """From every pair of neighbours, the run that goes on in their direction, both ways."""
    steps = middle[:, 0] + 1j * middle[:, 1]
    steps = steps - steps[:, None]
    distance = np.abs(steps)
    scale = (size[None, :] + size[:, None]) / 2
    is_alike = np.minimum(size[None, :], size[:, None]) > LINK_RATIO * np.maximum(size[None, :], size[:, None])
    near = (distance > LINK_NEAR * scale) & (distance < LINK_FAR * scale) & is_alike
    around: list[dict[int, complex]] = [{} for _ in steps]
    for tile, other in np.argwhere(near).tolist():
        around[tile][other] = complex(steps[tile, other])
    found: list[tuple[int, ...]] = []
    used: set[tuple[int, int]] = set()
    for first, second in np.argwhere(np.triu(near)).tolist():
        if (first, second) not in used:
            forward, backward = _walk(first, second, around), _walk(second, first, around)
            found.append((*reversed(backward[1:]), *forward[1:]))
            used |= {(min(pair), max(pair)) for pair in pairwise(found[-1])}
    return found


def _walk(first: int, second: int, around: Sequence[Mapping[int, complex]]) -> list[int]:
    """Tiles met going on from ``first`` through ``second``; each next one lies straight on, the nearest such.

    ``around``: the neighbours of each tile and the way there, as complex numbers.
    """
    walked = [first, second]
    heading = _unit(around[first][second])
    while True:
        fits = []
        for tile, step in around[walked[-1]].items():
            ahead = step * heading.conjugate()
            if tile not in walked and ahead.real > 0 and abs(ahead.imag) < STRAIGHT * ahead.real:
                fits.append((abs(step) + 2 * abs(ahead.imag), tile))
        if not fits:
            return walked
        tile = min(fits)[1]
        heading = _unit((1 - BEND) * heading + BEND * _unit(around[walked[-1]][tile]))
        walked.append(tile)


def _unit(step: complex) -> complex:
    return step / abs(step)
