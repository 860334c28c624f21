"""Corrected photos as a labelled set that trains and measures: upright pictures, boxes, faces, no metadata."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from PIL import Image

from snaptai.datasets.archive.sources import Found, Unreadable
from snaptai.datasets.archive.store import Record, open_existing
from snaptai.datasets.labels import coco, labelstudio, yolo
from snaptai.datasets.labels.labelled import LabelledBox, LabelledPhoto
from snaptai.vision.draft import HandDraft
from snaptai.vision.photo import load_photo
from snaptai.vision.photo_errors import PhotoError

Writer = Callable[[Iterable[LabelledPhoto], Path], None]
FORMATS: dict[str, Writer] = {"yolo": yolo.write, "coco": coco.write, "label-studio": labelstudio.write}


def export_corrections(folder: Path, out: Path, form: str = "yolo") -> int:
    """Write every corrected photo of the batch in ``folder`` to ``out``; how many. Raises StoreError."""
    store = open_existing(folder)
    with tempfile.TemporaryDirectory() as scratch:
        photos = [
            photo for record in store.records() for photo in _photo(record, store.correction(record.sha256), scratch)
        ]
        FORMATS[form](photos, out)
    return len(photos)


def _photo(record: Record, correction: tuple[dict, dict | None] | None, scratch: str) -> Iterator[LabelledPhoto]:
    """The upright picture written anew, which leaves its metadata behind, and the corrected tiles."""
    if correction is None or record.status == "duplicate":
        return
    try:
        photo = load_photo(Found(record.name, record.place or "", record.member).read())
    except (OSError, Unreadable, PhotoError):
        return
    draft = HandDraft.from_document(correction[0])
    path = Path(scratch) / f"{str(record.sha256)[:16]}.jpg"
    Image.fromarray(photo.image).save(path, quality=95)
    scale = photo.image.shape[1] / photo.size[0]
    boxes = tuple(LabelledBox(tile.tile, tuple(edge * scale for edge in tile.box)) for tile in draft.tiles)
    yield LabelledPhoto(path, (photo.image.shape[1], photo.image.shape[0]), boxes)
