"""What tiles look like: sets of real crops, drawn art, real backs and tables where ``shared`` is there; else our own.

Held out, so that ``split="test"`` measures what training never saw: the real sets ``TEST_SETS`` with every loose crop
that looks like them, the art ``TEST_ART``, every back and table whose source photo's name has a CRC-32 that divides
by five, every fourth of our own styles and all random makes (which never have the lettering of one
of those), and all seeds (the split is part of the seed).
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces import STYLES
from snaptai.datasets.render.photo_crops import photo_crops
from snaptai.datasets.render.tilesets import (
    BACK_SIZE,
    FACE_SIZE,
    IVORY,
    Image,
    TileSet,
    own_set,
    paper_of,
    recoloured,
    tile_set_of,
)
from snaptai.scoring.tiles import BACK, TILES

SPLITS = ("train", "test")
TEST_SETS = ("cam08_white", "cam09_index")
TEST_ART = ("akizumifox", "openmahjong_xuefun")
_SKIPPED_ART = ("wikimedia_MJ_openmahjong",)  # drawn in perspective, with sides
_MISNAMED_ART = {"openmahjong_regular": {"C": "P", "F": "C", "P": "F"}}  # its files name the dragons wrongly
_PAPERS = {"kde_jade": (70, 140, 85)}
_FRAMED_ART = ("khengsaurus", "openmahjong_xuefun", "xmahjongg_real")  # the tile's rim is part of the picture


def _read(path: Path) -> Image:
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


def _face(image: Image) -> Image:
    """A photographed face: upright, its rim faded into the body colour."""
    if image.shape[1] > image.shape[0] * 1.1:
        image = np.ascontiguousarray(np.rot90(image))
    trim = round(min(image.shape[:2]) * 0.025)
    image = image[trim : image.shape[0] - trim, trim : image.shape[1] - trim]
    if image.shape[1] > FACE_SIZE[0]:
        image = np.asarray(cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    keep = _feather(*image.shape[:2])
    return np.asarray(image * keep + paper_of(image) * (1 - keep), np.uint8)


def _drawn(image: Image, paper: tuple[int, int, int], framed: bool) -> Image:
    """Art with transparency on a body of colour ``paper``: without its frame, or with a margin."""
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        image = np.asarray(image[..., :3] * alpha + np.array(paper, np.float32) * (1 - alpha), np.uint8)
    margin = round(image.shape[1] * 0.06)
    if framed:
        image = image[margin:-margin, margin:-margin]
    else:
        image = np.asarray(cv2.copyMakeBorder(image, *(margin,) * 4, cv2.BORDER_CONSTANT, value=paper), np.uint8)
    keep = _feather(*image.shape[:2])
    image = np.asarray(image * keep + np.array(paper, np.float32) * (1 - keep), np.uint8)
    return np.asarray(cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _by_tile(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.iterdir()) if path.stem in TILES and path.stem != BACK}


def _real_sets(shared: Path, split: str) -> Iterable[tuple[str, dict[str, tuple[Image, ...]]]]:
    for folder in sorted(path for path in (shared / "data/sets").glob("*") if path.is_dir()):
        if (folder.name in TEST_SETS) == (split == "test"):
            yield folder.name, {tile: (_face(_read(path)),) for tile, path in _by_tile(folder).items()}


def _art_sets(shared: Path, split: str) -> Iterable[tuple[str, dict[str, tuple[Image, ...]]]]:
    for folder in sorted((shared / "data/art").glob("*")):
        if (folder.name in TEST_ART) == (split == "test") and folder.name not in _SKIPPED_ART:
            names = _MISNAMED_ART.get(folder.name, {})
            paper = _PAPERS.get(folder.name, (244, 242, 232))
            files = {tile: _read(folder / f"{names.get(tile, tile)}.png") for tile in _by_tile(folder)}
            framed = folder.name in _FRAMED_ART
            yield folder.name, {tile: (_drawn(image, paper, framed),) for tile, image in files.items()}


def _signature(image: Image) -> NDArray[np.float32]:
    small = np.asarray(cv2.resize(image, (18, 24), interpolation=cv2.INTER_AREA), np.float32)
    small -= small.mean((0, 1))
    return np.asarray(small / (np.linalg.norm(small) + 1e-6), np.float32).ravel()


def _looks_like(image: Image, models: list[NDArray[np.float32]]) -> bool:
    """Whether a crop shows one of the held-out faces, upright or upside down."""
    mine = _signature(image), _signature(np.ascontiguousarray(image[::-1, ::-1]))
    return any(float(model @ one) > 0.87 for model in models for one in mine)


def _is_clean(picture: Image) -> bool:
    """A face and nothing else: some crops show the tile's sides or the table."""
    image = np.asarray(cv2.resize(picture, (30, 40), interpolation=cv2.INTER_AREA), np.float32)
    rim = np.concatenate([image[2], image[-3], image[:, 2], image[:, -3]])
    strange = float(np.abs(np.median(rim, axis=0) - paper_of(image.astype(np.uint8))).mean())
    return strange < 30 and float(rim.std()) < 40


def _loose_crops(shared: Path) -> dict[str, tuple[Image, ...]]:
    """Training crops of many makes, all on one body colour; no ``cam_`` (some lie upside down or carry a shop's name).

    Beside them faces from the training photos. Those that look like a held-out set are left out.
    """
    held_out = dict(_real_sets(shared, "test"))
    from_photos = photo_crops(shared / "data/photos/train")
    crops: dict[str, tuple[Image, ...]] = {}
    for folder in sorted((shared / "data/crops").glob("*")):
        models = [_signature(faces[folder.name][0]) for faces in held_out.values() if folder.name in faces]
        pictures = [_read(path)[..., :3] for path in sorted(folder.iterdir()) if not path.name.startswith("cam_")]
        pictures += from_photos.get(folder.name, [])
        faces = [_face(picture) for picture in pictures if _is_clean(picture)]
        crops[folder.name] = tuple(recoloured(face, IVORY) for face in faces if not _looks_like(face, models))
    return crops


def _is_test_photo(name: str) -> bool:
    return zlib.crc32(name.encode()) % 5 == 0


def _rows(folder: Path, split: str) -> list[dict[str, str]]:
    if not (folder / "SOURCES.csv").exists():
        return []
    with (folder / "SOURCES.csv").open(encoding="utf-8-sig") as handle:
        return [row for row in csv.DictReader(handle) if _is_test_photo(row["source_photo"]) == (split == "test")]


def _rectified_back(folder: Path, row: dict[str, str]) -> Image:
    """A real back seen square on, from its cut-out and the corners that SOURCES.csv gives."""
    image = _read(folder / row["file"])[..., :3]
    quad = np.array([[float(row[f"{axis}{n}"]) for axis in "xy"] for n in range(1, 5)], np.float32)
    if np.linalg.norm(quad[0] - quad[1]) > np.linalg.norm(quad[1] - quad[2]):
        quad = np.roll(quad, -1, axis=0)
    quad = quad.mean(0) + (quad - quad.mean(0)) * np.float32(0.9)
    w, h = BACK_SIZE
    matrix = cv2.getPerspectiveTransform(quad, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    return np.asarray(cv2.warpPerspective(image, matrix, BACK_SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _completed(base: TileSet, others: Iterable[TileSet]) -> TileSet:
    """The set with what it lacks taken from others, brought to its body colour."""
    faces = dict(base.faces)
    for other in others:
        for tile, pictures in other.faces.items():
            if tile not in faces:
                faces[tile] = tuple(recoloured(picture, base.paper) for picture in pictures)
    return replace(base, faces=faces)


@dataclass(frozen=True)
class Sources:
    """All that scenes of one split are made from; ``backs`` are lists of backs of one set each."""

    split: str
    sets: tuple[TileSet, ...]
    crops: dict[str, tuple[Image, ...]]
    art: tuple[TileSet, ...]
    drawn: tuple[str, ...]
    backs: tuple[tuple[Image, ...], ...]
    tables: tuple[Image, ...]


def _real_backs(shared: Path, split: str) -> tuple[tuple[Image, ...], ...]:
    folder = shared / "data/backs"
    by_photo: dict[str, list[Image]] = {}
    for row in _rows(folder, split):
        by_photo.setdefault(row["source_photo"], []).append(_rectified_back(folder, row))
    return tuple(tuple(backs) for backs in by_photo.values())


def _drawn_styles(split: str) -> tuple[str, ...]:
    return tuple(name for index, name in enumerate(STYLES) if (index % 4 == 3) == (split == "test"))


@lru_cache
def load_sources(shared: Path | None, split: str = "train") -> Sources:
    """Everything of one split; without ``shared`` only what this project draws. ValueError for an unknown split."""
    if split not in SPLITS:
        raise ValueError(f"split is {split!r}; use one of {', '.join(SPLITS)}")
    if shared is None:
        return Sources(split, (), {}, (), _drawn_styles(split), (), ())
    sets = [tile_set_of(name, faces) for name, faces in _real_sets(shared, split)]
    art = [tile_set_of(name, faces) for name, faces in _art_sets(shared, split)]
    tables = [_read(shared / "data/backgrounds" / row["file"]) for row in _rows(shared / "data/backgrounds", split)]
    own = own_set(_drawn_styles(split)[0])  # so that no tile is missing, whatever the folder holds
    return Sources(
        split,
        tuple(_completed(one, (*sets, *art, own)) for one in sets),
        _loose_crops(shared) if split == "train" else {},
        tuple(_completed(one, (*art, *sets, own)) for one in art),
        _drawn_styles(split),
        _real_backs(shared, split),
        tuple(tables),
    )
