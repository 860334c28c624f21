"""``snaptai labels`` and ``complete-labels`` on pictures of our own tiles."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from snaptai.datasets import faces
from snaptai.datasets.labels import LabelledBox, LabelledPhoto, yolo
from snaptai.datasets.photos import load
from snaptai.datasets.photos.partial import Sighting
from snaptai.ui.cli import labels as command


def picture(path: Path, seed: int, top: int = 60) -> LabelledPhoto:
    """Three tiles on a table of random colours; two are labelled."""
    rng = np.random.default_rng(seed)
    image = cv2.resize(rng.integers(0, 255, (7, 9, 3), np.uint8), (300, 200), interpolation=cv2.INTER_CUBIC)
    for n, tile in enumerate(("1m", "E", "5f")):
        image[top : top + 53, 20 + 60 * n : 60 + 60 * n] = faces.raster(tile, "classic", 40)
    cv2.imwrite(str(path), image[..., ::-1])
    boxes = tuple(
        LabelledBox(tile, (20.0 + 60 * n, top, 60.0 + 60 * n, top + 53)) for n, tile in enumerate(("1m", "E"))
    )
    return LabelledPhoto(path, (300, 200), boxes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A YOLO set of four photos: three tables, one of them twice."""
    photos = [picture(tmp_path / f"{name}.png", seed) for seed, name in enumerate(("one", "two", "three"))]
    photos.append(picture(tmp_path / "again.png", 0))
    yolo.write(photos, tmp_path / "set")
    return tmp_path / "set"


def run(*arguments: object):
    app = typer.Typer()
    command.register(app)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_survey_counts_and_names_duplicates(folder):
    done = run("labels", folder)
    assert done.exit_code == 0 and "4 張照片，分 3 次拍，共 8 張牌" in done.stdout and "E 4" in done.stdout
    assert "4 photos of 3 sessions, 8 tiles" in run("labels", folder, "--lang", "en").stdout
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("同一張照片")]
    assert "again.png" in line and "one.png" in line


def test_faults_are_printed_and_end_with_1(folder):
    (folder / "labels" / "two.txt").unlink()
    done = run("labels", folder, "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and [c["code"] for c in found["complaints"]] == ["no_labels"]
    assert found["complaints"][0]["file"].endswith("two.png")
    assert "two.png: 沒有標註檔 two.txt" in run("labels", folder).stdout


def test_leaks_between_two_sets_are_named(folder, tmp_path):
    yolo.write([picture(tmp_path / "leak.png", 2), picture(tmp_path / "new.png", 9, 130)], tmp_path / "val")
    pairs = json.loads(run("labels", tmp_path / "val", "--against", folder, "--json").stdout)["straddling"]
    assert [[Path(name).name for name in pair] for pair in pairs] == [["three.png", "leak.png"]]


@pytest.mark.parametrize("form", command.FORMS)
def test_a_set_is_converted_and_split_by_session(folder, tmp_path, form):
    done = run("labels", folder, "--out", tmp_path / "out", "--form", form, "--split", 0.5)
    assert done.exit_code == 0, done.stderr
    train, val = (load(tmp_path / "out" / part).photos for part in ("train", "val"))
    names = [{photo.path.stem for photo in part} for part in (train, val)]
    assert names[0] | names[1] == {"one", "two", "three", "again"} and names[1]
    assert {"one", "again"} <= names[0] or {"one", "again"} <= names[1]
    assert all(photo.tiles == ("1m", "E") for photo in train + val)


def test_unusable_arguments_get_a_sentence(folder, tmp_path):
    assert "--form 須是" in run("labels", folder, "--form", "csv").stderr
    assert "--split 須和 --out 一起用" in run("labels", folder, "--split", 0.5).stderr
    for lang, said in (("zh-TW", "不存在"), ("en", "there is no such file")):
        done = run("labels", tmp_path / "absent", "--lang", lang)
        assert done.exit_code == 2 and said in done.stderr


@pytest.mark.parametrize("name", ["labels", "complete-labels"])
@pytest.mark.parametrize(
    ("out", "said"),
    [("set", "lies in the set"), ("set/images", "lies in the set"), ("other", "already holds pictures")],
)
def test_a_place_with_pictures_is_refused_and_left_as_it_was(folder, tmp_path, monkeypatch, name, out, said):
    monkeypatch.setattr(command, "sighter", lambda model, doubtful: lambda path: [])
    assert run("labels", folder, "--out", tmp_path / "other", "--split", 0.5, "--seed", 1).exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for labelled in (folder, folder / "data.yaml"):
        done = run(name, labelled, "--out", tmp_path / out, "--lang", "en")
        assert done.exit_code == 2 and said in done.stderr and not done.stdout
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_completing_names_faults_and_ends_with_1(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "sighter", lambda model, doubtful: lambda path: [])
    (folder / "labels" / "two.txt").unlink()
    done = run("complete-labels", folder, "--out", tmp_path / "out")
    assert done.exit_code == 1 and "two.png" in done.stderr and "3 張照片" in done.stdout


def test_completed_photos_have_the_sure_tile_labelled_or_the_doubtful_one_gone(folder, tmp_path, monkeypatch):
    scores = {"one": 0.95, "two": 0.3, "three": 0.95, "again": 0.95}

    def sighter(model: str | None, doubtful: float):
        return lambda path: [Sighting("5f", (140, 60, 180, 113), scores[path.stem])]

    monkeypatch.setattr(command, "sighter", sighter)
    done = run("complete-labels", folder, "--out", tmp_path / "out")
    assert done.exit_code == 0 and "模型補標 3 張牌，塗掉 1 處" in done.stdout
    photos = {photo.path.stem: photo for photo in load(tmp_path / "out").photos}
    assert photos["one"].tiles == ("1m", "E", "5f") and photos["two"].tiles == ("1m", "E")
    before, after = (cv2.imread(str(path)).astype(int) for path in (folder / "images/two.png", photos["two"].path))
    assert np.abs(before - after)[70:105, 145:175].mean() > 25 and np.abs(before - after)[:, :120].mean() < 6
