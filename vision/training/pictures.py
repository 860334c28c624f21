"""The evaluation as pictures: the confusion matrix and a sheet of the worst photos with labels and readings on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import TILES
from snaptai.vision.photo import load_photo
from snaptai.vision.training.evaluate import Photo
from snaptai.vision.training.measures import Ints, pair

Picture = NDArray[np.uint8]
_CELL, _EDGE = 26, 64
_FONT = cv2.FONT_HERSHEY_SIMPLEX
GREEN, RED, BLUE, PURPLE = (30, 150, 60), (215, 40, 40), (30, 90, 220), (170, 40, 190)
"""Right, imagined, missed, misnamed."""


def confusion_picture(matrix: Ints) -> Picture:
    """uint8 RGB: rows what is there, columns what was read; green right, red wrong, darker for more of its row."""
    names = (*TILES, "none")
    side = _EDGE + _CELL * len(names) + 12
    picture = np.full((side, side, 3), 255, np.uint8)
    share = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    for row, name in enumerate(names):
        at = _EDGE + row * _CELL
        _text(picture, name, (_EDGE - 6 - 11 * len(name), at + 18))
        _text(picture, name, (at + 12 - 5 * len(name), _EDGE - 8))
        for column in np.flatnonzero(matrix[row]):
            _cell(picture, row, int(column), float(share[row, column]), int(matrix[row, column]))
    for line in range(len(names) + 1):
        at = _EDGE + line * _CELL
        tone = (150,) * 3 if line in (9, 18, 27, 34, 42, 43) else (228,) * 3
        cv2.line(picture, (at, _EDGE), (at, side - 12), tone)
        cv2.line(picture, (_EDGE, at), (side - 12, at), tone)
    _text(picture, "there \\ read", (4, 20))
    return picture


def _cell(picture: Picture, row: int, column: int, share: float, count: int) -> None:
    x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
    colour = np.array(GREEN if row == column else RED)
    depth = share**0.5
    picture[y : y + _CELL, x : x + _CELL] = 255 - (255 - colour) * max(depth, 0.15)
    _text(picture, str(count), (x + 13 - 4 * len(str(count)), y + 17), (255,) * 3 if depth > 0.6 else (40,) * 3, 0.36)


def _text(
    picture: Picture, text: str, at: tuple[int, int], colour: Sequence[int] = (40, 40, 40), size: float = 0.42
) -> None:
    cv2.putText(picture, text, at, _FONT, size, tuple(colour), 1, cv2.LINE_AA)


def worst_sheet(photos: Sequence[Photo], width: int = 800, columns: int = 2) -> Picture:
    """uint8 RGB: the photos with every tile boxed, columns of ``width`` pixels filled from the shortest."""
    if not photos:
        blank = np.full((80, width, 3), 255, np.uint8)
        _text(blank, "no photo has a mistake", (20, 46), size=0.6)
        return blank
    stacks: list[list[Picture]] = [[] for _ in range(columns)]
    for photo in photos:
        min(stacks, key=lambda stack: sum(len(picture) for picture in stack)).append(overlay(photo, width))
    height = max(sum(len(picture) for picture in stack) for stack in stacks)
    sheet = np.full((height, width * columns, 3), 255, np.uint8)
    for number, stack in enumerate(stacks):
        if stack:
            column = np.concatenate(stack)
            sheet[: len(column), number * width : (number + 1) * width] = column
    return sheet


def overlay(photo: Photo, width: int) -> Picture:
    """The photo at ``width`` pixels: green right, purple there→read, red imagined, blue missed; its name above."""
    image = load_photo(photo.labelled.path).image
    scale = width / photo.labelled.size[0]
    height = round(photo.labelled.size[1] * scale)
    picture = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    for box, colour, text in marks(photo):
        x0, y0, x1, y1 = (round(value * scale) for value in box)
        cv2.rectangle(picture, (x0, y0), (x1, y1), colour, 1 if colour == GREEN else 2, cv2.LINE_AA)
        if text:
            _tag(picture, text, x0, y0, colour)
    head = np.full((26, width, 3), 245, np.uint8)
    _text(head, f"{photo.mistakes} wrong of {len(photo.truth.classes)}   {_ascii(photo.labelled.path)}", (8, 18))
    return np.concatenate([head, picture])


def _ascii(path: Path) -> str:
    return path.name.encode("ascii", "replace").decode()


def _tag(picture: Picture, text: str, x: int, y: int, colour: tuple[int, int, int]) -> None:
    top = max(y - 15, 0)
    cv2.rectangle(picture, (x, top), (x + 9 * len(text) + 4, top + 15), colour, -1)
    _text(picture, text, (x + 2, top + 12), (255, 255, 255))


def marks(photo: Photo) -> list[tuple[NDArray[np.float32], tuple[int, int, int], str]]:
    """(box, colour, text) of every tile there or read, right ones first and without text."""
    read, there = photo.found.tiles, photo.labelled.tiles
    pairs = pair(photo.found, photo.truth)
    found, met = {row for row, _ in pairs}, {column for _, column in pairs}
    drawn = []
    for row, column in pairs:
        right = read[row] == there[column]
        text = "" if right else f"{there[column]}>{read[row]}"
        drawn.append((photo.found.boxes[row], GREEN if right else PURPLE, text))
    drawn += [(photo.found.boxes[row], RED, "+" + read[row]) for row in range(len(read)) if row not in found]
    drawn += [(photo.truth.boxes[n], BLUE, "-" + there[n]) for n in range(len(there)) if n not in met]
    return sorted(drawn, key=lambda mark: mark[2] != "")
