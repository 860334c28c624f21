"""YOLO text labels: ``images/NAME.jpg``, ``labels/NAME.txt`` with lines ``class cx cy w h``, relative to the picture.

Polygons (``class x1 y1 x2 y2 …``, as Roboflow writes them) are taken by the box that holds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from snaptai.datasets.labels.labelled import Box, Complaint, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import copied, pictures_below, pictures_in, upright_size
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import ORDER, TILES

YAML = (".yaml", ".yml")
NAME_FILES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "*.names", "*.labels")
PARTS = ("images", "labels")


def is_set(folder: Path) -> bool:
    """Whether pictures lie in the folder or its images/, or label files in its labels/."""
    pictures, labels = (folder / part for part in PARTS)
    if pictures_in(folder) or pictures_in(pictures):
        return True
    return labels.is_dir() and (bool(pictures_below(pictures)) or any(labels.rglob("*.txt")))


def read(folder: Path, names: Mapping[str, str] | None = None, classes: Mapping[int, str] | None = None) -> LabelledSet:
    """The set in ``folder`` (with images/ and labels/ and the same folders in both, or pictures and labels side by
    side).

    Class names are ``classes`` or come from ``data.yaml``, ``classes.txt``, ``*.names`` or ``*.labels`` in the folder,
    its images/ or labels/, or up to two above it; without one the classes are those of ``TILES``. ``names`` maps class
    names to tiles where they are no notation.
    """
    gathering = Gathering(names or {})
    if classes is None:
        classes = class_names(folder)
        gathering.complaints += unused_names(folder)
    pictures, labels = (folder / part if (folder / part).is_dir() else folder for part in PARTS)
    deep = folder not in (pictures, labels)
    read_for: dict[Path, Path] = {}
    for path in pictures_below(pictures) if deep else pictures_in(pictures):
        label = (labels / path.relative_to(pictures)).with_suffix(".txt")
        _read_one(path, label, classes, gathering)
        if label.is_file() and (other := read_for.setdefault(label, path)) != path:
            zh = f"和 {other.name} 共用標註檔 {label.name}，兩張都用它"
            en = f"shares the label file {label.name} with {other.name}; both were given its labels"
            gathering.complain(path, "conflict", zh, en)
    for text in sorted(labels.rglob("*.txt") if deep else labels.glob("*.txt")):
        if text not in read_for and text.name not in NAME_FILES and not text.name.startswith("README"):
            gathering.orphan(text)
    for path in pictures_in(folder) if pictures != folder else []:
        zh, en = "不在 images/ 裡，略過", "does not lie in images/; it was left out"
        gathering.complain(path, "no_labels", zh, en)
    return gathering.done()


def _read_one(path: Path, label: Path, classes: Mapping[int, str], gathering: Gathering) -> None:
    size = upright_size(path)
    if size is None:
        gathering.unreadable(path)
    elif not label.is_file():
        en = f"has no label file {label.name}; it was left out (empty file: no tiles)"
        gathering.complain(path, "no_labels", f"沒有標註檔 {label.name}，略過（空檔表示沒有牌）", en)
    else:
        raw: list[tuple[str, Box]] = []
        for number, line in enumerate(label.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
            try:
                raw += _parse(line, size, classes)
            except ValueError:
                zh, en = (
                    f"第 {number} 行不是 class cx cy w h，略過",
                    f"line {number} is not 'class cx cy w h'; it was left out",
                )
                gathering.complain(label, "malformed", zh, en)
        gathering.add(path, size, raw)


def _parse(line: str, size: tuple[int, int], classes: Mapping[int, str]) -> list[tuple[str, Box]]:
    """No or one label in a line; ValueError where it is neither box nor polygon."""
    fields = line.split()
    if not fields:
        return []
    index, numbers = int(fields[0]), [float(field) for field in fields[1:]]
    name = classes.get(index, f"class {index}")
    if len(numbers) == 4:
        x, y, w, h = numbers
        left, top, right, bottom = x - w / 2, y - h / 2, x + w / 2, y + h / 2
    elif len(numbers) >= 6 and len(numbers) % 2 == 0:
        xs, ys = numbers[::2], numbers[1::2]
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    else:
        raise ValueError(line)
    width, height = size
    return [(name, (left * width, top * height, right * width, bottom * height))]


def class_names(folder: Path) -> dict[int, str]:
    """The classes of the names file nearest to ``folder``, or the codes of ``TILES``."""
    files = _names_files(folder)
    return read_names(files[0]) if files else dict(enumerate(TILES))


def _names_files(folder: Path) -> list[Path]:
    """The names files in the nearest place that has any."""
    for place in (*_places(folder), folder.parent, folder.parent.parent):
        if found := [file for name in NAME_FILES for file in sorted(place.glob(name)) if file.is_file()]:
            return found
    return []


def _places(folder: Path) -> list[Path]:
    return [folder, *(folder / part for part in PARTS)]


def unused_names(folder: Path) -> list[Complaint]:
    """Complaints about files that may name classes otherwise than they are taken to be."""
    gathering, files = Gathering({}), _names_files(folder)
    for file in files[1:] if files and files[0].parent in _places(folder) else []:
        if _names_or_none(file) != read_names(files[0]):
            zh = f"和 {files[0]} 的類別名稱不同；用的是後者"
            en = f"does not name the classes as {files[0]} does, which was used"
            gathering.complain(file, "conflict", zh, en)
    yamls = [file for place in _places(folder) for file in sorted(place.glob("*")) if file.suffix.lower() in YAML]
    for file in yamls if not files else []:
        zh = "沒有用來讀類別名稱；若是這一組的，請以它作 SET，或改名為 data.yaml"
        en = "was not read for class names; if they are the set's, give this file as SET or rename it data.yaml"
        gathering.complain(file, "ignored", zh, en)
    return gathering.complaints


def _names_or_none(file: Path) -> dict[int, str] | None:
    try:
        return read_names(file)
    except Unfit:
        return None


def read_names(file: Path) -> dict[int, str]:
    """Names by number from a ``classes.txt`` (one a line) or from the ``names`` of a data.yaml, a list or a map.

    ``Unfit`` where it is not UTF-8, or a data.yaml is no YAML or has no names.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unfit(f"{file} 不是 UTF-8；請另存為 UTF-8", f"{file} is not UTF-8; save it as UTF-8") from problem
    if file.suffix.lower() not in YAML:
        return dict(enumerate(line.strip() for line in text.splitlines() if line.strip()))
    try:
        content = yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError as problem:
        where = " ".join(str(problem).split())
        raise Unfit(f"{file} 不是 YAML：{where}", f"{file} is no YAML: {where}") from problem
    names = content.get("names") if isinstance(content, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict) or not all(str(number).isdecimal() for number in names):
        raise Unfit(f"{file} 沒有類別名稱；請加上 names:", f"{file} names no classes: add a 'names:' list")
    return {int(number): str(name).strip() for number, name in names.items()}


def write(photos: Iterable[LabelledPhoto], folder: Path) -> None:
    """Copy the photos to ``folder/images`` and write labels and ``data.yaml``; same names get a number added."""
    (folder / "labels").mkdir(parents=True, exist_ok=True)
    for photo, name in copied(photos, folder / "images"):
        lines = "".join(label_line(box.tile, box.box, photo.size) for box in photo.boxes)
        (folder / "labels" / name).with_suffix(".txt").write_text(lines, encoding="utf-8")
    write_names(folder)


def label_line(tile: str, box: Box, size: tuple[int, int]) -> str:
    """``class cx cy w h``, the xyxy pixels of ``box`` as shares of the picture's (width, height)."""
    (x0, y0, x1, y1), (width, height) = box, size
    values = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
    return " ".join([str(ORDER[tile]), *(f"{value:.6f}" for value in values)]) + "\n"


def write_names(folder: Path) -> None:
    """Write ``data.yaml``: the classes by number, pictures in ``images``."""
    names = "".join(f"  {number}: {tile}\n" for number, tile in enumerate(TILES))
    (folder / "data.yaml").write_text(f"train: images\nval: images\nnames:\n{names}", encoding="utf-8")
