"""Painted hands that the fake network reads, and the model that ships."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from snaptai.models.catalog import Entry, ModelError, find_model
from snaptai.vision.backends.fake import FakeNetwork, paint
from snaptai.vision.detector import DEFAULT_MODEL, TileDetector


@pytest.fixture
def fake_detector() -> TileDetector:
    return TileDetector(FakeNetwork(), threshold=0.1)


@pytest.fixture(scope="session")
def shipped() -> Entry:
    try:
        return find_model(DEFAULT_MODEL)
    except ModelError as error:
        pytest.skip(str(error))


@pytest.fixture
def painted_row() -> Callable[..., np.ndarray]:
    """A picture, uint8 RGB, of a row of tiles turned as a whole: ``painted_row(tiles, size, side, angle)``."""

    def draw(
        tiles: tuple[str, ...], size: tuple[int, int] = (1600, 1200), side: float = 80, angle: float = 0,
        centre: tuple[float, float] | None = None,
    ) -> np.ndarray:  # fmt: skip
        image = np.full((size[1], size[0], 3), (30, 90, 60), np.uint8)
        width, pitch = side * 0.7, side * 0.82
        along = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
        middle = np.array(centre or (size[0] / 2, size[1] / 2))
        for index, tile in enumerate(tiles):
            at = middle + along * pitch * (index - (len(tiles) - 1) / 2)
            paint(image, (float(at[0]), float(at[1])), (width, side), tile, angle)
        return image

    return draw
