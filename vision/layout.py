"""From tiles seen to a hand laid out: one choice among hypotheses for the whole picture.

Each main row that may be the player's is tried; every other stretch of tiles gets the role that, all together, is
likeliest by place, by face and by what a hand is (17 tiles and kongs, or a hand not finished). Nothing is ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision import melds
from snaptai.vision.detection import Detections
from snaptai.vision.hypotheses import (
    CUT_WORTH_TRYING,
    TWIN,
    Block,
    Scene,
    Surroundings,
    cuts,
    options,
    row_block,
    sloppy,
    surroundings,
)
from snaptai.vision.rows import chains, frame, strips, turned
from snaptai.vision.shapes import completes

KEPT = 40
"""Partial readings kept at each step of the search."""
ROWS_TRIED = 8
FINALISTS = 8
WHOLE = 3.0
"""Log odds for photographed hands to be whole; by chance few are."""
FIFTH = 1.0
"""Log odds against each copy beyond what a set holds: misread, or another player's."""
Count = tuple[int, int, int, int, int]
"""Concealed tiles, rows of them, melds, winning tiles set apart (0 or 1), flowers."""
NONE: Count = (0, 0, 0, 0, 0)
Plan = tuple[float, tuple[Block, ...]]


@dataclass(frozen=True)
class TableLayout:
    """``blocks`` cover every tile once; ``score`` compares layouts of one picture (log likelihood ratio)."""

    blocks: tuple[Block, ...]
    score: float
    angle: float = 0.0
    """Radians by which the hand's rows run clockwise from level."""

    reading_order: tuple[int, ...] = ()

    @property
    def hand(self) -> tuple[int, ...]:
        """Indices of the tiles that belong to the hand."""
        return tuple(tile for block in self.blocks if block.role != "other" for tile in block.tiles)


def lay_out(detections: Detections) -> TableLayout:
    """The likeliest layout of one picture; no tile is left out, those outside the hand have the role ``other``."""
    found = [layout for chain in chains(detections) for layout in _layouts(scene_of(detections, chain))]
    return max(found, key=lambda layout: layout.score, default=TableLayout((), 0.0))


def scene_of(detections: Detections, chain: tuple[int, ...]) -> Scene:
    """The picture seen along ``chain``, ready to be scored."""
    view = frame(detections, chain)
    p = melds.softened(detections.probabilities)
    kinds = tuple(int(kind) for kind in detections.probabilities.argmax(axis=1))
    rows = strips(view)
    sideways = frozenset(tile for strip in rows for tile, lies in zip(strip, turned(view, strip), strict=True) if lies)
    return Scene(view, rows, p, melds.face_up(p), melds.flower(p), sideways, kinds)


def _layouts(scene: Scene) -> Iterable[TableLayout]:
    """The best layout for each row that may be the main one."""
    for block in _main_rows(scene):
        yield _around(scene, block)


def _main_rows(scene: Scene) -> list[Block]:
    """Stretches that may be the concealed row, the longest face-up ones near the frame's anchor first."""
    around = surroundings(scene, scene.view.anchor)
    found = []
    for strip in scene.strips:
        for tiles, ends, inside in _stretches(scene, strip):
            block = row_block(scene, tiles)
            near = float(around.aside[list(tiles)].mean()) + 0.3 * float(around.beside[list(tiles)].min())
            rank = block.score + ends + sloppy(inside) - 0.5 * near
            if len(tiles) in (3, 4):
                rank -= max(0.0, 0.5 * scene.content("exposed", tiles))
            found.append((rank, block.tiles, block))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    return [block for _, _, block in found[:ROWS_TRIED]]


def _stretches(scene: Scene, strip: list[int]) -> Iterable[tuple[tuple[int, ...], float, float]]:
    """Every run of neighbours between two possible cuts; what the cuts at its ends cost (≤ 0), and the gaps inside."""
    scores = cuts(scene, strip)
    places = [0, *(i + 1 for i, score in enumerate(scores) if score > CUT_WORTH_TRYING), len(strip)]
    for a, start in enumerate(places[:-1]):
        for end in places[a + 1 :]:
            ends = [scores[i] for i in (start - 1, end - 1) if 0 <= i < len(scores)]
            inside = sum(max(score, 0.0) for score in scores[start : end - 1])
            yield tuple(strip[start:end]), sum(min(score, 0.0) for score in ends) / 2, -inside


def _around(scene: Scene, main: Block) -> TableLayout:
    """The best layout whose concealed row is, or starts with, ``main``."""
    around = surroundings(scene, main.tiles)
    plans: dict[Count, Plan] = {NONE: (0.0, ())}
    for strip in scene.strips:
        plans = _joined(plans, _strip_plans(scene, around, strip, main))
    ranked = sorted(plans.items(), key=lambda item: -item[1][0] - hand_prior(item[0]))[:FINALISTS]
    finals = [(total + hand_prior(count) + wholeness(scene, blocks), blocks) for count, (total, blocks) in ranked]
    score, blocks = max(finals, key=lambda final: final[0])
    return TableLayout(blocks, score, scene.view.angle, _reading_order(scene))


def wholeness(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Bonus for concealed tiles that, as read, are a whole hand; four alike may be a kong where they are too many."""
    faces = [scene.kinds[tile] for block in blocks if block.role in ("row", "winning") for tile in block.tiles]
    counts = Counter(face for face in faces if face < melds.KINDS)
    kongs = [kind for kind, count in counts.items() if count == 4]
    concealed = [TILES[kind] for kind in counts.elements()]
    beside = [tile for tile in concealed if ORDER[tile] not in kongs]
    whole = completes(concealed) or (bool(kongs) and completes(beside))
    return (WHOLE if whole else 0.0) - _twice(scene, blocks)


def _twice(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Log odds against copies of a tile beyond what a set holds: one of a flower, four of a face."""
    counts = Counter(scene.kinds[tile] for block in blocks if block.role != "other" for tile in block.tiles)
    flowers = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS)
    twins = sum(counts[kind] - 1 for kind in flowers if counts[kind] > 1)
    return TWIN * twins + FIFTH * sum(max(0, counts[kind] - 4) for kind in range(melds.KINDS))


def _reading_order(scene: Scene) -> tuple[int, ...]:
    """Strips from the top down, each from left to right, as the hand's rows run."""
    ordered = sorted(scene.strips, key=lambda strip: (round(float(scene.view.v[strip].mean()) / scene.view.height), scene.view.u[strip[0]]))
    return tuple(tile for strip in ordered for tile in strip)


def _strip_plans(scene: Scene, around: Surroundings, strip: list[int], main: Block) -> dict[Count, Plan]:
    """For each count of hand tiles, the best way to divide one strip."""
    if around.aside[strip].min() > 6 or not scene.face[strip].size:
        return {NONE: (0.0, (Block("other", tuple(strip), 0.0),))}
    steps: list[dict[Count, Plan]] = [{} for _ in range(len(strip) + 1)]
    steps[0][NONE] = (0.0, ())
    position = {tile: i for i, tile in enumerate(strip)}
    for tiles, ends, inside in _stretches(scene, strip):
        start = position[tiles[0]]
        blocks = _allowed(scene, around, tiles, main)
        for block in blocks:
            gaps = ends + {"other": 0.0, "row": sloppy(inside)}.get(block.role, inside)
            _extend(steps[start], steps[start + len(tiles)], block, block.score + gaps, scene)
    return steps[-1]


def _allowed(scene: Scene, around: Surroundings, tiles: tuple[int, ...], main: Block) -> list[Block]:
    """The main row stands as it is; nothing else may take a part of it."""
    if tiles == main.tiles:
        return [main]
    return [] if set(tiles) & set(main.tiles) else options(scene, around, tiles)


def _extend(before: dict[Count, Plan], after: dict[Count, Plan], block: Block, score: float, scene: Scene) -> None:
    for count, (total, blocks) in before.items():
        _keep(after, _counted(count, block, scene), (total + score, (*blocks, block)))


def _counted(count: Count, block: Block, scene: Scene) -> Count:
    flowers = sum(scene.flower[tile] > 0 for tile in block.tiles)
    meld = block.role in ("exposed", "concealed_kong")
    own = {
        "row": (len(block.tiles) - flowers, 1, 0, 0, flowers),
        "winning": (0, 0, 0, 1, 0),
        "flower": (0, 0, 0, 0, len(block.tiles)),
    }.get(block.role, (0, 0, int(meld), 0, 0))
    return _sum(count, own)


def _sum(a: Count, b: Count) -> Count:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


def _keep(plans: dict[Count, Plan], count: Count, plan: Plan) -> None:
    if count not in plans or plans[count][0] < plan[0]:
        plans[count] = plan


def _joined(first: dict[Count, Plan], second: dict[Count, Plan]) -> dict[Count, Plan]:
    """Best plans of two parts of the picture together."""
    joined: dict[Count, Plan] = {}
    for a, (score_a, blocks_a) in first.items():
        for b, (score_b, blocks_b) in second.items():
            count = _sum(a, b)
            if count[3] < 2 and count[1] < 4:
                _keep(joined, count, (score_a + score_b, blocks_a + blocks_b))
    ranked = sorted(joined.items(), key=lambda item: -item[1][0] - hand_prior(item[0]))
    return dict(ranked[:KEPT])


def hand_prior(count: Count) -> float:
    """What a hand is, softly: 17 tiles beside what kongs add; then those of a 13-tile game; then hands in play."""
    concealed, rows, groups, won, flowers = count
    total = concealed + won + 3 * groups
    score = {17: 4.0, 16: 1.0, 14: 2.0, 13: 0.5}.get(total, 0.0)
    if won and total in (13, 16):
        score = -1.0
    score -= 1.0 * max(0, total - 17) + 0.15 * max(0, 13 - total) + 2.0 * max(0, groups - 5)
    return float(score - 2.0 * max(0, rows - 2) - 3.0 * max(0, flowers - 8))
