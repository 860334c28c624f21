"""Figures from boxes, in numpy alone: matching, average precision, confusion, calibration.

Average precision is interpolated as ultralytics 8.4 does (101 recall points, trapezoids under the precision envelope,
nothing beyond the recall reached; a perfect class has 0.995), so that figures compare with those of training runs.
Matching is COCO's: surest first, each takes the free label of its class that it overlaps most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import TILES
from snaptai.vision.detection import Detections
from snaptai.vision.post import overlaps

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NONE = len(TILES)
"""The row and column of the confusion matrix for "no tile"."""
IOUS = np.arange(50, 100, 5) / 100
FAINTEST = 0.001


@dataclass(frozen=True)
class Truth:
    """The labels of one photo. ``boxes``: float32 (N, 4) xyxy pixels; ``classes``: int64 (N,), indices of ``TILES``."""

    boxes: NDArray[np.float32]
    classes: Ints


@dataclass(frozen=True)
class Claims:
    """All (detection, class) claims of a set, surest first.

    ``scores``: float64 (N,); ``classes``: int64 (N,); ``hits``: bool (N, 10), right at each of ``IOUS``; ``labels``:
    int64 (43,), how many labels each class has.
    """

    scores: Floats
    classes: Ints
    hits: NDArray[np.bool_]
    labels: Ints


def claims(found: Sequence[Detections], truths: Sequence[Truth]) -> Claims:
    """What the detections of each photo claim, judged against its labels.

    A detection claims every class for which score × p (a tile is there, and it is this one) is at least ``FAINTEST``.
    """
    parts = [_claims_of(one, truth) for one, truth in zip(found, truths, strict=True)]
    scores, classes, hits = (np.concatenate(column) for column in zip(*parts, strict=True))
    labels = np.bincount(np.concatenate([truth.classes for truth in truths]), minlength=len(TILES))
    order = np.argsort(-scores, kind="stable")
    return Claims(scores[order], classes[order], hits[order], labels)


def _claims_of(found: Detections, truth: Truth) -> tuple[Floats, Ints, NDArray[np.bool_]]:
    scores = (found.scores[:, None] * found.probabilities).astype(np.float64)
    rows, classes = np.nonzero(scores >= FAINTEST)
    values = scores[rows, classes]
    order = np.argsort(-values, kind="stable")
    rows, classes, values = rows[order], classes[order], values[order]
    iou, _ = overlaps(found.boxes[rows], truth.boxes)
    iou = np.where(classes[:, None] == truth.classes[None], iou, 0)
    hits = np.stack([_take(iou, least) for least in IOUS], axis=1)
    return values, classes, hits


def _take(iou: NDArray[np.float32], least: float) -> NDArray[np.bool_]:
    """Which rows, in order, get a column that overlaps at least ``least``; each column serves once."""
    hit, free = np.zeros(len(iou), bool), np.ones(iou.shape[1], bool)
    for row in np.flatnonzero((iou >= least).any(axis=1)):
        options = np.where(free, iou[row], 0)
        column = int(options.argmax())
        if options[column] >= least:
            hit[row], free[column] = True, False
    return hit


def average_precision(hits: NDArray[np.bool_], labels: int) -> float:
    """Of claims, surest first, that hit or not, where ``labels`` could be hit; nan where there are none."""
    if not labels:
        return float("nan")
    right = np.cumsum(hits)
    reached = right[-1] / labels if len(hits) else 0.0
    recall = np.concatenate([[0.0], right / labels, [reached, 1.0]])
    precision = np.concatenate([[1.0], right / np.arange(1, len(hits) + 1), [0.0, 0.0]])
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    points = np.linspace(0, 1, 101)
    return float(np.trapezoid(np.interp(points, recall, envelope), points))


def class_precisions(judged: Claims) -> Floats:
    """Average precision float64 (43, 10) by class and ``IOUS``; nan for classes without labels."""
    table = np.full((len(TILES), len(IOUS)), np.nan)
    for number in np.flatnonzero(judged.labels):
        hits = judged.hits[judged.classes == number]
        table[number] = [average_precision(column, int(judged.labels[number])) for column in hits.T]
    return table


def pooled_precision(judged: Claims, classes: Sequence[int]) -> float:
    """AP50 over several classes as one ranking; a claim hits only with its exact class."""
    chosen = np.isin(judged.classes, classes)
    return average_precision(judged.hits[chosen, 0], int(judged.labels[list(classes)].sum()))


def pair(found: Detections, truth: Truth, least: float = 0.5) -> list[tuple[int, int]]:
    """(detection, label) pairs that overlap at least ``least``, whatever the class, best overlap first."""
    iou, _ = overlaps(found.boxes, truth.boxes)
    pairs: list[tuple[int, int]] = []
    rows, columns = np.nonzero(iou >= least)
    for n in np.argsort(-iou[rows, columns], kind="stable"):
        row, column = int(rows[n]), int(columns[n])
        if all(row != a and column != b for a, b in pairs):
            pairs.append((row, column))
    return pairs


def confusion(found: Detections, truth: Truth) -> Ints:
    """(44, 44): rows what is there, columns what was read; the last of each is "no tile"."""
    matrix = np.zeros((NONE + 1, NONE + 1), np.int64)
    read = found.probabilities.argmax(axis=1) if len(found) else np.zeros(0, np.int64)
    pairs = pair(found, truth)
    for row, column in pairs:
        matrix[truth.classes[column], read[row]] += 1
    for row in set(range(len(found))) - {row for row, _ in pairs}:
        matrix[NONE, read[row]] += 1
    for column in set(range(len(truth.classes))) - {column for _, column in pairs}:
        matrix[truth.classes[column], NONE] += 1
    return matrix


def calibration(
    confidence: Floats, right: NDArray[np.bool_], bins: int = 10
) -> tuple[list[tuple[float, float, int]], float]:
    """(mean confidence, share right, count) of each bin that is not empty, and the expected calibration error."""
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    rows = []
    for number in range(bins):
        inside = which == number
        if inside.any():
            rows.append((float(confidence[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    error = sum(abs(sure - true) * count for sure, true, count in rows) / max(len(confidence), 1)
    return rows, error


def best_temperature(probabilities: NDArray[np.float32], classes: Ints) -> float:
    """The temperature T (0.3 to 3) for which p^(1/T), normalised, of float32 (N, 43) is most likely right."""
    logs = np.log(np.maximum(probabilities.astype(np.float64), 1e-9))

    def loss(temperature: float) -> float:
        scaled = logs / temperature
        scaled -= np.logaddexp.reduce(scaled, axis=1, keepdims=True)
        return -float(scaled[np.arange(len(classes)), classes].mean())

    return min(np.geomspace(0.3, 3, 47).tolist(), key=loss) if len(classes) else 1.0
