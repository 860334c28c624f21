"""From uploaded bytes to a reading and a photo that may be stored: upright, without metadata."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

from PIL import Image

from snaptai.ui.page import store
from snaptai.vision.photo import Photo, load_photo

SHOWN_SIDE = 2400
"""Longer side, in pixels, of a photo that is shown and stored."""


class NoReader(RuntimeError):
    """There is no model to read with."""


def opened(files: list[bytes]) -> list[Photo]:
    """The photos in the files; raises ``PhotoError`` at the first that is none."""
    return [load_photo(data) for data in files]


def read(photos: list[Photo], lang: str = "zh") -> dict[str, Any]:
    """The reading of one photo, or of several of one hand, as ``snaptai read`` writes it.

    ``SNAPTAI_READING`` names a JSON file with a reading that takes the network's place (tests, demonstrations).
    Raises ``NoReader`` where no model is installed.
    """
    if given := os.environ.get("SNAPTAI_READING"):
        return dict(json.loads(Path(given).read_text(encoding="utf-8")))
    from snaptai.models.catalog import ModelError
    from snaptai.vision.reading import read_photo

    try:
        return read_photo(photos, lang=lang).to_document()
    except ModelError as problem:
        raise NoReader(str(problem)) from problem


def storable(photos: list[Photo]) -> store.Photo:
    """The photo as it may be kept: upright, reduced, a JPEG that carries nothing but pixels; several side by side."""
    from snaptai.vision.reading import side_by_side

    picture = Image.fromarray(photos[0].image if len(photos) == 1 else side_by_side(photos))
    picture.thumbnail((SHOWN_SIDE * len(photos), SHOWN_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=88)
    return store.Photo(sum(photo.size[0] for photo in photos), max(photo.size[1] for photo in photos), out.getvalue())
