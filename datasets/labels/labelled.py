"""The common form of every labelled set, and the checks that each label passes on its way in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from snaptai.datasets.labels.names import tile_of
from snaptai.scoring.fields import Text

Box = tuple[float, float, float, float]
EDGE = 0.01
"""By how much of the picture's side a box may stand out before it is called outside; less is rounding, and clipped."""
SAME = 0.9
"""Two boxes of one class that overlap by more than this (over their union) are one label given twice."""


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """One tile: its code and its xyxy box in pixels of the upright picture."""

    tile: str
    box: Box


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A picture on disk, its upright (width, height) in pixels and the tiles in it."""

    path: Path
    size: tuple[int, int]
    boxes: tuple[LabelledBox, ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """The codes, in the order of the labels."""
        return tuple(box.tile for box in self.boxes)


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with one file and what was done about it, in one sentence.

    Codes: unknown_class, outside, no_area, twice, malformed (labels left out or clipped), conflict (all kept, or one
    taken); no_labels, no_picture, not_a_picture (photos left out), repeated (a photo's second entry left out), ignored
    (a file that was not used).
    """

    path: Path
    code: str
    text: Text

    def __str__(self) -> str:
        return self.say("en")

    def say(self, lang: str = "zh-TW") -> str:
        """The file and the sentence."""
        return f"{self.path}: {self.text.say(lang)}"


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Photos whose labels can be used, and everything that could not be, by name."""

    photos: tuple[LabelledPhoto, ...] = ()
    complaints: tuple[Complaint, ...] = ()

    def __add__(self, other: LabelledSet) -> LabelledSet:
        return LabelledSet(self.photos + other.photos, self.complaints + other.complaints)


@dataclass(slots=True)
class Gathering:
    """A ``LabelledSet`` in the making: readers hand in photos with raw class names and get each label checked."""

    names: Mapping[str, str]
    photos: dict[Path, LabelledPhoto] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)

    def complain(self, path: Path, code: str, zh: str, en: str) -> None:
        """Note what is wrong with ``path``."""
        self.complaints.append(Complaint(path, code, Text(zh, en)))

    def unreadable(self, path: Path) -> None:
        """Note that ``path`` is left out, since it cannot be opened as a picture."""
        self.complain(path, "not_a_picture", "不是可讀的圖片，略過", "not a readable picture; it was left out")

    def orphan(self, path: Path) -> None:
        """Note that the label file ``path`` is left out, since its picture is not there."""
        zh, en = "有標註檔而沒有圖片，略過", "a label file without its picture; it was left out"
        self.complain(path, "no_picture", zh, en)

    def repeated(self, path: Path) -> None:
        """Note that ``path`` is listed once more; the labels of the first entry stay."""
        zh, en = "列出不只一次，只用第一次的標註", "is listed more than once; only the first labels were taken"
        self.complain(path, "repeated", zh, en)

    def add(self, path: Path, size: tuple[int, int], raw: Iterable[tuple[str, Box]]) -> None:
        """Take a photo with (class name, xyxy pixels) labels; the bad ones are complained of."""
        if path in self.photos:
            return self.repeated(path)
        good: list[LabelledBox] = []
        for name, box in raw:
            label = self._checked(path, size, name, box)
            if label and not self._repeats(path, label, good):
                good.append(label)
        self.photos[path] = LabelledPhoto(path, size, tuple(good))

    def _repeats(self, path: Path, label: LabelledBox, others: list[LabelledBox]) -> bool:
        """Whether the label stands already; one tile with two names is kept with both, and complained of."""
        same = [other.tile for other in others if overlap(label.box, other.box) > SAME]
        tile, where = label.tile, _where(label.box)
        if tile in same:
            zh, en = f"{where} 的 {tile} 標了兩次，略過一個", f"{tile} is labelled twice at {where}; one was left out"
            self.complain(path, "twice", zh, en)
        elif same:
            zh = f"{where} 的一張牌標成 {same[0]} 和 {tile}，兩個都留"
            self.complain(path, "conflict", zh, f"{same[0]} and {tile} label one tile at {where}; both stay")
        return tile in same

    def _checked(self, path: Path, size: tuple[int, int], name: str, box: Box) -> LabelledBox | None:
        tile, inside = tile_of(name, self.names), clip(box, size)
        where, zh = f"{name!r} at {_where(box)}", f"{_where(box)} 的 {name!r} "
        if tile is None:
            self.complain(
                path, "unknown_class", f"{zh}是不認得的類別，略過", f"unknown class {where}; the box was left out"
            )
        elif not all(map(math.isfinite, box)) or not has_area(box):
            self.complain(path, "no_area", f"{zh}沒有面積，略過", f"{where} is a box without area; it was left out")
        elif not has_area(inside):
            self.complain(
                path, "outside", f"{zh}在圖片之外，略過", f"{where} lies outside the picture; it was left out"
            )
        else:
            if any(abs(a - b) > EDGE * max(size) for a, b in zip(box, inside, strict=True)):
                en = f"{where} reaches outside the picture; it was clipped"
                self.complain(path, "outside", f"{zh}超出圖片，已裁切", en)
            return LabelledBox(tile, inside)
        return None

    def done(self) -> LabelledSet:
        """What was gathered."""
        return LabelledSet(tuple(self.photos.values()), tuple(self.complaints))


def clip(box: Box, size: tuple[int, int]) -> Box:
    """The part of ``box`` inside a picture of ``size``."""
    width, height = size
    x0, y0, x1, y1 = box
    return max(x0, 0.0), max(y0, 0.0), min(x1, float(width)), min(y1, float(height))


def has_area(box: Box) -> bool:
    """Whether right lies right of left and bottom below top."""
    return box[0] < box[2] and box[1] < box[3]


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    both = shared(a, b)
    union = area(a) + area(b) - both
    return both / union if union > 0 else 0.0


def shared(a: Box, b: Box) -> float:
    """The area that lies in both."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)


def area(box: Box) -> float:
    """Width times height."""
    return (box[2] - box[0]) * (box[3] - box[1])


def _where(box: Box) -> str:
    return "(" + ", ".join(f"{value:.0f}" if math.isfinite(value) else str(value) for value in box) + ")"
