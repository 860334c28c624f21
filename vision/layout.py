"""From tiles seen to a hand laid out: one choice among hypotheses for the whole picture.

Each main row that may be the player's is tried, and none at all; every other stretch of tiles gets the role that, all
together, is likeliest by place, by face and by what a hand is (17 tiles and kongs, or a hand not finished). Nothing is
ruled out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from snaptai.vision import melds
from snaptai.vision.detection import Detections
from snaptai.vision.hypotheses import ROW_TILE, Block, Scene, row_block, sloppy, stretches, surroundings
from snaptai.vision.rows import chains, frame, strips, turned
from snaptai.vision.search import NONE, Count, added, best_plans, hand_prior, wholeness

ROWS_TRIED = 8
SAME_DIRECTION = 0.03
"""Radians; rows that run alike are seen alike."""
LEANING, LONGER = 20.0, 3.0
"""Log odds against a frame by the slope of the main row in it: gaps are judged best along the row itself;
and against a main row that is not the longest."""
MERGED = 6
"""Layouts of each photo that are weighed when several photos show one hand."""
RIVAL_TILES, RIVAL_ROW, RIVAL_SCORE = (13, 14, 16, 17), 7, 5.0
"""A second hand in the picture has one of these numbers of tiles, so many in a row, and is this likely by itself."""


@dataclass(frozen=True)
class TableLayout:
    """``blocks`` cover every tile once; ``score`` compares layouts of one picture (log likelihood ratio)."""

    blocks: tuple[Block, ...] = ()
    score: float = 0.0
    count: Count = NONE
    reading_order: tuple[int, ...] = ()

    @property
    def hand(self) -> tuple[int, ...]:
        """Indices of the tiles that belong to the hand."""
        return tuple(tile for block in self.blocks if block.role != "other" for tile in block.tiles)


def lay_out(detections: Detections) -> TableLayout:
    """The likeliest layout of one picture; no tile is left out, those outside the hand have the role ``other``."""
    return max(_layouts(detections), key=lambda layout: layout.score, default=TableLayout())


def lay_out_together(photos: Sequence[Detections]) -> list[TableLayout]:
    """One layout a photo, such that all of them together are likeliest to be one hand."""
    ranked = [sorted(_layouts(photo), key=lambda layout: -layout.score)[:MERGED] for photo in photos]
    options = [found or [TableLayout()] for found in ranked]
    return list(max(product(*options), key=_together))


def _together(layouts: Iterable[TableLayout]) -> float:
    """Each layout's score with the count of tiles judged for all photos at once."""
    chosen = list(layouts)
    total = sum(layout.score - hand_prior(layout.count) for layout in chosen)
    return total + hand_prior(added(*(layout.count for layout in chosen)))


def second_hand(detections: Detections, layout: TableLayout) -> tuple[int, ...]:
    """The tiles of another whole hand beside the one laid out; empty where there is none."""
    rest = np.array(sorted(set(range(len(detections))) - set(layout.hand)), dtype=np.intp)
    open_tiles = detections.probabilities[rest][:, : melds.KINDS].sum(axis=1) > 0.5 if len(rest) else rest
    if open_tiles.sum() < min(RIVAL_TILES):
        return ()
    others = detections.select(rest)
    if max(len(chain) for chain in chains(others, 1)) < RIVAL_ROW:
        return ()
    other = lay_out(others)
    concealed, _, groups, won, _ = other.count
    if concealed < 2 or concealed + won + 3 * groups not in RIVAL_TILES or other.score < RIVAL_SCORE:
        return ()
    return tuple(int(rest[tile]) for tile in other.hand)


def scene_of(detections: Detections, chain: tuple[int, ...]) -> Scene:
    """The picture seen along ``chain``, ready to be scored."""
    view = frame(detections, chain)
    p = melds.softened(detections.probabilities)
    kinds = tuple(int(kind) for kind in detections.probabilities.argmax(axis=1))
    rows = strips(view)
    sideways = np.zeros(len(detections))
    for strip in rows:
        sideways[strip] = turned(view, strip)
    scene = Scene(view, rows, p, melds.face_up(p), melds.flower(p), sideways, kinds)
    return replace(scene, stretches=tuple(stretches(scene, strip) for strip in rows))


def _layouts(detections: Detections) -> Iterable[TableLayout]:
    """For each direction of rows, the best layout for each row that may be the main one, and without any."""
    scenes: list[tuple[Scene, list[tuple[int, ...]]]] = []
    for chain in chains(detections):
        angle = frame(detections, chain).angle
        alike = [anchors for scene, anchors in scenes if abs(scene.view.angle - angle) < SAME_DIRECTION]
        if alike:
            alike[0].append(chain)
        else:
            scenes.append((scene_of(detections, chain), [chain]))
    for scene, anchors in scenes:
        order = _reading_order(scene)
        for main in (*_main_rows(scene, anchors), None):
            yield replace(_around(scene, main), reading_order=order)


def _main_rows(scene: Scene, anchors: Sequence[tuple[int, ...]]) -> list[Block]:
    """Stretches that may be the concealed row, the longest face-up ones near one of the long runs first."""
    around = [surroundings(scene, anchor) for anchor in anchors]
    away = np.min([one.aside + 0.3 * one.beside for one in around], axis=0)
    found = []
    for stretch in (stretch for strip in scene.stretches for stretch in strip):
        tiles = list(stretch.tiles)
        if not (scene.face[tiles] > 0).any():
            continue
        near = float(away[tiles].mean())
        rank = ROW_TILE * float((scene.face[tiles] > 0).sum()) + stretch.ends + sloppy(stretch.inside) - 0.5 * near
        if len(tiles) in (3, 4):
            rank -= max(0.0, 0.5 * scene.content("exposed", stretch.tiles))
        block = row_block(scene, stretch.tiles)
        found.append((rank, replace(block, score=block.score - 0.01 * near)))
    found.sort(key=lambda entry: (-entry[0], entry[1].tiles))
    return [block for _, block in found[:ROWS_TRIED]]


def _around(scene: Scene, main: Block | None) -> TableLayout:
    """The best layout whose concealed row is, or starts with, ``main``."""
    around = surroundings(scene, main.tiles if main else scene.view.anchor)
    finals = []
    for count, (score, blocks) in best_plans(scene, around, main):
        score += hand_prior(count) + wholeness(scene, blocks) - LEANING * abs(around.slope)
        if main and max((len(b.tiles) for b in blocks if b.role == "row"), default=0) > len(main.tiles):
            score -= LONGER
        finals.append(TableLayout(blocks, score, count))
    return max(finals, key=lambda layout: layout.score)


def _reading_order(scene: Scene) -> tuple[int, ...]:
    """Strips from the top down, each from left to right, as the hand's rows run."""
    view = scene.view

    def place(strip: list[int]) -> tuple[int, float]:
        return round(float(view.v[strip].mean()) / view.height), float(view.u[strip[0]])

    return tuple(tile for strip in sorted(scene.strips, key=place) for tile in strip)
