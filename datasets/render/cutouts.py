"""Pictures of faces and backs made ready for the renderer: upright, of one size, without what lies round the tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render.tilesets import BACK_SIZE, FACE_SIZE, Image, paper_of

RIM, MARGIN = 0.025, 0.06
"""Shares of its side cut from a photographed face, and laid round a drawn one."""
ALIKE = 0.87
"""Correlation of two small faces from which they are of one make."""
STRANGE, UNEVEN = 30, 40
"""How far (levels of 256) the rim of a clean face may be from its body colour, and how much it may vary."""


def read_picture(path: Path) -> Image:
    """RGB or RGBA, uint8. ValueError for what is no picture."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"{path} is not a picture; leave it out of the folder")
    code = cv2.COLOR_BGRA2RGBA if image.shape[2] == 4 else cv2.COLOR_BGR2RGB
    return np.asarray(cv2.cvtColor(image, code), np.uint8)


def _feather(height: int, width: int) -> NDArray[np.float32]:
    """One inside, falling to zero at the very rim, where crops show their neighbours."""
    y = np.minimum(np.arange(height), np.arange(height)[::-1])[:, None] / width
    x = np.minimum(np.arange(width), np.arange(width)[::-1])[None] / width
    corner = np.minimum(np.minimum(x, y) / 0.05, 1) * np.clip((x + y) / 0.14, 0, 1)
    return np.asarray(corner, np.float32)[..., None]


def photographed_face(image: Image) -> Image:
    """A photographed face: upright, its rim faded into the body colour."""
    if image.shape[1] > image.shape[0] * 1.1:
        image = np.ascontiguousarray(np.rot90(image))
    trim = round(min(image.shape[:2]) * RIM)
    image = image[trim : image.shape[0] - trim, trim : image.shape[1] - trim]
    if image.shape[1] > FACE_SIZE[0]:
        image = np.asarray(cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    keep = _feather(*image.shape[:2])
    return np.asarray(image * keep + paper_of(image) * (1 - keep), np.uint8)


def drawn_face(image: Image, paper: tuple[int, int, int], framed: bool) -> Image:
    """Art with transparency on a body of colour ``paper``: without its frame, or with a margin."""
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        image = np.asarray(image[..., :3] * alpha + np.array(paper, np.float32) * (1 - alpha), np.uint8)
    margin = round(image.shape[1] * MARGIN)
    if framed:
        image = image[margin:-margin, margin:-margin]
    else:
        image = np.asarray(cv2.copyMakeBorder(image, *(margin,) * 4, cv2.BORDER_CONSTANT, value=paper), np.uint8)
    keep = _feather(*image.shape[:2])
    image = np.asarray(image * keep + np.array(paper, np.float32) * (1 - keep), np.uint8)
    return np.asarray(cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def signature(image: Image) -> NDArray[np.float32]:
    """The face very small, float32 (1296,), of length one: what two faces of one make have alike."""
    small = np.asarray(cv2.resize(image, (18, 24), interpolation=cv2.INTER_AREA), np.float32)
    small -= small.mean((0, 1))
    return np.asarray(small / (np.linalg.norm(small) + 1e-6), np.float32).ravel()


def looks_like(image: Image, models: Sequence[NDArray[np.float32]]) -> bool:
    """Whether a crop shows one of the held-out faces, upright or upside down."""
    mine = signature(image), signature(np.ascontiguousarray(image[::-1, ::-1]))
    return any(float(model @ one) > ALIKE for model in models for one in mine)


def is_clean(picture: Image) -> bool:
    """A face and nothing else: some crops show the tile's sides or the table."""
    image = np.asarray(cv2.resize(picture, (30, 40), interpolation=cv2.INTER_AREA), np.float32)
    rim = np.concatenate([image[2], image[-3], image[:, 2], image[:, -3]])
    strange = float(np.abs(np.median(rim, axis=0) - paper_of(image.astype(np.uint8))).mean())
    return strange < STRANGE and float(rim.std()) < UNEVEN


def rectified_back(folder: Path, row: Mapping[str, str]) -> Image:
    """A real back seen square on, from its cut-out and the corners that SOURCES.csv gives."""
    image = read_picture(folder / row["file"])[..., :3]
    quad = np.array([[float(row[f"{axis}{n}"]) for axis in "xy"] for n in range(1, 5)], np.float32)
    if np.linalg.norm(quad[0] - quad[1]) > np.linalg.norm(quad[1] - quad[2]):
        quad = np.roll(quad, -1, axis=0)
    quad = quad.mean(0) + (quad - quad.mean(0)) * np.float32(0.9)
    w, h = BACK_SIZE
    matrix = cv2.getPerspectiveTransform(quad, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    return np.asarray(cv2.warpPerspective(image, matrix, BACK_SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)
