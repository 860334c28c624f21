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

from snaptai.datasets.faces import STYLES
from snaptai.datasets.render.cutouts import (
    drawn_face,
    is_clean,
    looks_like,
    photographed_face,
    read_picture,
    rectified_back,
    signature,
)
from snaptai.datasets.render.photo_crops import photo_crops
from snaptai.datasets.render.tilesets import IVORY, Image, TileSet, own_set, recoloured, tile_set_of
from snaptai.scoring.tiles import BACK, TILES

SPLITS = ("train", "test")
TEST_SETS = ("cam08_white", "cam09_index")
TEST_ART = ("akizumifox", "openmahjong_xuefun")
_SKIPPED_ART = ("wikimedia_MJ_openmahjong",)  # drawn in perspective, with sides
_MISNAMED_ART = {"openmahjong_regular": {"C": "P", "F": "C", "P": "F"}}  # its files name the dragons wrongly
_PAPERS = {"kde_jade": (70, 140, 85)}
_FRAMED_ART = ("khengsaurus", "openmahjong_xuefun", "xmahjongg_real")  # the tile's rim is part of the picture


def _by_tile(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.iterdir()) if path.stem in TILES and path.stem != BACK}


def _real_sets(shared: Path, split: str) -> Iterable[tuple[str, dict[str, tuple[Image, ...]]]]:
    for folder in sorted(path for path in (shared / "data/sets").glob("*") if path.is_dir()):
        if (folder.name in TEST_SETS) == (split == "test"):
            faces = {tile: photographed_face(read_picture(path)) for tile, path in _by_tile(folder).items()}
            yield folder.name, {tile: (face,) for tile, face in faces.items()}


def _art_sets(shared: Path, split: str) -> Iterable[tuple[str, dict[str, tuple[Image, ...]]]]:
    for folder in sorted((shared / "data/art").glob("*")):
        if (folder.name in TEST_ART) == (split == "test") and folder.name not in _SKIPPED_ART:
            names = _MISNAMED_ART.get(folder.name, {})
            paper = _PAPERS.get(folder.name, (244, 242, 232))
            files = {tile: read_picture(folder / f"{names.get(tile, tile)}.png") for tile in _by_tile(folder)}
            framed = folder.name in _FRAMED_ART
            yield folder.name, {tile: (drawn_face(image, paper, framed),) for tile, image in files.items()}


def _loose_crops(shared: Path) -> dict[str, tuple[Image, ...]]:
    """Training crops of many makes, all on one body colour; no ``cam_`` (some lie upside down or carry a shop's name).

    Beside them faces from the training photos. Those that look like a held-out set are left out.
    """
    held_out = dict(_real_sets(shared, "test"))
    from_photos = photo_crops(shared / "data/photos/train")
    crops: dict[str, tuple[Image, ...]] = {}
    for folder in sorted((shared / "data/crops").glob("*")):
        models = [signature(faces[folder.name][0]) for faces in held_out.values() if folder.name in faces]
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("cam_"))
        pictures = [*(read_picture(path)[..., :3] for path in files), *from_photos.get(folder.name, [])]
        faces = [photographed_face(picture) for picture in pictures if is_clean(picture)]
        crops[folder.name] = tuple(recoloured(face, IVORY) for face in faces if not looks_like(face, models))
    return crops


def _is_test_photo(name: str) -> bool:
    return zlib.crc32(name.encode()) % 5 == 0


def _rows(folder: Path, split: str) -> list[dict[str, str]]:
    if not (folder / "SOURCES.csv").exists():
        return []
    with (folder / "SOURCES.csv").open(encoding="utf-8-sig") as handle:
        return [row for row in csv.DictReader(handle) if _is_test_photo(row["source_photo"]) == (split == "test")]


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
        by_photo.setdefault(row["source_photo"], []).append(rectified_back(folder, row))
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
    folder = shared / "data/backgrounds"
    tables = [read_picture(folder / row["file"]) for row in _rows(folder, split)]
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
