"""Faces cut from labelled photos, for the classes whose designs differ most from set to set."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from snaptai.datasets.render.tilesets import Image
from snaptai.scoring.tiles import FLOWERS, TILES

VARIED = (*FLOWERS, "P", "1s")
_LEAST_WIDTH, _MOST_FACES = 48, 40
_UPRIGHT = (0.64, 0.86)  # width by height of a tile that is not turned
_MISLABELLED = "jc_370016222_1500674184032780_3587499100410576785_n_crop"  # its 秋 is labelled 菊
_Row = tuple[str, float, float, float, float]


def photo_crops(folder: Path) -> dict[str, list[Image]]:
    """Up to 40 faces a class (RGB) from the YOLO set in ``folder``: large ones that stand upright or upside down.

    Photos are taken in the order of a fixed shuffle, so that many sessions give some.
    """
    found: dict[str, list[Image]] = {tile: [] for tile in VARIED}
    labels = sorted(path for path in (folder / "labels").glob("*.txt") if path.stem != _MISLABELLED)
    for index in np.random.default_rng(0).permutation(len(labels)):
        rows = [row for row in _rows(labels[index]) if row[0] in found and len(found[row[0]]) < _MOST_FACES]
        if rows:
            for tile, face in _faces(folder, labels[index].stem, rows):
                found[tile].append(face)
    return found


def _rows(label: Path) -> list[_Row]:
    """Tile and cx, cy, w, h of each line."""
    parts = (line.split() for line in label.read_text().splitlines())
    return [(TILES[int(c)], float(x), float(y), float(w), float(h)) for c, x, y, w, h in parts]


def _faces(folder: Path, stem: str, rows: list[_Row]) -> list[tuple[str, Image]]:
    picture = next(iter((folder / "images").glob(f"{stem}.*")), None)
    image = None if picture is None else cv2.imread(str(picture))
    if image is None:
        return []
    height, width = image.shape[:2]
    faces: list[tuple[str, Image]] = []
    for tile, x, y, w, h in rows:
        if w * width >= _LEAST_WIDTH and _UPRIGHT[0] <= w * width / (h * height) <= _UPRIGHT[1]:
            x0, y0 = max(round((x - w / 2) * width), 0), max(round((y - h / 2) * height), 0)
            cut = image[y0 : round((y + h / 2) * height), x0 : round((x + w / 2) * width), ::-1]
            faces.append((tile, np.array(cut, np.uint8)))
    return faces
