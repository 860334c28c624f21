"""COCO: one JSON file with ``images``, ``annotations`` (``bbox`` is x y w h in pixels) and ``categories``."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, upright_size
from snaptai.scoring.tiles import ORDER, TILES

FILE = "_annotations.coco.json"


def is_coco(content: Any) -> bool:
    """Whether a JSON document has the three lists."""
    return isinstance(content, dict) and {"images", "annotations", "categories"} <= content.keys()


def read(file: Path, names: Mapping[str, str] | None = None, root: Path | None = None) -> LabelledSet:
    """The set in a COCO file; pictures are looked for below ``root``, by default the file's folder."""
    content, gathering = json.loads(file.read_text(encoding="utf-8-sig")), Gathering(names or {})
    categories = {category["id"]: str(category["name"]) for category in content["categories"]}
    labels: dict[Any, list[tuple[str, Box]]] = defaultdict(list)
    for number, annotation in enumerate(content["annotations"]):
        try:
            x, y, w, h = (float(value) for value in annotation["bbox"])
            category = annotation["category_id"]
            labels[annotation["image_id"]].append((categories.get(category, f"class {category}"), (x, y, x + w, y + h)))
        except (KeyError, TypeError, ValueError):
            zh = f"第 {number} 個標註缺少 image_id、category_id 或四個數的 bbox，略過"
            en = f"annotation {number} has no image_id, category_id and bbox of four numbers; it was left out"
            gathering.complain(file, "malformed", zh, en)
    finder = Finder(root or file.parent)
    for image in content["images"]:
        _add(image, labels.pop(image["id"], []), file, finder, gathering)
    for image_id, left in labels.items():
        zh = f"{len(left)} 個標註屬於檔裡沒有列出的圖片 {image_id!r}，略過"
        en = f"{len(left)} labels of image {image_id!r}, which the file does not list; they were left out"
        gathering.complain(file, "no_picture", zh, en)
    return gathering.done()


def _add(image: Any, raw: list[tuple[str, Box]], file: Path, finder: Finder, gathering: Gathering) -> None:
    """One picture with its labels, scaled where the file speaks of another size than the picture has."""
    path = finder.find(str(image["file_name"]), file.parent)
    size = upright_size(path) if path else None
    if path is None:
        zh = f"{image['file_name']} 不在，它的 {len(raw)} 個標註略過"
        en = f"{image['file_name']} is not there; its {len(raw)} labels were left out"
        gathering.complain(file, "no_picture", zh, en)
    elif size is None:
        gathering.unreadable(path)
    else:
        stated = (image.get("width") or size[0], image.get("height") or size[1])
        gathering.add(path, size, [(name, rescaled(box, stated, size)) for name, box in raw])


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
