"""What a hand is, softly: how many tiles it has, how many of a kind, and whether those photographed are whole."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from snaptai.scoring.tiles import ORDER, TILES
from snaptai.vision import melds
from snaptai.vision.draft import CLOSED
from snaptai.vision.hypotheses import TWIN, Block, Scene
from snaptai.vision.shapes import completes

Count = tuple[int, int, int, int, int]
"""Concealed tiles, rows of them, melds, winning tiles set apart (0 or 1), flowers."""
NONE: Count = (0, 0, 0, 0, 0)
WHOLE = 3.0
"""Log odds for a photographed hand to be whole; by chance few are."""
FIFTH = 1.0
"""Log odds against each copy beyond what a set holds: misread, or another player's."""
USUAL = {17: 4.0, 16: 1.0, 15: 0.5, 14: 2.0, 13: 0.5}
"""Log odds for a hand of so many tiles, kongs counted as three: won; in play; other games' won (14) and in play, with
a kong counted as four (15) or not (13)."""
WON_SHORT = -1.0
"""For a hand of 13 or 16 instead, where one of them is set apart as the winning tile."""
TILE_MORE, TILE_LESS, MELD_MORE, ROW_MORE, NO_ROW, FLOWER_MORE, WINNING_MORE = 1.0, 0.3, 2.0, 2.0, 3.0, 3.0, 10.0
"""Against each tile beyond 17 and under 13, each meld beyond five, each row beyond two and none at all, each flower
beyond eight, and each winning tile beyond one."""
SCATTERED, HEAP = 2.5, 1.5
"""Log odds against each place more where the hand's flowers lie; those of a strip, or this many heights apart, are in
one."""
BEST_PRIOR = max(USUAL.values()) + WHOLE
"""What a hand's count and wholeness add at most."""


def added(*counts: Count) -> Count:
    """Counts of parts together."""
    a, b, c, d, e = (sum(column) for column in zip(NONE, *counts, strict=True))
    return a, b, c, d, e


@lru_cache(maxsize=4096)
def hand_prior(count: Count) -> float:
    """What a hand is, softly: 17 tiles beside what kongs add; then 13 (15 with a kong); then one still in play."""
    concealed, rows, groups, won, flowers = count
    total = concealed + won + 3 * groups
    score = WON_SHORT if won and total in (13, 16) else USUAL.get(total, 0.0)
    score -= TILE_MORE * max(0, total - 17) + TILE_LESS * max(0, 13 - total)
    score -= MELD_MORE * max(0, groups - 5) + ROW_MORE * max(0, rows - 2) + (0.0 if rows else NO_ROW)
    return score - FLOWER_MORE * max(0, flowers - 8) - WINNING_MORE * max(0, won - 1)


def wholeness(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Bonus for concealed tiles that, as read, are a whole hand; four alike may be a kong where they are too many."""
    faces = [kind for block in blocks if block.role in CLOSED for kind in _kinds(scene, block)]
    counts = Counter(face for face in faces if face < melds.KINDS)
    kongs = [kind for kind, count in counts.items() if count == 4]
    concealed = [TILES[kind] for kind in counts.elements()]
    beside = [tile for tile in concealed if ORDER[tile] not in kongs]
    whole = bool(concealed) and (completes(concealed) or (bool(kongs) and completes(beside)))
    return (WHOLE if whole else 0.0) - _beyond_a_set(scene, blocks) - SCATTERED * max(0, _heaps(scene, blocks) - 1)


def _kinds(scene: Scene, block: Block) -> list[int]:
    """The classes that its tiles show: faces in the row, backs in a kong, flowers where it is flowers."""
    if block.role in CLOSED:
        return [scene.faces[tile] for tile in block.tiles]
    is_face = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS) if block.role != "flower" else ()
    return [scene.faces[tile] if scene.kinds[tile] in is_face else scene.kinds[tile] for tile in block.tiles]


def _beyond_a_set(scene: Scene, blocks: tuple[Block, ...]) -> float:
    """Log odds against copies of a tile beyond what a set holds: one of a flower, four of a face."""
    counts = Counter(kind for block in blocks if block.role != "other" for kind in _kinds(scene, block))
    flowers = range(melds.FIRST_FLOWER, melds.AFTER_FLOWERS)
    twins = sum(counts[kind] - 1 for kind in flowers if counts[kind] > 1)
    return TWIN * twins + FIFTH * sum(count - 4 for kind, count in counts.items() if count > 4 and kind < melds.KINDS)


def _heaps(scene: Scene, blocks: tuple[Block, ...]) -> int:
    """In how many places flowers lie."""
    tiles = [tile for block in blocks if block.role == "flower" for tile in block.tiles]
    strip = np.array([next(i for i, strip in enumerate(scene.strips) if tile in strip) for tile in tiles])
    place = (scene.view.u + 1j * scene.view.v)[tiles]
    together = np.abs(place[:, None] - place) < HEAP * scene.view.height
    together |= strip[:, None] == strip
    heap = np.arange(len(tiles))
    for _ in tiles:
        heap = np.where(together, heap, len(tiles)).min(axis=1)
    return len(set(heap.tolist()))
