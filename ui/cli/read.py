"""``snaptai read``: the tiles, the hand and the open questions of photos, as JSON Lines."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snaptai.ui.cli.refusing import refused
from snaptai.ui.cli.score import Language

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector

SOME_ERRORS = 1


def register(app: typer.Typer) -> None:
    """Add ``read``."""

    @app.command()
    def read(
        photos: Annotated[list[Path], typer.Argument(metavar="PHOTO…", help="Photos of hands.")],
        one_hand: Annotated[bool, typer.Option("--one-hand", help="All photos show one hand: one object.")] = False,
        overlay: Annotated[Path | None, typer.Option(help="Folder for pictures of what was read.")] = None,
        model: Annotated[str | None, typer.Option(help="A model of the catalog, if not the usual one.")] = None,
        backend: Annotated[str, typer.Option(help="onnxruntime or openvino.")] = "onnxruntime",
        max_megapixels: Annotated[float, typer.Option(min=0.1, help="Larger photos are refused.")] = 120.0,
        lang: Annotated[Language, typer.Option(help="The language of the questions.")] = Language.CHINESE,
    ) -> None:
        """Read hands from photos: one JSON object a photo, in order, with tiles, roles, hand and questions.

        Example: snaptai read IMG_1.jpg IMG_2.heic --overlay read
        """
        detector = detector_or_exit(model, backend, lang)
        failed = False
        for number, group in enumerate([photos] if one_hand else [[photo] for photo in photos], 1):
            document = read_one(
                group, detector, words(lang), max_megapixels, overlay and overlay / _name(number, group)
            )
            typer.echo(json.dumps(document, ensure_ascii=False))
            failed = failed or "error" in document
        raise typer.Exit(SOME_ERRORS if failed else 0)


def words(lang: str) -> str:
    """The vision room's word for a language: ``zh`` or ``en``."""
    return "en" if lang == "en" else "zh"


def detector_or_exit(model: str | None, backend: str, lang: str) -> TileDetector:
    """The detector; ends the command with one sentence where there is none."""
    from snaptai.models.catalog import ModelError
    from snaptai.vision.backends import BackendMissing
    from snaptai.vision.detector import DEFAULT_MODEL, open_detector

    try:
        return open_detector(model or DEFAULT_MODEL, backend=backend)
    except (ModelError, BackendMissing) as problem:
        raise refused(problem.message(lang)) from None


def read_one(
    paths: list[Path], detector: TileDetector, lang: str, max_megapixels: float, overlay: Path | None = None
) -> dict[str, Any]:
    """The read object of one hand, or its error; the marked photo is written to ``overlay``."""
    from snaptai.vision.photo import load_photo
    from snaptai.vision.photo_errors import PhotoError
    from snaptai.vision.reading import read_photo

    photos = []
    for path in paths:
        name = _as_text(path)
        try:
            photos.append(load_photo(path, name=name, max_megapixels=max_megapixels))
        except PhotoError as problem:
            return {"version": 1, "photo": name, "error": problem.to_dict(lang)}
    draft = read_photo(photos, detector, lang=lang)
    if overlay is not None:
        _draw(photos, draft, overlay)
    return draft.to_document()


def _as_text(path: Path) -> str:
    """The path in characters, which JSON needs, whatever bytes its names hold."""
    from snaptai.datasets.archive.store import printable
    from snaptai.datasets.archive.zips import text_of

    return text_of(os.fsencode(path)) or str(printable(str(path)))


def _name(number: int, paths: list[Path]) -> str:
    """A file name that no other photo of this run has."""
    return f"{number:03d}_{paths[0].stem}.jpg"


def _draw(photos: list[Any], draft: Any, path: Path) -> None:
    from snaptai.vision.overlay import draw_overlay
    from snaptai.vision.reading import side_by_side

    path.parent.mkdir(parents=True, exist_ok=True)
    draw_overlay(side_by_side(photos), draft).convert("RGB").save(path, quality=90)
