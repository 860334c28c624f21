"""Photos of any shape made into square windows in which tiles have the size at which reading looks at them.

A row of 17 tiles in a 1280-pixel strip is 17 pixels a tile once letterboxed to 640: too small to learn a season's
character from. Training sees what reading sees: windows whose tiles are ``tile_px`` long.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import ORDER
from snaptai.vision.training.sets import Labels, labelled_images

SIDE = 640
GREY = 114
LEAST_VISIBLE = 0.45
FIRST_FLOWER = ORDER["1f"]


@dataclass(frozen=True, slots=True)
class View:
    """One window: its centre in the photo, photo-to-window scale, quarter turns anticlockwise."""

    centre: tuple[float, float]
    scale: float
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """What windows are wanted: ``tile_px`` the length of a tile in them, from and to; ``only_flowers``: two windows
    round a flower of each photo that has one; ``leave_out``: photos whose name contains one of these."""

    seed: int = 0
    tile_px: tuple[float, float] = (44.0, 125.0)
    only_flowers: bool = False
    leave_out: tuple[str, ...] = ()


def write_yolo(path: Path, labels: Labels, side: int = SIDE) -> None:
    """Labels of one square window as a YOLO text file."""
    centre, size = (
        (labels.boxes[:, :2] + labels.boxes[:, 2:]) / 2 / side,
        (labels.boxes[:, 2:] - labels.boxes[:, :2]) / side,
    )
    rows = np.hstack([centre, size])
    lines = (f"{c} " + " ".join(f"{v:.5f}" for v in row) for c, row in zip(labels.classes, rows, strict=True))
    path.write_text("\n".join(lines))


def _area(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))


def cut_window(image: NDArray[np.uint8], labels: Labels, view: View) -> tuple[NDArray[np.uint8], Labels]:
    """The window (SIDE, SIDE, 3) and its labels; a tile cut by the edge to less than half is painted over, not left
    unlabelled."""
    scale = view.scale
    shift = SIDE / 2 - scale * np.array(view.centre)
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    window = cv2.warpAffine(image, matrix, (SIDE, SIDE), flags=how, borderValue=(GREY,) * 3)
    boxes = labels.boxes * scale + np.tile(shift, 2)
    clipped = boxes.clip(0, SIDE)
    kept = _area(clipped) > LEAST_VISIBLE * _area(boxes)
    for x0, y0, x1, y1 in clipped[~kept & (_area(clipped) > 0)].astype(int):
        window[y0 : y1 + 1, x0 : x1 + 1] = GREY
    clipped = clipped[kept]
    for _ in range(view.turns):
        window = np.rot90(window)
        x0, y0, x1, y1 = clipped.T
        clipped = np.stack([y0, SIDE - x1, y1, SIDE - x0], 1)
    return np.ascontiguousarray(window), Labels(clipped, labels.classes[kept])


def choose_view(
    labels: Labels, size: tuple[int, int], tile_px: tuple[float, float], dice: random.Random, flowers: bool
) -> View:
    """A window round one tile (a flower where ``flowers``), the tile's length log-uniform in ``tile_px``."""
    width, height = size
    if not len(labels.classes):
        return View((width / 2, height / 2), SIDE / max(size))
    pool = np.flatnonzero(labels.classes >= FIRST_FLOWER) if flowers else np.arange(len(labels.classes))
    x0, y0, x1, y1 = labels.boxes[dice.choice(pool)]
    length = float(np.median((labels.boxes[:, 2:] - labels.boxes[:, :2]).max(axis=1)))
    scale = min(np.exp(dice.uniform(*np.log(tile_px))) / length, 4.0)
    reach = 0.3 * SIDE / scale
    x = (x0 + x1) / 2 + dice.uniform(-reach, reach)
    y = (y0 + y1) / 2 + dice.uniform(-reach, reach)
    if width * scale > SIDE:
        x = min(max(x, SIDE / 2 / scale), width - SIDE / 2 / scale)
    return View((x, y), scale, dice.choice((1, 2, 3)) if dice.random() < 0.12 else 0)


def _views(labels: Labels, size: tuple[int, int], wish: Wish, dice: random.Random) -> list[View]:
    flowers = bool((labels.classes >= FIRST_FLOWER).any())
    if wish.only_flowers:
        return [choose_view(labels, size, wish.tile_px, dice, True) for _ in range(2 * flowers)]
    views = [choose_view(labels, size, wish.tile_px, dice, False)]
    if dice.random() < 0.45:
        views.append(choose_view(labels, size, wish.tile_px, dice, flowers))
    if flowers:
        views.append(choose_view(labels, size, wish.tile_px, dice, True))
    whole = SIDE / max(size)
    if len(labels.boxes) and dice.random() < 0.5 and np.ptp(labels.boxes[:, [1, 3]], axis=1).max() * whole > 26:
        views.append(View((size[0] / 2, size[1] / 2), whole))
    return views


class Writer:
    """Writes windows as a YOLO set; a name that it gave before gets a number added."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._names: Counter[str] = Counter()
        for folder in ("images", "labels"):
            (out / folder).mkdir(parents=True, exist_ok=True)

    def write(self, name: str, window: NDArray[np.uint8], labels: Labels) -> None:
        """One window, uint8 (SIDE, SIDE, 3) RGB."""
        self._names[name] += 1
        if self._names[name] > 1:
            name = f"{name}-{self._names[name]}"
        picture = cv2.cvtColor(window, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(self._out / "images" / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        write_yolo(self._out / "labels" / f"{name}.txt", labels)


def make_windows(source: Path, writer: Writer, wish: Wish = Wish()) -> tuple[int, list[str]]:
    """Windows of every photo in the labelled set ``source``; returns how many, and what is wrong with the set, a
    sentence each. Raises ``Unfit`` where there is no set."""
    dice, count = random.Random(wish.seed), 0
    faults: list[str] = []
    for path, image, labels in labelled_images(source, faults, wish.leave_out):
        for number, view in enumerate(_views(labels, (image.shape[1], image.shape[0]), wish, dice)):
            writer.write(f"{source.name}_{path.stem}_{number}", *cut_window(image, labels, view))
            count += 1
    return count, faults


@dataclass(frozen=True)
class Strip:
    """Part of a photo at reading scale: ``pixels`` uint8 (H, W, 3), W at most SIDE, and what is in it."""

    pixels: NDArray[np.uint8]
    labels: Labels


def cut_strip(image: NDArray[np.uint8], labels: Labels, view: View, margin: float) -> Strip:
    """The window's part that holds tiles, with ``margin`` tile heights above and below."""
    window, inside = cut_window(image, labels, view)
    if not len(inside.boxes):
        return Strip(window[: SIDE // 5], inside)
    spread = margin * float((inside.boxes[:, 3] - inside.boxes[:, 1]).mean())
    middle = inside.boxes[np.abs(inside.boxes - SIDE / 2)[:, 1].argmin()]
    near = np.abs(inside.boxes[:, 1] - middle[1]) < 2.5 * (middle[3] - middle[1])
    top = int(max(inside.boxes[near, 1].min() - spread, 0))
    bottom = int(min(inside.boxes[near, 3].max() + spread, SIDE))
    cut = _crop_rows(window, inside, top, bottom)
    return Strip(cut[0], cut[1])


def _crop_rows(window: NDArray[np.uint8], labels: Labels, top: int, bottom: int) -> tuple[NDArray[np.uint8], Labels]:
    """Rows ``top`` to ``bottom``; tiles cut to less than half are painted over."""
    boxes = labels.boxes - np.array([0, top, 0, top])
    clipped = boxes.copy()
    clipped[:, [1, 3]] = clipped[:, [1, 3]].clip(0, bottom - top)
    share = (clipped[:, 3] - clipped[:, 1]) / (boxes[:, 3] - boxes[:, 1])
    strip = window[top:bottom].copy()
    for x0, y0, x1, y1 in clipped[(share > 0) & (share <= LEAST_VISIBLE)].astype(int):
        strip[y0 : y1 + 1, x0 : x1 + 1] = GREY
    kept = share > LEAST_VISIBLE
    return strip, Labels(clipped[kept], labels.classes[kept])


def _stack(strips: list[Strip]) -> tuple[NDArray[np.uint8], Labels]:
    window, top, boxes = np.full((SIDE, SIDE, 3), GREY, np.uint8), 0, []
    for strip in strips:
        window[top : top + len(strip.pixels), : strip.pixels.shape[1]] = strip.pixels
        boxes.append(strip.labels.boxes + np.array([0, top, 0, top]))
        top += len(strip.pixels)
    return window, Labels(np.concatenate(boxes), np.concatenate([strip.labels.classes for strip in strips]))


def pack(strips: list[Strip]) -> Iterator[tuple[NDArray[np.uint8], Labels]]:
    """Strips of different photos stacked into full windows (first fit): a row fills a sixth of a square, and the felt
    round it teaches little."""
    windows: list[list[Strip]] = []
    room: list[int] = []
    for strip in sorted(strips, key=lambda strip: -len(strip.pixels)):
        height = len(strip.pixels)
        place = next((index for index, left in enumerate(room) if left >= height), None)
        if place is None:
            windows.append([])
            room.append(SIDE)
            place = len(room) - 1
        windows[place].append(strip)
        room[place] -= height
    yield from map(_stack, windows)


def _strips(source: Path, wish: Wish, dice: random.Random, faults: list[str]) -> Iterator[Strip]:
    for _, image, labels in labelled_images(source, faults, wish.leave_out):
        for view in _views(labels, (image.shape[1], image.shape[0]), wish, dice):
            yield cut_strip(image, labels, view, dice.uniform(0.15, 0.8))


def make_packed(source: Path, writer: Writer, wish: Wish = Wish()) -> tuple[int, list[str]]:
    """As ``make_windows``, but strips of different photos share a window; tiles a window are four times as many."""
    faults: list[str] = []
    count = 0
    strips = list(_strips(source, wish, random.Random(wish.seed), faults))
    for count, (window, labels) in enumerate(pack(strips), 1):
        writer.write(f"{source.name}_{wish.seed}_{count:05d}", window, labels)
    return count, faults
