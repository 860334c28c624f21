"""Photo to draft: look, lay out, choose faces, ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import FLOWERS, TILES, format_tiles
from snaptai.vision.detection import Detections
from snaptai.vision.draft import CLOSED, MELDS, HandDraft, Question, TileReading, hand_of
from snaptai.vision.faces import Faces, calibrated, choose
from snaptai.vision.hypotheses import Block
from snaptai.vision.layout import TableLayout, second_hand
from snaptai.vision.questions import SURE, ask
from snaptai.vision.together import joined, lay_out_together
from snaptai.vision.wording import say

if TYPE_CHECKING:
    from snaptai.vision.detector import TileDetector
    from snaptai.vision.photo import Photo, Source

ALTERNATIVES, WORTH_NAMING = 3, 0.005
HARDLY = 0.4
"""What scores less is no tile, wherever it lies."""


@dataclass(frozen=True)
class Seen:
    """What a detector saw in one photo; ``photo`` is None where only the tiles are at hand.

    ``faint``: what may be tiles; they count where the layout makes them part of the hand, and are asked about.
    """

    detections: Detections
    photo: Photo | None = None
    faint: Detections = field(default_factory=Detections.empty)

    @property
    def all(self) -> Detections:
        """The tiles, then what may be some."""
        return Detections.concatenate([self.detections, self.faint])

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the photo, or of what its tiles reach."""
        if self.photo is not None:
            return self.photo.size
        right, bottom = self.all.boxes[:, 2:].max(axis=0, initial=0)
        return int(np.ceil(right)), int(np.ceil(bottom))


def read_photo(
    source: Source | Photo | Sequence[Source | Photo], detector: TileDetector | None = None, *,
    name: str | None = None, lang: str = "zh", max_megapixels: float | None = None,
) -> HandDraft:  # fmt: skip
    """The hand in a photo: a path, bytes, a PIL image, an array (H, W[, C]) RGB, or a list of photos of one hand.

    ``detector``: from ``open_detector()``; the shipped one, opened once, where None. ``lang``: ``zh`` or ``en``.
    Several photos are read as if they lay side by side: boxes of a later one are moved right by the widths before it.
    Raises ``PhotoError`` for what is no photo, ``ModelError`` where no model is installed, ValueError without a photo.
    """
    from snaptai.vision.photo import MAX_MEGAPIXELS, load_photo

    limit = MAX_MEGAPIXELS if max_megapixels is None else max_megapixels
    sources: list[Any] = list(source) if isinstance(source, (list, tuple)) else [source]
    if not sources:
        raise ValueError("no photo was given; name one, or several of one hand")
    photos = [load_photo(one, name=name, max_megapixels=limit) for one in sources]
    chosen = detector or _shipped_detector()
    seen = [_seen_in(photo, chosen) for photo in photos]
    return read_seen(seen, lang=lang, temperature=chosen.temperature)


@lru_cache(maxsize=1)
def _shipped_detector() -> TileDetector:
    from snaptai.vision.detector import open_detector

    return open_detector()


def _seen_in(photo: Photo, detector: TileDetector) -> Seen:
    """What two looks see in ``photo``."""
    from snaptai.vision.looks import look

    found = look(photo, detector)
    return Seen(found.detections, photo, found.faint.select(found.faint.scores >= HARDLY))


def read_detections(detections: Detections, *, lang: str = "zh", temperature: float = 1.0) -> HandDraft:
    """The draft that tiles already seen in one photo make."""
    return read_seen([Seen(detections)], lang=lang, temperature=temperature)


def read_seen(seen: Sequence[Seen], *, lang: str = "zh", temperature: float = 1.0) -> HandDraft:
    """The draft of one hand from what was seen in one photo or in several; ``temperature``: see ``TileDetector``."""
    found, widths = [one.all for one in seen], [one.size[0] for one in seen]
    layouts = [
        _without_faint(layout, len(one.detections)) for one, layout in zip(seen, lay_out_together(found), strict=True)
    ]
    detections, layout = _with_hidden(*joined(found, widths, layouts))
    tiles = _readings(detections, layout, temperature)
    place = {tile: i for i, tile in enumerate(layout.reading_order)}
    asked = [*_faults(seen, layouts, place, lang)]
    asked += [_choice(tiles, other, lang) for other in _second_hands(seen, layouts, temperature)]
    if len(layouts) == 1 and (rival := layouts[0].rival):
        asked.append(_choice(tiles, _readings(*_with_hidden(found[0], rival), temperature), lang, "two_layouts"))
    asked += [_shown_again(number, lang) for number, layout in enumerate(layouts, 1) if layout.again]
    names = [one.photo.name for one in seen if one.photo is not None]
    size = sum(widths), max(one.size[1] for one in seen)
    draft = HandDraft(" + ".join(names), size, tiles, tuple(asked))
    return replace(draft, questions=ask(draft, lang))


def _without_faint(layout: TableLayout, sure: int) -> TableLayout:
    """Without what may be a tile but hardly one of the hand; the first ``sure`` are tiles."""
    kept = {*range(sure), *layout.hand, *layout.doubtful}
    order = tuple(tile for tile in layout.reading_order if tile in kept)
    rival = layout.rival and _without_faint(layout.rival, sure)
    return replace(layout, reading_order=order, faint=tuple(tile for tile in order if tile >= sure), rival=rival)


def side_by_side(photos: Sequence[Photo]) -> NDArray[np.uint8]:
    """The photos of one draft in one picture, uint8 (H, W, 3) RGB, at one scale, as its boxes count."""
    scale = min(photo.scale for photo in photos)
    parts = []
    for photo in photos:
        size = round(photo.size[0] * scale), round(photo.size[1] * scale)
        resized = photo.image if photo.image.shape[1::-1] == size else cv2.resize(photo.image, size)
        parts.append(np.asarray(resized, np.uint8))
    height = max(part.shape[0] for part in parts)
    return np.hstack([np.pad(part, ((0, height - part.shape[0]), (0, 0), (0, 0))) for part in parts])


def _with_hidden(detections: Detections, layout: TableLayout) -> tuple[Detections, TableLayout]:
    """With the tile beneath the fourth of each kong, midway between the outer two."""
    for pung in (pung for pung, sure in layout.raised if sure >= 0.5):
        left, middle, right = pung
        hidden = len(detections)
        box = detections.boxes[[left, right]].mean(axis=0, keepdims=True)
        detections = Detections.concatenate([detections, replace(detections.select(np.array([middle])), boxes=box)])
        kong = Block("exposed", (left, middle, hidden, right))
        blocks = tuple(kong if block.tiles == pung else block for block in layout.blocks)
        at = layout.reading_order.index(middle) + 1
        order = (*layout.reading_order[:at], hidden, *layout.reading_order[at:])
        layout = replace(layout, blocks=blocks, reading_order=order)
    return detections, layout


def _readings(detections: Detections, layout: TableLayout, temperature: float) -> tuple[TileReading, ...]:
    """Every tile with face, role and group, in reading order; one hardly seen is hardly believed."""
    faces = choose(calibrated(detections.probabilities, temperature), layout.blocks)
    roles, groups = _roles(layout, faces)
    doubts = dict.fromkeys(layout.in_row, "won") | dict.fromkeys(layout.doubtful, "hand")
    doubts |= {pung[1]: "kong" for pung, sure in layout.raised if sure < SURE}
    readings = []
    for tile in layout.reading_order:
        reading = _reading(detections, faces, tile, roles[tile], groups.get(tile))
        sure = float(detections.scores[tile]) if tile in layout.faint else 1.0
        readings.append(replace(reading, confidence=sure * reading.confidence, doubt=doubts.get(tile)))
    return tuple(readings)


def _roles(layout: TableLayout, faces: Faces) -> tuple[dict[int, str], dict[int, int]]:
    """Role of every tile, and number of the meld it is in; a flower in the concealed row is a flower."""
    roles: dict[int, str] = {}
    groups: dict[int, int] = {}
    melds = [block for block in layout.blocks if block.role in MELDS]
    for number, block in enumerate(melds, 1):
        groups |= dict.fromkeys(block.tiles, number)
    for block in layout.blocks:
        for tile in block.tiles:
            is_flower = TILES[faces.chosen[tile]] in FLOWERS and block.role in CLOSED
            roles[tile] = "flower" if is_flower else block.role
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


def _faults(seen: Sequence[Seen], layouts: Sequence[TableLayout], place: dict[int, int], lang: str) -> list[Question]:
    """What is wrong with each photo, judged by the tiles that may be its hand, or by all where none counts."""
    from snaptai.vision.quality import check_quality

    asked, shift = [], 0
    for one, layout in zip(seen, layouts, strict=True):
        hand = () if layout.again else {*layout.hand, *layout.doubtful}
        tiles = sorted(hand or layout.reading_order)
        if one.photo is not None:
            for question in check_quality(one.photo, one.all.select(np.array(tiles, np.intp)), lang):
                tile = None if question.tile is None else place[tiles[question.tile] + shift]
                asked.append(replace(question, tile=tile))
        shift += len(one.all)
    return asked


def _second_hands(
    seen: Sequence[Seen], layouts: Sequence[TableLayout], temperature: float
) -> Iterator[tuple[TileReading, ...]]:
    """Another whole hand that a photo shows too, in the coordinates of all photos side by side."""
    left = 0
    for one, layout in zip(seen, layouts, strict=True):
        other = None if layout.again else second_hand(one.all, layout)
        if other is not None:
            found, laid = other
            yield _readings(*_with_hidden(found.moved(left), laid), temperature)
        left += one.size[0]


def _choice(
    tiles: Sequence[TileReading], other: tuple[TileReading, ...], lang: str, key: str = "layout_unclear"
) -> Question:
    """Both hands are offered; ``key``: the sentence."""
    text = say(key, lang, first=_in_short(hand_of(tiles)), second=_in_short(hand_of(other)))
    return Question("layout_unclear", text, other=other)


def _shown_again(number: int, lang: str) -> Question:
    """What this photo shows was counted in another one."""
    return Question("layout_unclear", say("shown_again", lang, number=number))


def _in_short(hand: Hand) -> str:
    melds = [format_tiles(meld) for meld in (*hand.exposed, *hand.concealed_kongs)]
    return " ".join([format_tiles(hand.concealed), *melds, hand.winning_tile or "", format_tiles(hand.flowers)]).strip()
