"""The pictures of a labelled set: which files they are, how large they stand upright, and copies of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from PIL import Image
from pillow_heif import register_heif_opener

from snaptai.datasets.labels.labelled import LabelledPhoto

register_heif_opener(thumbnails=False)

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif"))
_ORIENTATION = 274


def is_picture(path: Path) -> bool:
    """By its suffix."""
    return path.suffix.lower() in SUFFIXES and path.is_file()


def pictures_in(folder: Path) -> list[Path]:
    """The pictures directly in ``folder``, by name."""
    return sorted(path for path in folder.iterdir() if is_picture(path)) if folder.is_dir() else []


def copied(photos: Iterable[LabelledPhoto], folder: Path) -> list[tuple[LabelledPhoto, str]]:
    """Copy the photos to ``folder``, which is made where it is not there; each photo, and its file name there.

    A stem met before gets -2, -3 … so that no label file is shared.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()
    names = []
    for photo in photos:
        stem, number = photo.path.stem, 2
        while stem.lower() in taken:
            stem, number = f"{photo.path.stem}-{number}", number + 1
        taken.add(stem.lower())
        names.append((photo, stem + photo.path.suffix))
        shutil.copyfile(photo.path, folder / names[-1][1])
    return names


def upright_size(path: Path) -> tuple[int, int] | None:
    """(width, height) with EXIF orientation applied, read from the header; None where it is no picture."""
    try:
        with Image.open(path) as image:
            turned = image.getexif().get(_ORIENTATION, 1) >= 5
            width, height = image.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return (height, width) if turned else (width, height)


class Finder:
    """Finds the pictures that label files name, wherever below ``root`` they lie."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._by_name: dict[str, list[Path]] = {}
        for path in sorted(root.rglob("*")):
            if is_picture(path):
                self._by_name.setdefault(path.name, []).append(path)

    def find(self, name: str, near: Path | None = None) -> Path | None:
        """The picture at ``name`` below ``near`` or the root, else the only one with its file name; else None."""
        for folder in (near or self._root, self._root):
            if is_picture(path := folder / name) and path.resolve().is_relative_to(self._root.resolve()):
                return path
        same = self._by_name.get(name.replace("\\", "/").rsplit("/", 1)[-1], [])
        return same[0] if len(same) == 1 else None
