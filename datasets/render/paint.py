"""Painting tiles: shadows on the table, two-coloured sides, bevels, the face; and who hides whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render.geometry import DEPTH, HEIGHT, WIDTH, Array, Camera, Pose, outline, slab

Canvas = NDArray[np.uint8]
_SHIFT = 4
_CORNER = 0.11
_BEVEL = 0.035


@dataclass(frozen=True)
class Solid:
    """One tile as painted: its pictures (RGB), body colours, and how far up its sides the back's layer reaches."""

    pose: Pose
    face: Canvas
    back: Canvas
    paper: tuple[float, float, float]
    back_colour: Array
    band: float

    def shows(self, camera: Camera) -> str:
        """``face``, ``back`` or ``side``: what is turned to the camera."""
        height = self.pose.height_of(camera.position)
        return "face" if height > DEPTH else "back" if height < 0 else "side"

    def slant(self, camera: Camera) -> float:
        """Sine of the angle at which the visible large side is seen: 1 square on, 0 edge on."""
        z = DEPTH if self.shows(camera) == "face" else 0.0
        ray = camera.position - self.pose.place(np.array([[0, 0, z]]))[0]
        return float(abs(ray @ self.pose.facing) / np.linalg.norm(ray))

    def large_side(self, camera: Camera) -> Array:
        """Outline in pixels of the face or back that is seen, its bevel included (as people draw boxes), (16, 2)."""
        return slab(self.pose, camera, DEPTH - _BEVEL if self.shows(camera) == "face" else _BEVEL, 0.0, _CORNER)

    def narrow_sides(self, camera: Camera) -> list[Array]:
        """Outlines in pixels of the narrow sides that are seen, from back to face, (4, 2) each."""
        edges = (edge for edge, _ in _seen_edges(self, camera))
        return [camera.project(self.pose.place(_upright(edge, 0.0, DEPTH))) for edge in edges]

    def silhouette(self, camera: Camera) -> Array:
        """Outline in pixels of the whole tile, (N, 2)."""
        points = np.concatenate([slab(self.pose, camera, z, 0.0, _CORNER) for z in (0.0, DEPTH)])
        return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


@dataclass(frozen=True)
class Light:
    """``direction`` (3,) to the lamp; a plane's brightness is between ``ambient`` and 1."""

    direction: Array
    ambient: float

    @classmethod
    def anywhere(cls, rng: np.random.Generator) -> Light:
        """A lamp somewhere above the table."""
        angle, rise = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.4)
        direction = np.array([np.cos(angle) * np.cos(rise), np.sin(angle) * np.cos(rise), np.sin(rise)])
        return cls(direction, float(rng.uniform(0.5, 0.8)))

    def on(self, normal: Array) -> float:
        """Brightness of a plane."""
        return self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.direction))


def fill(
    canvas: NDArray[np.uint8] | NDArray[np.int16],
    polygon: Array,
    colour: Sequence[float] | Array | float,
    smooth: bool = True,
) -> None:
    """Fills a convex polygon, antialiased on request."""
    points = np.round(np.clip(polygon, -4000, 4000) * (1 << _SHIFT)).astype(np.int32)
    value = colour if isinstance(colour, (int, float)) else tuple(float(c) for c in colour)
    cv2.fillConvexPoly(canvas, points, value, cv2.LINE_AA if smooth else cv2.LINE_8, _SHIFT)


def _hull(*parts: Array) -> Array:
    return np.asarray(cv2.convexHull(np.concatenate(parts).astype(np.float32))[:, 0], np.float64)


def _upright(edge: Array, low: float, high: float) -> Array:
    """A narrow side between two own heights over ``edge``, (4, 3) own coordinates."""
    return np.array([(*edge[0], low), (*edge[1], low), (*edge[1], high), (*edge[0], high)])


def _seen_edges(solid: Solid, camera: Camera) -> list[tuple[Array, Array]]:
    """Of the narrow sides that are seen: two corners of the footprint (2, 2) and the normal (3,)."""
    half_x, half_y, r = WIDTH / 2, HEIGHT / 2, _CORNER * 0.7
    flats = (
        ((1.0, 0.0, 0.0), ((half_x, -half_y + r), (half_x, half_y - r))),
        ((-1.0, 0.0, 0.0), ((-half_x, half_y - r), (-half_x, -half_y + r))),
        ((0.0, 1.0, 0.0), ((half_x - r, half_y), (-half_x + r, half_y))),
        ((0.0, -1.0, 0.0), ((-half_x + r, -half_y), (half_x - r, -half_y))),
    )
    seen = []
    for own_normal, edge in flats:
        normal = solid.pose.axes @ np.array(own_normal)
        normal /= np.linalg.norm(normal)
        middle = solid.pose.place(np.array([[*np.mean(edge, axis=0), DEPTH / 2]]))[0]
        if (camera.position - middle) @ normal > 0:
            seen.append((np.array(edge), normal))
    return seen


def _paint_layer(
    canvas: Canvas, solid: Solid, camera: Camera, light: Light, low: float, high: float, colour: Array
) -> None:
    """One layer of the body between two own heights: rounded corners, then its flat sides."""
    sides = [(edge, light.on(normal)) for edge, normal in _seen_edges(solid, camera)]
    mean = float(np.mean([brightness for _, brightness in sides])) if sides else 0.8
    bottom, top = (slab(solid.pose, camera, z, 0.0, _CORNER) for z in (low, high))
    fill(canvas, _hull(bottom, top), colour * (mean * 0.93))
    for edge, brightness in sides:
        fill(canvas, camera.project(solid.pose.place(_upright(edge, low, high))), colour * brightness)


def _paint_large_side(
    canvas: Canvas, solid: Solid, camera: Camera, light: Light, texture: Canvas, is_face: bool, gloss: float
) -> None:
    z, rim = (DEPTH, DEPTH - _BEVEL) if is_face else (0.0, _BEVEL)
    normal = solid.pose.facing * (1 if is_face else -1)
    brightness = light.on(normal)
    colour = np.array(solid.paper) if is_face else texture.reshape(-1, 3).mean(0)
    edge = slab(solid.pose, camera, rim, 0.0, _CORNER)
    fill(canvas, edge, np.minimum(colour * brightness * (0.98 + gloss), 255))
    sign = 1 if is_face else -1
    half_x, half_y = WIDTH / 2 - _BEVEL, HEIGHT / 2 - _BEVEL
    corners = np.array([(-half_x * sign, half_y, z), (half_x * sign, half_y, z), (half_x * sign, -half_y, z),
                        (-half_x * sign, -half_y, z)])  # fmt: skip
    quad = camera.project(solid.pose.place(corners))
    _blend(canvas, texture, quad, slab(solid.pose, camera, z, _BEVEL, _CORNER), brightness)


def _blend(canvas: Canvas, texture: Canvas, quad: Array, edge: Array, brightness: float) -> None:
    """Warps ``texture`` to ``quad`` and puts it on the canvas inside the polygon ``edge``."""
    height, width = canvas.shape[:2]
    x0, y0 = (max(int(value), 0) for value in np.floor(quad.min(0)) - 1)
    x1, y1 = (min(int(value), most) for value, most in zip(np.ceil(quad.max(0)) + 2, (width, height), strict=True))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    h, w = texture.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, (quad - (x0, y0)).astype(np.float32))
    warped = cv2.warpPerspective(texture, matrix, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(warped.shape[:2], np.uint8)
    fill(mask, edge - (x0, y0), 255)
    lit = cv2.convertScaleAbs(warped, alpha=brightness)
    area = canvas[y0:y1, x0:x1]
    alpha = mask[..., None].astype(np.uint16)
    area[:] = ((lit * alpha + area * (255 - alpha) + 127) // 255).astype(np.uint8)


def paint(canvas: Canvas, solid: Solid, camera: Camera, light: Light, gloss: float = 0.02) -> None:
    """Paints one tile over what is there; callers go from far to near."""
    back_colour, front_colour = solid.back_colour * 0.92, np.array(solid.paper) * 0.97
    layers = [(0.0, solid.band, back_colour), (solid.band, DEPTH, front_colour)]
    shown = solid.shows(camera)
    below = solid.pose.height_of(camera.position) < solid.band
    for low, high, colour in reversed(layers) if below else layers:
        _paint_layer(canvas, solid, camera, light, low, high, colour)
    if shown != "side":
        texture = solid.face if shown == "face" else solid.back
        _paint_large_side(canvas, solid, camera, light, texture, shown == "face", gloss)


def cast_shadows(
    shape: tuple[int, int], solids: Sequence[Solid], camera: Camera, light: Light, soft: float
) -> NDArray[np.float32]:
    """How much light the table keeps, (H, W) float32 in 0 to 1: a lamp's shadow and the dark line of contact."""
    scale = 0.5
    size = (round(shape[0] * scale), round(shape[1] * scale))
    lamp, contact = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    slope = light.direction[:2] / max(light.direction[2], 0.25)
    flat = np.column_stack([outline(0.0, _CORNER), np.zeros(len(outline(0.0, _CORNER)))])
    for solid in solids:
        world = solid.pose.place(np.concatenate([flat, flat + (0, 0, DEPTH)]))
        ground = np.column_stack([world[:, :2] - world[:, 2:] * slope, np.zeros(len(world))])
        fill(lamp, _hull(camera.project(ground) * scale), 255)
        if world[:, 2].min() < 0.1:
            near = world * (1, 1, 0)
            fill(contact, _hull(camera.project(near.mean(0) + (near - near.mean(0)) * 1.09) * scale), 255)
    unit = max(camera.focal / float(np.linalg.norm(camera.position)) * scale, 4.0)
    dark = 0.4 * cv2.GaussianBlur(lamp, (0, 0), max(unit * soft, 0.6)).astype(np.float32)
    dark += 0.42 * cv2.GaussianBlur(contact, (0, 0), max(unit * 0.07, 0.6)).astype(np.float32)
    return np.asarray(1 - cv2.resize(dark, shape[::-1], interpolation=cv2.INTER_LINEAR) / 255, np.float32)


def visible(
    shape: tuple[int, int], solids: Sequence[Solid], camera: Camera, covers: Sequence[NDArray[np.uint8]] = ()
) -> tuple[list[float], list[Array], NDArray[np.int16]]:
    """For tiles far to near: the share of each large side that is seen, the xyxy box round what is seen, and whose
    each pixel is (H, W): 0 table, -1 the side of a tile, n the large side of tile n - 1, -2 a cover."""
    owner = np.zeros(shape, np.int16)
    sides = [solid.large_side(camera) for solid in solids]
    for index, (solid, side) in enumerate(zip(solids, sides, strict=True), 1):
        fill(owner, solid.silhouette(camera), -1, smooth=False)
        if solid.shows(camera) != "side":
            fill(owner, side, index, smooth=False)
    for cover in covers:
        owner[cover > 127] = -2
    seen = [_seen(owner, index, side) for index, side in enumerate(sides, 1)]
    return [share for share, _ in seen], [box for _, box in seen], owner


def _seen(owner: NDArray[np.int16], index: int, side: Array) -> tuple[float, Array]:
    height, width = owner.shape
    low, high = side.min(0), side.max(0)
    x0, y0 = np.maximum(np.floor(low).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(high).astype(int) + 1, (width, height))
    if x1 <= x0 or y1 <= y0:
        return 0.0, np.zeros(4)
    ys, xs = np.nonzero(owner[y0:y1, x0:x1] == index)
    if not len(xs):
        return 0.0, np.zeros(4)
    share = len(xs) / max(float(cv2.contourArea(side.astype(np.float32))), 1.0)
    box = np.array([xs.min() + x0, ys.min() + y0, xs.max() + x0 + 1, ys.max() + y0 + 1], np.float64)
    exact = np.array([*low, *high])
    return min(share, 1.0), np.where(np.abs(box - exact) < 2.0, np.clip(exact, 0, (width, height) * 2), box)
