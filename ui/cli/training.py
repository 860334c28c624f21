"""``snaptai windows``, ``train``, ``train-classifier`` and ``export-model``: making the weights (extra ``train``)."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from snaptai.scoring.fields import Unfit
from snaptai.ui.cli.refusing import refused
from snaptai.ui.cli.render import check_tile_px

Folders = Annotated[list[Path], typer.Argument(exists=True, file_okay=False, help="YOLO sets: images/ and labels/.")]
Sets = Annotated[list[Path], typer.Argument(exists=True, help="Labelled sets: YOLO, COCO, VOC or Label Studio.")]
LeaveOut = Annotated[list[str] | None, typer.Option(help="Leave out pictures whose name contains this.")]


def _need_torch() -> None:
    if find_spec("torch") is None or find_spec("ultralytics") is None:
        typer.echo("snaptai: training needs the extra: pip install 'snaptai[train]'", err=True)
        raise typer.Exit(2)


def _tell(faults: Iterable[str]) -> None:
    """Each once, on stderr."""
    for fault in dict.fromkeys(faults):
        typer.echo(fault, err=True)


def _text(problem: ValueError) -> str:
    return problem.text.say("en") if isinstance(problem, Unfit) else str(problem)


def register(app: typer.Typer) -> None:
    """Add the training commands."""

    @app.command()
    def windows(
        sets: Sets,
        out: Annotated[Path, typer.Option(help="Where the windows go.")],
        seed: Annotated[int, typer.Option(help="Same seed, same windows.")] = 0,
        packed: Annotated[bool, typer.Option("--packed", help="Strips of several photos share a window.")] = False,
        only_flowers: Annotated[bool, typer.Option("--only-flowers", help="Windows round flowers alone.")] = False,
        tile_px: Annotated[tuple[float, float], typer.Option(help="Length of a tile, from and to.")] = (44.0, 125.0),
        leave_out: LeaveOut = None,
    ) -> None:
        """Cut photos into 640-pixel windows at reading scale. Example: snaptai windows photos/train --out windows"""
        from snaptai.vision.training.windows import Wish, Writer, make_packed, make_windows

        check_tile_px(tile_px)
        wish, writer = Wish(seed, tile_px, only_flowers, tuple(leave_out or ())), Writer(out)
        faulty = False
        for source in sets:
            try:
                count, faults = (make_packed if packed else make_windows)(source, writer, wish)
            except ValueError as problem:
                raise refused(_text(problem)) from problem
            typer.echo(f"{source}: {count} windows")
            _tell(faults)
            faulty |= bool(faults)
        if faulty:
            raise typer.Exit(1)

    @app.command()
    def train(
        sets: Folders,
        start: Annotated[Path, typer.Option(exists=True, help="Checkpoint to start from.")],
        val: Annotated[Path, typer.Option(exists=True, help="YOLO set to watch.")],
        out: Annotated[Path, typer.Option(help="Folder of the run; the same folder resumes it.")],
        epochs: Annotated[int, typer.Option(min=1, help="Passes over the sets.")] = 3,
        minutes: Annotated[
            float | None, typer.Option(help="Train for so long instead; the rate follows the clock.")
        ] = None,
        rate: Annotated[float, typer.Option(help="Learning rate.")] = 0.0008,
        image_size: Annotated[int, typer.Option(min=32, help="Pixels, a multiple of 32.")] = 640,
    ) -> None:
        """Train the detector. Example: snaptai train windows renders --start warm.pt --val photos/val --out runs/one"""
        _need_torch()
        from snaptai.vision.training.sets import read_otherwise
        from snaptai.vision.training.train import train as run

        try:
            faults = [fault for folder in (*sets, val) for fault in read_otherwise(folder)]
        except ValueError as problem:
            raise refused(_text(problem)) from problem
        if faults:
            _tell(faults)
            raise refused("such sets would teach wrong tiles; write sound ones: snaptai labels SET --out NEW")
        typer.echo(run(start, sets, val, out, epochs, minutes, lr0=rate, imgsz=image_size))

    @app.command("train-classifier")
    def train_classifier(
        sets: Sets,
        out: Annotated[Path, typer.Option(help="ONNX to write; its name with .pt resumes.")],
        singles: Annotated[
            list[Path] | None, typer.Option(exists=True, file_okay=False, help="Folders of single tiles by class.")
        ] = None,
        mistakes: Annotated[
            list[Path] | None, typer.Option(exists=True, help="Labelled sets in which the detector errs.")
        ] = None,
        clutter: Annotated[int, typer.Option(min=0, help="Rendered scenes each of key caps and of sides.")] = 0,
        shared: Annotated[Path | None, typer.Option(help="Folder whose data/ has real tables.")] = None,
        epochs: Annotated[int, typer.Option(min=1, help="Rounds of training.")] = 12,
        per_epoch: Annotated[
            int | None, typer.Option(min=1, help="Crops a round, rare tiles oftener; all by default.")
        ] = None,
        start: Annotated[Path | None, typer.Option(exists=True, help="ONNX to go on from.")] = None,
        rate: Annotated[float, typer.Option(min=0, help="Highest learning rate.")] = 3e-3,
        leave_out: LeaveOut = None,
    ) -> None:
        """Train the second stage. Example: snaptai train-classifier photos/train --singles crops --out cls.onnx"""
        _need_torch()
        from dataclasses import replace
        from itertools import chain

        from snaptai.vision.detector import open_detector
        from snaptai.vision.training import classifier, crops

        if out.suffix != ".onnx":
            raise typer.BadParameter("--out is an ONNX file, such as: --out runs/cls.onnx")
        out.parent.mkdir(parents=True, exist_ok=True)
        names, faults = leave_out or (), list[str]()
        parts = [crops.of_yolo_set(folder, faults, names) for folder in sets]
        parts += [crops.of_folders(folder, faults, names) for folder in singles or []]
        if mistakes:
            fails = replace(open_detector(), threshold=0.05)
            parts += [crops.of_mistakes(folder, fails, faults, names) for folder in mistakes]
        parts += [crops.above(folder, faults, names) for folder in dict.fromkeys(sets)]
        parts += [crops.of_clutter(clutter, shared), crops.of_sides(clutter, shared)]
        try:
            known = classifier.exported(start) if start else None
            taught = crops.collect(chain(*parts))
            _tell(faults)
            begun = classifier.start_from(known, taught) if known else None
            checkpoint = out.with_suffix(".pt")
            model = classifier.train(taught, checkpoint, epochs, rate=rate, per_epoch=per_epoch, start=begun)
        except ValueError as problem:
            raise refused(_text(problem)) from problem
        classifier.export(model, out)

    @app.command("export-model")
    def export_model(
        checkpoints: Annotated[list[Path], typer.Argument(exists=True, help="Several are averaged, to OUT as .pt.")],
        out: Annotated[Path, typer.Option(help="ONNX to write.")],
    ) -> None:
        """Turn a checkpoint into ONNX. Example: snaptai export-model runs/one/weights/last.pt --out models/x.onnx"""
        _need_torch()
        from snaptai.vision.training.train import average, export

        export(average(checkpoints, out.with_suffix(".pt")) if len(checkpoints) > 1 else checkpoints[0], out)
