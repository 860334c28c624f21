"""From tiles seen to a hand laid out: one choice among hypotheses for the whole picture (docs/layout.md).

Each main row that may be the player's is tried, and none at all; every other stretch of tiles gets the role that, all
together, is likeliest by place, by face and by what a hand is (17 tiles and kongs, or a hand not finished). Nothing is
ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from snaptai.vision import melds
from snaptai.vision.detection import Detections
from snaptai.vision.draft import ROLES
from snaptai.vision.frame import frame_along
from snaptai.vision.hypotheses import Block, Scene, scene_of
from snaptai.vision.places import places_beside, scores, surroundings
from snaptai.vision.prior import NONE, Count, wholeness
from snaptai.vision.runs import find_runs
from snaptai.vision.search import Prospect, best_plans, prospect_of

Floats = NDArray[np.float64]

DIRECTIONS = 3
"""Directions in which the picture is looked at, at most."""
ROWS_TRIED, UNLIKELY = 8, 7.0
"""Main rows tried in each direction: so many at most, none so far below the likeliest at first sight (log odds)."""
SHORT, ALONE, SHORT_TRIED = 2, -0.6, 2
"""Where all else is melds a row is as short as this; so many that are cut off as plainly are tried besides."""
FACE_UP, AWAY, AWAY_ALONG, MELD = 0.5, 0.5, 0.3, 0.5
"""At first sight: for each face-up tile of a main row; against each tile by which it is away from the long runs, along
them counted by this share; and the share of what speaks for its being a meld that speaks against it."""
SAME_DIRECTION = 0.03
"""Radians; rows that run alike are seen alike."""
LEANING, LONGER = 20.0, 4.0
"""Log odds against a frame by the slope of the main row in it: gaps are judged best along the row itself;
and against a main row that is not the longest."""
LOWEST = -1e6
"""Every layout scores more; finite, since what is impossible scores −inf."""
HOPED = 8.0
"""The best layout is nearly always this close to what it could be at best: so much is searched first."""
RIVALS, DOUBTFUL = 3.0, 0.1
"""Log odds within which other layouts are weighed; the share of them that makes a tile doubtful."""
RIVAL_TILES, RIVAL_ROW, RIVAL_SCORE = (13, 14, 16, 17), 7, 5.0
"""A second hand in the picture has one of these numbers of tiles, so many in a row, and is this likely by itself."""


@dataclass(frozen=True)
class TableLayout:
    """``blocks`` cover every tile once; ``score`` compares layouts of one picture (log likelihood ratio).

    ``raised``: for pungs whose middle tile may lie on a fourth that is not seen, the three tiles and how sure that is.
    ``doubtful``: tiles that may as well not be of the hand, or be of it, the first of each block; ``faint``: those that
    may be no tiles at all; ``in_row``: the winning tile, where it may as well be one of the row that lies a little off.
    ``again``: whether the photo shows tiles again that another one shows. ``rival``: the same hand with other melds,
    where that may as well be.
    """

    blocks: tuple[Block, ...] = ()
    score: float = 0.0
    count: Count = NONE
    reading_order: tuple[int, ...] = ()
    raised: tuple[tuple[tuple[int, ...], float], ...] = ()
    doubtful: tuple[int, ...] = ()
    faint: tuple[int, ...] = ()
    in_row: tuple[int, ...] = ()
    again: bool = False
    rival: TableLayout | None = None

    @property
    def hand(self) -> tuple[int, ...]:
        """Indices of the tiles that belong to the hand."""
        return tuple(tile for block in self.blocks if block.role != "other" for tile in block.tiles)

    @property
    def winning(self) -> tuple[int, ...]:
        """Index of the tile that won, where one is set apart."""
        return tuple(tile for block in self.blocks if block.role == "winning" for tile in block.tiles)

    def renumbered(self, before: int) -> TableLayout:
        """The same where so many other tiles come ``before`` those of its picture."""

        def shifted(tiles: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(tile + before for tile in tiles)

        return replace(
            self,
            blocks=tuple(Block(block.role, shifted(block.tiles)) for block in self.blocks),
            reading_order=shifted(self.reading_order),
            raised=tuple((shifted(pung), sure) for pung, sure in self.raised),
            doubtful=shifted(self.doubtful),
            faint=shifted(self.faint),
            in_row=shifted(self.in_row),
            rival=self.rival and self.rival.renumbered(before),
        )


def lay_out(detections: Detections) -> TableLayout:
    """The likeliest layout of one picture; no tile is left out, those outside the hand have the role ``other``."""
    found = layouts(detections, RIVALS)
    if not found:
        return TableLayout()
    return replace(found[0], doubtful=_doubtful(found), in_row=_in_row(found), rival=_rival(found))


def _rival(found: Sequence[TableLayout]) -> TableLayout | None:
    """The layout that makes most more or fewer melds of the best one's hand, where it is worth a question.

    A row of nothing but melds leaves open whether they are exposed, whatever speaks against each of them adds up to.
    """

    def apart(one: TableLayout) -> int:
        return abs(one.count[2] - found[0].count[2])

    rival = max(filter(_is_whole, _alike(found)), key=apart, default=None)
    return rival if rival and apart(rival) else found[0].rival


def _alike(found: Sequence[TableLayout]) -> Iterator[TableLayout]:
    """The layouts of the best one's hand that are likely enough for a question, best first."""
    best = found[0]
    return (one for one in found if set(one.hand) == set(best.hand) and exp(one.score - best.score) > DOUBTFUL)


def _in_row(found: Sequence[TableLayout]) -> tuple[int, ...]:
    """The winning tile, where one of these layouts has it in the row."""
    won = found[0].winning
    return won if any(one.winning != won for one in _alike(found)) else ()


def _is_whole(layout: TableLayout) -> bool:
    concealed, _, groups, won, _ = layout.count
    return concealed + won + 3 * groups in RIVAL_TILES


def _doubtful(found: Sequence[TableLayout]) -> tuple[int, ...]:
    """The first tile of each block that is on the other side in a share of layouts that is worth a question.

    Layouts with less than half of the hand are another hand, which is offered as a whole.
    """
    mine = set(found[0].hand)
    likeliest: dict[frozenset[int], float] = {}
    for layout in found:
        if 2 * len(mine.intersection(layout.hand)) > len(mine):
            likeliest.setdefault(frozenset(layout.hand), exp(layout.score - found[0].score))
    total = sum(likeliest.values())
    astray: Counter[int] = Counter()
    for hand, weight in likeliest.items():
        astray.update(dict.fromkeys(mine ^ hand, weight / total))
    blocks = ([tile for tile in block.tiles if astray[tile] > DOUBTFUL] for block in found[0].blocks)
    return tuple(tiles[0] for tiles in blocks if tiles)


def second_hand(detections: Detections, layout: TableLayout) -> tuple[Detections, TableLayout] | None:
    """The tiles beside the hand laid out, as another whole hand, those not of it left out; None where there is none."""
    rest = np.array(sorted(set(layout.reading_order) - set(layout.hand)), dtype=np.intp)
    open_tiles = detections.probabilities[rest][:, : melds.KINDS].sum(axis=1) > 0.5 if len(rest) else rest
    if open_tiles.sum() < min(RIVAL_TILES):
        return None
    others = detections.select(rest)
    if max(len(run) for run in find_runs(detections.select(rest[open_tiles]), 1)) < RIVAL_ROW:
        return None
    other = next(iter(layouts(others, least=RIVAL_SCORE, directions=1)), TableLayout())
    if other.count[0] < 2 or not _is_whole(other):
        return None
    return others, replace(other, reading_order=tuple(tile for tile in other.reading_order if tile in other.hand))


@dataclass(frozen=True)
class Attempt:
    """One row of one direction as the main row: ``main`` is its stretch, None where the hand has no concealed row."""

    scene: Scene
    main: int | None
    slope: float
    prospect: Prospect

    @property
    def bound(self) -> float:
        """No layout with this main row scores more."""
        return self.prospect.bound - LEANING * abs(self.slope)


def layouts(
    detections: Detections, rivals: float = 0.0, least: float = LOWEST, directions: int = DIRECTIONS
) -> list[TableLayout]:
    """The best layout first; then, for other main rows, those within ``rivals`` of it; none scores below ``least``."""
    attempts = sorted(_attempts(detections, directions), key=lambda attempt: attempt.bound, reverse=True)
    if not attempts:
        return []
    hoped = max(least, attempts[0].bound - HOPED - rivals)
    return _tried(attempts, rivals, hoped) or _tried(attempts, rivals, least)


def _tried(attempts: Sequence[Attempt], rivals: float, least: float) -> list[TableLayout]:
    """The layouts of those attempts that may still come to ``least``, or within ``rivals`` of the best, best first."""
    found: list[TableLayout] = []
    for attempt in attempts:
        if attempt.bound < least:
            break
        for layout in _finals(attempt, least):
            found.append(layout)
            least = max(least, layout.score - rivals)
    return sorted((one for one in found if one.score >= least), key=lambda layout: -layout.score)


def _attempts(detections: Detections, directions: int) -> Iterator[Attempt]:
    """For each direction of rows, each row that may be the main one, and none."""
    for scene, anchors in _scenes(detections, directions):
        for main in (*_main_rows(scene, anchors), None):
            yield _attempt(scene, main)


def _scenes(detections: Detections, directions: int) -> list[tuple[Scene, list[tuple[int, ...]]]]:
    """The picture along each direction in which tiles stand side by side, with the long runs of that direction."""
    scenes: list[tuple[Scene, list[tuple[int, ...]]]] = []
    for run in find_runs(detections, directions):
        view = frame_along(detections, run)
        alike = [anchors for scene, anchors in scenes if abs(scene.view.angle - view.angle) < SAME_DIRECTION]
        if alike:
            alike[0].append(run)
        else:
            scenes.append((scene_of(detections, view), [run]))
    return scenes


def _main_rows(scene: Scene, anchors: Sequence[tuple[int, ...]]) -> list[int]:
    """Stretches that may be the concealed row, the longest face-up ones near one of the long runs first."""
    found = scene.stretches
    rank = FACE_UP * found.total(scene.traits.face > 0) + found.ends + found.sloppy
    rank -= AWAY * found.total(_away(scene, anchors)) / found.size
    rank -= MELD * np.maximum(0.0, scene.content["exposed"])
    rank[(found.most(scene.traits.face) <= 0) | found.touching] = -np.inf
    order = np.argsort(-rank, kind="stable")
    alone = (found.size <= SHORT) & (found.ends > ALONE)
    tried = dict.fromkeys([*order[:ROWS_TRIED], *order[alone[order]][:SHORT_TRIED]])
    return [int(index) for index in tried if rank[index] > rank[order[0]] - UNLIKELY]


def _away(scene: Scene, anchors: Sequence[tuple[int, ...]]) -> Floats:
    """How far each tile (N,) is from the nearest of the long runs, in its tiles."""
    around = [places_beside(scene.view, anchor) for anchor in anchors]
    return np.asarray(np.min([one.aside + AWAY_ALONG * one.beside for one in around], axis=0))


def _attempt(scene: Scene, main: int | None) -> Attempt:
    """The main row stands as it is; nothing else may take a part of it."""
    found = scene.stretches
    around = surroundings(scene, scene.view.anchor if main is None else found.tiles(main))
    by_role = scores(scene, around)
    if main is not None:
        by_role[:, (found.start < found.end[main]) & (found.end > found.start[main])] = -np.inf
        whole = scene.content["concealed"] + found.ends + found.sloppy
        by_role[ROLES.index("concealed"), main] = whole[main]
    return Attempt(scene, main, around.places.slope, prospect_of(found, by_role))


def _finals(attempt: Attempt, least: float) -> list[TableLayout]:
    """Layouts whose concealed row is, or starts with, the attempt's main row, each of another count; none below
    ``least``.
    """
    scene, found = attempt.scene, []
    leaning = LEANING * abs(attempt.slope)
    for count, worth, blocks in best_plans(scene, attempt.prospect, least + leaning):
        score = worth + wholeness(scene, blocks) - leaning
        if attempt.main is not None and _longest(blocks) > scene.stretches.size[attempt.main]:
            score -= LONGER
        if score >= least:
            layout = TableLayout(blocks, score, count, scene.reading_order, _raised(scene, blocks))
            found.append(replace(layout, rival=_exposed(scene, attempt.main, layout)))
    return found


def _exposed(scene: Scene, main: int | None, layout: TableLayout) -> TableLayout | None:
    """The layout with all melds of its row exposed, where the row is nothing but melds and what waits."""
    groups = [] if main is None else scene.shown(main)
    shown = [Block("concealed" if len(group) == 2 else "exposed", group) for group in groups]
    rest = [block for block in layout.blocks if main is None or block.tiles != scene.stretches.tiles(main)]
    waits = any(block.role == "concealed" for block in (*shown, *rest))
    return replace(layout, blocks=(*shown, *rest)) if shown and waits else None


def _raised(scene: Scene, blocks: tuple[Block, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    pungs = [block.tiles for block in blocks if block.role == "exposed" and len(block.tiles) == 3]
    return tuple(
        (pung, 1 / (1 + exp(-scene.traits.raised[pung[1]]))) for pung in pungs if pung[1] in scene.traits.raised
    )


def _longest(blocks: tuple[Block, ...]) -> int:
    return max((len(block.tiles) for block in blocks if block.role == "concealed"), default=0)
