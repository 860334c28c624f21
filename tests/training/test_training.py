"""Train one epoch on rendered pictures, stop and resume, export, and compare the export with what was trained."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.training


def snaptai(*arguments: object) -> str:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    snaptai("render", "--out", folder / "set", "--count", 16, "--seed", 5)
    snaptai("train", folder / "set", "--start", ROOT / "models" / "snaptai-n.pt", "--val", folder / "set",
            "--out", folder / "run", "--epochs", 1, "--image-size", 320)  # fmt: skip
    return folder


def test_an_epoch_leaves_a_checkpoint_of_43_classes(run: Path) -> None:
    from ultralytics import YOLO

    from snaptai.scoring.tiles import TILES

    assert tuple(YOLO(run / "run" / "weights" / "last.pt").names.values()) == TILES


def test_the_export_sees_what_was_trained(run: Path) -> None:
    import onnx
    import onnxruntime
    import torch
    from ultralytics import YOLO

    snaptai("export-model", run / "run" / "weights" / "last.pt", "--out", run / "model.onnx")
    picture = np.random.default_rng(0).random((1, 3, 320, 416), np.float32)
    session = onnxruntime.InferenceSession(run / "model.onnx")
    model = YOLO(run / "run" / "weights" / "last.pt").model.float().eval()
    with torch.no_grad():
        trained = model(torch.from_numpy(picture))[0].numpy()
    exported = session.run(None, {session.get_inputs()[0].name: picture})[0]
    assert exported.shape == trained.shape == (1, 47, (40 * 52 + 20 * 26 + 10 * 13))
    np.testing.assert_allclose(exported, trained, atol=5e-3, rtol=1e-2)
    assert "5f" in session.get_modelmeta().custom_metadata_map["names"]
    heads = [node.name for node in onnx.load(run / "model.onnx").graph.node if node.op_type == "Softmax"]
    assert heads and not any("/dfl/" in name for name in heads), "boxes by sums of exponentials, which are faster"


def test_the_mean_of_two_checkpoints_lies_halfway(run: Path) -> None:
    import torch

    from snaptai.vision.training.train import average

    last = run / "run" / "weights" / "last.pt"
    other = torch.load(last, map_location="cpu", weights_only=False)
    for weights in other["model"].parameters():
        weights.data += 1
    torch.save(other, run / "other.pt")
    mean = torch.load(average([last, run / "other.pt"], run / "mean.pt"), weights_only=False)["model"]
    for half, whole in zip(mean.parameters(), other["model"].parameters(), strict=True):
        assert torch.allclose(half.float(), whole.float() - 0.5, atol=5e-3)


def test_an_interrupted_run_goes_on(run: Path) -> None:
    """Stopped while its second epoch runs, the same command finishes both."""
    out = run / "stopped"
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "train", str(run / "set"),
               "--start", str(ROOT / "models" / "snaptai-n.pt"), "--val", str(run / "set"), "--out", str(out),
               "--epochs", "3", "--image-size", "320"]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (out / "weights" / "last.pt").exists() and process.poll() is None:
        pass
    process.kill()
    process.wait()
    snaptai(*command[3:])
    epochs = [line.split(",")[0].strip() for line in (out / "results.csv").read_text().splitlines()[1:]]
    assert epochs[-1] == "3" and len(set(epochs)) == 3


def test_the_classifier_learns_rendered_tiles(run: Path) -> None:
    from snaptai.vision.training import classifier
    from snaptai.vision.training.crops import collect, of_yolo_set

    crops = collect(of_yolo_set(run / "set", []))
    model = classifier.train(crops, run / "classifier.pt", epochs=26, batch=16, per_epoch=480)
    right = (classifier.predict(model, crops).argmax(1) == crops.classes).mean()
    assert right > 0.5  # 43 classes: chance is 0.02
    classifier.export(model, run / "classifier.onnx")
    begun = classifier.start_from(classifier.exported(run / "classifier.onnx"), crops)
    np.testing.assert_allclose(classifier.predict(begun, crops), classifier.predict(model, crops), atol=1e-3)
    again = classifier.train(crops, run / "classifier.pt", epochs=26, batch=16, per_epoch=480)
    np.testing.assert_array_equal(classifier.predict(again, crops), classifier.predict(model, crops))


def test_the_classifier_goes_on_from_a_file_without_forgetting(run: Path) -> None:
    import onnxruntime

    shipped, on = ROOT / "models" / "snaptai-n-cls.onnx", run / "on.onnx"
    snaptai("train-classifier", run / "set", "--start", shipped, "--rate", 1e-5, "--epochs", 1, "--out", on)
    crops = np.random.default_rng(0).random((40, 3, 64, 64), np.float32)
    named = [onnxruntime.InferenceSession(path).run(None, {"crops": crops})[0] for path in (shipped, on)]
    off = np.abs(named[0] - named[1]).max()
    assert 0 < off < 0.2 * np.abs(named[0]).max()


def refused(*arguments: object) -> str:
    """What a command says that ends with exit code 2, in a sentence."""
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("wrong", ["README.md", "models/snaptai-n.onnx"])
def test_a_start_that_is_no_second_stage_is_refused_before_anything_is_made(run: Path, wrong: str) -> None:
    said = refused("train-classifier", run / "set", "--start", ROOT / wrong, "--out", run / "no.onnx")
    assert wrong.split("/")[-1] in said


def test_a_classifier_run_cannot_go_on_with_other_options_or_from_what_is_no_checkpoint(run: Path) -> None:
    out = run / "options.onnx"
    snaptai("train-classifier", run / "set", "--epochs", 1, "--out", out)
    assert "remove it" in refused("train-classifier", run / "set", "--epochs", 2, "--out", out)
    out.with_suffix(".pt").write_bytes(b"no checkpoint")
    assert "options.pt" in refused("train-classifier", run / "set", "--epochs", 1, "--out", out)
    assert "128" in refused("train-classifier", run / "set", "--per-epoch", 64, "--out", run / "few.onnx")
    assert "ONNX" in refused("train-classifier", run / "set", "--out", run / "resume.pt")


@pytest.mark.parametrize("names", ["names: [E, S]", "names: {0: 1m"])
def test_a_detector_is_not_trained_on_classes_in_another_order(run: Path, tmp_path: Path, names: str) -> None:
    shutil.copytree(run / "set", tmp_path / "set")
    (tmp_path / "set" / "data.yaml").write_text(names)
    said = refused("train", tmp_path / "set", "--start", ROOT / "models" / "snaptai-n.pt", "--val", run / "set",
                   "--out", tmp_path / "run")  # fmt: skip
    assert str(tmp_path / "set") in said or "data.yaml" in said
    assert not (tmp_path / "run").exists()
