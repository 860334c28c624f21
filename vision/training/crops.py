"""Pictures of single tiles, and of what is none, for the second stage to learn from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.labels.pictures import is_picture
from snaptai.datasets.render.clutter import clutter
from snaptai.datasets.render.scene import scene
from snaptai.datasets.render.sources import load_sources
from snaptai.scoring.tiles import BACK, ORDER
from snaptai.vision.classifier import NOTHING, cut
from snaptai.vision.detector import TileDetector
from snaptai.vision.photo import load_photo
from snaptai.vision.photo_errors import PhotoError
from snaptai.vision.post import overlaps
from snaptai.vision.training.sets import labelled_images

MARGIN = 0.25
"""Crops are kept with this much surroundings on each side, so that augmentation can shift, turn and scale them."""
KEPT = 84
APART, DOUBTFUL, MOST_MISTAKES, MOST_ABOVE = 0.3, 0.5, 25, 6
"""A sighting that shares less with every label is a mistake; a surer one in a photo may be none; so many a picture."""


@dataclass(frozen=True)
class Crops:
    """``pixels``: uint8 (N, KEPT, KEPT, 3) RGB; ``classes``: int64 (N,), indices into ``TILES`` or ``NOTHING``."""

    pixels: NDArray[np.uint8]
    classes: NDArray[np.int64]


def cut_for_training(image: NDArray[np.uint8], box: Sequence[float]) -> NDArray[np.uint8]:
    """The xyxy ``box`` with ``MARGIN`` round it, uint8 (KEPT, KEPT, 3); a large one is averaged down first."""
    x0, y0, x1, y1 = box
    step = max(int(min(x1 - x0, y1 - y0)) // KEPT, 1)
    if step > 1:
        size = -(-image.shape[1] // step), -(-image.shape[0] // step)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cut(image, np.array(box, np.float32) / np.float32(step), MARGIN, KEPT)


def of_yolo_set(
    folder: Path, faults: list[str], leave_out: Sequence[str] = ()
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Every labelled box of a set as (crop, class), but of photos whose name contains one of ``leave_out``.

    What cannot be used is added to ``faults``, a sentence each, here as below.
    """
    for _, image, labels in labelled_images(folder, faults, leave_out):
        for box, number in zip(labels.boxes, labels.classes, strict=True):
            yield cut_for_training(image, box.tolist()), int(number)


def of_folders(
    folder: Path, faults: list[str], leave_out: Sequence[str] = ()
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Single-tile pictures ``folder/**/CLASS.ext`` or ``folder/CLASS/*``; the picture is the tile."""
    for path in sorted(filter(is_picture, folder.rglob("*"))):
        name = path.stem if path.stem in ORDER else path.parent.name
        if any(part in path.name for part in leave_out):
            continue
        if name not in ORDER:
            faults.append(f"{path}: neither the file nor its folder is named as a tile; it was left out")
            continue
        try:
            image = load_photo(path).full
        except PhotoError as problem:
            faults.append(f"{path}: left out. {problem.message('en')}")
            continue
        if image.shape[1] > image.shape[0]:
            image = np.ascontiguousarray(np.rot90(image, -1))
        yield cut_for_training(image, (0, 0, image.shape[1], image.shape[0])), ORDER[name]


def of_mistakes(
    folder: Path, detector: TileDetector, faults: list[str], leave_out: Sequence[str] = ()
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """What ``detector`` takes for tiles in a YOLO set where no label is, as (crop, NOTHING).

    Photos may show tiles that nobody labelled, walls above all: there, sure sightings and backs are passed over. Where
    a ``truth.json`` stands beside, all is labelled.
    """
    photos = not (folder / "truth.json").exists()
    for _, image, labels in labelled_images(folder, faults, leave_out):
        found = detector.detect(image)
        shared, _ = overlaps(found.boxes, labels.boxes.astype(np.float32))
        wrong = shared.max(axis=1, initial=0) < APART
        if photos:
            wrong &= (found.scores < DOUBTFUL) & (found.probabilities.argmax(axis=1) != ORDER[BACK])
        for box in found.boxes[wrong][:MOST_MISTAKES]:
            yield cut_for_training(image, box.tolist()), NOTHING


def above(
    folder: Path, faults: list[str], leave_out: Sequence[str] = (), seed: int = 0
) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """What lies just above some tiles of a YOLO set as (crop, NOTHING): the blank top of a standing tile, the table."""
    dice = np.random.default_rng(seed)
    for _, image, labels in labelled_images(folder, faults, leave_out):
        height = labels.boxes[:, 3:] - labels.boxes[:, 1:2]
        rise = height * dice.uniform(0.6, 1.0, height.shape) * (0, 1, 0, 1)
        higher = labels.boxes - rise + height * dice.uniform(0.0, 0.3, height.shape) * (0, 1, 0, 0)
        shared, contained = overlaps(higher.astype(np.float32), labels.boxes.astype(np.float32))
        free = (contained.max(axis=1, initial=0) < 2 * APART) & (shared.max(axis=1, initial=0) < APART)
        for box in higher[free & (higher[:, 1] >= 0)][:: len(higher) // MOST_ABOVE + 1]:
            yield cut_for_training(image, box.tolist()), NOTHING


def of_clutter(count: int, shared: Path | None, seed: int = 0) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Key caps, dice and writing in ``count`` rendered scenes as (crop, NOTHING)."""
    if not count:
        return
    sources, dice = load_sources(shared, "train"), random.Random(seed)
    for index in range(count):
        image, boxes = clutter(seed, index, sources)
        for box in dice.sample(boxes.tolist(), min(len(boxes), MOST_MISTAKES)):
            yield cut_for_training(image, box), NOTHING


def of_sides(count: int, shared: Path | None, seed: int = 0) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Blank narrow sides of tiles in ``count`` rendered scenes as (crop, NOTHING): neither backs nor white dragons."""
    if not count:
        return
    sources, dice = load_sources(shared, "train"), random.Random(seed)
    for index in range(count):
        shown = scene(seed, index, sources, drawn=0.5)
        sides = shown.sides().tolist()
        for box in dice.sample(sides, min(len(sides), MOST_ABOVE)):
            yield cut_for_training(shown.image, box), NOTHING


def collect(parts: Iterator[tuple[NDArray[np.uint8], int]]) -> Crops:
    """All crops of an iterator in two arrays. ValueError where there is none."""
    pairs = list(parts)
    if not pairs:
        raise ValueError("there is no tile to learn from in these sets")
    return Crops(np.stack([pixels for pixels, _ in pairs]), np.array([number for _, number in pairs], np.int64))
