"""``snaptai evaluate``: how well a labelled set is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from snaptai.datasets.labels import LabelledSet
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.training.evaluate import Evaluation, Reader

FEW = 20


def register(app: typer.Typer) -> None:
    """Adds the command to ``app``."""
    app.command(name="evaluate")(evaluate)


def evaluate(
    labelled: Annotated[Path, typer.Argument(metavar="SET", help="A labelled set: YOLO, COCO, VOC or Label Studio.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for figures.json, photos.jsonl, confusion.png and worst.jpg.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="A model of the catalog; the one that ships by default.")] = None,
    backend: Annotated[str, typer.Option(help="onnxruntime or openvino.")] = "onnxruntime",
    threshold: Annotated[
        float | None, typer.Option(min=0, max=1, help="Score from which a tile counts; the model's own by default.")
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(min=32, help="One look of the detector alone at this many pixels; give it a lower --threshold."),
    ] = None,
    names: Annotated[Path | None, typer.Option(help="JSON map from the set's class names to tiles.")] = None,
    worst: Annotated[int, typer.Option(min=0, help="How many photos worst.jpg shows.")] = 24,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures.json instead of the table.")] = False,
) -> None:
    """Measure mAP, tile F1, exact hands, calibration and confusions on a labelled set.

    Example: snaptai evaluate photos/val --out evaluated
    """
    from snaptai.models.catalog import ModelError
    from snaptai.vision.detector import DEFAULT_MODEL, BackendMissing, open_detector
    from snaptai.vision.training import evaluate as measuring

    chosen = _load(labelled, names)
    _make(out)
    try:
        detector = open_detector(model or DEFAULT_MODEL, backend=backend)
        least = detector.threshold if threshold is None else threshold
        progress = _progress(len(chosen.photos))
        done = measuring.evaluate(chosen.photos, *readers(detector, least, size), progress=progress)
    except (ModelError, BackendMissing, ValueError) as problem:
        raise _unusable(problem) from problem
    figures = measuring.figures(done)
    complaints = chosen.complaints + done.left_out
    figures["complaints"] = [str(complaint) for complaint in complaints]
    if out:
        write(done, figures, out, worst)
    typer.echo(json.dumps(figures, ensure_ascii=False) if as_json else "\n".join(table(figures)))
    if any(complaint.code != "conflict" for complaint in complaints):
        raise typer.Exit(1)


def _unusable(problem: object) -> typer.Exit:
    typer.echo(f"snaptai: {problem}", err=True)
    return typer.Exit(2)


def _make(out: Path | None) -> None:
    """A folder that cannot be had is said before the measuring, not after it."""
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _unusable(f"{out}: {problem.strerror}; choose an --out folder that can be written") from problem


def _load(labelled: Path, names: Path | None) -> LabelledSet:
    """The set; every complaint goes to stderr, by name."""
    from snaptai.datasets.photos import load, load_names

    try:
        loaded = load(labelled, load_names(names) if names else None)
    except ValueError as problem:
        raise _unusable(problem) from problem
    for complaint in loaded.complaints:
        typer.echo(str(complaint), err=True)
    if not loaded.photos:
        raise _unusable(f"{labelled}: no photo has usable labels")
    return loaded


def _progress(total: int) -> Callable[[int], None]:
    return lambda done: typer.echo(f"{done}/{total}", err=True) if done % 25 == 0 else None


def readers(detector: TileDetector, threshold: float, size: int | None) -> tuple[Reader, float, Reader]:
    """Reading as the product reads (or one look at ``size``) from ``threshold``; the same down to the faintest."""
    from dataclasses import replace

    from snaptai.vision.looks import look
    from snaptai.vision.photo import load_photo
    from snaptai.vision.training.measures import FAINTEST

    def reader(least: float) -> Reader:
        used = replace(detector, threshold=least)
        if size is None:
            return lambda path: look(load_photo(path), used).detections
        return lambda path: used.detect(load_photo(path).full, -(-size // 32) * 32)

    return reader(threshold), threshold, reader(FAINTEST)


def write(done: Evaluation, figures: dict[str, Any], out: Path, count: int) -> None:
    """Everything measured, as files in the folder ``out``."""
    from PIL import Image

    from snaptai.vision.training.evaluate import photo_lines, worst
    from snaptai.vision.training.pictures import confusion_picture, worst_sheet

    (out / "figures.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in photo_lines(done))
    (out / "photos.jsonl").write_text("".join(lines), encoding="utf-8")
    Image.fromarray(confusion_picture(done.matrix)).save(out / "confusion.png")
    Image.fromarray(worst_sheet(worst(done, count))).save(out / "worst.jpg", quality=88)


def _share(value: float | None) -> str:
    return "     –" if value is None else f"{value:6.3f}"


def _summary(part: dict[str, Any], threshold: float) -> Iterator[str]:
    tiles, hands = part["tiles"], part["hands"]
    yield f"mAP50 {_share(part['mAP50'])}   mAP50-95 {_share(part['mAP50-95'])}"
    yield f"flowers AP50: pooled {_share(part['flowers_AP50_pooled'])}, mean {_share(part['flowers_AP50_mean'])}"
    rates = ", ".join(f"{name} {_share(tiles[name])}" for name in ("precision", "recall", "F1"))
    yield f"tiles at {threshold:g}: {rates}"
    yield f"photos read exactly {_share(hands['exact'])}, within one tile {_share(hands['within_one'])}"


def table(figures: dict[str, Any]) -> Iterator[str]:
    """The figures for a person to read."""
    calibration = figures["calibration"]
    yield f"{figures['photos']} photos, {figures['labels']} tiles, {len(figures['complaints'])} complaints"
    yield from _summary(figures, figures["threshold"])
    yield (
        f"calibration error {_share(calibration['error'])}, best temperature {calibration['best_temperature']:g}: "
        + ", ".join(f"{row['confidence']:.2f}→{row['right']:.2f} ({row['tiles']})" for row in calibration["bins"])
    )
    if len(figures["sources"]) > 1:
        for name, part in figures["sources"].items():
            yield f"{name or 'other'}: {part['photos']} photos, {part['labels']} tiles"
            yield from (f"  {line}" for line in _summary(part, figures["threshold"]))
    yield "tile  labels   AP50  AP50-95  precision  recall     F1"
    for tile, row in figures["classes"].items():
        if row["labels"] or row["precision"] is not None:
            cells = (row["AP50"], row["AP50-95"], row["precision"], row["recall"], row["F1"])
            ap50, ap, precision, recall, f1 = map(_share, cells)
            few = f"   fewer than {FEW} labels" if row["labels"] < FEW else ""
            yield f"{tile:4}  {row['labels']:6} {ap50}   {ap}     {precision}  {recall} {f1}{few}"
    pairs = [f"{c['there'] or '–'}→{c['read'] or '–'} ×{c['times']}" for c in figures["confusions"][:15]]
    yield "most often (there→read, – is no tile): " + (", ".join(pairs) or "nothing was misread")
    yield "worst: " + (
        ", ".join(f"{name} ({wrong})" for name, wrong in figures["worst"][:8]) or "no photo has a mistake"
    )
