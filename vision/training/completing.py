"""A set in which only some tiles are labelled, completed by the shipped detector."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from snaptai.datasets.labels import LabelledPhoto
from snaptai.datasets.labels.yolo import distinct_names, write
from snaptai.datasets.photos import load
from snaptai.datasets.photos.partial import Sighting, complete, paint_over
from snaptai.scoring.tiles import TILES
from snaptai.vision.detector import TileDetector, open_detector
from snaptai.vision.looks import look
from snaptai.vision.photo import load_photo

SURE, DOUBTFUL = 0.75, 0.05


def complete_set(partial: Path, out: Path) -> tuple[int, int]:
    """Writes the set to ``out`` with pseudo-labels; returns how many tiles were labelled and how many painted over."""
    detector, photos = open_detector(), load(partial).photos
    done = [complete(photo, sightings(photo, detector), SURE, DOUBTFUL) for photo in photos]
    write([one.photo for one in done], out)
    for one, name in zip(done, distinct_names(photos), strict=True):
        image = np.asarray(cv2.imread(str(one.photo.path)), np.uint8)
        cv2.imwrite(str(out / "images" / name), paint_over(image, one), [cv2.IMWRITE_JPEG_QUALITY, 93])
    added = sum(len(one.photo.boxes) - len(photo.boxes) for one, photo in zip(done, photos, strict=True))
    return added, sum(len(one.hidden) for one in done)


def sightings(photo: LabelledPhoto, detector: TileDetector) -> list[Sighting]:
    """All that two looks see in the photo."""
    seen = look(load_photo(photo.path), detector).detections
    each = zip(seen.boxes, seen.scores, seen.probabilities, strict=True)
    return [Sighting(TILES[int(p.argmax())], (x0, y0, x1, y1), float(s)) for (x0, y0, x1, y1), s, p in each]
