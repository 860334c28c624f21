"""Tile sets as pictures, and those that this project draws itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.faces import raster
from snaptai.datasets.faces.styles import Style
from snaptai.datasets.render.geometry import USUAL, Shape
from snaptai.scoring.tiles import BACK, TILES

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]
FACE_SIZE = (150, 200)
BACK_SIZE = (72, 96)
IVORY = (240.0, 238.0, 230.0)


@dataclass(frozen=True)
class TileSet:
    """One set: RGB pictures by tile (several where there are several) and what its body looks like.

    ``tint``: what the set's colours are multiplied by when it is played with.
    """

    name: str
    faces: dict[str, tuple[Image, ...]]
    paper: Colour
    backs: tuple[Image, ...]
    band: float = 0.35
    shape: Shape = USUAL
    tint: Colour = (1.0, 1.0, 1.0)
    scaled_pictures: dict[tuple[int, int, Colour], Image] = field(default_factory=dict, repr=False)

    @cached_property
    def back_colour(self) -> NDArray[np.float64]:
        """What the layer of the backs has in the tiles' sides, RGB."""
        return np.asarray(np.median([back.reshape(-1, 3).mean(0) for back in self.backs], axis=0), np.float64)

    def scaled(self, texture: Image, width: int, tint: Colour = (1.0, 1.0, 1.0)) -> Image:
        """``texture`` of the set shrunk to about ``width`` pixels (so that warping does not alias), tinted; kept."""
        width = min(texture.shape[1], max(8, -(-width // 8) * 8))
        key = (id(texture), width, tint)
        if key not in self.scaled_pictures:
            size = (width, round(texture.shape[0] * width / texture.shape[1]))
            small = cv2.resize(texture, size, interpolation=cv2.INTER_AREA)
            self.scaled_pictures[key] = np.asarray(small * np.array(tint, np.float32), np.uint8)
        return self.scaled_pictures[key]


def paper_of(image: Image) -> NDArray[np.float32]:
    """The body colour of a face: the median of its brighter half, RGB."""
    inner = image[image.shape[0] // 12 : -image.shape[0] // 12, image.shape[1] // 12 : -image.shape[1] // 12].reshape(
        -1, 3
    )
    grey = inner.mean(1)
    return np.asarray(np.median(inner[grey >= np.median(grey)], axis=0), np.float32)


def recoloured(face: Image, paper: Colour) -> Image:
    """``face`` with another body colour."""
    return np.asarray(np.clip(face * (np.array(paper) / np.maximum(paper_of(face), 1)), 0, 255), np.uint8)


def negative(face: Image) -> Image:
    """``face`` in light print on a dark body: brightness turned round, hues kept."""
    lab = cv2.cvtColor(face, cv2.COLOR_RGB2LAB)
    lab[..., 0] = 255 - lab[..., 0]
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)


def tile_set_of(name: str, faces: dict[str, tuple[Image, ...]]) -> TileSet:
    """A set without backs, its body colour measured on its faces."""
    papers = [paper_of(face) for tile in ("1m", "E", "C", "2p") for face in faces.get(tile, ())]
    r, g, b = np.median(papers, axis=0) if papers else IVORY
    return TileSet(name, faces, (float(r), float(g), float(b)), ())


_BACK_COLOURS = (
    (24, 120, 62), (30, 150, 70), (20, 92, 160), (60, 140, 215), (225, 160, 40), (240, 200, 60), (150, 30, 90),
    (225, 60, 140), (200, 150, 200), (230, 160, 180), (120, 130, 50), (235, 130, 50), (110, 70, 40), (160, 205, 225),
    (40, 44, 60), (176, 36, 36), (120, 90, 170), (90, 190, 170), (215, 180, 120),
)  # fmt: skip


def drawn_back(rng: np.random.Generator) -> Image:
    """A plain, brushed or bamboo-grained back."""
    w, h = BACK_SIZE
    colour = np.array(_BACK_COLOURS[rng.integers(len(_BACK_COLOURS))]) + rng.normal(0, 12, 3)
    back = np.tile(colour, (h, w, 1))
    if rng.random() < 0.45:
        grain = rng.normal(0, 1, (h, 1, 1)) if rng.random() < 0.5 else rng.normal(0, 1, (1, w, 1))
        back += cv2.GaussianBlur(grain.reshape(grain.shape[:2]), (0, 0), 0.8)[..., None] * rng.uniform(4, 14)
    back *= np.linspace(rng.uniform(0.9, 1), rng.uniform(1, 1.1), h)[:, None, None]
    return np.asarray(np.clip(back, 0, 255), np.uint8)


@lru_cache(maxsize=16)
def own_set(style: str | Style) -> TileSet:
    """One of this project's styles, or a make. ValueError for an unknown name."""
    faces: dict[str, tuple[Image, ...]] = {tile: (raster(tile, style, FACE_SIZE[0]),) for tile in TILES}
    backs = faces.pop(BACK)
    return replace(tile_set_of(style if isinstance(style, str) else "drawn", faces), backs=backs)
