"""YOLO text labels: ``images/NAME.jpg``, ``labels/NAME.txt`` with lines ``class cx cy w h``, relative to the picture.

Polygons (``class x1 y1 x2 y2 …``, as Roboflow writes them) are taken by the box that holds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import copied, pictures_in, upright_size
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import ORDER, TILES

NAME_FILES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt")


def read(folder: Path, names: Mapping[str, str] | None = None) -> LabelledSet:
    """The set in ``folder`` (with images/ and labels/, or pictures and labels side by side).

    Class names come from ``data.yaml`` or ``classes.txt`` in the folder or up to two above it; without one the classes
    are those of ``TILES``. ``names`` maps class names to tiles where they are no notation.
    """
    gathering, classes = Gathering(names or {}), class_names(folder)
    pictures = folder / "images" if (folder / "images").is_dir() else folder
    labels = folder / "labels" if (folder / "labels").is_dir() else folder
    found = pictures_in(pictures)
    for path in found:
        _read_one(path, labels / f"{path.stem}.txt", classes, gathering)
    stems = {path.stem for path in found}
    for text in sorted(labels.glob("*.txt")):
        if text.stem not in stems and text.name not in NAME_FILES and not text.name.startswith("README"):
            gathering.orphan(text)
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
    """The names file nearest to ``folder``, or the codes of ``TILES``."""
    for place in (folder, folder.parent, folder.parent.parent):
        for name in NAME_FILES:
            if (place / name).is_file():
                return parse_names((place / name).read_text(encoding="utf-8-sig"), name.endswith(".txt"))
    return dict(enumerate(TILES))


def parse_names(text: str, plain: bool) -> dict[int, str]:
    """Names by number from a ``classes.txt`` (one a line) or from the ``names`` of a data.yaml, a list or a map.

    ``Unfit`` where a data.yaml is no YAML or has no names.
    """
    if plain:
        return dict(enumerate(line.strip() for line in text.splitlines() if line.strip()))
    try:
        content = yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError as problem:
        where = " ".join(str(problem).split())
        raise Unfit(f"data.yaml 不是 YAML：{where}", f"data.yaml is no YAML: {where}") from problem
    names = content.get("names") if isinstance(content, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict) or not all(str(number).isdecimal() for number in names):
        raise Unfit("data.yaml 沒有類別名稱；請加上 names:", "data.yaml names no classes: add a 'names:' list")
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
