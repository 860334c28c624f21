"""What the colour of the tiles' own bodies says of backs: hardly a back has it.

What is taken for one and has that colour is rather a white dragon without a frame, or the blank side of a tile.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import BACK, ORDER
from snaptai.vision.detection import Detections
from snaptai.vision.photo import Photo

Floats = NDArray[np.float32]

SURE, FEWEST, AROUND = 0.85, 4, 5
"""Scores of faces that show the bodies' colour; so many there must be, and so many of the nearest are asked."""
ALIKE, SHADING = (5.0, 10.0), 2.5
"""Distance in CIELAB from surely the bodies' colour to surely another; lightness, which shadows change, counts less."""
NO_BACK = 1.5
"""Log odds against a back of the bodies' colour."""
INSET, SAMPLES = 0.2, 12
"""Of a tile the middle is looked at, so many pixels along each side."""


def weigh_backs(found: Detections, photo: Photo) -> Detections:
    """``found``, boxes in full-resolution pixels, with less belief in backs of the colour of the faces' bodies.

    What a back loses goes to the other faces, to the white dragon above all, and to there being no tile.
    """
    kinds = found.probabilities.argmax(axis=1)
    blank = np.isin(kinds, (ORDER[BACK], ORDER["P"]))
    backs, faces = np.flatnonzero(kinds == ORDER[BACK]), np.flatnonzero(~blank & (found.scores >= SURE))
    if not len(backs) or len(faces) < FEWEST:
        return found
    colours = {tile: _colour(photo, found.boxes[tile]) for tile in (*backs.tolist(), *faces.tolist())}
    centres = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    probabilities, scores = found.probabilities.copy(), found.scores.copy()
    for back in backs.tolist():
        nearest = faces[np.linalg.norm(centres[faces] - centres[back], axis=1).argsort()[:AROUND]]
        body = np.median([colours[tile] for tile in nearest.tolist()], axis=0)
        off = np.linalg.norm((colours[back] - body) / (SHADING, 1, 1))
        probabilities[back, ORDER[BACK]] *= np.exp(-NO_BACK * np.interp(off, ALIKE, (1, 0)))
        left = probabilities[back].sum()
        probabilities[back] /= left
        scores[back] *= left / (scores[back] * left + 1 - scores[back])
    return replace(found, probabilities=probabilities, scores=scores)


def _colour(photo: Photo, box: Floats) -> Floats:
    """The median of the middle of ``box`` in CIELAB, float32 (3,)."""
    lab = cv2.cvtColor(middle_of(photo, box).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    return np.asarray(np.median(lab.reshape(-1, 3), axis=0), np.float32)


def middle_of(photo: Photo, box: Floats) -> NDArray[np.uint8]:
    """Pixels of the middle of the xyxy ``box``, in full-resolution pixels: uint8 (SAMPLES, SAMPLES, 3) RGB."""
    (left, top), (right, bottom) = np.split(box * photo.scale, 2)
    xs = np.linspace(left + INSET * (right - left), right - INSET * (right - left), SAMPLES).astype(int)
    ys = np.linspace(top + INSET * (bottom - top), bottom - INSET * (bottom - top), SAMPLES).astype(int)
    height, width = photo.image.shape[:2]
    return np.asarray(photo.image[ys.clip(0, height - 1)[:, None], xs.clip(0, width - 1)], np.uint8)
