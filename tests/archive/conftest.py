"""Archives of painted hands, which the tests' network reads at once and without a model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from snaptai.datasets.archive.store import Record, open_existing
from snaptai.scoring.tiles import parse_tiles
from snaptai.ui.batch import batch
from snaptai.vision.backends.fake import paint

SIDE, PITCH = 48, 40
WON = {"win": {"method": "self_draw"}, "seat": {"winner": "S", "dealer": "E", "round": "E"}}
HANDS = (
    ("123m456m789m111p22s33s", "3s"), ("123p456p789p555mEECC", "C"), ("111m222m333m444p55s66s", "6s"),
    ("234s567s345m678mPPNN", "N"), ("456p456p888s123sFFEE", "E"), ("345p345s345m678pSSFF", "F"),
)  # fmt: skip
"""(16 concealed tiles, the tile that completed the hand, which lies apart)."""


def painted(concealed: str, winning: str = "", mark: int = 0) -> bytes:
    """A PNG of a row of tiles and one set apart on the right; ``mark`` makes another picture of the same hand."""
    tiles = parse_tiles(concealed)
    image = np.full((150, (len(tiles) + 4) * PITCH, 3), (30, 90, 60), np.uint8)
    image[0, 0] = (mark % 250, mark // 250, 0)
    places = [(tile, place + 1.0) for place, tile in enumerate(tiles)]
    places += [(winning, len(tiles) + 2.4)] if winning else []
    for tile, place in places:
        paint(image, (place * PITCH, 80.0), (SIDE * 0.7, float(SIDE)), tile)
        cv2.drawMarker(image, (round(place * PITCH), 86), (0, 0, 200), cv2.MARKER_TILTED_CROSS, 12)  # something sharp
    return cv2.imencode(".png", image[..., ::-1])[1].tobytes()


@pytest.fixture
def hand() -> Callable[..., bytes]:
    """``hand(n, mark=0)``: the bytes of a photo of one of six won hands."""
    return lambda number, mark=0: painted(*HANDS[number % len(HANDS)], mark=mark)


@pytest.fixture
def paint_hand() -> Callable[..., bytes]:
    """``paint_hand("123m…", winning="3s")``: the bytes of a photo of any hand."""
    return painted


@pytest.fixture
def won() -> Mapping[str, Any]:
    """A context: self-drawn by S in E's deal."""
    return WON


@pytest.fixture
def archive(tmp_path: Path, hand: Callable[..., bytes]) -> Path:
    """A folder ``photos``: a and b won (sidecars), c without context."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for number, name in enumerate("abc"):
        (folder / f"{name}.png").write_bytes(hand(number))
        if name != "c":
            (folder / f"{name}.json").write_text(json.dumps(WON))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., dict[str, Record]]:
    """``run(path, …)``: a batch into ``tmp_path/results`` by the tests' network; the records by name."""

    def score(*paths: Path | str, out: Path = tmp_path / "results", **options: Any) -> dict[str, Record]:
        return {record.name: record for record in batch(paths, out, backend="fake", **options)}

    return score


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """``command("batch", …)``: the command itself, in ``tmp_path``."""

    def call(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
        line = [str(Path(sys.executable).with_name("snaptai")), *map(str, arguments)]
        environment = os.environ | {"COLUMNS": "200"}
        return subprocess.run(
            line, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300, **options
        )

    return call


@pytest.fixture
def rows() -> Callable[[Path], list[Record]]:
    """Everything that the store of an output folder holds."""

    def read(folder: Path) -> list[Record]:
        store = open_existing(folder)
        try:
            return list(store.records())
        finally:
            store.close()

    return read
