"""From uploaded bytes to a reading and a photo that may be stored: upright, without metadata."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

from snaptai.ui.page.store import Photo

SHOWN_SIDE = 2400
"""Longer side, in pixels, of the photo that is shown and stored."""


class NoReader(RuntimeError):
    """There is no model to read with."""


def read(files: list[bytes]) -> dict[str, Any]:
    """The reading of one photo, or of several of one hand, as ``snaptai read`` writes it.

    ``SNAPTAI_READING`` names a JSON file with a reading that takes the network's place (tests, demonstrations).
    Raises ``PhotoError`` for a photo that cannot be read and ``NoReader`` where no model is installed.
    """
    if given := os.environ.get("SNAPTAI_READING"):
        return dict(json.loads(Path(given).read_text(encoding="utf-8")))
    from snaptai.models.catalog import ModelError
    from snaptai.vision import read_photo

    try:
        return read_photo(files[0] if len(files) == 1 else files).to_document()
    except ModelError as problem:
        raise NoReader(str(problem)) from problem


def storable(data: bytes) -> Photo:
    """The photo as it may be kept: turned upright, at most 2400 pixels, a JPEG that carries nothing but pixels."""
    from PIL import Image

    from snaptai.vision.photo import load_photo

    photo = load_photo(data)
    picture = Image.fromarray(photo.image)
    picture.thumbnail((SHOWN_SIDE, SHOWN_SIDE))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=88)
    return Photo(*photo.size, out.getvalue())
