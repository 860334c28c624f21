"""What a detector sees: the one validated type between network and layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import TILES


@dataclass(frozen=True)
class Detections:
    """N tiles in one picture.

    ``boxes``: float32 (N, 4), xyxy in pixels of the upright picture, x right, y down.
    ``scores``: float32 (N,), 0 to 1, how sure that there is a tile.
    ``probabilities``: float32 (N, 43), how likely each class of ``TILES`` is given that there is a tile; rows sum to 1.
    ``angles``: float32 (N,), degrees clockwise by which the tile's top is turned from up (0 where unknown).
    Raises ValueError when the shapes disagree.
    """

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    probabilities: NDArray[np.float32]
    angles: NDArray[np.float32]

    def __post_init__(self) -> None:
        n = len(self.boxes)
        if self.boxes.shape != (n, 4) or self.scores.shape != (n,) or self.angles.shape != (n,):
            raise ValueError("boxes (N, 4), scores (N,) and angles (N,) must agree")
        if self.probabilities.shape != (n, len(TILES)):
            raise ValueError(f"probabilities must be (N, {len(TILES)})")

    def __len__(self) -> int:
        return len(self.boxes)

    @property
    def tiles(self) -> list[str]:
        """The likeliest tile of each detection."""
        return [TILES[index] for index in self.probabilities.argmax(axis=1)] if len(self) else []

    def select(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Detections:
        """The detections at ``index`` (integers or a mask), in that order."""
        return Detections(self.boxes[index], self.scores[index], self.probabilities[index], self.angles[index])

    def moved(self, right: float) -> Detections:
        """The same tiles, that many pixels further right."""
        return replace(self, boxes=self.boxes + np.array([right, 0, right, 0], np.float32))

    @classmethod
    def concatenate(cls, parts: Sequence[Detections]) -> Detections:
        """All of them, in order."""
        if not parts:
            return cls.empty()
        arrays = zip(*((p.boxes, p.scores, p.probabilities, p.angles) for p in parts), strict=True)
        return cls(*(np.concatenate(array) for array in arrays))

    @classmethod
    def empty(cls) -> Detections:
        """No tiles."""
        n = len(TILES)
        return cls(*(np.zeros(shape, np.float32) for shape in ((0, 4), (0,), (0, n), (0,))))
