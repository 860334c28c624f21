"""Scenes with their truth: tiles laid out, photographed, and labelled by what is really seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render import layout, surroundings
from snaptai.datasets.render.deal import random_hand, winning_hand
from snaptai.datasets.render.effects import photographed
from snaptai.datasets.render.geometry import HEIGHT, Camera, pose
from snaptai.datasets.render.layout import Manner, Placed
from snaptai.datasets.render.paint import Canvas, Light, Solid, cast_shadows, paint, visible
from snaptai.datasets.render.sources import SPLITS, Sources, TileSet, back_colour, choose_set
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK

LABELLED = 0.5
"""Share of a face that must be seen for it to be labelled."""
_UNREADABLE = 0.12
_STEEP, _FLAT = 0.34, 0.12


@dataclass(frozen=True)
class TileTruth:
    """One labelled tile: ``box`` xyxy in pixels round what is seen of its face (of its back, for ``X``)."""

    tile: str
    box: tuple[float, float, float, float]
    role: str
    group: int | None


@dataclass(frozen=True)
class Scene:
    """``image`` uint8 (H, W, 3) RGB; ``hand`` where all of it is in the picture, as seen (backs are ``X``)."""

    image: Canvas
    tiles: tuple[TileTruth, ...]
    hand: Hand | None
    note: str
    quality: int


@dataclass(frozen=True)
class View:
    """A picture's ``size`` (width, height) and how long its tiles are in pixels."""

    size: tuple[int, int] = (640, 640)
    tile_px: tuple[float, float] = (44.0, 125.0)


@dataclass(frozen=True)
class Plan:
    """Tiles on the table before the camera looks: ``hand`` where they are one."""

    tiles: list[Placed]
    kind: str
    manner: Manner
    hand: Hand | None = None


def _won(rng: np.random.Generator) -> Hand:
    hand = winning_hand(rng)
    if hand.winning_tile is not None and rng.random() < 0.45:
        return replace(hand, concealed=(*hand.concealed, hand.winning_tile), winning_tile=None)
    return hand


def _hand_plan(rng: np.random.Generator) -> Plan:
    hand = _won(rng) if rng.random() < 0.7 else random_hand(rng, int(rng.choice([13, 16, 17], p=[0.15, 0.5, 0.35])))
    manner = Manner.random(rng)
    tiles = layout.hand_layout(hand, rng, manner)
    return Plan(tiles + _clutter(rng, tiles), "hand", manner, hand)


def _clutter(rng: np.random.Generator, tiles: Sequence[Placed]) -> list[Placed]:
    """Walls, other hands and discards behind, and at times before, what lies there."""
    placed: list[Placed] = []
    far = max(one.y for one in tiles) + HEIGHT * 1.4
    middle = float(np.mean([one.x for one in tiles]))
    if rng.random() < 0.35:
        pool = [str(tile) for tile in layout.training_tiles(rng, int(rng.integers(4, 19))) if tile != BACK]
        placed += layout.moved(layout.discards(pool, rng), middle + rng.uniform(-5, 3), far + rng.uniform(4.5, 6.5))
    if rng.random() < 0.35:
        length = int(rng.integers(4, 18))
        block = layout.wall(rng, length) if rng.random() < 0.7 else layout.standing_row(rng, length)
        placed += layout.moved(
            block, middle - length / 2 + rng.uniform(-3, 3), far + rng.uniform(0.2, 2.0), rng.normal(0, 0.05)
        )
    if rng.random() < 0.08:
        near = min(one.y for one in tiles) - HEIGHT * 1.5
        length = int(rng.integers(3, 10))
        placed += layout.moved(layout.wall(rng, length), middle + rng.uniform(-8, 4), near - rng.uniform(0.5, 1.5))
    return _apart(placed, tiles)


def _apart(placed: Sequence[Placed], others: Sequence[Placed]) -> list[Placed]:
    """Those that touch none of ``others``, nor each other (but for one on top of another)."""
    kept: list[Placed] = []
    for one in placed:
        near = [two for two in (*others, *kept) if np.hypot(one.x - two.x, one.y - two.y) < 0.93]
        clear = all(np.hypot(one.x - two.x, one.y - two.y) > 1.4 for two in others)
        if clear and all(two.z < one.z for two in near if two in kept):
            kept.append(one)
    return kept


def _plan(rng: np.random.Generator, kind: str, across: float) -> Plan:
    """``across``: how many tiles fit side by side in the picture."""
    if kind == "hand":
        return _hand_plan(rng)
    if kind == "rows":
        rows, longest = int(rng.integers(1, max(across / 2, 2) + 1)), int(np.clip(across, 5, 17))
        return Plan(layout.training_rows(rng, rows, longest), kind, Manner())
    return Plan(layout.scatter(rng, int(rng.integers(6, 50)), max(across * rng.uniform(0.3, 0.6), 2.5)), kind, Manner())


def _solid(one: Placed, tile_set: TileSet, rng: np.random.Generator, width_px: int) -> Solid:
    pictures = tile_set.faces[one.tile]
    face = tile_set.scaled(pictures[rng.integers(len(pictures))], width_px)
    back = tile_set.scaled(tile_set.backs[rng.integers(len(tile_set.backs))], width_px)
    where = pose(one.kind, one.x, one.y, one.z, one.yaw, one.lean)
    return Solid(where, face, back, tile_set.paper, back_colour(tile_set.backs), tile_set.band)


def _roll(rng: np.random.Generator) -> float:
    """Mostly within 15 degrees, some quarter turns, some any."""
    kind = rng.random()
    base = (
        0.0
        if kind < 0.8
        else float(rng.choice([np.pi / 2, np.pi, -np.pi / 2]))
        if kind < 0.92
        else rng.uniform(-3.14, 3.14)
    )
    return float(base + rng.normal(0, np.radians(6)))


def _window_camera(
    rng: np.random.Generator, tiles: Sequence[Placed], view: View, length: float
) -> tuple[Camera, float]:
    """Looks at one of the tiles, ``length`` pixels long there."""
    stands = any(one.kind == "stand" and one.role != "other" for one in tiles)
    elevation = np.radians(rng.uniform(22, 60) if stands else 88 - abs(rng.normal(0, 24)))
    elevation = max(float(elevation), np.radians(22 if stands else 30))
    ours = [one for one in tiles if one.role != "other"] or list(tiles)
    focus = ours[rng.integers(len(ours))]
    focal = max(view.size) * rng.uniform(1.0, 3.0)
    middle = np.mean([(one.x, one.y) for one in ours], axis=0)
    target = np.array([*(np.array([focus.x, focus.y]) * 0.7 + middle * 0.3), 0.3])
    size = np.array(view.size) * rng.uniform(0.7, 1.3, 2)
    azimuth = rng.normal(0, np.radians(10))
    return Camera.aim(target, elevation, azimuth, _roll(rng), focal * HEIGHT / length, focal, size), length


def _framing_camera(rng: np.random.Generator, tiles: Sequence[Placed], view: View, calm: bool) -> tuple[Camera, float]:
    """Holds every tile of the hand in the picture, with a margin."""
    ours = [one for one in tiles if one.role != "other"] or list(tiles)
    spots = np.array([(one.x, one.y, 0.4) for one in ours])
    target = (spots.min(0) + spots.max(0)) / 2
    elevation = np.radians(rng.uniform(52, 62) if calm else rng.uniform(35, 85))
    roll = float(rng.normal(0, np.radians(1 if calm else 5)))
    azimuth = float(rng.normal(0, np.radians(3 if calm else 9)))
    size, focal = np.array(view.size, np.float64), max(view.size) * 1.25
    margin = float(0.06 if calm else rng.uniform(0.06, 0.25))
    distance = 8.0
    while True:
        camera = Camera.aim(target, elevation, azimuth, roll, distance, focal, size)
        seen = camera.project(spots)
        reach = 1.1 * focal / distance
        if (seen.min(0) > size * margin / 2 + reach).all() and (seen.max(0) < size * (1 - margin / 2) - reach).all():
            return camera, focal / distance * HEIGHT
        distance *= 1.04


def _on_screen(tiles: Sequence[Placed], camera: Camera, view: View, length: float) -> list[Placed]:
    """Those near the picture, far ones first."""
    if not tiles:
        return []
    points = np.array([(one.x, one.y, one.z + 0.4) for one in tiles])
    seen, depth = camera.project(points), (points - camera.position) @ camera.axes[2]
    near = (np.abs(seen - np.array(view.size) / 2) < np.array(view.size) / 2 + 2.0 * length).all(1) & (depth > 1.5)
    order = np.argsort(-np.linalg.norm(points - camera.position, axis=1))
    return [tiles[index] for index in order if near[index]]


@dataclass(frozen=True)
class _Staged:
    """Everything that is painted, far to near, and how much of each tile is seen."""

    tiles: list[Placed]
    solids: list[Solid]
    shares: list[float]
    boxes: list[NDArray[np.float64]]
    owner: NDArray[np.int16]


def _is_clear(solid: Solid, camera: Camera, share: float, inside: bool) -> bool:
    """Either labelled or beyond reading; a half-hidden tile would be neither."""
    if solid.shows(camera) == "side":
        return True
    slant = solid.slant(camera)
    if slant < _FLAT:
        return True
    return slant >= _STEEP and (share >= LABELLED or share <= (0.02 if inside else _UNREADABLE))


def _staged(
    tiles: list[Placed], solids: list[Solid], camera: Camera, view: View, covers: Sequence[surroundings.Cover]
) -> _Staged:
    """Takes away what is seen by halves, until nothing is."""
    shape = (view.size[1], view.size[0])
    while True:
        hidden = [cover.alpha for cover in covers]
        shares, boxes, owner = visible(shape, solids, camera, hidden)
        clear = [
            _is_clear(solid, camera, share, _is_inside(box, view))
            for solid, share, box in zip(solids, shares, boxes, strict=True)
        ]
        if all(clear):
            return _Staged(tiles, solids, shares, boxes, owner)
        tiles = [one for one, keep in zip(tiles, clear, strict=True) if keep]
        solids = [one for one, keep in zip(solids, clear, strict=True) if keep]


def _is_inside(box: NDArray[np.float64], view: View) -> bool:
    return bool(box[0] > 1 and box[1] > 1 and box[2] < view.size[0] - 1 and box[3] < view.size[1] - 1)


def _truth(staged: _Staged, camera: Camera) -> tuple[TileTruth, ...]:
    truth = []
    for one, solid, share, box in zip(staged.tiles, staged.solids, staged.shares, staged.boxes, strict=True):
        shown = solid.shows(camera)
        if share >= LABELLED and shown != "side" and solid.slant(camera) >= _STEEP:
            x0, y0, x1, y1 = (round(float(value), 1) for value in box)
            truth.append(TileTruth(BACK if shown == "back" else one.tile, (x0, y0, x1, y1), one.role, one.group))
    return tuple(truth)


def _as_seen(hand: Hand, staged: _Staged, camera: Camera) -> Hand:
    """The hand with the backs of its concealed kongs as ``X``."""
    kongs: dict[int, list[tuple[float, str]]] = {}
    for one, solid in zip(staged.tiles, staged.solids, strict=True):
        if one.role == "concealed_kong" and one.group is not None:
            kongs.setdefault(one.group, []).append((one.x, BACK if solid.shows(camera) == "back" else one.tile))
    shown = tuple(tuple(tile for _, tile in sorted(kongs[group])) for group in sorted(kongs))
    return replace(hand, concealed_kongs=shown)


def _light(rng: np.random.Generator, calm: bool = False) -> Light:
    angle, rise = rng.uniform(0, 2 * np.pi), rng.uniform(0.9, 1.3) if calm else rng.uniform(0.5, 1.4)
    direction = np.array([np.cos(angle) * np.cos(rise), np.sin(angle) * np.cos(rise), np.sin(rise)])
    return Light(direction, float(rng.uniform(0.5, 0.8)))


def _covers(
    rng: np.random.Generator, plan: Plan, camera: Camera, light: Light, view: View, length: float
) -> list[surroundings.Cover]:
    shape = (view.size[1], view.size[0])
    covers = []
    standing = [one.x for one in plan.tiles if one.kind == "stand" and one.role == "concealed"]
    if standing and min(one.y for one in plan.tiles) > 0 and rng.random() < 0.6:
        covers.append(surroundings.rack(shape, camera, light, rng, min(standing) - 0.5, max(standing) + 0.5))
    if rng.random() < 0.07:
        covers.append(surroundings.hand(shape, rng, length))
    return covers


def _painted(
    rng: np.random.Generator, staged: _Staged, camera: Camera, light: Light, background: Canvas,
    covers: Sequence[surroundings.Cover],
) -> Canvas:  # fmt: skip
    shape = (background.shape[0], background.shape[1])
    shadow = cast_shadows(shape, staged.solids, camera, light, float(rng.uniform(0.05, 0.35)))
    canvas = np.asarray(background * shadow[..., None], np.uint8)
    if rng.random() < 0.15 and staged.tiles:
        low = min(one.y for one in staged.tiles)
        surroundings.dice(
            canvas, camera, light, rng, staged.tiles[0].x + rng.uniform(-3, 3), low - rng.uniform(1.6, 2.6)
        )
    gloss = float(rng.uniform(0.0, 0.06))
    for solid in staged.solids:
        paint(canvas, solid, camera, light, gloss)
    for cover in covers:
        cover.paint(canvas)
    return canvas


def _render(
    rng: np.random.Generator, plan: Plan, tile_set: TileSet, sources: Sources, view: View, camera: Camera, length: float
) -> Scene:
    shape = (view.size[1], view.size[0])
    light = _light(rng)
    covers = _covers(rng, plan, camera, light, view, length)
    tiles = _on_screen(plan.tiles, camera, view, length)
    solids = [_solid(one, tile_set, rng, round(length / HEIGHT * 1.15)) for one in tiles]
    staged = _staged(tiles, solids, camera, view, covers)
    background = surroundings.table(rng, shape, sources.tables)
    image = _painted(rng, staged, camera, light, background, covers)
    image = photographed(rng, image, staged.owner, length)
    truth = _truth(staged, camera)
    return Scene(image, truth, _whole_hand(plan, staged, camera, truth), f"{plan.kind}; {tile_set.name}; tile {length:.0f} px", int(rng.integers(62, 95)))  # fmt: skip


def _whole_hand(plan: Plan, staged: _Staged, camera: Camera, truth: Sequence[TileTruth]) -> Hand | None:
    """The hand, if every tile of it that is not under another is labelled."""
    if plan.hand is None:
        return None
    stacked = sum(one.z > 0 for one in plan.tiles if one.role != "other")
    wanted = sum(one.role != "other" for one in plan.tiles) - stacked
    return _as_seen(plan.hand, staged, camera) if sum(one.role != "other" for one in truth) == wanted else None


def scene(
    seed: int, index: int, sources: Sources, view: View = View(), *, whole: bool = False, drawn: float = 0.25
) -> Scene:
    """Scene number ``index`` of the series ``seed``: the same arguments give the same pixels.

    ``whole``: photos of whole hands instead of windows into tables. ``drawn``: share of scenes with drawn faces.
    """
    rng = np.random.default_rng([seed, index, SPLITS.index(sources.split)])
    kind = "hand" if whole else str(rng.choice(["hand", "rows", "scatter"], p=[0.45, 0.42, 0.13]))
    length = float(np.exp(rng.uniform(*np.log(view.tile_px))))
    plan = _plan(rng, kind, max(view.size) / length * HEIGHT)
    tile_set = choose_set(sources, rng, drawn)
    camera, length = (
        _framing_camera(rng, plan.tiles, view, False) if whole else _window_camera(rng, plan.tiles, view, length)
    )
    return _render(rng, plan, tile_set, sources, view, camera, length)
