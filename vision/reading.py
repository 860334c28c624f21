"""Photo to draft: look, lay out, choose faces, ask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from snaptai.scoring.tiles import TILES
from snaptai.vision.detection import Detections
from snaptai.vision.draft import HandDraft, Question, TileReading
from snaptai.vision.faces import Faces, calibrated, choose
from snaptai.vision.layout import TableLayout, lay_out
from snaptai.vision.questions import ask

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.photo import Source

TEMPERATURE = 1.0
ALTERNATIVES, WORTH_NAMING = 3, 0.005
ROLE_OF = {"row": "concealed"}


def read_detections(
    detections: Detections, *, photo: str = "", size: tuple[int, int] = (0, 0), lang: str = "zh",
    asked: Sequence[Question] = (), temperature: float = TEMPERATURE,
) -> HandDraft:  # fmt: skip
    """The draft that tiles already seen make; ``asked`` are questions about the photo itself."""
    layout = lay_out(detections)
    faces = choose(calibrated(detections.probabilities, temperature), layout.blocks)
    tiles = _readings(detections, layout, faces)
    draft = HandDraft(photo, size, tiles, tuple(asked))
    return replace(draft, questions=ask(draft, lang))


def _readings(detections: Detections, layout: TableLayout, faces: Faces) -> tuple[TileReading, ...]:
    """Every tile with face, role and group, in reading order."""
    roles, groups = _roles(layout, faces)
    return tuple(_reading(detections, faces, tile, roles[tile], groups.get(tile)) for tile in layout.reading_order)


def _roles(layout: TableLayout, faces: Faces) -> tuple[dict[int, str], dict[int, int]]:
    roles: dict[int, str] = {}
    groups: dict[int, int] = {}
    melds = [block for block in layout.blocks if block.role in ("exposed", "concealed_kong")]
    for number, block in enumerate(melds, 1):
        groups |= dict.fromkeys(block.tiles, number)
    for block in layout.blocks:
        for tile in block.tiles:
            role = ROLE_OF.get(block.role, block.role)
            is_flower = TILES[faces.chosen[tile]].endswith("f")
            roles[tile] = "flower" if is_flower and role in ("concealed", "winning") else role
    return roles, groups


def _reading(detections: Detections, faces: Faces, tile: int, role: str, group: int | None) -> TileReading:
    chosen, belief = int(faces.chosen[tile]), faces.beliefs[tile]
    seen = int(detections.probabilities[tile].argmax())
    ranked = [int(kind) for kind in belief.argsort()[::-1] if kind != chosen and belief[kind] >= WORTH_NAMING]
    left, top, right, bottom = (float(edge) for edge in detections.boxes[tile])
    return TileReading(
        TILES[chosen],
        (left, top, right, bottom),
        float(belief[chosen]),
        tuple((TILES[kind], float(belief[kind])) for kind in ranked[:ALTERNATIVES]),
        role,
        group,
        TILES[seen] if seen != chosen and role != "other" else None,
    )


def read_photo(
    source: Source | Sequence[Source], detector: TileDetector | None = None, *, name: str | None = None,
    lang: str = "zh", max_megapixels: float | None = None,
) -> HandDraft:  # fmt: skip
    """The hand in a photo: a path, bytes, a PIL image, an array (H, W[, C]) RGB, or a list of photos of one hand.

    ``detector``: from ``open_detector()``; opened once and kept where None. Raises ``PhotoError`` for what is no photo.
    """
    from snaptai.vision.looks import look
    from snaptai.vision.photo import MAX_MEGAPIXELS, load_photo

    limit = MAX_MEGAPIXELS if max_megapixels is None else max_megapixels
    photo = load_photo(source, name=name, max_megapixels=limit)
    seen = look(photo, detector or _detector())
    return read_detections(seen.detections, photo=os.path.basename(photo.name), size=photo.size, lang=lang)


_kept: list[TileDetector] = []


def _detector() -> TileDetector:
    if not _kept:
        from snaptai.vision.detector import open_detector

        _kept.append(open_detector())
    return _kept[0]
