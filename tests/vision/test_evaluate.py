"""A set is measured with any reader; the figures, the pictures and the command say the same."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from snaptai.datasets import faces
from snaptai.datasets.labels import LabelledBox, LabelledPhoto, yolo
from snaptai.scoring.tiles import ORDER, TILES
from snaptai.ui.cli import evaluate as command
from snaptai.vision.detection import Detections
from snaptai.vision.training import evaluate as measuring
from snaptai.vision.training import pictures

HANDS = (("1m", "2m", "3m", "E"), ("5f", "6f", "9s"), ("P", "P"))


@pytest.fixture
def photos(tmp_path: Path) -> list[LabelledPhoto]:
    """Three pictures of tiles side by side."""
    made = []
    for number, tiles in enumerate(HANDS):
        picture = np.concatenate([faces.raster(tile, "classic", 30) for tile in tiles], axis=1)
        path = tmp_path / f"hand{number}.png"
        cv2.imwrite(str(path), picture[..., ::-1])
        boxes = tuple(LabelledBox(tile, (30.0 * n + 1, 2.0, 30.0 * n + 29, 38.0)) for n, tile in enumerate(tiles))
        made.append(LabelledPhoto(path, (picture.shape[1], 40), boxes))
    return made


def reading(photo: LabelledPhoto, changes: dict[int, str | None], score: float = 0.9) -> Detections:
    """The labels as a detector would give them, some read as another tile or (None) not seen."""
    kept = [(changes.get(n, box.tile), box.box) for n, box in enumerate(photo.boxes) if changes.get(n, box.tile)]
    probabilities = np.full((len(kept), len(TILES)), 0.1 / 42, np.float32)
    for row, (tile, _) in enumerate(kept):
        probabilities[row, ORDER[tile]] = 0.9
    boxes = np.array([box for _, box in kept], np.float32).reshape(-1, 4)
    return Detections(boxes, np.full(len(kept), score, np.float32), probabilities, np.zeros(len(kept), np.float32))


def reader(photos: list[LabelledPhoto], changes: dict[int, dict[int, str | None]]) -> measuring.Reader:
    by_path = {photo.path: reading(photo, changes.get(n, {})) for n, photo in enumerate(photos)}
    return by_path.__getitem__


def test_a_perfect_reading_has_perfect_figures(photos):
    figures = measuring.figures(measuring.evaluate(photos, reader(photos, {}), 0.5))
    assert figures["photos"] == 3 and figures["labels"] == 9
    assert figures["mAP50"] == figures["mAP50-95"] == figures["flowers_AP50_mean"] == 0.995
    assert figures["tiles"] == {"precision": 1, "recall": 1, "F1": 1}
    assert figures["hands"] == {"exact": 1, "within_one": 1}
    assert figures["confusions"] == figures["worst"] == figures["complaints"] == []


def test_mistakes_are_counted_where_they_belong(photos):
    done = measuring.evaluate(photos, reader(photos, {0: {1: "1m", 2: None}, 1: {0: "6f"}}), 0.5)
    figures = measuring.figures(done)
    assert figures["tiles"] == {"precision": 0.75, "recall": round(6 / 9, 4), "F1": round(12 / 17, 4)}
    assert figures["hands"] == {"exact": round(1 / 3, 4), "within_one": round(2 / 3, 4)}
    assert figures["worst"] == [["hand0.png", 2], ["hand1.png", 1]]
    pairs = {(c["there"], c["read"]): c["times"] for c in figures["confusions"]}
    assert pairs == {("2m", "1m"): 1, ("3m", ""): 1, ("5f", "6f"): 1}
    assert figures["classes"]["6f"] == {
        "labels": 1, "AP50": pytest.approx(0.995, abs=0.5), "AP50-95": pytest.approx(0.995, abs=0.5),
        "precision": 0.5, "recall": 1, "F1": round(2 / 3, 4),
    }  # fmt: skip
    assert figures["classes"]["X"]["AP50"] is None
    (sure,) = figures["calibration"]["bins"]
    assert sure == {"confidence": 0.9, "right": 0.75, "tiles": 8}


def test_the_threshold_cuts_tiles_and_the_faint_reading_feeds_the_precision(photos):
    faint = {photo.path: reading(photo, {}, 0.3) for photo in photos}
    done = measuring.evaluate(photos, lambda path: Detections.empty(), 0.5, faint.__getitem__)
    figures = measuring.figures(done)
    assert figures["mAP50"] == 0.995 and figures["tiles"]["recall"] == 0 and figures["tiles"]["precision"] is None


def test_a_photo_that_cannot_be_read_is_named_and_the_rest_measured(photos):
    def read(path: Path) -> Detections:
        if path == photos[1].path:
            raise OSError("cannot be opened")
        return reader(photos, {})(path)

    done = measuring.evaluate(photos, read, 0.5)
    assert len(done.photos) == 2 and done.claims.labels.sum() == 6
    assert str(done.left_out[0]) == f"{photos[1].path}: cannot be opened; it was left out"
    with pytest.raises(ValueError, match="no photo"):
        measuring.evaluate(photos[1:2], read, 0.5)


def test_a_hand_is_exact_as_a_bag_of_tiles(photos):
    done = measuring.evaluate(photos, reader(photos, {0: {0: "2m", 1: "1m"}}), 0.5)
    assert done.photos[0].mistakes == 2 and done.photos[0].off_by == 0


def test_sources_are_measured_apart(photos, tmp_path):
    renamed = [photos[0], *photos[1:]]
    for n, name in ((1, "kw2_617_x.png"), (2, "kw2_618.png")):
        renamed[n] = LabelledPhoto(photos[n].path.rename(tmp_path / name), photos[n].size, photos[n].boxes)
    figures = measuring.figures(measuring.evaluate(renamed, reader(renamed, {1: {0: None}}), 0.5))
    assert {name: part["photos"] for name, part in figures["sources"].items()} == {"hand0": 1, "kw2": 2}
    assert figures["sources"]["hand0"]["tiles"]["F1"] == 1
    assert figures["sources"]["kw2"]["tiles"]["recall"] == 0.8


def test_the_pictures_show_what_went_wrong(photos):
    done = measuring.evaluate(photos, reader(photos, {0: {1: "1m", 2: None}}), 0.5)
    marks = pictures.marks(done.photos[0])
    assert [(colour, text) for _, colour, text in marks] == [
        (pictures.GREEN, ""), (pictures.GREEN, ""), (pictures.PURPLE, "2m>1m"), (pictures.BLUE, "-3m"),
    ]  # fmt: skip
    sheet = pictures.worst_sheet(measuring.worst(done, 5), width=300)
    assert (
        sheet.shape[1] == 600
        and (sheet == pictures.BLUE).all(axis=2).any()
        and (sheet == pictures.PURPLE).all(axis=2).any()
    )
    matrix = pictures.confusion_picture(done.matrix)
    reds = (matrix.astype(int)[..., 0] - matrix[..., 1]) > 120
    assert reds.any() and not (pictures.confusion_picture(np.diag(np.diag(done.matrix)))[..., 0] > 250).all()
    assert pictures.worst_sheet([]).shape[2] == 3


@pytest.fixture
def run(photos, tmp_path, monkeypatch):
    """The command on the three photos as a YOLO set, with one mistake."""
    yolo.write(photos, tmp_path / "set")
    by_name = {photo.path.name: reading(photo, {0: "9p"} if n == 0 else {}) for n, photo in enumerate(photos)}

    def fake(detector: object, threshold: float, size: int | None) -> tuple[measuring.Reader, float, measuring.Reader]:
        return (read := lambda path: by_name[path.name]), threshold, read

    class Detector:
        threshold = 0.4

    monkeypatch.setattr(command, "readers", fake)
    monkeypatch.setattr("snaptai.vision.detector.open_detector", lambda *args, **options: Detector())
    app = typer.Typer()
    command.register(app)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_command_prints_a_table_and_writes_everything(run, tmp_path):
    done = run(tmp_path / "set", "--out", tmp_path / "out")
    assert done.exit_code == 0 and "3 張照片，9 張牌" in done.stdout and "1m→9p ×1" in done.stdout
    assert "信心 0.4 以上的牌：precision  0.889" in done.stdout and "hand0.png (1)" in done.stdout
    assert "tiles at 0.4: precision  0.889" in run(tmp_path / "set", "--lang", "en").stdout
    figures = json.loads((tmp_path / "out" / "figures.json").read_text())
    assert figures["tiles"]["F1"] == round(16 / 18, 4)
    first = json.loads((tmp_path / "out" / "photos.jsonl").read_text().splitlines()[0])
    assert first == {"photo": "hand0.png", "there": "123mE", "read": "23m9pE", "mistakes": 1}
    for picture in ("confusion.png", "worst.jpg"):
        assert cv2.imread(str(tmp_path / "out" / picture)) is not None


def test_the_command_names_faults_and_ends_with_1(run, tmp_path):
    (tmp_path / "set" / "labels" / "hand2.txt").unlink()
    done = run(tmp_path / "set", "--json")
    assert done.exit_code == 1 and "hand2.png" in done.stderr
    assert len(json.loads(done.stdout)["complaints"]) == 1


def test_an_impossible_folder_is_said_before_the_measuring(run, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(measuring, "evaluate", lambda *args, **options: pytest.fail("measured in vain"))
    done = run(tmp_path / "set", "--out", tmp_path / "file")
    assert done.exit_code == 2 and "請另選可以寫入的 --out 資料夾" in done.stderr


def test_the_command_refuses_what_is_no_set(run, tmp_path):
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty")
    assert done.exit_code == 2 and "裡沒有標註" in done.stderr and not done.stdout
