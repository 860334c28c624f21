"""What is really seen: tiles that are hidden by halves are taken away, the others labelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render.covers import Cover
from snaptai.datasets.render.geometry import Array, Camera, bounds, pose
from snaptai.datasets.render.layout import Placed
from snaptai.datasets.render.paint import Solid, visible
from snaptai.datasets.render.plans import Plan
from snaptai.datasets.render.tilesets import TileSet
from snaptai.datasets.render.views import View
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK

LABELLED = 0.5
"""Share of a face that must be seen for it to be labelled."""
SMALLEST_SIDE = 12
"""Pixels across from which a narrow side can be taken for a tile."""
_UNREADABLE = 0.12
_STEEP, _FLAT = 0.4, 0.15  # sine of the angle at which a face is seen: readable from, unreadable up to


@dataclass(frozen=True)
class TileTruth:
    """One labelled tile: ``box`` xyxy in pixels round what is seen of its face (of its back, for ``X``)."""

    tile: str
    box: tuple[float, float, float, float]
    role: str
    group: int | None


@dataclass(frozen=True)
class Actor:
    """A tile on the table, its body, how much of its large side is seen and the xyxy box round that."""

    placed: Placed
    solid: Solid
    share: float
    box: tuple[float, float, float, float]
    shows: str
    slant: float

    @property
    def shown(self) -> str:
        """The tile as seen: ``X`` from behind."""
        return BACK if self.shows == "back" else self.placed.tile

    @property
    def is_labelled(self) -> bool:
        """At least half of it seen, not too flatly."""
        return self.shows != "side" and self.share >= LABELLED and self.slant >= _STEEP

    def is_clear(self, view: View) -> bool:
        """Either labelled or beyond reading; a half-hidden tile would be neither."""
        if self.shows == "side" or self.slant < _FLAT:
            return True
        return self.is_labelled or (
            self.slant >= _STEEP and self.share <= (0.02 if view.holds(self.box) else _UNREADABLE)
        )


@dataclass(frozen=True)
class Stage:
    """Far to near, all that is painted; ``owner`` as paint.visible gives it."""

    actors: tuple[Actor, ...]
    owner: NDArray[np.int16]


def body(one: Placed, tile_set: TileSet, rng: np.random.Generator, width_px: int) -> Solid:
    """The tile with its pictures, shrunk for about ``width_px``."""
    pictures = tile_set.faces[one.tile]
    face = tile_set.scaled(pictures[rng.integers(len(pictures))], width_px, tile_set.tint)
    back = tile_set.scaled(tile_set.backs[rng.integers(len(tile_set.backs))], width_px)
    where = pose(one.kind, one.x, one.y, one.z, one.yaw, one.lean, tile_set.shape)
    red, green, blue = (part * share for part, share in zip(tile_set.paper, tile_set.tint, strict=True))
    return Solid(where, face, back, (red, green, blue), tile_set.back_colour, tile_set.band)


def set_stage(pairs: Sequence[tuple[Placed, Solid]], camera: Camera, view: View, covers: Sequence[Cover]) -> Stage:
    """Takes away what is seen by halves, until nothing is; ``pairs`` come far to near."""
    alphas = [cover.alpha for cover in covers]
    while True:
        shares, boxes, owner = visible((view.size[1], view.size[0]), [solid for _, solid in pairs], camera, alphas)
        actors = []
        for (placed, solid), share, box in zip(pairs, shares, boxes, strict=True):
            x0, y0, x1, y1 = (round(float(value), 1) for value in box)
            actors.append(Actor(placed, solid, share, (x0, y0, x1, y1), solid.shows(camera), solid.slant(camera)))
        if all(actor.is_clear(view) for actor in actors):
            return Stage(tuple(actors), owner)
        pairs = [(actor.placed, actor.solid) for actor in actors if actor.is_clear(view)]


def truth_of(stage: Stage) -> tuple[TileTruth, ...]:
    """The labels."""
    seen = (actor for actor in stage.actors if actor.is_labelled)
    return tuple(TileTruth(actor.shown, actor.box, actor.placed.role, actor.placed.group) for actor in seen)


def sides_of(stage: Stage, camera: Camera) -> NDArray[np.float64]:
    """Boxes round the narrow sides that are seen, which are no tiles, float64 (N, 4) xyxy pixels."""
    boxes = [bounds(side) for actor in stage.actors for side in actor.solid.narrow_sides(camera)]
    return np.array([box for box in boxes if _is_side(stage.owner, box)]).reshape(-1, 4)


def _is_side(owner: NDArray[np.int16], box: Array) -> bool:
    """Whether most of a box in the picture, large and square enough to be taken for a tile, shows sides."""
    x0, y0, x1, y1 = (round(value) for value in box.tolist())
    across, along = sorted((x1 - x0, y1 - y0))
    within = min(x0, y0) >= 0 and x1 <= owner.shape[1] and y1 <= owner.shape[0]
    if not within or across < SMALLEST_SIDE or along > 3 * across:
        return False
    return bool((owner[y0:y1, x0:x1] == -1).sum() > LABELLED * across * along)


def whole_hand(plan: Plan, stage: Stage) -> Hand | None:
    """The hand as seen, if every tile of it that is not under another is labelled."""
    if plan.hand is None:
        return None
    own = [actor for actor in stage.actors if actor.placed.role != "other"]
    stacked = sum(one.z > 0 for one in plan.own)
    if sum(actor.is_labelled for actor in own) != len(plan.own) - stacked:
        return None
    kongs: dict[int, list[tuple[float, str]]] = {}
    for actor in own:
        if actor.placed.role == "concealed_kong" and actor.placed.group is not None:
            kongs.setdefault(actor.placed.group, []).append((actor.placed.x, actor.shown))
    shown = tuple(tuple(tile for _, tile in sorted(kongs[group])) for group in sorted(kongs))
    return replace(plan.hand, concealed_kongs=shown)
