"""Groups of neighbouring tiles as level windows: where the second look goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from snaptai.vision.detection import Detections
from snaptai.vision.windows import Window

Floats = NDArray[np.floating]
FULL_TURNS = (0, 90, 180, -90)
ASPECT = 0.74
"""Width to height of a tile seen square on."""
REACH, RATIO = 2.2, 1.8
"""Tiles hang together when their centres are less than so many sides apart and one side less than so much longer."""
ADJACENT, AGREEMENT = 1.2, 0.5
"""Tiles with centres less than so many sides apart stand side by side; so far must they agree in which direction."""
MARGIN = 1.9, 1.0
"""Photo around a block, in sides from the outermost centres: along and across."""


def find_blocks(found: Detections, angle: float, tile_side: float) -> list[Window]:
    """Level windows around groups of neighbouring tiles, a tile to spare, at the scale that makes a tile ``tile_side``.

    ``angle``: degrees clockwise by which the hand stands turned, and each group to within 45. Its slant is measured
    here; a group too small or too untidy to show it has that of the surest. The surest group comes first.
    """
    parts = groups(found)
    slants = [_lattice_angle(*_centres_and_sides(part)) for part in parts]
    usual = next((slant for slant in slants if slant is not None), 0.0)
    return [
        _block(part, usual if slant is None else slant, angle, tile_side)
        for part, slant in zip(parts, slants, strict=True)
    ]


def groups(found: Detections) -> list[Detections]:
    """Tiles that hang together, the surest group first: a row clearly seen before a larger, doubtful heap."""
    if not len(found):
        return []
    parts = [found.select(index) for index in neighbours(*_centres_and_sides(found))]
    return sorted(parts, key=lambda part: -float((part.scores**2).sum()))


def _centres_and_sides(found: Detections) -> tuple[Floats, Floats]:
    """(N, 2) centres and (N,) longer sides of the boxes, pixels."""
    low, high = found.boxes[:, :2], found.boxes[:, 2:]
    return (low + high) / 2, (high - low).max(axis=1)


def neighbours(centres: Floats, sides: Floats) -> list[NDArray[np.intp]]:
    """Indices of tiles that hang together: near each other and of similar size. (N, 2) and (N,) pixels."""
    distance = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    larger, smaller = np.maximum(sides[:, None], sides[None]), np.minimum(sides[:, None], sides[None])
    near = (distance < REACH * larger) & (larger < RATIO * smaller)
    label = np.arange(len(centres))
    while True:
        spread = np.where(near, label[None], len(label)).min(axis=1)
        if (spread == label).all():
            return [np.flatnonzero(label == value) for value in np.unique(label)]
        label = spread


def _block(part: Detections, slant: float, angle: float, tile_side: float) -> Window:
    centres, sides = _centres_and_sides(part)
    turn = round((angle - slant) / 90) * 90
    radians = np.deg2rad(-slant)
    level = np.array([[np.cos(radians), -np.sin(radians)], [np.sin(radians), np.cos(radians)]])
    side = _true_side(float(np.median(sides)), slant)
    placed = centres @ level.T
    margin = np.array(MARGIN if turn % 180 == 0 else MARGIN[::-1]) * side
    low, high = placed.min(axis=0) - margin, placed.max(axis=0) + margin
    middle = level.T @ ((low + high) / 2)
    width, height = (float(length) for length in high - low)
    window = Window((float(middle[0]), float(middle[1])), (width, height), slant, tile_side / side)
    return turned(window, turn)


def turned(window: Window, turn: float) -> Window:
    """The same rectangle, read with its top ``turn`` (0, ±90, 180) degrees further clockwise."""
    size = window.size if turn % 180 == 0 else window.size[::-1]
    return replace(window, size=size, angle=(window.angle + turn + 180) % 360 - 180)


def _true_side(side: float, slant: float) -> float:
    """The longer side of a tile whose upright box has the longer side ``side`` when slanted."""
    radians = np.deg2rad(abs(slant))
    return side / max(1.0, float(np.cos(radians) + ASPECT * np.sin(radians)))


def _lattice_angle(centres: Floats, sides: Floats) -> float | None:
    """Degrees clockwise, within ±45, of the lines in which tiles stand side by side or one above the other.

    None where too few stand so, or in too many directions.
    """
    offsets = centres[None] - centres[:, None]
    distance = np.linalg.norm(offsets, axis=2)
    pairs = (distance > 0) & (distance < ADJACENT * np.maximum(sides[:, None], sides[None]))
    if pairs.sum() < 4:
        return None
    directions = np.arctan2(offsets[..., 1], offsets[..., 0])[pairs] * 4
    total = np.exp(1j * directions).sum()
    return float(np.rad2deg(np.angle(total)) / 4) if abs(total) > AGREEMENT * pairs.sum() else None


def level_sizes(found: Detections) -> Floats:
    """(N, 2) width and height of the tiles along their own axes, from upright boxes and angles."""
    boxes = found.boxes[:, 2:] - found.boxes[:, :2]
    turn = np.deg2rad(found.angles)
    cos, sin, both = np.abs(np.cos(turn)), np.abs(np.sin(turn)), np.cos(2 * turn)
    known = np.abs(both) > 0.3
    divisor = np.where(known, both, 1.0)
    width = (boxes[:, 0] * cos - boxes[:, 1] * sin) / divisor
    height = (boxes[:, 1] * cos - boxes[:, 0] * sin) / divisor
    usual = boxes.max(axis=1) / (ASPECT * cos + sin)  # near 45° every ratio gives the same box
    return np.stack([np.where(known, width, ASPECT * usual), np.where(known, height, usual)], axis=1).clip(1)
