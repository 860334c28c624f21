"""Corrected photos as a labelled set that trains and measures: upright pictures, boxes, faces, no metadata."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from PIL import Image

from snaptai.datasets.archive.store import Record, Store, StoreError, open_existing
from snaptai.datasets.archive.troubles import Unreadable, Unusable, words_of
from snaptai.datasets.labels import coco, labelstudio, yolo
from snaptai.datasets.labels.labelled import LabelledBox, LabelledPhoto
from snaptai.scoring.fields import Text
from snaptai.ui.photo_job import content_hash
from snaptai.vision.draft import HandDraft, TileReading
from snaptai.vision.photo import load_photo
from snaptai.vision.photo_errors import PhotoError

Writer = Callable[[Iterable[LabelledPhoto], Path], None]
FORMATS: dict[str, Writer] = {"yolo": yolo.write, "coco": coco.write, "label-studio": labelstudio.write}
_MARKS = {"yolo": "labels", "coco": coco.FILE, "label-studio": labelstudio.FILE}
"""What tells a set of each format by its folder."""


def export_corrections(folder: Path, out: Path, form: str = "yolo") -> tuple[int, list[Text]]:
    """Write every corrected photo of the batch in ``folder`` to ``out``: how many, and a sentence on what is missing.

    Raises ``StoreError`` where there is no batch, or ``out`` holds a set in another format: one folder with both would
    be read as either.
    """
    store = open_existing(folder)
    other = next((name for name, mark in _MARKS.items() if name != form and (out / mark).exists()), None)
    if other:
        raise StoreError(
            f"{out} 裡已有 {other} 格式的資料集；請另選 --out",
            f"{out} holds a set in {other} format; choose another --out",
        )
    photos: list[LabelledPhoto] = []
    left_out: list[Text] = []
    with tempfile.TemporaryDirectory() as scratch:
        for record in store.records("scored", "review"):
            if correction := store.correction(record.sha256):
                try:
                    photos.append(_labelled(store, record, correction[0], Path(scratch), left_out))
                except (OSError, Unusable, Unreadable, PhotoError) as problem:
                    why = _why(problem)
                    zh = f"{record.name} 略過：照片無法讀取（{why.zh}）"
                    left_out.append(Text(zh, f"{record.name}: left out, the photo cannot be read ({why.en})"))
        FORMATS[form](photos, out)
    return len(photos), left_out


def _why(problem: Exception) -> Text:
    if isinstance(problem, Unreadable | PhotoError):
        return Text(problem.message("zh-TW").rstrip("。"), problem.message("en").rstrip("."))
    return problem.text if isinstance(problem, Unusable) else words_of(problem)


def _labelled(store: Store, record: Record, read: dict[str, Any], scratch: Path, left_out: list[Text]) -> LabelledPhoto:
    """The upright picture written anew, which leaves its metadata behind, and the corrected tiles."""
    data = store.found(record).read()
    if content_hash(data) != record.sha256:
        raise Unusable("內容已經變了", "it has changed since")
    pixels = load_photo(data).full
    path = scratch / str(record.sha256) / f"{_stem(record.name)}.jpg"
    path.parent.mkdir(exist_ok=True)
    Image.fromarray(pixels).save(path, quality=95)
    tiles = HandDraft.from_document(read).tiles
    boxes = tuple(LabelledBox(tile.tile, tile.box) for tile in tiles if _has_place(tile))
    if absent := len(tiles) - len(boxes):
        zh = f"{record.name} 有 {absent} 張補上的牌沒有位置，不標註"
        left_out.append(Text(zh, f"{record.name}: {absent} tiles were added without a place and have no label"))
    return LabelledPhoto(path, (pixels.shape[1], pixels.shape[0]), boxes)


def _stem(name: str) -> str:
    """A photo's own name, as every file system takes it; two of one name are told apart where the set is written."""
    stem = re.sub(r'[<>:"/\\|?*\x00-\x1f\x7f]', "_", PurePosixPath(name).stem).strip(" .")
    return stem[:60] or "photo"


def _has_place(tile: TileReading) -> bool:
    return tile.box[2] > tile.box[0] and tile.box[3] > tile.box[1]
