"""The search behind a layout: how every strip may be divided, kept for each count of tiles, joined to a whole.

Plans with the same count of hand tiles compete; only the likeliest is kept. What a hand should count is weighed last.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision import melds
from snaptai.vision.hypotheses import TWIN, Block, Scene, Surroundings, options, sloppy
from snaptai.vision.shapes import completes

KEPT, KEPT_IN_STRIP, FINALISTS = 24, 12, 8
"""Partial plans kept: of the picture so far, of one strip so far, and weighed at the end."""
FAR = 6.0
"""A strip farther than this from the main row, in tile heights, is no part of the hand."""
WHOLE = 3.0
"""Log odds for photographed hands to be whole; by chance few are."""
FIFTH = 1.0
"""Log odds against each copy beyond what a set holds: misread, or another player's."""
Count = tuple[int, int, int, int, int]
"""Concealed tiles, rows of them, melds, winning tiles set apart (0 or 1), flowers."""
NONE: Count = (0, 0, 0, 0, 0)
Chain = tuple["Chain", Block] | None
"""Blocks, the last one outermost."""
Plans = dict[Count, tuple[float, Chain]]


def best_plans(
    scene: Scene, around: Surroundings, main: Block | None
) -> list[tuple[Count, tuple[float, tuple[Block, ...]]]]:
    """The likeliest plans for the whole picture, each of another count, their scores without the hand's prior."""
    plans: Plans = {NONE: (0.0, None)}
    for number, strip in enumerate(scene.strips):
        plans = _joined(plans, _strip_plans(scene, around, number, strip, main))
    ranked = sorted(plans.items(), key=lambda item: -item[1][0] - hand_prior(item[0]))[:FINALISTS]
    return [(count, (score, _flat(chain))) for count, (score, chain) in ranked]


def _flat(chain: Chain) -> tuple[Block, ...]:
    blocks: list[Block] = []
    while chain is not None:
        chain, block = chain
        blocks.append(block)
    return tuple(reversed(blocks))


def _strip_plans(
    scene: Scene, around: Surroundings, number: int, strip: list[int], main: Block | None
) -> list[tuple[Count, float, tuple[Block, ...]]]:
    """For each count of hand tiles, the best way to divide one strip."""
    steps: list[Plans] = [{} for _ in range(len(strip) + 1)]
    steps[0][NONE] = (0.0, None)
    if around.reach[strip].min() > FAR:
        return [(NONE, 0.0, (Block("other", tuple(strip), 0.0),))]
    position = {tile: i for i, tile in enumerate(strip)}
    for stretch in scene.stretches[number]:
        start = position[stretch.tiles[0]]
        before = _pruned(steps, start)
        for block in _allowed(scene, around, stretch.tiles, main):
            gaps = {"other": 0.0, "row": sloppy(stretch.inside)}.get(block.role, stretch.inside)
            _extend(before, steps[start + len(stretch.tiles)], block, block.score + stretch.ends + gaps, scene)
    return [(count, score, _flat(chain)) for count, (score, chain) in _pruned(steps, len(strip)).items()]


def _pruned(steps: list[Plans], place: int) -> Plans:
    """The plans up to ``place``, the likeliest few."""
    if len(steps[place]) > KEPT_IN_STRIP:
        ranked = sorted(steps[place].items(), key=lambda item: -item[1][0])
        steps[place] = dict(ranked[:KEPT_IN_STRIP])
    return steps[place]


def _allowed(scene: Scene, around: Surroundings, tiles: tuple[int, ...], main: Block | None) -> list[Block]:
    """The main row stands as it is; nothing else may take a part of it."""
    if main is not None and tiles == main.tiles:
        return [main]
    if main is not None and not set(tiles).isdisjoint(main.tiles):
        return []
    return options(scene, around, tiles)


def _extend(before: Plans, after: Plans, block: Block, score: float, scene: Scene) -> None:
    """Every plan of ``before`` with ``block`` added."""
    a, b, c, d, e = _own_count(block, scene)
    for (concealed, rows, groups, won, flowers), (total, chain) in before.items():
        count = (concealed + a, rows + b, groups + c, won + d, flowers + e)
        if count not in after or after[count][0] < total + score:
            after[count] = (total + score, (chain, block))


def _own_count(block: Block, scene: Scene) -> Count:
    if block.role == "row":
        flowers = sum(bool(scene.flower[tile] > 0) for tile in block.tiles)
        return len(block.tiles) - flowers, 1, 0, 0, flowers
    if block.role in ("exposed", "concealed_kong"):
        return 0, 0, 1, 0, 0
    return 0, 0, 0, int(block.role == "winning"), len(block.tiles) if block.role == "flower" else 0


def added(*counts: Count) -> Count:
    """Counts of parts together."""
    a, b, c, d, e = (sum(column) for column in zip(NONE, *counts, strict=True))
    return a, b, c, d, e


def _joined(first: Plans, second: list[tuple[Count, float, tuple[Block, ...]]]) -> Plans:
    """Best plans of two parts of the picture together."""
    joined: Plans = {}
    for (a, b, c, d, e), (score, chain) in first.items():
        for (f, g, h, i, j), more, blocks in second:
            count = (a + f, b + g, c + h, d + i, e + j)
            if count not in joined or joined[count][0] < score + more:
                longer = chain
                for block in blocks:
                    longer = (longer, block)
                joined[count] = (score + more, longer)
    if len(joined) <= KEPT:
        return joined
    return dict(sorted(joined.items(), key=lambda item: -item[1][0] - hand_prior(item[0]))[:KEPT])


@lru_cache(maxsize=4096)
def hand_prior(count: Count) -> float:
    """What a hand is, softly: 17 tiles beside what kongs add; then 13 (15 with a kong); then one still in play."""
    concealed, rows, groups, won, flowers = count
    total = concealed + won + 3 * groups
    score = {17: 4.0, 16: 1.0, 15: 0.5, 14: 2.0, 13: 0.5}.get(total, 0.0)
    if won and total in (13, 16):
        score = -1.0
    score -= 1.0 * max(0, total - 17) + 0.15 * max(0, 13 - total) + 2.0 * max(0, groups - 5)
    score -= 2.0 * max(0, rows - 2) + (0.0 if rows else 3.0)
    return score - 3.0 * max(0, flowers - 8) - 10.0 * max(0, won - 1)


def wholeness(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Bonus for concealed tiles that, as read, are a whole hand; four alike may be a kong where they are too many."""
    faces = [scene.kinds[tile] for block in blocks if block.role in ("row", "winning") for tile in block.tiles]
    counts = Counter(face for face in faces if face < melds.KINDS)
    kongs = [kind for kind, count in counts.items() if count == 4]
    concealed = [TILES[kind] for kind in counts.elements()]
    beside = [tile for tile in concealed if ORDER[tile] not in kongs]
    whole = bool(concealed) and (completes(concealed) or (bool(kongs) and completes(beside)))
    return (WHOLE if whole else 0.0) - _beyond_a_set(scene, blocks)


def _beyond_a_set(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Log odds against copies of a tile beyond what a set holds: one of a flower, four of a face."""
    counts = Counter(scene.kinds[tile] for block in blocks if block.role != "other" for tile in block.tiles)
    flowers = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS)
    twins = sum(counts[kind] - 1 for kind in flowers if counts[kind] > 1)
    return TWIN * twins + FIFTH * sum(max(0, counts[kind] - 4) for kind in range(melds.KINDS))
