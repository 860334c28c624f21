"""Scenes with their truth: tiles laid out, lit, photographed, and labelled by what is really seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snaptai.datasets.render.choose import choose_set
from snaptai.datasets.render.covers import Cover, caption, rack, reaching_hand
from snaptai.datasets.render.effects import photographed
from snaptai.datasets.render.geometry import HEIGHT, Array, Camera
from snaptai.datasets.render.paint import Canvas, Light, cast_shadows, paint
from snaptai.datasets.render.plans import Plan, make_plan
from snaptai.datasets.render.sources import SPLITS, Sources
from snaptai.datasets.render.stage import Stage, TileTruth, body, set_stage, sides_of, truth_of, whole_hand
from snaptai.datasets.render.tables import table
from snaptai.datasets.render.things import dice, keyboard, marker
from snaptai.datasets.render.tilesets import TileSet
from snaptai.datasets.render.views import View, framing, on_screen, window
from snaptai.scoring.hand import Hand

WINDOW = View()
_KINDS = {"hand": 0.45, "rows": 0.42, "scatter": 0.13}


@dataclass(frozen=True)
class Scene:
    """``image`` uint8 (H, W, 3) RGB; ``hand`` where all of it is in the picture, as seen (backs are ``X``).

    ``quality`` is the JPEG quality it is meant to be written with.
    """

    image: Canvas
    tiles: tuple[TileTruth, ...]
    hand: Hand | None
    note: str
    quality: int
    stage: Stage = field(repr=False)
    camera: Camera = field(repr=False)

    def sides(self) -> Array:
        """Boxes round narrow sides of tiles that are seen, which are no tiles: float64 (N, 4) xyxy pixels."""
        return sides_of(self.stage, self.camera)


def scene(
    seed: int, index: int, sources: Sources, view: View = WINDOW, *, whole: bool = False, drawn: float = 0.25
) -> Scene:
    """Scene number ``index`` of the series ``seed``: the same arguments give the same pixels.

    ``whole``: photos of whole hands instead of windows into tables. ``drawn``: share of scenes with drawn faces.
    """
    rng = np.random.default_rng([seed, index, SPLITS.index(sources.split)])
    kind = "hand" if whole else str(rng.choice(list(_KINDS), p=list(_KINDS.values())))
    length = view.tile_length(rng)
    plan = make_plan(rng, kind, max(view.size) / length * HEIGHT)
    tile_set = choose_set(sources, rng, drawn)
    if whole:
        camera, length = framing(rng, plan.own, view)
    else:
        camera = window(rng, plan.own, view, length)
    return _photo(rng, plan, tile_set, sources, view, camera, length)


def _photo(
    rng: np.random.Generator, plan: Plan, tile_set: TileSet, sources: Sources, view: View, camera: Camera, length: float
) -> Scene:
    light = Light.anywhere(rng)
    covers = _covers(rng, plan, camera, light, view, length)
    tiles = on_screen(plan.tiles, camera, view, length)
    width = round(length / HEIGHT * 1.15)
    stage = set_stage([(one, body(one, tile_set, rng, width)) for one in tiles], camera, view, covers)
    canvas = table(rng, (view.size[1], view.size[0]), sources.tables)
    image = _painted(rng, stage, camera, light, canvas, covers)
    image = photographed(rng, image, stage.owner, length)
    note = f"{plan.kind}; {tile_set.name}; tile {length:.0f} px"
    quality = int(rng.integers(62, 95))
    return Scene(image, truth_of(stage), whole_hand(plan, stage), note, quality, stage, camera)


def _covers(
    rng: np.random.Generator, plan: Plan, camera: Camera, light: Light, view: View, length: float
) -> list[Cover]:
    """A rack before a standing row with nothing in front of it; now and then a hand or a banner."""
    shape = (view.size[1], view.size[0])
    covers = []
    standing = [one.x for one in plan.own if one.kind == "stand" and one.role == "concealed"]
    if standing and min(one.y for one in plan.tiles) > 0 and rng.random() < 0.6:
        covers.append(rack(shape, camera, light, rng, min(standing) - 0.5, max(standing) + 0.5))
    if rng.random() < 0.07:
        covers.append(reaching_hand(shape, rng, length))
    if rng.random() < 0.08:
        covers.append(caption(shape, rng))
    return covers


def _lay_things(rng: np.random.Generator, stage: Stage, camera: Camera, light: Light, canvas: Canvas) -> None:
    """Dice or a marker before, or a keyboard behind or before, all tiles."""
    if not stage.actors:
        return
    x = stage.actors[0].placed.x
    near, far = (end(actor.placed.y for actor in stage.actors) for end in (min, max))
    if rng.random() < 0.15:
        dice(canvas, camera, light, rng, x + rng.uniform(-3, 3), near - rng.uniform(1.6, 2.6))
    if rng.random() < 0.1:
        marker(canvas, camera, light, rng, x + rng.uniform(-4, 4), near - rng.uniform(2.0, 3.5))
    if rng.random() < 0.2:
        y = far + rng.uniform(1.5, 3.0) if rng.random() < 0.6 else near - rng.uniform(5.0, 7.5)
        keyboard(canvas, camera, light, rng, x - rng.uniform(0, 9), y, rng.uniform(-0.4, 0.4))


def _painted(
    rng: np.random.Generator,
    stage: Stage,
    camera: Camera,
    light: Light,
    canvas: Canvas,
    covers: Sequence[Cover],
) -> Canvas:
    """Table, shadows, dice, tiles from far to near, covers."""
    solids = [actor.solid for actor in stage.actors]
    shadow = cast_shadows((canvas.shape[0], canvas.shape[1]), solids, camera, light, float(rng.uniform(0.05, 0.35)))
    canvas = np.asarray(canvas * shadow[..., None], np.uint8)
    _lay_things(rng, stage, camera, light, canvas)
    gloss = float(rng.uniform(0.0, 0.06))
    for solid in solids:
        paint(canvas, solid, camera, light, gloss)
    for cover in covers:
        cover.paint(canvas)
    return canvas
