"""Any labelled set by its path: the format is known by what lies there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snaptai.datasets.labels import LabelledSet, coco, labelstudio, voc, yolo
from snaptai.datasets.labels.pictures import pictures_in
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import TILES

_MAX_DEPTH = 3


class NoLabels(Unfit):
    """A path that holds no labelled set; the text says what was looked for."""


def load(path: Path, names: Mapping[str, str] | None = None) -> LabelledSet:
    """The set at ``path``: a folder in YOLO, COCO, VOC, Label Studio or a Roboflow export (train, valid, test
    together), or a COCO, Label Studio or data.yaml file. ``names`` maps the set's class names to tiles.

    Raises ``NoLabels``. Bad labels do not raise: they are the set's ``complaints``.
    """
    if path.is_file():
        loaded = load(path.parent, names) if path.suffix in (".yaml", ".yml") else _from_json(path, names, path.parent)
    else:
        loaded = _from_folder(path, names, _MAX_DEPTH)
    if loaded is None:
        raise NoLabels(
            f"{path} 裡沒有標註；須有 images/ 與 labels/（YOLO）、COCO 或 Label Studio 的 JSON 檔，或 VOC 的 XML 檔",
            f"{path}: no labels found; expected images/ with labels/ (YOLO), a COCO or Label Studio JSON file, "
            "or VOC XML files",
        )
    return loaded


def load_names(path: Path) -> dict[str, str]:
    """A class-name map: a JSON object from the set's names to tiles, ``{"bird": "1s"}``. Raises ``Unfit``."""
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError:
        content = None
    if not isinstance(content, dict):
        zh, en = f"{path} 須是 JSON 物件，由類別名稱到牌", f"{path}: expected a JSON object from class names to tiles"
        raise Unfit(zh, en)
    unknown = [f"{name}: {tile}" for name, tile in content.items() if tile not in TILES]
    if unknown:
        zh, en = f"{path} 有不是牌的 {'、'.join(unknown)}；請寫成 1m、E、5f", f"{path}: these are no tiles: "
        raise Unfit(zh, f"{en}{', '.join(unknown)}; use notation such as 1m, E or 5f")
    return content


def _from_folder(folder: Path, names: Mapping[str, str] | None, depth: int) -> LabelledSet | None:
    """The set in a folder itself, else all sets in the folders below it."""
    if not folder.is_dir():
        return None
    here = _here(folder, names)
    if here is not None or depth == 0:
        return here
    below = [_from_folder(child, names, depth - 1) for child in sorted(folder.iterdir()) if child.is_dir()]
    found = [part for part in below if part is not None]
    return sum(found, LabelledSet()) if found else None


def _here(folder: Path, names: Mapping[str, str] | None) -> LabelledSet | None:
    for file in sorted([*folder.glob("*.json"), *(folder / "annotations").glob("*.json")]):
        if (loaded := _from_json(file, names, folder)) is not None:
            return loaded
    if any(folder.glob("*.xml")) and pictures_in(folder) or any((folder / "Annotations").glob("*.xml")):
        return voc.read(folder, names)
    if (folder / "images").is_dir() and pictures_in(folder / "images") or pictures_in(folder):
        return yolo.read(folder, names)
    return None


def _from_json(file: Path, names: Mapping[str, str] | None, root: Path) -> LabelledSet | None:
    content: Any
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError):
        return None
    if coco.is_coco(content):
        return coco.read(file, names, root)
    return labelstudio.read(file, names, root) if labelstudio.is_label_studio(content) else None
