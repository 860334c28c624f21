"""Label Studio JSON: a list of tasks whose rectangles are given in percent of the picture.

Both exports are read: the full one (``annotations[].result[]``) and JSON-MIN (``label[]``).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, upright_size
from snaptai.scoring.fields import Text
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
    root = root or file.parent
    gathering, finder = Gathering(names or {}), Finder(root)
    for number, task in enumerate(json.loads(file.read_text(encoding="utf-8-sig"))):
        name = _name(task)
        path = finder.find(name) or finder.find(_UPLOAD.sub("", name.rsplit("/", 1)[-1]))
        size = upright_size(path) if path else None
        if path is None:
            why = finder.absence(name) if name else Text("沒有圖片", "no picture is named")
            zh, en = f"第 {number} 個工作：{why.zh}，略過", f"task {number}: {why.en}; it was left out"
            gathering.complain(file, "no_picture", zh, en)
        elif size is None:
            gathering.unreadable(path)
        elif (results := _results(task, path, gathering)) is not None:
            if _moved(name, path, root):
                zh, en = f"檔裡說的是 {name}；那裡沒有，用的是這一張", f"was taken for {name}, which is not there"
                gathering.complain(path, "conflict", zh, en)
            gathering.add(path, size, _labels(results, size, path, gathering))
    return gathering.done()


def _name(task: dict[str, Any]) -> str:
    """The picture of a task as folders and file name, out of its address; empty where it names none."""
    data = task["data"] if isinstance(task.get("data"), dict) else {}
    texts = [text for text in (task.get("image"), data.get("image"), *data.values()) if isinstance(text, str)]
    return unquote(texts[0]).rsplit("=", 1)[-1].replace("\\", "/") if texts else ""


def _moved(name: str, path: Path, root: Path) -> bool:
    """Whether the picture lies in another folder of the set than the task says; uploads and the root have none."""
    folder = PurePosixPath(name).parent.name
    loose = path.parent in (root, root / "images") or "/upload/" in name
    return folder not in ("", path.parent.name) and not loose


def _results(task: dict[str, Any], path: Path, gathering: Gathering) -> list[Any] | None:
    """The rectangles of the last annotation that was not cancelled; None, with a complaint, where there is none."""
    if "annotations" not in task and ("label" in task or "data" not in task):
        found = task.get("label") or []
    else:
        given = task.get("annotations") or []
        whole = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
        finished = [one for one in whole if not one.get("was_cancelled")]
        if not finished:
            zh, en = "沒有完成的標註，略過", "has no finished annotation; it was left out"
            if given and not whole:
                zh = "的標註不是物件，略過；請匯出完整的 JSON"
                en = "has annotations that are no objects; it was left out. Export the full JSON"
            gathering.complain(path, "no_labels", zh, en)
            return None
        if len(finished) > 1:
            zh = f"有 {len(finished)} 份完成的標註，用的是最後一份"
            gathering.complain(
                path, "conflict", zh, f"has {len(finished)} finished annotations; the last one was taken"
            )
        found = finished[-1].get("result", [])
    if not isinstance(found, list):
        gathering.complain(path, "no_labels", "的結果不是列表，略過", "has no list of results; it was left out")
        return None
    return found


def _labels(results: list[Any], size: tuple[int, int], path: Path, gathering: Gathering) -> list[tuple[str, Box]]:
    labels: list[tuple[str, Box]] = []
    for number, result in enumerate(results):
        try:
            value = result.get("value", result)
            (name,) = value["rectanglelabels"]
            labels.append((str(name), _box(value, size)))
        except (AttributeError, KeyError, TypeError, ValueError):
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
