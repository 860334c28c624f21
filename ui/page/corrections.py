"""Corrected photos kept for training, where the switch is on: an archive folder that ``snaptai export`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from snaptai.datasets.archive.store import Record, locked
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Photo, Store

FOLDER = "corrections"


def keep(store: Store, sheet: Sheet) -> bool:
    """Keep the sheet's photo with the tiles as corrected; whether there was anything to keep."""
    draft = sheet.draft
    photo = store.photo(sheet.photos[0]) if len(sheet.photos) == 1 else None
    if draft is None or photo is None or not sheet.edits:
        return False
    folder = store.folder / FOLDER
    name, digest = f"{sheet.photos[0]}.jpg", sha256(photo.jpeg).hexdigest()
    corrected = scaled(draft.to_document() | {"photo": name}, photo)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(photo.jpeg)
    with locked(folder) as results:
        results.put(Record(name, "scored", sha256=digest, read=corrected, place=str(folder / name)))
        results.correct(digest, corrected, None)
    return True


def scaled(read: Mapping[str, Any], photo: Photo) -> dict[str, Any]:
    """The reading with its boxes in pixels of the photo as stored; tiles that lie nowhere in it are left out."""
    from io import BytesIO

    from PIL import Image

    size = Image.open(BytesIO(photo.jpeg)).size
    factor = size[0] / read["size"][0]
    tiles = [
        {**tile, "box": [round(edge * factor, 1) for edge in tile["box"]]}
        for tile in read["tiles"]
        if tile["box"][2] > tile["box"][0]
    ]
    return {**read, "size": list(size), "tiles": tiles, "questions": []}
