"""Network output to tiles: pure array functions, vectorised."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import FLOWERS, ORDER
from snaptai.vision.detection import Detections

Floats = NDArray[np.float32]

OVERLAP, CONTAINED = 0.5, 0.8
"""Two boxes that share more, of their union or of the smaller one, are of one tile."""
AGREE = 0.7
"""Boxes of one tile that share more of their union have a say in its face."""
_ENOUGH = 6000
"""Boxes that are looked at, the surest: about ten for each tile, and a set of 144 may be seen in four turns."""
_FLOWERS = [ORDER[tile] for tile in FLOWERS]


def decode(output: Floats, threshold: float) -> Detections:
    """Raw output float32 (1, 47, N) (cx cy w h, 43 class scores) to one detection a tile, boxes in canvas pixels."""
    rows = output[0]
    kept = rows[:, rows[4:].max(axis=0) >= threshold / 2].T  # several weak flowers may make one sure of a flower
    scores = _tile_scores(kept[:, 4:])
    order = np.argsort(-scores, kind="stable")[:_ENOUGH]
    kept, scores = kept[order], scores[order]
    kept, scores = kept[scores >= threshold], scores[scores >= threshold]
    centre, half = kept[:, :2], kept[:, 2:4] / 2
    return suppress(np.concatenate([centre - half, centre + half], axis=1), scores, kept[:, 4:])


def _tile_scores(class_scores: Floats) -> Floats:
    """How sure that there is a tile, (N,) from (N, 43): the best class, where all flowers together count as one.

    Seasons and plants are easily taken for one another; that there is a flower is sure long before.
    """
    flower = 1 - (1 - class_scores[:, _FLOWERS]).prod(axis=1)
    return np.asarray(np.maximum(class_scores.max(axis=1, initial=0), flower), np.float32)


def suppress(boxes: Floats, scores: Floats, class_scores: Floats) -> Detections:
    """One detection a tile, whatever its class: of boxes that overlap or contain each other the surest stays.

    Its probabilities are the mean over the boxes that agree with it, weighted by their scores.
    """
    order = np.argsort(-scores, kind="stable")
    boxes, scores, class_scores = boxes[order], scores[order], class_scores[order]
    keep, overlap = _greedy(boxes)
    agree = (overlap > AGREE) * scores
    mean = agree @ class_scores
    probabilities = mean / np.maximum(mean.sum(axis=1, keepdims=True), 1e-9)
    angles = np.zeros(len(keep), np.float32)
    return Detections(boxes[keep], scores[keep], probabilities.astype(np.float32), angles)


def unique(found: Detections) -> Detections:
    """``found`` without the weaker of two detections of one tile, surest first."""
    order = np.argsort(-found.scores, kind="stable")
    boxes = found.boxes[order]
    return found.select(order[_greedy(boxes)[0]])


def _greedy(boxes: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Indices (K,) that stay when each, in order, removes those after it that are of the same tile; and what each of
    them shares with all (K, N).
    """
    alive = np.ones(len(boxes), bool)
    keep: list[int] = []
    shared: list[Floats] = []
    for index in range(len(boxes)):
        if alive[index]:
            overlap, contained = overlaps(boxes[index : index + 1], boxes)
            alive &= ~((overlap > OVERLAP) | (contained > CONTAINED))[0]
            keep.append(index)
            shared.append(overlap)
    return np.array(keep, np.intp), np.concatenate(shared) if shared else np.empty((0, len(boxes)), np.float32)


def overlaps(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Intersection over union, and over the smaller box, of xyxy (N, 4) with (M, 4): two float32 (N, M)."""
    top_left = np.maximum(first[:, None, :2], second[None, :, :2])
    bottom_right = np.minimum(first[:, None, 2:], second[None, :, 2:])
    shared = (bottom_right - top_left).clip(0).prod(axis=2)
    area, other = ((b[:, 2:] - b[:, :2]).prod(axis=1) for b in (first, second))
    union = area[:, None] + other[None] - shared
    smaller = np.minimum(area[:, None], other[None])
    return shared / np.maximum(union, 1e-9), shared / np.maximum(smaller, 1e-9)
