"""Train the detector with ultralytics and export it: resumable, on a GPU where there is one."""

from __future__ import annotations

import json
import math
import os
import shutil
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from snaptai.scoring.tiles import TILES

os.environ.setdefault("YOLO_OFFLINE", "true")

RECIPE: dict[str, Any] = {
    "imgsz": 640,
    "batch": 8,
    "optimizer": "AdamW",
    # Ultralytics gathers 64 pictures a step by default: 27 steps in an epoch of 1,700 teach nothing.
    "nbs": 16,
    "lr0": 0.0008,
    "lrf": 0.05,
    "cos_lr": True,
    "warmup_epochs": 0.0,
    # A mirrored tile is another tile; phones turn, shear and tint.
    "fliplr": 0.0,
    "flipud": 0.0,
    "degrees": 8.0,
    "scale": 0.25,
    "translate": 0.08,
    "perspective": 0.0003,
    "hsv_h": 0.03,
    "hsv_s": 0.6,
    "hsv_v": 0.4,
    "mosaic": 0.35,
    "close_mosaic": 0,
    "workers": 0,
    "amp": False,
    "plots": False,
    "val": False,
    "seed": 1,
}
"""What every phone photo goes through, and the optimiser; ``models/EXPERIMENTS.md`` says why."""


def write_data_file(path: Path, train: list[Path], val: Path) -> None:
    """The data file ultralytics wants (JSON is YAML)."""
    folders = [str((folder / "images").resolve()) for folder in train]
    content = {"train": folders, "val": str((val / "images").resolve()), "names": dict(enumerate(TILES))}
    path.write_text(json.dumps(content, indent=1))


def _use_all_cores(trainer: Any) -> None:
    """Ultralytics leaves a core idle on CPUs, half the machine on two; beside another run, say OMP_NUM_THREADS=1."""
    import torch

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", os.cpu_count() or 1)))


def _rate_by_the_clock(seconds: float, rate: float, floor: float) -> Callable[[Any], None]:
    """Warm up in the first 3 % of the time, then a cosine down to ``floor`` × ``rate`` when it is over."""
    began = time.monotonic()

    def set_rate(trainer: Any) -> None:
        spent = min((time.monotonic() - began) / seconds, 1.0)
        cosine = floor + (1 - floor) * (1 + math.cos(math.pi * spent)) / 2
        for group in trainer.optimizer.param_groups:
            group["lr"] = rate * min(spent / 0.03, 1.0) * cosine

    return set_rate


def _save_often(batches: int) -> Callable[[Any], None]:
    """An epoch on two cores takes an hour; a machine that stops must not take it along."""
    seen = count(1)

    def save(trainer: Any) -> None:
        if next(seen) % batches == 0:
            trainer.save_model()
            _keep_whole(trainer)

    return save


def _keep_whole(trainer: Any) -> None:
    """A copy that is replaced whole: ultralytics writes ``last.pt`` in place, and a kill in between ruins it."""
    copy = trainer.last.with_name("writing.pt")
    shutil.copy(trainer.last, copy)
    os.replace(copy, trainer.last.with_name("whole.pt"))


def _unfinished(last: Path) -> Path | None:
    """The checkpoint of an interrupted run, if there is one: it still holds its optimiser."""
    import torch

    for path in (last, last.with_name("whole.pt")):
        try:
            state = torch.load(path, map_location="cpu", weights_only=False)
        except (OSError, RuntimeError, EOFError):
            continue
        return path if state.get("optimizer") is not None else None
    return None


def _offline() -> None:
    from ultralytics import settings

    settings.update({"sync": False})


def train(
    start: Path, sets: list[Path], val: Path, out: Path, epochs: int = 3, minutes: float | None = None, **changes: Any
) -> Path:
    """Train from ``start`` on YOLO ``sets`` (folders with images/ and labels/); returns the last checkpoint.

    ``minutes``: train for so long instead of ``epochs``, the learning rate following the clock.

    A run whose ``out/weights/last.pt`` still holds its optimiser was interrupted and goes on from its last finished
    epoch. ``changes`` override ``RECIPE``.
    """
    import torch
    from ultralytics import YOLO

    _offline()
    out.mkdir(parents=True, exist_ok=True)
    last = out / "weights" / "last.pt"
    unfinished = _unfinished(last)
    model = YOLO(str(unfinished or start))
    model.add_callback("on_train_start", _use_all_cores)
    model.add_callback("on_model_save", _keep_whole)
    if unfinished:
        model.train(resume=True)
        return last
    recipe = RECIPE | changes
    if minutes:
        recipe["time"] = minutes / 60
        model.add_callback("on_train_batch_start", _rate_by_the_clock(minutes * 60, recipe["lr0"], recipe["lrf"]))
    model.add_callback("on_train_batch_end", _save_often(100))
    data = out / "data.yaml"
    write_data_file(data, sets, val)
    device = "0" if torch.cuda.is_available() else "cpu"
    model.train(
        data=str(data), epochs=epochs, device=device, project=str(out.parent.resolve()), name=out.name, exist_ok=True,
        **recipe,
    )  # fmt: skip
    return last


def average(checkpoints: Sequence[Path], out: Path) -> Path:
    """The mean of the weights of runs that began at one checkpoint, in half precision without optimiser, at ``out``."""
    import torch

    kept = [torch.load(path, map_location="cpu", weights_only=False) for path in checkpoints]
    models = [(one.get("ema") or one["model"]).float() for one in kept]
    states = [model.state_dict() for model in models]
    mean = {name: torch.stack([state[name].float() for state in states]).mean(0) for name in states[0]}
    models[-1].load_state_dict(mean)
    torch.save({**kept[-1], "model": models[-1].half(), "ema": None, "optimizer": None}, out)
    return out


def export(checkpoint: Path, out: Path) -> None:
    """ONNX with dynamic size and the class names in its metadata."""
    from ultralytics import YOLO

    from snaptai.vision.training.boxes import cheaper_boxes

    written = YOLO(str(checkpoint)).export(
        format="onnx", dynamic=True, simplify=True, opset=17, imgsz=640, device="cpu"
    )
    cheaper_boxes(Path(written))
    shutil.move(written, out)
