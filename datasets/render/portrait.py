"""A careful photo of one hand, all of it our own drawing: for the page, the report, the examples and the tests."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from snaptai.datasets.render.layout import Manner, Spots, hand_layout
from snaptai.datasets.render.paint import Canvas, Light, cast_shadows, paint
from snaptai.datasets.render.stage import TileTruth, body, set_stage, truth_of
from snaptai.datasets.render.tables import felt, vignette
from snaptai.datasets.render.tilesets import own_set
from snaptai.datasets.render.views import View, framing, on_screen
from snaptai.scoring.hand import Hand

_LAMP = Light(np.array([-0.45, 0.35, 0.82]), 0.66)
_FELT = (40, 84, 116)


def render_hand(
    hand: Hand,
    seed: int = 0,
    size: tuple[int, int] = (1600, 1200),
    *,
    style: str = "classic",
    kong: Sequence[str] = ("down", "up", "up", "down"),
    spots: Spots | None = None,
) -> tuple[Canvas, tuple[TileTruth, ...]]:
    """A whole hand on felt: RGB (H, W, 3) uint8, ``size`` (width, height) pixels, and its labels.

    ``kong``: how concealed kongs lie, ``up`` or ``down`` for each tile; ``spots``: where the parts of the hand lie
    (random without). The same arguments give the same pixels. Raises ValueError for an unknown style.
    """
    rng = np.random.default_rng(seed)
    tiles = hand_layout(hand, rng, Manner(0.015, 0.012), kong, spots)
    view = View((size[0] * 2, size[1] * 2))  # drawn twice as large, then reduced: smooth edges
    camera, length = framing(rng, tiles, view, calm=True)
    tile_set = own_set(style)
    pairs = [(one, body(one, tile_set, rng, round(length))) for one in on_screen(tiles, camera, view, length)]
    stage = set_stage(pairs, camera, view, ())
    solids = [actor.solid for actor in stage.actors]
    canvas = felt(rng, (view.size[1], view.size[0]), _FELT)
    shadow = cast_shadows((view.size[1], view.size[0]), solids, camera, _LAMP, 0.22)
    canvas = np.asarray(canvas * shadow[..., None], np.uint8)
    for solid in solids:
        paint(canvas, solid, camera, _LAMP)
    image = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)
    return vignette(image), tuple(_halved(one) for one in truth_of(stage))


def _halved(one: TileTruth) -> TileTruth:
    x0, y0, x1, y1 = (value / 2 for value in one.box)
    return TileTruth(one.tile, (x0, y0, x1, y1), one.role, one.group)
