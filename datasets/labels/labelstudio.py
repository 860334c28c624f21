"""Label Studio JSON: a list of tasks whose rectangles are given in percent of the picture.

Both exports are read: the full one (``annotations[].result[]``) and JSON-MIN (``label[]``).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, upright_size
from snaptai.scoring.tiles import TILES

FILE = "label-studio.json"
CONFIG = "label-studio-config.xml"
_UPLOAD = re.compile(r"^[0-9a-f]{8}-")


def is_label_studio(content: Any) -> bool:
    """Whether a JSON document is a list of tasks with a picture each; the truth of rendered scenes is none."""
    return bool(content) and isinstance(content, list) and all(
        isinstance(task, dict) and "tiles" not in task and ("image" in task or isinstance(task.get("data"), dict))
        for task in content
    )  # fmt: skip


def read(file: Path, names: Mapping[str, str] | None = None, root: Path | None = None) -> LabelledSet:
    """The set in an export; pictures are looked for by name below ``root``, by default the file's folder."""
    gathering, finder = Gathering(names or {}), Finder(root or file.parent)
    for number, task in enumerate(json.loads(file.read_text(encoding="utf-8-sig"))):
        name = str(task.get("image") or next((v for v in task.get("data", {}).values() if isinstance(v, str)), ""))
        path = _picture(name, finder)
        size = upright_size(path) if path else None
        results = _results(task)
        if path is None:
            zh = f"第 {number} 個工作：{name or '圖片'} 不在，略過"
            en = f"task {number}: {name or 'no picture'} is not there; it was left out"
            gathering.complain(file, "no_picture", zh, en)
        elif size is None:
            gathering.unreadable(path)
        elif results is None:
            gathering.complain(path, "no_labels", "沒有完成的標註，略過", "has no finished annotation; it was left out")
        else:
            gathering.add(path, size, _labels(results, size, path, gathering))
    return gathering.done()


def _picture(name: str, finder: Finder) -> Path | None:
    """By the last part of its address, with and without the prefix that uploads get."""
    base = unquote(name).rsplit("=", 1)[-1].replace("\\", "/").rsplit("/", 1)[-1]
    return finder.find(base) or finder.find(_UPLOAD.sub("", base))


def _results(task: dict[str, Any]) -> list[Any] | None:
    """The rectangles of the last annotation that was not cancelled; None where there is none."""
    if "annotations" not in task:
        return task.get("label") or (None if "data" in task else [])
    finished = [one for one in task["annotations"] if not one.get("was_cancelled")]
    return list(finished[-1].get("result", [])) if finished else None


def _labels(results: list[Any], size: tuple[int, int], path: Path, gathering: Gathering) -> list[tuple[str, Box]]:
    labels: list[tuple[str, Box]] = []
    for number, result in enumerate(results):
        value = result.get("value", result)
        try:
            (name,) = value["rectanglelabels"]
            labels.append((str(name), _box(value, size)))
        except (KeyError, TypeError, ValueError):
            zh = f"第 {number} 個結果不是只有一個標籤的方框，略過"
            en = f"result {number} is no rectangle with one label; it was left out"
            gathering.complain(path, "malformed", zh, en)
    return labels


def _box(value: dict[str, Any], size: tuple[int, int]) -> Box:
    """Percent to pixels; a turned rectangle (about its first corner) by the box that holds it."""
    x, w = (float(value[key]) * size[0] / 100 for key in ("x", "width"))
    y, h = (float(value[key]) * size[1] / 100 for key in ("y", "height"))
    turn = math.radians(float(value.get("rotation") or 0))
    cos, sin = math.cos(turn), math.sin(turn)
    xs = [x + a * cos - b * sin for a in (0, w) for b in (0, h)]
    ys = [y + a * sin + b * cos for a in (0, w) for b in (0, h)]
    return min(xs), min(ys), max(xs), max(ys)


def write(photos: Iterable[LabelledPhoto], folder: Path) -> None:
    """Copy the photos to ``folder/images`` and write ``label-studio.json`` (tasks to import) and the labelling config;
    Label Studio serves the pictures as local files below ``folder``.
    """
    tasks = []
    for photo, name in copied(photos, folder / "images"):
        results = [_result(label.tile, label.box, photo.size) for label in photo.boxes]
        tasks.append({"data": {"image": f"/data/local-files/?d=images/{name}"}, "annotations": [{"result": results}]})
    (folder / FILE).write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    labels = "".join(f'<Label value="{tile}"/>' for tile in TILES)
    rectangles = f'<RectangleLabels name="label" toName="image">{labels}</RectangleLabels>'
    config = f'<View><Image name="image" value="$image"/>{rectangles}</View>\n'
    (folder / CONFIG).write_text(config, encoding="utf-8")


def _result(tile: str, box: Box, size: tuple[int, int]) -> dict[str, Any]:
    (x0, y0, x1, y1), (width, height) = box, size
    value = {"x": x0 / width * 100, "y": y0 / height * 100, "width": (x1 - x0) / width * 100,
             "height": (y1 - y0) / height * 100, "rotation": 0, "rectanglelabels": [tile]}  # fmt: skip
    return {"type": "rectanglelabels", "from_name": "label", "to_name": "image", "original_width": width,
            "original_height": height, "value": value}  # fmt: skip
