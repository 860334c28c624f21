"""Two looks at a photo: the first finds the tiles, the second reads them at the scale at which the network is best.

Between them, where the first look is weak, a compass: one pass over four turns of the same tiles says which way is up.
Where the first look saw them level and at about that scale, it is the reading: the second stage names its tiles.
Dark tiles with light print are seen in negative too, in the same pass, and what is seen more surely is the reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from snaptai.scoring.tiles import BACK, ORDER
from snaptai.vision import post
from snaptai.vision.blocks import FULL_TURNS, find_blocks, groups, level_sizes, turned
from snaptai.vision.classifier import FAINT, TileClassifier, name_again
from snaptai.vision.detection import Detections
from snaptai.vision.detector import TileDetector
from snaptai.vision.photo import Photo
from snaptai.vision.windows import Canvas, Window, pack, split_negative, unpack

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
COMPASS_SIDE = 304
"""Canvas pixels of each of the compass's four views."""
CLEARLY = 1.03
"""Another turn must read so much better than the photo as it is."""
UPRIGHT, SIDEWAYS = (0, 180), (0, 90, -90)
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
    compass = _compass(photo, detector, seeds)
    looks = [first, compass]
    blocks = find_blocks(seeds, compass.turn, detector.tile_side)
    dark = _are_dark(seeds, photo)
    if first.canvas and not dark and _was_a_reading(first.canvas, blocks):
        looks.append(_named(first.detections, first.canvas, detector.classifier))
    else:
        looks.append(_read_blocks(photo, detector, blocks, dark))
        while len(seeds := _grown(looks[-1])) and sum(one.passes for one in looks) < MOST_PASSES:
            blocks = find_blocks(seeds, compass.turn, detector.tile_side)
            looks.append(_read_blocks(photo, detector, blocks, dark))
    passes, seconds = sum(one.passes for one in looks), sum(one.network_seconds for one in looks)
    found = post.unique(looks[-1].detections)
    sure = found.scores >= threshold
    return Look(found.select(sure), passes, seconds, blocks[0].angle, found.select(~sure))


def _are_dark(seeds: Detections, photo: Photo) -> bool:
    """Whether most tiles have dark bodies, or the photo is as dark."""
    brightest = []
    for left, top, right, bottom in (seeds.boxes[:SAMPLE] * photo.scale).astype(int).tolist():
        rows, columns = (slice(low, high + 1, (high - low) // 12 + 1) for low, high in ((top, bottom), (left, right)))
        within = photo.image[rows, columns][1:-1, 1:-1]
        brightest += [np.median(within.max(axis=2))] if within.size else []
    return bool(brightest) and float(np.median(brightest)) < DARK


def _belief(found: Detections) -> post.Floats:
    return np.asarray(found.scores * found.probabilities.max(axis=1, initial=0), np.float32)


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


def _read_blocks(photo: Photo, detector: TileDetector, blocks: list[Window], dark: bool) -> Look:
    """The second look, at most ``SECOND_AREA`` large; ``dark`` tiles are seen in negative beside it."""
    windows = _limit_area(blocks, SECOND_AREA)
    beside = [replace(window, negative=True) for window in windows if dark]
    return _read_windows(photo, detector, windows + beside, detector.classifier)


def _read_windows(
    photo: Photo, detector: TileDetector, windows: list[Window], classifier: TileClassifier | None = None
) -> Look:
    """One pass over ``windows``, packed on one canvas; with a classifier each tile is named a second time.

    Of what is seen as it is and in negative, the surer one counts.
    """
    canvas = pack(photo, windows)
    found, seconds = detector.detect_canvas(canvas.image)
    if classifier is not None:
        found, more = name_again(canvas.image, found, classifier)
        seconds += more
    seen = [unpack(part, found, photo) for part in split_negative(canvas)]
    whole, cut = max(seen, key=lambda one: float(_belief(one[0]).sum()))
    return Look(whole, 1, seconds, cut=cut, canvas=canvas)


def _first_look(photo: Photo, detector: TileDetector) -> Look:
    """The whole photo; a second time, larger, where few and small tiles were seen and the photo has more to show."""
    window, larger = _whole_photo(photo, FIRST_AREA), _whole_photo(photo, RETRY_AREA)
    seen = _read_windows(photo, detector, [window])
    boxes = _seeds(seen.detections).boxes
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0) * window.scale
    few = len(sides) < FEW and (not len(sides) or float(np.median(sides)) < SMALL)
    if not few or larger.scale <= window.scale:
        return seen
    again = _read_windows(photo, detector, [larger])
    return Look(again.detections, 2, seen.network_seconds + again.network_seconds)


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


def _compass(photo: Photo, detector: TileDetector, seeds: Detections) -> Look:
    """Which way the hand stands turned, a pass spent only where the first look leaves open which way is up."""
    is_face = seeds.probabilities.argmax(axis=1) != ORDER[BACK]  # backs look the same in every turn
    main = groups(seeds.select(is_face) if is_face.any() else seeds)[0]
    middle = _middle(main, detector.tile_side)
    turns = _likely_turns(main, middle.angle)
    if float(main.scores.mean()) >= SURE and turns != SIDEWAYS:
        return Look(Detections.empty(), 0, 0.0, middle.angle)
    seen = _read_windows(photo, detector, [turned(middle, turn) for turn in turns])
    found = _seeds(seen.detections)
    belief = _belief(found)
    sums = [float(belief[_is_turn(found.angles - middle.angle, turn)].sum()) for turn in turns]
    best = int(np.argmax(sums))
    return replace(seen, turn=middle.angle + (turns[best] if sums[best] > CLEARLY * sums[0] else 0))


def _likely_turns(found: Detections, slant: float) -> tuple[int, ...]:
    """The turns that the tiles' shape allows: higher than wide, wider than high, or neither clearly."""
    sizes = level_sizes(replace(found, angles=np.full(len(found), slant, np.float32)))
    ratio = float(np.median(sizes[:, 0] / sizes[:, 1]))
    if abs(slant) > MOST_SLANT or HIGH <= ratio <= WIDE:
        return FULL_TURNS
    return UPRIGHT if ratio < HIGH else SIDEWAYS


def _middle(main: Detections, tile_side: float) -> Window:
    """The tiles in the middle of a group, as many as a view of the compass holds."""
    block = find_blocks(main, 0, tile_side)[0]
    centres = (main.boxes[:, :2] + main.boxes[:, 2:]) / 2
    x, y = centres[np.linalg.norm(centres - np.array(block.centre), axis=1).argmin()]
    side = COMPASS_SIDE / block.scale
    return replace(block, centre=(float(x), float(y)), size=(min(side, block.size[0]), min(side, block.size[1])))


def _is_turn(angles: post.Floats, turn: int) -> NDArray[np.bool_]:
    return np.asarray(np.abs((angles - turn + 180) % 360 - 180) < 1)
