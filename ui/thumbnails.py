"""The small pictures of a report."""

from __future__ import annotations

import cv2

from snaptai.vision.draft import HandDraft
from snaptai.vision.overlay import COLOURS
from snaptai.vision.photo import Photo
from snaptai.vision.pre import resized

LONGEST, QUALITY = 520, 58
"""Longer side in pixels, and JPEG quality: WebP is a fifth smaller and takes thirty times as long."""


def thumbnail(photo: Photo, draft: HandDraft) -> bytes:
    """A small JPEG of the photo as high as its hand, tiles framed in their role's colour; no metadata survives."""
    top, bottom = _height_of_hand(photo, draft)
    part = photo.image[round(top * photo.scale) : round(bottom * photo.scale)]
    scale = LONGEST / max(photo.size[0], bottom - top)
    size = (max(1, round(photo.size[0] * scale)), max(1, round((bottom - top) * scale)))
    picture = resized(part, size)[..., ::-1].copy()
    for tile in draft.tiles:
        left, upper, right, lower = tile.box
        corners = [(round(x * scale), round((y - top) * scale)) for x, y in ((left, upper), (right, lower))]
        if right > left:
            blue_green_red = tuple(bytes.fromhex(COLOURS[tile.role][1:]))[::-1]
            cv2.rectangle(picture, corners[0], corners[1], blue_green_red, 1 if tile.role == "other" else 2)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def _height_of_hand(photo: Photo, draft: HandDraft) -> tuple[float, float]:
    """Top and bottom, in pixels of the photo, of the hand and two tiles around it; of all where no hand is seen."""
    boxes = [tile.box for tile in draft.tiles if tile.role != "other" and tile.box[2] > tile.box[0]]
    margin = 2 * max((box[3] - box[1] for box in boxes), default=0)
    top = max(min((box[1] for box in boxes), default=0) - margin, 0)
    bottom = min(max((box[3] for box in boxes), default=photo.size[1]) + margin, photo.size[1])
    return (top, bottom) if (bottom - top) * photo.scale >= 1 else (0, photo.size[1])
