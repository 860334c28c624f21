"""A set with most tiles unlabelled, made fit to train on by the shipped detector."""

from pathlib import Path

import cv2
import numpy as np
from typer.testing import CliRunner

from snaptai.datasets.labels.yolo import read, write
from snaptai.datasets.render.write import Order, write_set
from snaptai.ui.cli import app


def test_what_the_model_surely_sees_is_labelled_and_what_it_suspects_is_hidden(tmp_path: Path) -> None:
    write_set(Order(tmp_path / "whole", 2, seed=4, whole=True))
    photos = read(tmp_path / "whole").photos
    write([type(one)(one.path, one.size, one.boxes[:1]) for one in photos], tmp_path / "partial")

    result = CliRunner().invoke(app, ["complete", str(tmp_path / "partial"), "--out", str(tmp_path / "done")])
    assert result.exit_code == 0, result.output

    done = read(tmp_path / "done").photos
    assert sum(len(one.boxes) for one in done) >= 10
    for one, before in zip(done, photos, strict=True):
        assert one.tiles[0] == before.tiles[0], "a label that was given stays"
        right = [
            box.tile
            for box in one.boxes
            for true in before.boxes
            if _same_place(box.box, true.box) and box.tile == true.tile
        ]
        assert len(right) >= 0.8 * len(one.boxes)
        assert cv2.imread(str(one.path)).shape == cv2.imread(str(before.path)).shape


def _same_place(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return bool(np.abs(np.subtract(a, b)).max() < 12)
