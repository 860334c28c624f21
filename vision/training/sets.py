"""Labelled sets as training takes them: what cannot be used is told by name, and never becomes background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.labels import yolo
from snaptai.datasets.photos import load
from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision.photo import load_photo
from snaptai.vision.photo_errors import PhotoError

HARMLESS = frozenset(("twice", "conflict"))
"""Complaints about labels that leave no tile of a photo without one."""


@dataclass(frozen=True)
class Labels:
    """``boxes``: float64 (N, 4) xyxy pixels; ``classes``: int64 (N,)."""

    boxes: NDArray[np.float64]
    classes: NDArray[np.int64]


def labelled_images(
    source: Path, faults: list[str], leave_out: Sequence[str] = ()
) -> Iterator[tuple[Path, NDArray[np.uint8], Labels]]:
    """Each photo of a labelled set, upright uint8 (H, W, 3) RGB, with its labels; each fault is added to ``faults``.

    A photo of which a label cannot be used is left out: its tile would be learnt as background.
    Raises ``Unfit`` where there is no set.
    """
    labelled = load(source)
    faults += map(str, labelled.complaints)
    spoilt = {complaint.path.stem for complaint in labelled.complaints if complaint.code not in HARMLESS}
    for photo in labelled.photos:
        if any(part in photo.path.name for part in leave_out):
            continue
        if photo.path.stem in spoilt:
            faults.append(f"{photo.path}: not all its labels can be used; the photo was left out")
            continue
        try:
            image = load_photo(photo.path).full
        except PhotoError as problem:
            faults.append(f"{photo.path}: left out. {problem.message('en')}")
            continue
        classes = np.array([ORDER[box.tile] for box in photo.boxes], np.int64)
        boxes = np.array([box.box for box in photo.boxes], np.float64).reshape(-1, 4)
        yield photo.path, image, Labels(boxes, classes)


def read_otherwise(folder: Path) -> list[str]:
    """What ultralytics, which reads the label files of a YOLO set itself, would read otherwise than is meant.

    Raises ``Unfit`` where the names of the classes cannot be read.
    """
    labelled = yolo.read(folder)
    faults = [str(complaint) for complaint in labelled.complaints if complaint.code not in HARMLESS]
    if yolo.class_names(folder) != dict(enumerate(TILES)):
        faults.append(f"{folder}: its classes are not those of this project in their order")
    if not labelled.photos:
        faults.append(f"{folder}: no photo with labels")
    return faults
