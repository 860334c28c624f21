"""COCO: one JSON file with ``images``, ``annotations`` (``bbox`` is x y w h in pixels) and ``categories``."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, upright_size
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import ORDER, TILES

FILE = "_annotations.coco.json"


_LISTS = ("images", "annotations", "categories")


def is_coco(content: Any) -> bool:
    """Whether a JSON document has the three lists."""
    return isinstance(content, dict) and content.keys() >= {*_LISTS}


def read(file: Path, names: Mapping[str, str] | None = None, root: Path | None = None) -> LabelledSet:
    """The set in a COCO file; pictures are looked for below ``root``, by default the file's folder.

    ``Unfit`` where one of its three lists is none.
    """
    content, gathering = json.loads(file.read_text(encoding="utf-8-sig")), Gathering(names or {})
    for key in _LISTS:
        if not isinstance(content[key], list):
            raise Unfit(f"{file} 的 {key} 須是列表 […]", f"{file}: {key} must be a list […]")
    labels = _labels(content, file, gathering)
    images = _sound(content["images"], "images", ("id", "file_name"), file, gathering)
    names_of: dict[Any, set[str]] = defaultdict(set)
    for image in images:
        names_of[image["id"]].add(image["file_name"])
    finder = Finder(root or file.parent)
    for image in images:
        _add(image, labels.get(image["id"], []), names_of[image["id"]], file, finder, gathering)
    for image_id in labels.keys() - names_of.keys():
        left = len(labels[image_id])
        zh = f"{left} 個標註屬於檔裡沒有列出的圖片 {image_id!r}，略過"
        en = f"{left} labels of image {image_id!r}, which the file does not list; they were left out"
        gathering.complain(file, "no_picture", zh, en)
    return gathering.done()


def _labels(content: Any, file: Path, gathering: Gathering) -> dict[Any, list[tuple[str, Box]]]:
    """Class names and boxes by image id."""
    categories = _categories(content["categories"], file, gathering)
    labels: dict[Any, list[tuple[str, Box]]] = {}
    for number, annotation in enumerate(content["annotations"]):
        try:
            x, y, w, h = (float(value) for value in annotation["bbox"])
            category = annotation["category_id"]
            label = (categories.get(category, f"class {category}"), (x, y, x + w, y + h))
            labels.setdefault(annotation["image_id"], []).append(label)
        except (KeyError, TypeError, ValueError):
            zh = f"第 {number} 個標註缺少 image_id、category_id 或四個數的 bbox，略過"
            en = f"annotation {number} has no image_id, category_id and bbox of four numbers; it was left out"
            gathering.complain(file, "malformed", zh, en)
    return labels


def _categories(entries: list[Any], file: Path, gathering: Gathering) -> dict[Any, str]:
    """Class names by id; an id with two names is called by both, which makes it a class that no tile has."""
    categories: dict[Any, str] = {}
    for entry in _sound(entries, "categories", ("id", "name"), file, gathering):
        number, name = entry["id"], entry["name"]
        if categories.setdefault(number, name) != name:
            categories[number] += f" / {name}"
            zh = f"類別編號 {number} 有不只一個名稱（{categories[number]}），無法分辨"
            en = f"category id {number} has more than one name ({categories[number]}); it cannot be told which is meant"
            gathering.complain(file, "malformed", zh, en)
    return categories


def _sound(
    entries: list[Any], what: str, keys: tuple[str, str], file: Path, gathering: Gathering
) -> list[dict[str, Any]]:
    """The objects with an id and a name; the others are complained of."""
    sound = []
    for number, entry in enumerate(entries):
        number_key, name_key = keys
        fits = isinstance(entry, dict) and isinstance(entry.get(number_key), int | str)
        if fits and isinstance(entry.get(name_key), str):
            sound.append(entry)
        else:
            zh, en = (
                f"{what} 第 {number} 項缺少 {'、'.join(keys)}，略過",
                f"{what}[{number}] has no {' and '.join(keys)}",
            )
            gathering.complain(file, "malformed", zh, f"{en}; it was left out")
    return sound


def _add(
    image: Any, raw: list[tuple[str, Box]], same_id: set[str], file: Path, finder: Finder, gathering: Gathering
) -> None:
    """One picture with its labels, scaled where the file speaks of another size than the picture has."""
    path = finder.find(image["file_name"], file.parent)
    size = upright_size(path) if path else None
    if path is None:
        why = finder.absence(image["file_name"])
        zh = f"{why.zh}，它的 {len(raw)} 個標註略過"
        gathering.complain(file, "no_picture", zh, f"{why.en}; its {len(raw)} labels were left out")
    elif size is None:
        gathering.unreadable(path)
    elif len(same_id) > 1:
        zh = f"圖片編號 {image['id']} 也是別張的（{'、'.join(sorted(same_id))}），分不出標註屬於哪一張，略過"
        en = f"image id {image['id']} is that of {', '.join(sorted(same_id))}: it cannot be told whose its labels are"
        gathering.complain(path, "no_labels", zh, f"{en}; it was left out")
    elif (stated := _stated(image, size)) is None:
        zh = f"在 {file.name} 裡的寬高須是正數，略過"
        en = f"has a width and height in {file.name} that are not positive numbers; it was left out"
        gathering.complain(path, "malformed", zh, en)
    else:
        gathering.add(path, size, [(name, rescaled(box, stated, size)) for name, box in raw])


def _stated(image: Any, size: tuple[int, int]) -> tuple[float, float] | None:
    """The size that the file gives the picture, the picture's own where it gives none; None where it is no size."""
    try:
        width, height = (float(image.get(key) or own) for key, own in zip(("width", "height"), size, strict=True))
    except (TypeError, ValueError):
        return None
    return (width, height) if is_size(width) and is_size(height) else None


def is_size(side: float) -> bool:
    """Whether a picture can be so wide or high."""
    return math.isfinite(side) and side > 0


def rescaled(box: Box, stated: tuple[float, float], size: tuple[int, int]) -> Box:
    """A box of a picture of ``stated`` size in one of ``size``."""
    x, y = size[0] / stated[0], size[1] / stated[1]
    return box[0] * x, box[1] * y, box[2] * x, box[3] * y


def write(photos: Iterable[LabelledPhoto], folder: Path) -> None:
    """Copy the photos to ``folder`` beside ``_annotations.coco.json``; same names get a number added."""
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for photo, name in copied(photos, folder):
        images.append({"id": len(images), "file_name": name, "width": photo.size[0], "height": photo.size[1]})
        for label in photo.boxes:
            x0, y0, x1, y1 = label.box
            bbox = [round(value, 2) for value in (x0, y0, x1 - x0, y1 - y0)]
            annotations.append({"id": len(annotations), "image_id": images[-1]["id"], "category_id": ORDER[label.tile],
                                "bbox": bbox, "area": round(bbox[2] * bbox[3], 2), "iscrowd": 0})  # fmt: skip
    categories = [{"id": number, "name": tile, "supercategory": "tile"} for number, tile in enumerate(TILES)]
    content = {"info": {}, "licenses": [], "images": images, "annotations": annotations, "categories": categories}
    (folder / FILE).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
