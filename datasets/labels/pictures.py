"""The pictures of a labelled set: which files they are, how large they stand upright, and copies of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from PIL import Image
from pillow_heif import register_heif_opener

from snaptai.datasets.labels.labelled import LabelledPhoto
from snaptai.scoring.fields import Text

register_heif_opener(thumbnails=False)

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif"))
_ORIENTATION = 274


def is_picture(path: Path) -> bool:
    """By its suffix."""
    return path.suffix.lower() in SUFFIXES and path.is_file()


def pictures_in(folder: Path) -> list[Path]:
    """The pictures directly in ``folder``, by name."""
    return sorted(path for path in folder.iterdir() if is_picture(path)) if folder.is_dir() else []


def pictures_below(folder: Path) -> list[Path]:
    """The pictures in ``folder`` and every folder below it, by path."""
    return sorted(path for path in folder.rglob("*") if is_picture(path))


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
        for path in pictures_below(root):
            self._by_name.setdefault(path.name, []).append(path)

    def find(self, name: str, near: Path | None = None) -> Path | None:
        """The picture at ``name`` below ``near`` or the root, else the one whose path ends most like it.

        None where there is none, or several end like it.
        """
        for folder in (near or self._root, self._root):
            if is_picture(path := folder / name) and path.resolve().is_relative_to(self._root.resolve()):
                return path
        alike = self._alike(name)
        return alike[0] if len(alike) == 1 else None

    def absence(self, name: str) -> Text:
        """Why ``find`` gives none for ``name``."""
        count = len(self._alike(name))
        if count:
            return Text(f"有 {count} 張叫做 {name} 的圖片，分不出是哪一張", f"{name}: {count} pictures have this name")
        return Text(f"{name} 不在", f"{name} is not there")

    def _alike(self, name: str) -> list[Path]:
        """The pictures of this file name that share most folders with it."""
        wanted = PurePosixPath(name.replace("\\", "/")).parts
        same = self._by_name.get(wanted[-1], []) if wanted else []
        ends = [_common_end(path.parts, wanted) for path in same]
        return [path for path, end in zip(same, ends, strict=True) if end == max(ends)]


def _common_end(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    """How many parts two paths share from their ends."""
    pairs = enumerate(zip(reversed(a), reversed(b), strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(a), len(b)))
