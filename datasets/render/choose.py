"""Which set a scene is played with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from snaptai.datasets.faces.styles import make_at_random
from snaptai.datasets.render.sources import Sources
from snaptai.datasets.render.tilesets import IVORY, Image, TileSet, drawn_back, negative, own_set, paper_of, recoloured
from snaptai.scoring.tiles import FLOWERS

Faces = dict[str, tuple[Image, ...]]
_DARK = ((26, 26, 30), (20, 34, 70), (16, 60, 44), (84, 20, 34), (58, 40, 30), (52, 54, 58))
_COLOURED = ((190, 222, 196), (246, 200, 210), (188, 214, 240), (150, 200, 160), (238, 208, 150), (214, 196, 232))


def choose_set(sources: Sources, rng: np.random.Generator, drawn: float = 0.25) -> TileSet:
    """A set to play with: real faces mostly, drawn ones in a share ``drawn`` (always, where there is nothing else)."""
    kind = rng.random()
    if not sources.sets or (sources.drawn and kind < drawn * 0.65):
        base = _drawn(sources, rng)
    elif sources.art and kind < drawn:
        base = sources.art[rng.integers(len(sources.art))]
    elif sources.crops and kind < drawn + (1 - drawn) * 0.6:
        base = _mixed(sources, rng)
    else:
        base = sources.sets[rng.integers(len(sources.sets))]
    if sources.split == "train":
        base = _another_print(base, rng)
    base = _another_body(base, rng)
    base = replace(base, backs=_backs_for(base, sources, rng), scaled_pictures={})
    shape = (1.0, float(rng.uniform(0.9, 1.0)), float(rng.uniform(0.72, 1.0)))
    red, green, blue = (float(value) for value in rng.uniform(0.88, 1.0, 3))
    return replace(base, band=float(rng.uniform(0.25, 0.55)), shape=shape, tint=(red, green, blue))


def _drawn(sources: Sources, rng: np.random.Generator) -> TileSet:
    """One of our styles, or in training mostly a make that there is only once."""
    if sources.split == "train" and rng.random() < 0.8:
        return own_set(make_at_random(Random(int(rng.integers(2**32)))))
    return own_set(sources.drawn[rng.integers(len(sources.drawn))])


def _another_print(tile_set: TileSet, rng: np.random.Generator) -> TileSet:
    """The same faces, in two sets of five printed smaller, thinner or thicker, in inks a little other; some coarsely,
    or in outline alone.
    """
    kind = rng.random()
    if kind < 0.6:
        return tile_set
    if kind > 0.92:
        tile_set = replace(tile_set, faces=_changed(tile_set.faces, _outlined if kind > 0.96 else _coarse))
    weight, hue, colour = int(rng.integers(-1, 3)), float(rng.normal(0, 7)), float(rng.uniform(0.4, 1.4))
    wide, high = rng.uniform(0.8, 1.02, 2)

    def change(face: Image) -> Image:
        kernel = np.ones((abs(weight) + 1,) * 2, np.uint8)
        inked = (cv2.erode if weight > 0 else cv2.dilate)(face, kernel)
        hsv = cv2.cvtColor(inked, cv2.COLOR_RGB2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + hue) % 180
        hsv[..., 1] = (hsv[..., 1] * colour).clip(0, 255)
        h, w = face.shape[:2]
        matrix = np.array([[wide, 0, w * (1 - wide) / 2], [0, high, h * (1 - high) / 2]], np.float32)
        turned = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)
        return np.asarray(cv2.warpAffine(turned, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    return replace(tile_set, faces=_changed(tile_set.faces, change))


def _outlined(face: Image) -> Image:
    """The print of ``face`` as lines: what lies deep in it is as light as the body."""
    deep = cv2.dilate(face, np.ones((face.shape[1] // 24 | 1,) * 2, np.uint8))
    inside = (deep.min(axis=2, keepdims=True) < float(paper_of(face).min()) - 60) & (
        deep.max(axis=2, keepdims=True) < 250
    )
    return np.asarray(np.where(inside, paper_of(face), face), np.uint8)


def _coarse(face: Image) -> Image:
    """``face`` in squares, as if it were stitched."""
    h, w = face.shape[:2]
    small = cv2.resize(face, (w // 5, h // 5), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST), np.uint8)


def _changed(faces: Faces, change: Callable[[Image], Image]) -> Faces:
    return {tile: tuple(map(change, pictures)) for tile, pictures in faces.items()}


def _another_body(tile_set: TileSet, rng: np.random.Generator) -> TileSet:
    """The same faces, now and then on a coloured body, or in light print on a dark one."""
    kind = rng.random()
    if kind < 0.8 or sum(tile_set.paper) < 300:
        return tile_set
    dark = kind < 0.91
    choice = _DARK if dark else _COLOURED
    red, green, blue = np.clip(np.array(choice[rng.integers(len(choice))]) + rng.normal(0, 8, 3), 4, 255)
    paper = (float(red), float(green), float(blue))
    change = _on_dark if dark else recoloured
    faces = _changed(tile_set.faces, lambda face: change(face, paper))
    return replace(tile_set, faces=faces, paper=paper, backs=())


def _on_dark(face: Image, paper: tuple[float, float, float]) -> Image:
    """The negative of ``face``, its body in the colour ``paper``, its print as bright as it was dark."""
    turned = negative(face).astype(np.float32)
    body = np.median(turned.reshape(-1, 3), axis=0)
    share = np.clip((turned.max(axis=2, keepdims=True) - body.max()) / 70, 0, 1)
    return np.asarray(turned * share + (turned - body + np.array(paper)).clip(0, 255) * (1 - share), np.uint8)


def _mixed(sources: Sources, rng: np.random.Generator) -> TileSet:
    """One crop a tile from all makes, of a flower some."""
    faces = dict(own_set(sources.drawn[0]).faces)
    for tile, crops in sources.crops.items():
        if not crops:
            continue
        some = rng.permutation(len(crops))[: 3 if tile in FLOWERS else 1]
        faces[tile] = tuple(crops[index] for index in some)
    return TileSet("crops", faces, IVORY, ())


def _may_be_mistaken(tile_set: TileSet, backs: tuple[Image, ...]) -> bool:
    """A blank white dragon beside a back of the body's colour: nobody could tell them apart."""
    blank = any(float(face[20:-20, 20:-20].std()) < 14 for face in tile_set.faces["P"])
    return blank and float(np.abs(replace(tile_set, backs=backs).back_colour - tile_set.paper).mean()) < 60


def _backs_for(tile_set: TileSet, sources: Sources, rng: np.random.Generator) -> tuple[Image, ...]:
    if tile_set.backs and rng.random() < 0.5:
        return tile_set.backs
    while True:
        real = bool(sources.backs) and rng.random() < 0.6
        backs = sources.backs[rng.integers(len(sources.backs))] if real else (drawn_back(rng),)
        if not _may_be_mistaken(tile_set, backs):
            return backs
