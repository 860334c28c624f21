"""``snaptai labels`` and ``complete-labels``: look over a labelled set, convert it, split it, fill its gaps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snaptai.scoring.fields import Text, Unfit
from snaptai.ui.cli.refusing import refused
from snaptai.ui.cli.score import Language

if TYPE_CHECKING:
    from snaptai.datasets.labels import LabelledPhoto, LabelledSet
    from snaptai.datasets.photos.partial import Sighting

Set = Annotated[Path, typer.Argument(metavar="SET", help="A labelled set: YOLO, COCO, VOC or Label Studio.")]
Names = Annotated[Path | None, typer.Option(help="JSON map from the set's class names to tiles.")]
Lang = Annotated[Language, typer.Option(help="The language of the sentences.")]
FORMS = ("yolo", "coco", "voc", "label-studio")


def register(app: typer.Typer) -> None:
    """Adds the commands to ``app``."""
    app.command(name="labels")(labels)
    app.command(name="complete-labels")(complete_labels)


def labels(
    labelled: Set,
    names: Names = None,
    against: Annotated[
        Path | None, typer.Option(help="A second set: name photos of SET taken where photos of that one were.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the sound photos there, as --form.")] = None,
    form: Annotated[str, typer.Option(help=f"{', '.join(FORMS)}.")] = "yolo",
    split: Annotated[
        float, typer.Option(min=0, max=0.9, help="Write OUT/train and OUT/val, whole sessions, this share in val.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Same seed, same split.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of sentences.")] = False,
    lang: Lang = Language.CHINESE,
) -> None:
    """Check a labelled set: classes, bad labels, duplicates, leaks; convert or split it.

    Example: snaptai labels roboflow-export --out my-set --form yolo --split 0.1
    """
    if form not in FORMS:
        raise unusable(Unfit(f"--form 須是 {'、'.join(FORMS)}", f"--form is one of: {', '.join(FORMS)}"), lang)
    if split and not out:
        raise unusable(
            Unfit("--split 須和 --out 一起用", "--split needs --out: the folder to write the parts to"), lang
        )
    if out:
        check_target(labelled, out, lang)
    loaded = load_set(labelled, names, lang)
    found = survey(loaded, load_set(against, names, lang) if against else None, lang)
    typer.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(sentences(found, lang)))
    if out:
        try:
            write(loaded.photos, out, form, split, seed)
        except ValueError as problem:
            raise unusable(problem, lang) from problem
    if found["complaints"]:
        raise typer.Exit(1)


def unusable(problem: object, lang: str) -> typer.Exit:
    """Says what cannot be used, and ends with exit code 2."""
    return refused(problem.text.say(lang) if isinstance(problem, Unfit) else problem)


def check_target(labelled: Path, out: Path, lang: str) -> None:
    """A sentence and exit code 2 where ``out`` lies in the set or holds pictures: mixed sets have no truth."""
    from snaptai.datasets.labels.pictures import pictures_in

    root = (labelled if labelled.is_dir() else labelled.parent).resolve()
    if out.resolve().is_relative_to(root):
        zh = f"--out {out} 在資料集 {root} 裡；請另選它外面的資料夾"
        raise unusable(Unfit(zh, f"--out {out} lies in the set {root}; choose a folder outside it"), lang)
    for place in (out / part / images for part in ("", "train", "val") for images in ("", "images", "JPEGImages")):
        if pictures_in(place):
            zh = f"{place} 裡已有照片，混在一起就分不清了；請另選 --out 或先清空"
            en = f"{place} already holds pictures; choose another --out or empty it first"
            raise unusable(Unfit(zh, en), lang)


def load_set(path: Path, names: Path | None, lang: str) -> LabelledSet:
    """The set at ``path``; a sentence and exit code 2 where there is none."""
    from snaptai.datasets.photos import load, load_names

    try:
        return load(path, load_names(names) if names else None)
    except ValueError as problem:
        raise unusable(problem, lang) from problem


def survey(loaded: LabelledSet, other: LabelledSet | None, lang: str) -> dict[str, Any]:
    """What a set holds and what is wrong with it, as one JSON-able object."""
    from snaptai.datasets.photos import duplicates, sessions, straddling
    from snaptai.scoring.tiles import TILES

    paths = [photo.path for photo in loaded.photos]
    counts = Counter(tile for photo in loaded.photos for tile in photo.tiles)
    pairs = straddling([photo.path for photo in other.photos], paths) if other else []
    return {
        "photos": len(paths),
        "labels": counts.total(),
        "sessions": len(sessions(paths)),
        "classes": {tile: counts[tile] for tile in TILES},
        "complaints": [{"file": str(c.path), "code": c.code, "message": c.text.say(lang)} for c in loaded.complaints],
        "duplicates": [[str(path) for path in group] for group in duplicates(paths)],
        "straddling": [[str(theirs), str(ours)] for theirs, ours in pairs],
    }


_TOTAL = Text(
    "{photos} 張照片，分 {sessions} 次拍，共 {labels} 張牌", "{photos} photos of {sessions} sessions, {labels} tiles"
)
_CLASSES = Text("各牌張數：{classes}", "labels: {classes}")
_ONE_PICTURE = Text("同一張照片：{names}", "one picture: {names}")
_STRADDLING = Text("{ours} 和 {theirs} 是在同一處拍的", "{ours} was taken where {theirs} was")
_COMPLETED = Text(
    "{photos} 張照片，模型補標 {added} 張牌，塗掉 {hidden} 處",
    "{photos} photos, {added} tiles labelled by the model, {hidden} places painted over",
)


def sentences(found: dict[str, Any], lang: str) -> Iterator[str]:
    """The survey for a person to read."""
    yield _TOTAL.fill(photos=found["photos"], sessions=found["sessions"], labels=found["labels"]).say(lang)
    classes = ", ".join(f"{tile} {count}" for tile, count in found["classes"].items())
    yield _CLASSES.fill(classes=classes).say(lang)
    for complaint in found["complaints"]:
        yield f"{complaint['file']}: {complaint['message']}"
    for group in found["duplicates"]:
        yield _ONE_PICTURE.fill(names=", ".join(group)).say(lang)
    for theirs, ours in found["straddling"]:
        yield _STRADDLING.fill(ours=ours, theirs=theirs).say(lang)


def write(photos: Iterable[LabelledPhoto], out: Path, form: str, share: float, seed: int) -> None:
    """The photos as a set of ``form``, in two parts where a ``share`` is asked."""
    from snaptai.datasets.labels import coco, labelstudio, voc, yolo
    from snaptai.datasets.photos import split

    writers: dict[str, Callable[[Iterable[LabelledPhoto], Path], None]] = dict(
        zip(FORMS, (yolo.write, coco.write, voc.write, labelstudio.write), strict=True)
    )
    parts = dict(zip(("train", "val"), split(tuple(photos), share, seed), strict=True)) if share else {"": photos}
    for name, part in parts.items():
        writers[form](part, out / name)


def complete_labels(
    labelled: Set,
    out: Annotated[Path, typer.Option(help="Folder for the completed YOLO set.")],
    names: Names = None,
    model: Annotated[str | None, typer.Option(help="A model of the catalog; the one that ships by default.")] = None,
    sure: Annotated[float, typer.Option(min=0, max=1, help="Score from which a tile seen becomes a label.")] = 0.8,
    doubtful: Annotated[float, typer.Option(min=0, max=1, help="Score from which it is painted over.")] = 0.03,
    lang: Lang = Language.CHINESE,
) -> None:
    """Make photos with only some tiles labelled fit for training: the rest is labelled by the model or painted over.

    Example: snaptai complete-labels photos/train_table --out completed
    """
    from snaptai.models.catalog import ModelError
    from snaptai.vision.backends import BackendMissing

    check_target(labelled, out, lang)
    loaded = load_set(labelled, names, lang)
    for complaint in loaded.complaints:
        typer.echo(complaint.say(lang), err=True)
    try:
        see = sighter(model, doubtful)
    except (ModelError, BackendMissing) as problem:
        raise unusable(problem.message(lang), lang) from problem
    added, hidden = write_completed(loaded.photos, out, see, sure, doubtful)
    typer.echo(_COMPLETED.fill(photos=len(loaded.photos), added=added, hidden=hidden).say(lang))
    if loaded.complaints:
        raise typer.Exit(1)


def sighter(model: str | None, doubtful: float) -> Callable[[Path], list[Sighting]]:
    """What the product's reading sees in a photo, down to ``doubtful``."""
    from dataclasses import replace

    from snaptai.datasets.photos.partial import Sighting
    from snaptai.vision.detector import DEFAULT_MODEL, open_detector
    from snaptai.vision.looks import look
    from snaptai.vision.photo import load_photo

    detector = replace(open_detector(model or DEFAULT_MODEL), threshold=doubtful)

    def see(path: Path) -> list[Sighting]:
        seen = look(load_photo(path), detector).detections
        boxes = [(float(a), float(b), float(c), float(d)) for a, b, c, d in seen.boxes]
        return [Sighting(t, b, float(s)) for t, b, s in zip(seen.tiles, boxes, seen.scores, strict=True)]

    return see


def write_completed(
    photos: Iterable[LabelledPhoto], out: Path, see: Callable[[Path], list[Sighting]], sure: float, doubtful: float
) -> tuple[int, int]:
    """The completed photos as a YOLO set; how many labels were added and places painted over."""
    from dataclasses import replace
    from tempfile import TemporaryDirectory

    from PIL import Image

    from snaptai.datasets.labels import yolo
    from snaptai.datasets.photos.partial import complete, paint_over
    from snaptai.vision.photo import load_photo

    done, added, hidden = [], 0, 0
    with TemporaryDirectory() as scratch:
        for number, photo in enumerate(photos):
            completed = complete(photo, see(photo.path), sure, doubtful)
            path = Path(scratch, str(number), f"{photo.path.stem}.jpg")
            path.parent.mkdir()
            Image.fromarray(paint_over(load_photo(photo.path).full, completed)).save(path, quality=95)
            done.append(replace(completed.photo, path=path))
            added += len(completed.photo.boxes) - len(photo.boxes)
            hidden += len(completed.hidden)
        yolo.write(done, out)
    return added, hidden
