"""Two looks at a photo: the first finds the tiles, the second reads them at the scale at which the network is best.

Where the first look is not sure which way is up, the second sees the tiles in each turn that they may have; dark tiles
with light print it sees in negative too. All views share one pass, and the one seen most surely is the reading.
Where the first look saw the tiles level and at about the best scale, it is the reading: the second stage names them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from snaptai.scoring.tiles import BACK, ORDER, TILES
from snaptai.vision import post
from snaptai.vision.blocks import FULL_TURNS, find_blocks, groups, level_sizes
from snaptai.vision.bodies import middle_of, weigh_backs
from snaptai.vision.classifier import FAINT, TileClassifier, name_again
from snaptai.vision.detection import Detections
from snaptai.vision.detector import TileDetector
from snaptai.vision.photo import Photo
from snaptai.vision.windows import Canvas, Window, pack, split_views, unpack

FIRST_AREA, ENLARGED = 500_000, 640 * 640
"""Canvas pixels of the first look, a long thin photo seen larger than a square one at the same cost; and the most to
which a smaller photo is enlarged for it."""
RETRY_AREA = SECOND_AREA = 1536 * 1024
"""Canvas pixels of a first look made again, and at most of the second: what a pass may cost."""
LONGEST = 1920
"""Canvas pixels along the longer side of a first look, at most."""
SEED_SCORE = FAINT
"""What a look takes for a tile so far is looked at again; what counts is decided once, when both stages have spoken."""
FEW, SMALL = 8, 32
"""So few tiles, so small at the network (pixels), may mean that most were too small to be seen."""
SURE = 0.8
"""Mean score of the surest group in the first look from which the photo is taken to be upright."""
CLEARLY, SUREST = 2.0, 0.98
"""Log odds by which another turn must read better than the photo as it is; belief from which more says nothing."""
AS_IT_IS, UPRIGHT, SIDEWAYS = (0,), (0, 180), (0, 90, -90)
HIGH, WIDE = 0.87, 1.15
"""Width to height under, or over, which tiles stand upright, or lie sideways (or are seen from low down)."""
MOST_SLANT = 35
"""Degrees of slant from which a box no longer shows its tile's shape."""
LEVEL, SCALES = 12, (0.62, 1.33)
"""Slant in degrees and scales in parts of the best one up to which a first look reads as well as a second would."""
DARK, SAMPLE = 100, 12
"""Tiles are dark where the brightest channel is less (0 to 255), in the median of so many of the surest ones."""
MOST_PASSES = 3
"""A row is followed beyond its window only within so many passes."""


@dataclass(frozen=True)
class Look:
    """What was seen.

    ``passes``: runs of the detector; ``network_seconds``: spent inside the networks, classifier included; ``turn``:
    degrees clockwise by which the hand stands turned in the photo, within ±180; ``faint``: what may be tiles and scores
    under the detector's threshold; ``cut``: tiles cut by a window's edge; ``canvas``: that of the only pass.
    """

    detections: Detections
    passes: int
    network_seconds: float
    turn: float = 0.0
    faint: Detections = field(default_factory=Detections.empty, repr=False)
    cut: Detections = field(default_factory=Detections.empty, repr=False)
    canvas: Canvas | None = field(default=None, repr=False)


def look(photo: Photo, detector: TileDetector) -> Look:
    """The tiles of ``photo``: boxes in full-resolution pixels, surest first.

    Scores under the detector's threshold, the second stage's word weighed in, are ``faint``.
    """
    threshold = detector.threshold
    detector = replace(detector, threshold=min(threshold, FAINT))
    first = _first_look(photo, detector)
    seeds = _seeds(first.detections)
    if not len(seeds):
        return replace(first, detections=Detections.empty(), faint=first.detections, canvas=None)
    looks = [first]
    dark = _are_dark(seeds, photo)
    views = [find_blocks(seeds, turn, detector.tile_side) for turn in _likely_turns(seeds, detector.tile_side)]
    if first.canvas and not dark and len(views) == 1 and _was_a_reading(first.canvas, views[0]):
        named = _named(first.detections, first.canvas, detector.classifier)
        looks.append(replace(named, turn=views[0][0].angle))
    else:
        looks.append(_read_views(photo, detector, views, dark, detector.classifier))
        while len(seeds := _grown(looks[-1])) and sum(one.passes for one in looks) < MOST_PASSES:
            views = [find_blocks(seeds, looks[-1].turn, detector.tile_side)]
            looks.append(_read_views(photo, detector, views, dark, detector.classifier))
    passes, seconds = sum(one.passes for one in looks), sum(one.network_seconds for one in looks)
    reading = max(looks[1:], key=lambda one: _sureness(one.detections))
    found = weigh_backs(post.unique(reading.detections), photo)
    sure = found.scores >= threshold
    return Look(found.select(sure), passes, seconds, reading.turn, found.select(~sure))


def _are_dark(seeds: Detections, photo: Photo) -> bool:
    """Whether most tiles have dark bodies, or the photo is as dark."""
    brightest = [np.median(middle_of(photo, box).max(axis=2)) for box in seeds.boxes[:SAMPLE]]
    return float(np.median(brightest)) < DARK


def _sureness(found: Detections) -> float:
    """Log odds, all together, that what was seen are tiles of the faces named; backs, alike in every turn, and what is
    hardly seen say nothing.
    """
    faces = found.probabilities[:, np.arange(len(TILES)) != ORDER[BACK]]
    belief = (found.scores * faces.max(axis=1, initial=0)).clip(0.5, SUREST)
    return float(np.log(belief / (1 - belief)).sum())


def _was_a_reading(canvas: Canvas, blocks: list[Window]) -> bool:
    """Whether the first look saw all tiles level, and at about the scale at which ``blocks`` would show them."""
    scale = canvas.windows[0].scale
    return all(SCALES[0] <= scale / block.scale <= SCALES[1] and abs(block.angle) <= LEVEL for block in blocks)


def _named(found: Detections, canvas: Canvas, classifier: TileClassifier | None) -> Look:
    """What the first look found, with the second stage's word weighed in."""
    if classifier is None:
        return Look(found, 0, 0.0)
    scaled = replace(found, boxes=found.boxes * np.float32(canvas.windows[0].scale))
    named, seconds = name_again(canvas.image, scaled, classifier)
    return Look(replace(named, boxes=found.boxes), 0, seconds)


def _seeds(found: Detections) -> Detections:
    return found.select(found.scores >= SEED_SCORE)


def _grown(seen: Look) -> Detections:
    """All tiles, where a row goes on beyond its window; none where every window held its tiles."""
    cut = _seeds(seen.cut)
    if not len(cut) or (post.overlaps(cut.boxes, seen.detections.boxes)[1].max(axis=1, initial=0) > 0.5).all():
        return Detections.empty()
    return _seeds(post.unique(Detections.concatenate([seen.detections, cut])))


def _read_views(
    photo: Photo, detector: TileDetector, views: list[list[Window]], dark: bool = False,
    classifier: TileClassifier | None = None,
) -> Look:  # fmt: skip
    """One pass over all ``views`` of the same tiles, ``dark`` ones in negative as well; the surest counts.

    The first is the photo as it is, which counts rather than one turned otherwise. With a classifier each tile is named
    a second time.
    """
    windows = [replace(window, view=number) for number, view in enumerate(views) for window in view]
    windows = _limit_area(windows, SECOND_AREA)
    beside = [replace(window, view=window.view + len(views), negative=True) for window in windows if dark]
    canvas = pack(photo, windows + beside)
    found, seconds = detector.detect_canvas(canvas.image)
    if classifier is not None:
        found, more = name_again(canvas.image, found, classifier)
        seconds += more
    seen = [unpack(part, found, photo) for part in split_views(canvas)]
    sureness = np.array([_sureness(whole) for whole, _ in seen])
    sureness[:: len(views)] += CLEARLY
    best = int(sureness.argmax())
    whole, cut = seen[best]
    return Look(whole, 1, seconds, views[best % len(views)][0].angle, cut=cut, canvas=canvas)


def _first_look(photo: Photo, detector: TileDetector) -> Look:
    """The whole photo; a second time, larger, where few and small tiles were seen and the photo has more to show."""
    window, larger = _whole_photo(photo, FIRST_AREA), _whole_photo(photo, RETRY_AREA)
    seen = _read_views(photo, detector, [[window]])
    boxes = _seeds(seen.detections).boxes
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0) * window.scale
    few = len(sides) < FEW and (not len(sides) or float(np.median(sides)) < SMALL)
    if not few or larger.scale <= window.scale:
        return seen
    again = _read_views(photo, detector, [[larger]])
    return replace(again, passes=2, network_seconds=seen.network_seconds + again.network_seconds, canvas=None)


def _whole_photo(photo: Photo, area: int) -> Window:
    """The photo as one window of at most about ``area`` canvas pixels, enlarged threefold at most."""
    width, height = photo.size
    area = min(area, max(ENLARGED, width * height))
    scale = min((area / (width * height)) ** 0.5, LONGEST / max(photo.size), 3.0)
    return Window((width / 2, height / 2), (width, height), 0.0, scale)


def _limit_area(windows: list[Window], area: int) -> list[Window]:
    """The same windows, smaller in scale where their canvas would be over ``area`` pixels."""
    total = sum(window.pixels[0] * window.pixels[1] for window in windows)
    shrink = min(1.0, (area / total) ** 0.5)
    return [replace(window, scale=window.scale * shrink) for window in windows]


def _likely_turns(seeds: Detections, tile_side: float) -> list[float]:
    """Degrees clockwise by which the hand may stand turned, the photo as it is first: all that its tiles' shape allows,
    or only that where the first look is sure.
    """
    is_face = seeds.probabilities.argmax(axis=1) != ORDER[BACK]  # backs look the same in every turn
    main = groups(seeds.select(is_face) if is_face.any() else seeds)[0]
    slant = find_blocks(main, 0, tile_side)[0].angle
    sizes = level_sizes(replace(main, angles=np.full(len(main), slant, np.float32)))
    ratio = float(np.median(sizes[:, 0] / sizes[:, 1]))
    turns: tuple[int, ...] = UPRIGHT if ratio < HIGH else SIDEWAYS
    if abs(slant) > MOST_SLANT or HIGH <= ratio <= WIDE:
        turns = FULL_TURNS
    if float(main.scores.mean()) >= SURE and turns != SIDEWAYS:
        turns = AS_IT_IS
    return [slant + turn for turn in turns]
