"""What do two looks bring? Tile F1 on a labelled set: one look at several sizes beside two looks at several scales.

    python benchmarks/looks.py val                       # a folder of photos found by SNAPTAI_SHARED
    python benchmarks/looks.py SET --sizes 640 960 --sides 60 80 --turn 180 --every 4

``--sides``: longer side of a tile, in pixels at the network, that the second look aims at; the model's own by default.
``--turn``: the photos are turned clockwise first, which should change nothing. F1 is given at several thresholds: the
best of them and its side belong in models/catalog.json.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.labels import LabelledPhoto
from snaptai.datasets.photos import NoLabels, load
from snaptai.scoring.tiles import TILES
from snaptai.vision.detection import Detections
from snaptai.vision.detector import DEFAULT_MODEL, TileDetector, open_detector
from snaptai.vision.looks import Look, look
from snaptai.vision.photo import Photo, load_photo
from snaptai.vision.training.evaluate import Evaluation, evaluate, figures

LEAST = 0.1


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labelled", help="a labelled set, or the name of one of the shared photo folders")
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sizes", type=int, nargs="*", default=[640, 960, 1280])
    parser.add_argument("--sides", type=float, nargs="*")
    parser.add_argument(
        "--weights", type=float, nargs="*", help="of the second stage, 0 to 1; the catalog's by default"
    )
    parser.add_argument("--thresholds", type=float, nargs="*", default=[0.25, 0.35, 0.45])
    parser.add_argument("--turn", type=int, default=0, choices=[0, 90, 180, 270])
    parser.add_argument("--every", type=int, default=1, help="only each n-th photo")
    parser.add_argument("--confusions", type=int, default=0, help="how many confusions to list")
    return parser.parse_args()


def photos(name: str, every: int) -> Sequence[LabelledPhoto]:
    """The photos of a set by path, or by name below the real photos that ``SNAPTAI_SHARED`` names."""
    shared = os.environ.get("SNAPTAI_SHARED")
    path = Path(shared) / "data" / "photos" / name if shared and not Path(name).exists() else Path(name)
    try:
        return load(path).photos[::every]
    except NoLabels as problem:
        raise SystemExit(f"{problem}; real photos are found by SNAPTAI_SHARED") from None


@dataclass
class Way:
    """A way to look, which turns every photo first and counts passes and seconds in the network."""

    detector: TileDetector
    turn: int
    size: int | None = None
    passes: int = 0
    seconds: float = 0.0
    turned: int = 0

    def __call__(self, path: Path) -> Detections:
        photo = load_photo(path)
        image = np.ascontiguousarray(np.rot90(photo.full, -self.turn // 90))
        seen = self._look(load_photo(image))
        self.passes += seen.passes
        self.seconds += seen.network_seconds
        self.turned += abs((seen.turn - self.turn + 180) % 360 - 180) > 45
        return replace(seen.detections, boxes=turn_back(seen.detections.boxes, self.turn, photo.size))

    def _look(self, photo: Photo) -> Look:
        if self.size is None:
            return look(photo, self.detector)
        start = time.perf_counter()
        found = self.detector.detect(photo.image, self.size)
        return Look(found, 1, time.perf_counter() - start, self.turn)


def turn_back(boxes: NDArray[np.float32], turn: int, size: tuple[int, int]) -> NDArray[np.float32]:
    """Boxes of a photo that was turned clockwise, in the photo as it was; ``size``: its (width, height)."""
    width, height = size
    x0, y0, x1, y1 = boxes.T
    columns = {
        0: (x0, y0, x1, y1),
        90: (y0, height - x1, y1, height - x0),
        180: (width - x1, height - y1, width - x0, height - y0),
        270: (width - y1, x0, width - y0, x1),
    }
    return np.stack(columns[turn], axis=1).astype(np.float32)


def report(name: str, way: Way, chosen: argparse.Namespace, labelled: Sequence[LabelledPhoto]) -> None:
    seen = {photo.path: way(photo.path) for photo in labelled}
    count = len(labelled)
    cost = f"{way.passes / count:.2f} passes, {way.seconds / count * 1e3:.0f} ms a photo, {way.turned} turned wrongly"
    print(f"{name}: {cost}", flush=True)
    results = [evaluate(labelled, seen.__getitem__, threshold) for threshold in chosen.thresholds]
    for result in results:
        print(f"  from {result.threshold:.2f}: {shares(result)}")
    for row in figures(results[0])["confusions"][: chosen.confusions]:
        print(f"    {row['there'] or 'nothing':>7} read as {row['read'] or 'nothing':7} {row['times']}")


def shares(result: Evaluation) -> str:
    """F1, precision and recall of tiles; F1 of where tiles are, whatever their faces."""
    matrix = result.matrix
    right, there, read = np.trace(matrix), matrix[: len(TILES)].sum(), matrix[:, : len(TILES)].sum()
    placed = matrix[: len(TILES), : len(TILES)].sum()
    where = f"places alone {2 * placed / (there + read):.4f}"
    return f"F1 {2 * right / (there + read):.4f}, precision {right / read:.3f}, recall {right / there:.3f}; {where}"


def main() -> None:
    chosen = options()
    labelled = photos(chosen.labelled, chosen.every)
    detector = replace(open_detector(chosen.model, threads=chosen.threads), threshold=LEAST)
    print(f"{len(labelled)} photos, {sum(len(photo.boxes) for photo in labelled)} tiles, turned {chosen.turn} degrees")
    for size in chosen.sizes:
        report(f"one look at {size}", Way(detector, chosen.turn, size), chosen, labelled)
    for side in chosen.sides or [detector.tile_side]:
        for name, weighed in weighings(replace(detector, tile_side=side), chosen.weights):
            report(f"two looks, tiles of {side:g} px{name}", Way(weighed, chosen.turn), chosen, labelled)


def weighings(detector: TileDetector, weights: Sequence[float] | None) -> Iterator[tuple[str, TileDetector]]:
    """The detector with its second stage at each weight; as it is where none is given or there is no second stage."""
    second = detector.classifier
    if second is None or not weights:
        yield "", detector
        return
    for weight in weights:
        yield f", second stage {weight:g}", replace(detector, classifier=replace(second, weight=weight))


if __name__ == "__main__":
    main()
