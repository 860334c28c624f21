"""What training takes from labelled sets: windows and crops, and what is left out by name."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from snaptai.datasets.render import Order, View, write_set
from snaptai.ui.cli import app
from snaptai.vision.training import crops


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets") / "set"
    write_set(Order(folder, 3, 4, view=View((320, 320))))
    return folder


@pytest.fixture
def labelled(rendered: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(rendered, tmp_path / "set"))


def windows(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["windows", *map(str, arguments)])


def first(folder: Path, kind: str) -> Path:
    return min((folder / kind).iterdir())


def test_windows_hold_the_tiles_where_the_labels_say(labelled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert windows(labelled, "--out", out, "--tile-px", 60, 60).exit_code == 0
    for label in (out / "labels").iterdir():
        picture = cv2.imread(str(out / "images" / f"{label.stem}.jpg"))
        assert picture.shape == (640, 640, 3)
        for _, x, y, w, h in (map(float, line.split()) for line in label.read_text().splitlines()):
            part = picture[
                int((y - h / 2) * 640) : int((y + h / 2) * 640), int((x - w / 2) * 640) : int((x + w / 2) * 640)
            ]
            assert part.std() > 3, "no tile is one colour"


@pytest.mark.parametrize("packed", [[], ["--packed"]])
def test_sets_of_one_name_do_not_overwrite_each_other(labelled: Path, tmp_path: Path, packed: list[str]) -> None:
    other = shutil.copytree(labelled, tmp_path / "other" / "set")
    said = windows(labelled, other, "--out", tmp_path / "out", *packed).stdout
    told = sum(int(line.split()[-2]) for line in said.splitlines() if line.endswith(" windows"))
    assert told == len(list((tmp_path / "out" / "images").iterdir())) > 2


def test_a_photo_of_which_a_label_is_lost_is_left_out_by_name(labelled: Path, tmp_path: Path) -> None:
    spoilt, broken = first(labelled, "labels"), max((labelled / "images").iterdir())
    spoilt.write_text(spoilt.read_text() + "99 0.5 0.5 0.1 0.1\n")
    broken.write_bytes(broken.read_bytes()[:2000])
    done = windows(labelled, "--out", tmp_path / "out")
    assert done.exit_code == 1 and done.stderr.count(f"{spoilt.stem}.jpg: not all its labels") == 1
    assert f"{broken.name}: left out" in done.stderr
    stems = {path.stem for path in (tmp_path / "out" / "images").iterdir()}
    assert stems and not any(spoilt.stem in stem or broken.stem in stem for stem in stems)


def test_a_turned_tiff_is_taken_upright(labelled: Path) -> None:
    picture, faults = first(labelled, "images"), list[str]()
    upright = [crop for crop, _ in crops.of_yolo_set(labelled, faults)]
    exif = Image.Exif()
    exif[274] = 6
    with Image.open(picture) as image:
        image.transpose(Image.Transpose.ROTATE_90).save(picture.with_suffix(".tif"), exif=exif)
    picture.unlink()
    turned = [crop for crop, _ in crops.of_yolo_set(labelled, faults)]
    np.testing.assert_array_equal(turned, upright)


@pytest.mark.parametrize("text", ["nc: 3", "names: [1m"])
def test_names_that_cannot_be_read_are_told_in_a_sentence(labelled: Path, tmp_path: Path, text: str) -> None:
    (labelled / "data.yaml").write_text(text)
    done = windows(labelled, "--out", tmp_path / "out")
    assert done.exit_code == 2 and "data.yaml" in done.stderr


@pytest.mark.parametrize("tile_px", [("nan", "nan"), ("0", "0"), ("44", "inf"), ("90", "20")])
def test_a_length_that_no_tile_has_is_refused(labelled: Path, tmp_path: Path, tile_px: tuple[str, str]) -> None:
    done = windows(labelled, "--out", tmp_path / "out", "--tile-px", *tile_px)
    assert done.exit_code == 2 and "shortest and the longest" in done.stderr
    assert not (tmp_path / "out").exists()


def test_single_tiles_that_are_none_are_named(tmp_path: Path) -> None:
    for name in ("1m/a.png", "unknown/b.png", "2m/c.png"):
        (tmp_path / name).parent.mkdir()
        Image.new("RGB", (30, 40), "white").save(tmp_path / name)
    (tmp_path / "2m/c.png").write_bytes(b"no picture")
    faults: list[str] = []
    assert [number for _, number in crops.of_folders(tmp_path, faults)] == [0]
    assert [Path(fault.split(":")[0]).name for fault in faults] == ["c.png", "b.png"]


def test_a_set_without_a_tile_teaches_nothing() -> None:
    with pytest.raises(ValueError, match="no tile"):
        crops.collect(iter(()))
