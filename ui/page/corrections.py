"""Corrected photos kept for training, where the switch is on: an archive folder that ``snaptai export`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from threading import Lock
from typing import Any

from PIL import Image

from snaptai.datasets.archive.store import Record, StoreError, locked
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Photo, Store
from snaptai.ui.photo_job import content_hash

FOLDER = "corrections"
_one_at_a_time = Lock()


def keep(store: Store, sheet: Sheet) -> bool:
    """Keep the sheet's photo with the tiles as corrected; whether it was kept."""
    draft = sheet.draft
    photo = store.photo(sheet.photos[0]) if sheet.photos else None
    if draft is None or photo is None or not sheet.edits:
        return False
    name, digest = f"{sheet.photos[0]}.jpg", content_hash(photo.jpeg)
    corrected = scaled(draft.to_document() | {"photo": name}, photo)
    folder = store.folder / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(photo.jpeg)
    record = Record(name, "scored", sha256=digest, read=corrected, place=name)
    try:
        with _one_at_a_time, locked(folder) as results:
            results.correct(digest, corrected, None, record)
    except StoreError:  # an export is running
        return False
    return True


def scaled(read: Mapping[str, Any], photo: Photo) -> dict[str, Any]:
    """The reading with its boxes in pixels of the photo as stored; tiles that lie nowhere in it are left out."""
    size = Image.open(BytesIO(photo.jpeg)).size
    factor = size[0] / read["size"][0]
    tiles = [
        {**tile, "box": [round(edge * factor, 1) for edge in tile["box"]]}
        for tile in read["tiles"]
        if tile["box"][2] > tile["box"][0]
    ]
    return {**read, "size": list(size), "tiles": tiles, "questions": []}
