"""Is the photo good enough to be read? Five faults, each a ``photo_quality`` question that says what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.vision.blocks import level_sizes
from snaptai.vision.detection import Detections
from snaptai.vision.draft import Question
from snaptai.vision.photo import Photo
from snaptai.vision.pre import resized

Floats = NDArray[np.floating]

SENTENCES = {
    "small": (
        "牌在照片裡太小，請靠近一點，讓整副牌佔滿畫面再拍。",
        "The tiles are too small; move closer until the hand fills the picture.",
    ),
    "blurred": (
        "照片模糊，請拿穩手機、點一下牌面對焦再拍。",
        "The photo is blurred; hold still, tap the tiles to focus and take it again.",
    ),
    "glare": (
        "有牌面反光看不清，請換個角度或避開燈光再拍。",
        "Glare hides a tile's face; change the angle or shade the lamp and take it again.",
    ),
    "cut": (
        "有牌被照片邊緣切掉，請把整副牌拍進畫面。",
        "A tile is cut off at the photo's edge; take it again with the whole hand inside.",
    ),
    "slanted": (
        "拍攝角度太斜，請從牌的正上方或正前方拍。",
        "The tiles are seen too much from the side; take the photo from straight above or in front.",
    ),
}
SMALLEST = 22.0
"""Longer side of a tile, in photo pixels, under which faces run together."""
SHARPNESS = 0.012
"""Energy of the finest detail against the contrast; see ``_sharpness``."""
WASHED_OUT, DOUBTFUL = 0.7, 0.6
"""A doubtful tile of which most is white, and clearly more than of its neighbours: clean white tiles are no glare."""
ABOVE_OTHERS, BLANK = 0.2, 0.95
CUT_OFF = 0.72
"""A tile at the photo's edge is cut off if it is less than this share as wide or as high as is usual."""
FLATTEST, ENOUGH = 0.72, 5
"""Height to width, usual among at least so many tiles, under which they are seen too flatly; upright it is 1.35."""
_SAMPLE = 24
"""Tiles whose pixels are looked at."""


def check_quality(photo: Photo, found: Detections, lang: str = "zh") -> list[Question]:
    """Questions about the photo as a whole, at most one a fault; none where no tile was seen."""
    if not len(found):
        return []
    sizes = level_sizes(found)
    faults = _faults(photo, found, sizes)
    return [Question("photo_quality", SENTENCES[fault][lang == "en"], tile) for fault, tile in faults]


def _faults(photo: Photo, found: Detections, sizes: Floats) -> Iterator[tuple[str, int | None]]:
    is_small = float(np.median(sizes.max(axis=1))) < SMALLEST
    if is_small:
        yield "small", None
    sample = [_patch(photo, box) for box in found.boxes[:_SAMPLE]]
    if not is_small and float(np.median(_sharpness(sample))) < SHARPNESS:
        yield "blurred", None
    glaring = [index for index in _washed_out(sample) if _is_doubtful(found, index)]
    if glaring:
        yield "glare", glaring[0]
    cut = _cut_off(photo, found, sizes)
    if cut is not None:
        yield "cut", cut
    if float(np.median(sizes[:, 1] / np.maximum(sizes[:, 0], 1))) < FLATTEST and len(found) >= ENOUGH:
        yield "slanted", None


def _sharpness(patches: Sequence[NDArray[np.uint8]]) -> Floats:
    """Of each patch: energy of the finest detail along x or y, whichever has less (motion blurs one), by contrast."""
    grey = np.stack([cv2.cvtColor(patch, cv2.COLOR_RGB2GRAY) for patch in patches]).astype(np.float32)
    energies = [np.diff(grey, 2, axis=axis).reshape(len(grey), -1).var(axis=1) for axis in (1, 2)]
    return np.asarray(np.minimum(*energies) / (grey.reshape(len(grey), -1).var(axis=1) + 25), np.float32)


def _patch(photo: Photo, box: Floats) -> NDArray[np.uint8]:
    """A box of the full photo, drawn 48×64."""
    height, width = photo.image.shape[:2]
    left, top, right, bottom = (int(value) for value in np.asarray(box) * photo.scale)
    left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
    pixels = photo.image[top : max(bottom, top + 1), left : max(right, left + 1)]
    return resized(pixels, (48, 64))


def _washed_out(patches: Sequence[NDArray[np.uint8]]) -> list[int]:
    """The patches in which light has taken the face: whiter than the others, or all white."""
    white = np.array([float(cv2.inRange(patch, (250,) * 3, (255,) * 3).mean()) / 255 for patch in patches])
    usual = float(np.median(white))
    hit = (white > WASHED_OUT) & ((white > usual + ABOVE_OTHERS) | (white > BLANK))
    return [int(index) for index in np.flatnonzero(hit)]


def _is_doubtful(found: Detections, index: int) -> bool:
    return float(found.scores[index] * found.probabilities[index].max()) < DOUBTFUL


def _cut_off(photo: Photo, found: Detections, sizes: Floats) -> int | None:
    """A tile that touches the photo's edge and is clearly smaller than the others."""
    usual = np.median(sizes, axis=0)
    low, high = found.boxes[:, :2] < 3, found.boxes[:, 2:] > np.array(photo.size) - 3
    at_edge = np.any(low | high, axis=1)
    shorter = np.any(sizes < usual * CUT_OFF, axis=1)
    index = np.flatnonzero(at_edge & shorter)
    return int(index[0]) if len(index) and len(found) >= 3 else None
