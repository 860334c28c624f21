"""``snaptai evaluate``: how well a labelled set is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snaptai.datasets.archive.troubles import words_of
from snaptai.scoring.fields import Text, Unfit
from snaptai.ui.cli.labels import load_set, unusable
from snaptai.ui.cli.score import Language

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
    lang: Annotated[Language, typer.Option(help="The language of the table.")] = Language.CHINESE,
) -> None:
    """Measure mAP, tile F1, exact hands, calibration and confusions on a labelled set.

    Example: snaptai evaluate photos/val --out evaluated
    """
    from snaptai.models.catalog import ModelError
    from snaptai.vision.detector import DEFAULT_MODEL, BackendMissing, open_detector
    from snaptai.vision.training import evaluate as measuring

    chosen = _load(labelled, names, lang)
    _make(out, lang)
    try:
        detector = open_detector(model or DEFAULT_MODEL, backend=backend)
        least = detector.threshold if threshold is None else threshold
        progress = _progress(len(chosen.photos))
        done = measuring.evaluate(chosen.photos, *readers(detector, least, size), progress=progress)
    except (ModelError, BackendMissing) as problem:
        raise unusable(problem.message(lang), lang) from problem
    except ValueError as problem:
        raise unusable(problem, lang) from problem
    figures = measuring.figures(done)
    complaints = chosen.complaints + done.left_out
    figures["complaints"] = [complaint.say(lang) for complaint in complaints]
    if out:
        write(done, figures, out, worst)
    typer.echo(json.dumps(figures, ensure_ascii=False) if as_json else "\n".join(table(figures, lang)))
    if any(complaint.code != "conflict" for complaint in complaints):
        raise typer.Exit(1)


def _make(out: Path | None, lang: str) -> None:
    """A folder that cannot be had is said before the measuring, not after it."""
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        zh = f"{out} 無法寫入（{words_of(problem).zh}）；請另選可以寫入的 --out 資料夾"
        en = f"{out}: {words_of(problem).en}; choose an --out folder that can be written"
        raise unusable(Unfit(zh, en), lang) from problem


def _load(labelled: Path, names: Path | None, lang: str) -> LabelledSet:
    """The set; every complaint goes to stderr, by name."""
    loaded = load_set(labelled, names, lang)
    for complaint in loaded.complaints:
        typer.echo(complaint.say(lang), err=True)
    if not loaded.photos:
        raise unusable(Unfit(f"{labelled} 沒有一張照片有可用的標註", f"{labelled}: no photo has usable labels"), lang)
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


def _summary(part: dict[str, Any], threshold: float, lang: str) -> Iterator[str]:
    tiles, hands = part["tiles"], part["hands"]
    flowers = _share(part["flowers_AP50_pooled"]), _share(part["flowers_AP50_mean"])
    rates = ", ".join(f"{name} {_share(tiles[name])}" for name in ("precision", "recall", "F1"))
    exact, near = _share(hands["exact"]), _share(hands["within_one"])
    yield f"mAP50 {_share(part['mAP50'])}   mAP50-95 {_share(part['mAP50-95'])}"
    yield _FLOWERS.fill(pooled=flowers[0], mean=flowers[1]).say(lang)
    yield _RATES.fill(threshold=f"{threshold:g}", rates=rates).say(lang)
    yield _HANDS.fill(exact=exact, near=near).say(lang)


_FLOWERS = Text("花牌 AP50：合計 {pooled}，平均 {mean}", "flowers AP50: pooled {pooled}, mean {mean}")
_RATES = Text("信心 {threshold} 以上的牌：{rates}", "tiles at {threshold}: {rates}")
_HANDS = Text("整手全對 {exact}，至多錯一張 {near}", "photos read exactly {exact}, within one tile {near}")
_TOTAL = Text("{photos} 張照片，{labels} 張牌，{faults} 處有誤", "{photos} photos, {labels} tiles, {faults} complaints")
_CALIBRATION = Text(
    "信心偏差 {error}，最佳溫度 {best}：{bins}", "calibration error {error}, best temperature {best}: {bins}"
)
_SOURCE = Text("{name}：{photos} 張照片，{labels} 張牌", "{name}: {photos} photos, {labels} tiles")
_FEW = Text("   標註不到 {few} 張", "   fewer than {few} labels")
_CONFUSED = Text("最常認錯（實際→讀成，– 表示不是牌）：{pairs}", "most often (there→read, – is no tile): {pairs}")
_NOTHING = Text("沒有認錯的牌", "nothing was misread")
_WORST = Text("錯得最多：{photos}", "worst: {photos}")
_NONE = Text("沒有一張照片有錯", "no photo has a mistake")


def table(figures: dict[str, Any], lang: str = "zh-TW") -> Iterator[str]:
    """The figures for a person to read."""
    calibration, photos, labels = figures["calibration"], figures["photos"], figures["labels"]
    yield _TOTAL.fill(photos=photos, labels=labels, faults=len(figures["complaints"])).say(lang)
    yield from _summary(figures, figures["threshold"], lang)
    bins = ", ".join(f"{row['confidence']:.2f}→{row['right']:.2f} ({row['tiles']})" for row in calibration["bins"])
    best = f"{calibration['best_temperature']:g}"
    yield _CALIBRATION.fill(error=_share(calibration["error"]), best=best, bins=bins).say(lang)
    if len(figures["sources"]) > 1:
        for name, part in figures["sources"].items():
            known = name or Text("其他", "other").say(lang)
            yield _SOURCE.fill(name=known, photos=part["photos"], labels=part["labels"]).say(lang)
            yield from (f"  {line}" for line in _summary(part, figures["threshold"], lang))
    yield "tile  labels   AP50  AP50-95  precision  recall     F1"
    yield from (_class_line(tile, row, lang) for tile, row in figures["classes"].items() if _is_known(row))
    pairs = [f"{c['there'] or '–'}→{c['read'] or '–'} ×{c['times']}" for c in figures["confusions"][:15]]
    yield _CONFUSED.fill(pairs=", ".join(pairs) or _NOTHING.say(lang)).say(lang)
    worst = ", ".join(f"{name} ({wrong})" for name, wrong in figures["worst"][:8])
    yield _WORST.fill(photos=worst or _NONE.say(lang)).say(lang)


def _is_known(row: dict[str, Any]) -> bool:
    return row["labels"] or row["precision"] is not None


def _class_line(tile: str, row: dict[str, Any], lang: str) -> str:
    cells = (row["AP50"], row["AP50-95"], row["precision"], row["recall"], row["F1"])
    ap50, ap, precision, recall, f1 = map(_share, cells)
    few = _FEW.fill(few=FEW).say(lang) if row["labels"] < FEW else ""
    return f"{tile:4}  {row['labels']:6} {ap50}   {ap}     {precision}  {recall} {f1}{few}"
