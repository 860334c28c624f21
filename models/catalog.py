"""The models that ship: file, sha256, classes, thresholds, measured figures (``catalog.json``).

``python -m snaptai.models.catalog refresh`` writes the sha256 of every model file found here into the catalog;
``python -m snaptai.models.catalog check`` says which files are absent or damaged.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from snaptai.scoring.tiles import TILES

FOLDER = Path(__file__).parent
CATALOG = FOLDER / "catalog.json"


class ModelError(RuntimeError):
    """A model that cannot be used: one sentence that says what to do, ``str(error)`` in English."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(english)
        self._chinese = chinese

    def message(self, lang: str = "zh") -> str:
        """The sentence for people, ``zh`` or ``en``."""
        return str(self) if lang == "en" else self._chinese


@dataclass(frozen=True)
class Entry:
    """One model of ``kind`` detector or classifier.

    ``threshold``: the score from which a box counts; ``tile_side``: longer side of a tile, in pixels at the network, at
    which it reads best; ``temperature``: divides a classifier's logits, and where a hand is read the logarithms of
    the class probabilities; ``weight``: of the classifier's word against the detector's; ``figures``: what was
    measured, by set.
    """

    name: str
    path: Path
    sha256: str
    kind: str
    classes: tuple[str, ...] = TILES
    threshold: float = 0.25
    tile_side: float = 80.0
    temperature: float = 1.0
    weight: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)


def read_catalog(path: Path = CATALOG) -> dict[str, Entry]:
    """Every entry by name. Raises ``ModelError`` where the catalog is absent or damaged."""
    try:
        listed = json.loads(path.read_text("utf-8"))["models"]
        return {name: _entry(name, values, path.parent) for name, values in listed.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ModelError(
            f"模型目錄 {path.name} 不存在或已損壞；請重新安裝 snaptai。",
            f"The model catalog {path.name} is absent or damaged; reinstall snaptai.",
        ) from error


def _entry(name: str, values: dict[str, Any], folder: Path) -> Entry:
    known = {key: value for key, value in values.items() if key not in ("file", "classes")}
    return Entry(name, folder / values["file"], **known, classes=tuple(values.get("classes", TILES)))


def find_model(name: str, *, kind: str | None = None, catalog: Path = CATALOG) -> Entry:
    """The entry ``name`` (of ``kind``), its file present and its sha256 right. Raises ``ModelError`` otherwise."""
    entries = {known: entry for known, entry in read_catalog(catalog).items() if kind in (None, entry.kind)}
    if name not in entries:
        names = ", ".join(entries)
        raise ModelError(
            f"沒有 {name!r} 這個模型；請選 {names}。", f"There is no model {name!r}; choose one of {names}."
        )
    entry = entries[name]
    file, folder = entry.path.name, entry.path.parent
    if not entry.path.is_file():
        raise ModelError(
            f"找不到模型檔 {file}；請重新安裝 snaptai，或放到 {folder}。",
            f"The model file {file} is missing; reinstall snaptai or put it into {folder}.",
        )
    if file_hash(entry.path) != entry.sha256:
        raise ModelError(
            f"模型檔 {file} 已損壞，或不是目錄所列的檔案；請重新安裝 snaptai。",
            f"The model file {file} is damaged or not the listed one; reinstall snaptai.",
        )
    return entry


def file_hash(path: Path) -> str:
    """The sha256 of a file, in hex; read once for as long as the file stays the same."""
    status = path.stat()
    return _hash(path, status.st_mtime_ns, status.st_size)


@lru_cache
def _hash(path: Path, _changed: int, _size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def refresh(path: Path = CATALOG) -> list[str]:
    """Write the sha256 of the files that are there into the catalog; the names whose hash changed.

    Raises ``ModelError`` where the catalog is damaged.
    """
    read_catalog(path)
    document = json.loads(path.read_text("utf-8"))
    changed = []
    for name, values in document["models"].items():
        file = path.parent / values["file"]
        if file.is_file() and values.get("sha256") != file_hash(file):
            values["sha256"] = file_hash(file)
            changed.append(name)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return changed


def main(arguments: list[str]) -> int:
    """``refresh`` or ``check``; 0 where every model is present and right, else 1."""
    if arguments not in (["refresh"], ["check"]):
        print("usage: python -m snaptai.models.catalog (refresh | check)", file=sys.stderr)
        return 2
    try:
        if arguments == ["refresh"]:
            print("changed:", ", ".join(refresh()) or "nothing")
        return 0 if all(map(_is_good, read_catalog())) else 1
    except ModelError as error:
        print(error, file=sys.stderr)
        return 1


def _is_good(name: str) -> bool:
    """Whether the model can be used; says so, or why not."""
    try:
        find_model(name)
    except ModelError as error:
        print(f"{name}: {error}")
        return False
    print(f"{name}: good")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
