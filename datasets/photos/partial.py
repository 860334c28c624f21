"""Photos of which only some tiles are labelled, made fit to train on.

A visible tile without a label teaches a detector that tiles are background. What a detector is sure of becomes a label
(a pseudo-label); what it only suspects is painted over, so that it teaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.labels import LabelledBox, LabelledPhoto
from snaptai.datasets.labels.labelled import Box, area, clip, has_area, shared

SURE, DOUBTFUL = 0.8, 0.03
COVERED = 0.4
"""A sighting of which a label covers this share, or the reverse, is that label's tile."""
_COARSE = 24


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tile that a detector claims to see: its likeliest face, xyxy pixels, how sure (0 to 1)."""

    tile: str
    box: Box
    score: float


@dataclass(frozen=True, slots=True)
class Completed:
    """The photo with labels added, and the boxes that are to be painted over."""

    photo: LabelledPhoto
    hidden: tuple[Box, ...]


def complete(
    photo: LabelledPhoto, sightings: Iterable[Sighting], sure: float = SURE, doubtful: float = DOUBTFUL
) -> Completed:
    """Sightings away from every label: from ``sure`` on they are labels, from ``doubtful`` on hidden, else ignored.

    The photo's own labels always stay as they are.
    """
    inside = [replace(one, box=clip(one.box, photo.size)) for one in sightings if one.score >= doubtful]
    new = [one for one in inside if has_area(one.box) and not any(_same(one.box, b.box) for b in photo.boxes)]
    added = tuple(LabelledBox(one.tile, one.box) for one in new if one.score >= sure)
    hidden = tuple(one.box for one in new if one.score < sure and not any(_same(one.box, b.box) for b in added))
    return Completed(replace(photo, boxes=photo.boxes + added), hidden)


def _same(a: Box, b: Box) -> bool:
    return shared(a, b) > COVERED * min(area(a), area(b))


def paint_over(picture: NDArray[np.uint8], completed: Completed) -> NDArray[np.uint8]:
    """uint8 (H, W, 3): the hidden boxes blurred beyond reading; no pixel of a labelled tile is touched."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), bool)
    for box in completed.hidden:
        mask[_pixels(box, outward=True)] = True
    for label in completed.photo.boxes:
        mask[_pixels(label.box, outward=False)] = False
    if not mask.any():
        return picture
    coarse = cv2.resize(picture, (max(width // _COARSE, 1), max(height // _COARSE, 1)), interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(cv2.blur(coarse, (5, 5)), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.where(mask[..., None], np.asarray(blurred, np.uint8), picture)


def _pixels(box: Box, outward: bool) -> tuple[slice, slice]:
    """The pixels of a box; ``outward`` with a rim for what the box just misses."""
    rim = 0.15 * min(box[2] - box[0], box[3] - box[1]) if outward else 0
    x0, y0, x1, y1 = box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim
    return slice(max(int(y0), 0), int(np.ceil(y1))), slice(max(int(x0), 0), int(np.ceil(x1)))
