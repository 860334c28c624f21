"""Any labelled set by its path: the format is known by what lies there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snaptai.datasets.labels import LabelledSet, coco, labelstudio, voc, yolo
from snaptai.datasets.labels.labelled import Gathering
from snaptai.datasets.labels.pictures import pictures_below
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import TILES

_MAX_DEPTH = 3
_ANNOTATIONS = "annotations"


class NoLabels(Unfit):
    """A path that holds no labelled set; the text says what was looked for."""


def load(path: Path, names: Mapping[str, str] | None = None) -> LabelledSet:
    """The set at ``path``: a folder in YOLO, COCO, VOC, Label Studio or a Roboflow export (train, valid, test
    together), or a COCO or Label Studio file, of which pictures that it does not list are no part, or a YAML file with
    the class names of the folder it lies in. ``names`` maps the set's class names to tiles.

    Raises ``NoLabels``, or ``Unfit`` for a file that spoils the whole set. Bad labels do not raise: they are the set's
    ``complaints``.
    """
    if not path.exists():
        raise NoLabels(f"{path} 不存在；請檢查路徑", f"{path}: there is no such file or folder; check the path")
    if path.is_dir():
        loaded = _Reading(names).folder(path, _MAX_DEPTH)
    elif path.suffix.lower() in yolo.YAML:
        loaded = _Reading(names, yolo.read_names(path)).folder(path.parent, _MAX_DEPTH)
    else:
        loaded = _from_file(path, names)
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


def _from_file(file: Path, names: Mapping[str, str] | None) -> LabelledSet | None:
    try:
        content = _content(file)
    except ValueError as problem:
        zh, en = (
            f"{file} 不是 UTF-8 的 JSON（{problem}）；請另存為 UTF-8",
            f"{file} is no JSON in UTF-8 ({problem}); save it as UTF-8",
        )
        raise NoLabels(zh, en) from problem
    return _from_json(content, file, names, file.parent.parent if file.parent.name == _ANNOTATIONS else file.parent)


def _content(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8-sig"))


def _from_json(content: Any, file: Path, names: Mapping[str, str] | None, root: Path) -> LabelledSet | None:
    if coco.is_coco(content):
        return coco.read(file, names, root)
    return labelstudio.read(file, names, root) if labelstudio.is_label_studio(content) else None


@dataclass(frozen=True, slots=True)
class _Reading:
    """``names`` as for ``load``; ``classes``: what a YOLO set's class numbers mean, where that was given."""

    names: Mapping[str, str] | None
    classes: Mapping[int, str] | None = None

    def folder(self, folder: Path, depth: int) -> LabelledSet | None:
        """What JSON files in the folder label, else the set in it together with all sets in the folders below."""
        notes = Gathering({})
        listed = self._listed(folder, notes)
        rest = None if any(map(_labelled, listed.values())) else self._beside_and_below(folder, depth)
        if listed and not (rest and _labelled(rest)):
            rest = _together(sorted(listed.values(), key=_labelled, reverse=True))
            _note_unlisted(folder, rest, notes)
        else:
            for file in listed:
                zh, en = "沒有任何標註，用的是旁邊的標註檔", "labels nothing; the label files beside it were used"
                notes.complain(file, "ignored", zh, en)
        found = [part for part in (rest, notes.done()) if part and (part.photos or part.complaints)]
        return _together(found) if found else None

    def _listed(self, folder: Path, notes: Gathering) -> dict[Path, LabelledSet]:
        """The sets in the folder's JSON files."""
        sets = {}
        for file in _json_files(folder):
            try:
                content = _content(file)
            except ValueError as problem:
                zh = f"不是 UTF-8 的 JSON（{problem}），略過；請另存為 UTF-8"
                en = f"is no JSON in UTF-8 ({problem}); it was left out. Save it as UTF-8"
                notes.complain(file, "malformed", zh, en)
                continue
            if found := _from_json(content, file, self.names, folder):
                sets[file] = found
        return sets

    def _beside_and_below(self, folder: Path, depth: int) -> LabelledSet | None:
        """The VOC or YOLO set in the folder itself, and those in the folders below that are no part of it."""
        here: LabelledSet | None = None
        parts: tuple[str, ...] = ()
        if voc.is_set(folder):
            here, parts = voc.read(folder, self.names), voc.PARTS
        elif yolo.is_set(folder):
            here, parts = yolo.read(folder, self.names, self.classes), yolo.PARTS
        known = {folder / part for part in parts} | {file.parent for file in _json_files(folder)}
        children = [child for child in sorted(folder.iterdir()) if child.is_dir() and child not in known]
        found = [here, *(self.folder(child, depth - 1) for child in children if depth)]
        if not any(found):
            return None
        unused = yolo.unused_names(folder) if here is None and self.classes is None else []
        return _together([*(part for part in found if part), LabelledSet((), tuple(unused))])


def _json_files(folder: Path) -> list[Path]:
    return sorted([*folder.glob("*.json"), *(folder / _ANNOTATIONS).glob("*.json")])


def _labelled(labelled: LabelledSet) -> bool:
    return any(photo.boxes for photo in labelled.photos)


def _together(parts: Iterable[LabelledSet]) -> LabelledSet:
    """All parts as one; each photo once, by the first part that has it."""
    gathering = Gathering({})
    for part in parts:
        gathering.complaints += part.complaints
        for photo in part.photos:
            if gathering.photos.setdefault(photo.path, photo) is not photo:
                gathering.repeated(photo.path)
    whole = gathering.done()
    told = [c for c in whole.complaints if c.code != "no_labels" or c.path not in gathering.photos]
    return LabelledSet(whole.photos, tuple(told))


def _note_unlisted(folder: Path, listed: LabelledSet, notes: Gathering) -> None:
    """Complain of what lies in the folder and is not used where JSON files say what the set is."""
    paths = [photo.path for photo in listed.photos] + [complaint.path for complaint in listed.complaints]
    named = {path.resolve() for path in paths}
    for path in pictures_below(folder):
        if path.resolve() not in named:
            notes.complain(path, "no_labels", "JSON 檔沒有列出，略過", "is listed in no JSON file; it was left out")
    if any((folder / "labels").glob("*.txt")):
        zh, en = "沒有用到：標註取自 JSON 檔", "was not used: the labels are those of the JSON file"
        notes.complain(folder / "labels", "ignored", zh, en)
