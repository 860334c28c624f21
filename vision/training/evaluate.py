"""How well a labelled set is read: any callable from photo file to ``Detections`` is measured the same way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.labels import Complaint, LabelledPhoto
from snaptai.scoring.fields import Text, Unfit
from snaptai.scoring.tiles import FLOWERS, ORDER, TILES, format_tiles, sort_tiles
from snaptai.vision.detection import Detections
from snaptai.vision.training import measures
from snaptai.vision.training.measures import NONE, Claims, Ints, Truth

Reader = Callable[[Path], Detections]
"""Reads one photo; boxes in pixels of the upright photo. Raises OSError or ValueError where it cannot."""
FLOWER_CLASSES = [ORDER[tile] for tile in FLOWERS]


@dataclass(frozen=True)
class Photo:
    """One photo measured. ``found``: the detections at the shipped threshold, ``faint``: those of every confidence;
    ``matrix``: its (44, 44) confusion.
    """

    labelled: LabelledPhoto
    truth: Truth
    found: Detections
    faint: Detections
    matrix: Ints

    @property
    def mistakes(self) -> int:
        """Tiles missed, imagined or misnamed."""
        return int(self.matrix.sum() - np.trace(self.matrix))

    @property
    def off_by(self) -> int:
        """How many tiles of the hand, as a bag of tiles, are wrong; where they lie does not matter."""
        seen, there = Counter(self.found.tiles), Counter(self.labelled.tiles)
        return max((seen - there).total(), (there - seen).total())


@dataclass(frozen=True)
class Evaluation:
    """A set measured, what counts from ``threshold``, and the photos that were left out."""

    threshold: float
    photos: tuple[Photo, ...]
    left_out: tuple[Complaint, ...] = ()

    @cached_property
    def claims(self) -> Claims:
        """Detections of every confidence against the labels, for average precision."""
        return measures.claims([photo.faint for photo in self.photos], [photo.truth for photo in self.photos])

    @property
    def matrix(self) -> Ints:
        """(44, 44) confusion over all photos; rows what is there, columns what was read."""
        return np.asarray(sum(photo.matrix for photo in self.photos), np.int64)


def truth_of(photo: LabelledPhoto) -> Truth:
    """The labels as arrays."""
    boxes = np.array([box.box for box in photo.boxes], np.float32).reshape(-1, 4)
    return Truth(boxes, np.array([ORDER[box.tile] for box in photo.boxes], np.int64))


def evaluate(
    photos: Sequence[LabelledPhoto],
    read: Reader,
    threshold: float,
    faint: Reader | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Evaluation:
    """Measure ``read`` on the photos: tiles count from ``threshold``, average precision needs the fainter ones too.

    ``faint`` reads the same with a threshold near 0, for average precision alone (by default ``read`` does that as
    well). A photo that cannot be read is listed in ``left_out``. ``Unfit`` where none can.
    """
    measured, left_out = [], []
    for done, photo in enumerate(photos, 1):
        try:
            found = read(photo.path)
            everything = faint(photo.path) if faint else found
        except (OSError, ValueError) as problem:
            text = Text(f"{problem}；略過", f"{problem}; it was left out")
            left_out.append(Complaint(photo.path, "not_a_picture", text))
            continue
        truth, sure = truth_of(photo), found.select(found.scores >= threshold)
        measured.append(Photo(photo, truth, sure, everything, measures.confusion(sure, truth)))
        progress(done)
    if not measured:
        raise Unfit("沒有一張照片讀得出來", "no photo of the set could be read")
    return Evaluation(threshold, tuple(measured), tuple(left_out))


def figures(result: Evaluation) -> dict[str, Any]:
    """Everything measured as one JSON-able object; shares are 0 to 1, None where there is nothing to measure."""
    table = measures.class_precisions(result.claims)
    right, there, read = _counts(result.matrix)
    return {
        **summary(result),
        "threshold": result.threshold,
        "complaints": [str(complaint) for complaint in result.left_out],
        "sources": {name: summary(part) for name, part in by_source(result).items()},
        "classes": {
            tile: {"labels": int(result.claims.labels[n]), "AP50": _known(table[n, 0]), "AP50-95": _mean(table[n])}
            | _rates(right[n], there[n], read[n])
            for n, tile in enumerate(TILES)
        },
        "confusions": _confusions(result.matrix),
        "calibration": _calibration(result.photos),
        "worst": [[photo.labelled.path.name, photo.mistakes] for photo in worst(result, 20)],
    }


def summary(result: Evaluation) -> dict[str, Any]:
    """The figures that fit one line."""
    table = measures.class_precisions(result.claims)
    right, there, read = (int(counts.sum()) for counts in _counts(result.matrix))
    return {
        "photos": len(result.photos),
        "labels": there,
        "mAP50": _mean(table[:, 0]),
        "mAP50-95": _mean(table),
        "flowers_AP50_pooled": _known(measures.pooled_precision(result.claims, FLOWER_CLASSES)),
        "flowers_AP50_mean": _mean(table[FLOWER_CLASSES, 0]),
        "tiles": _rates(right, there, read),
        "hands": _hands(result.photos),
    }


def by_source(result: Evaluation) -> dict[str, Evaluation]:
    """The photos by what their names begin with (``kw2`` of ``kw2_617.jpg``): where they are from."""
    parts: dict[str, list[Photo]] = {}
    for photo in result.photos:
        name = re.match(r"[A-Za-z]*\d{0,2}(?![A-Za-z0-9])", photo.labelled.path.name)
        parts.setdefault(name[0] if name else "", []).append(photo)
    return {name: replace(result, photos=tuple(photos)) for name, photos in sorted(parts.items())}


def worst(result: Evaluation, count: int) -> list[Photo]:
    """The photos with most mistakes, most first; photos without a mistake are none of them."""
    ranked = sorted(result.photos, key=lambda photo: (-photo.mistakes, photo.labelled.path.name))
    return [photo for photo in ranked[:count] if photo.mistakes]


def photo_lines(result: Evaluation) -> Iterator[dict[str, Any]]:
    """One JSON-able object a photo: what is there, what was read, how many mistakes."""
    for photo in result.photos:
        there, read = (format_tiles(sort_tiles(tiles)) for tiles in (photo.labelled.tiles, photo.found.tiles))
        yield {"photo": photo.labelled.path.name, "there": there, "read": read, "mistakes": photo.mistakes}


def _known(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 4)


def _mean(values: NDArray[np.float64]) -> float | None:
    return None if np.isnan(values).all() else _known(float(np.nanmean(values)))


def _counts(matrix: Ints) -> tuple[Ints, Ints, Ints]:
    """By class: read right, there, read."""
    return np.diag(matrix)[:NONE], matrix[:NONE].sum(axis=1), matrix[:, :NONE].sum(axis=0)


def _rates(right: int, there: int, read: int) -> dict[str, float | None]:
    """Precision, recall and F1; None where nothing was read or nothing is there."""
    return {
        "precision": round(float(right / read), 4) if read else None,
        "recall": round(float(right / there), 4) if there else None,
        "F1": round(float(2 * right / (there + read)), 4) if there + read else None,
    }


def _hands(photos: Sequence[Photo]) -> dict[str, float]:
    off = np.array([photo.off_by for photo in photos])
    return {"exact": round(float((off == 0).mean()), 4), "within_one": round(float((off <= 1).mean()), 4)}


def _confusions(matrix: Ints) -> list[dict[str, Any]]:
    """What was taken for what, most often first; "" is no tile."""
    names = (*TILES, "")
    rows, columns = np.nonzero(matrix - np.diag(np.diag(matrix)))
    pairs = sorted(zip(rows.tolist(), columns.tolist(), strict=True), key=lambda at: -matrix[at])
    return [{"there": names[a], "read": names[b], "times": int(matrix[a, b])} for a, b in pairs]


def _calibration(photos: Sequence[Photo]) -> dict[str, Any]:
    """Of detections that lie on a labelled tile: how sure of the face, how often right."""
    rows, classes = [np.zeros((0, len(TILES)), np.float32)], [np.zeros(0, np.int64)]
    for photo in photos:
        pairs = measures.pair(photo.found, photo.truth)
        rows.append(photo.found.probabilities[[row for row, _ in pairs]])
        classes.append(photo.truth.classes[[column for _, column in pairs]])
    probabilities, names = np.concatenate(rows), np.concatenate(classes)
    right = probabilities.argmax(axis=1) == names if len(names) else np.zeros(0, bool)
    bins, error = measures.calibration(probabilities.max(axis=1, initial=0).astype(np.float64), right)
    return {
        "error": round(error, 4),
        "best_temperature": round(measures.best_temperature(probabilities, names), 3),
        "bins": [{"confidence": round(c, 4), "right": round(r, 4), "tiles": n} for c, r, n in bins],
    }
