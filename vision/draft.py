"""What was read from a photo, what is unsure about it, and how a person's corrections change it."""

from __future__ import annotations

from dataclasses import dataclass

ROLES = ("concealed", "exposed", "concealed_kong", "flower", "winning", "other")


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile seen. ``box``: xyxy pixels of the upright photo; ``group`` numbers the melds, None elsewhere."""

    tile: str
    box: tuple[float, float, float, float]
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()
    role: str = "concealed"
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a person should check; ``tile`` indexes the draft's tiles. Codes: interface.md, ``questions``."""

    code: str
    message: str
    tile: int | None = None
    tai: int = 0


@dataclass(frozen=True, slots=True)
class HandDraft:
    """A reading of one photo (or several of one hand); ``size`` is (width, height) of the upright photo."""

    photo: str
    size: tuple[int, int]
    tiles: tuple[TileReading, ...]
    questions: tuple[Question, ...] = ()
    original: tuple[TileReading, ...] | None = None
