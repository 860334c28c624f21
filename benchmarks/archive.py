"""Archives: two workers against one, against the bare network on the same pictures, against a plain YOLO loop.

python benchmarks/archive.py [--photos FOLDER] [--count 48] [--weights FILE.pt] [--backend openvino]

Only ratios count, on a machine that does nothing else. ``--photos``: real photos (.jpg); rendered hands without. The
plain loop needs ultralytics and the detector's weights as .pt, and says so where it has none.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import cv2


def rendered(folder: Path, count: int) -> None:
    """Photos of won hands, 12 megapixels, as a phone takes them."""
    from snaptai.datasets.render import render_hand
    from snaptai.scoring.hand import Hand
    from snaptai.scoring.tiles import parse_tiles

    suits = ("123m456m789m11p22s", "123p456p789p55m88p", "345s567s234p99mEE", "111m222p333s44sCC")
    for number in range(count):
        concealed = parse_tiles(suits[number % len(suits)])
        hand = Hand(concealed[:-1], concealed[-1], (parse_tiles("EEE"), parse_tiles("678m")), (), ("1f",))
        image, _ = render_hand(hand, number, (1000, 750))
        large = cv2.resize(image[..., ::-1], (4000, 3000), interpolation=cv2.INTER_LINEAR)
        cv2.imwrite(str(folder / f"{number:03}.jpg"), large, [cv2.IMWRITE_JPEG_QUALITY, 88])


def archive_rate(photos: Path, workers: int, backend: str) -> tuple[float, float]:
    """(photos a second from the first result on, seconds to that first result)."""
    from snaptai.ui.batch import batch

    began, moments = time.perf_counter(), []
    with tempfile.TemporaryDirectory() as out:
        for _ in batch(photos, out, workers=workers, backend=backend):
            moments.append(time.perf_counter())
    skipped = 2 * workers
    return (len(moments) - skipped) / (moments[-1] - moments[skipped - 1]), moments[0] - began


def network_rate(paths: list[Path], backend: str) -> float:
    """Photos a second if there were nothing but the networks' own time, each with all cores."""
    from snaptai.vision.detector import open_detector
    from snaptai.vision.looks import look
    from snaptai.vision.photo import load_photo

    detector = open_detector(backend=backend)
    look(load_photo(paths[0]), detector)
    return len(paths) / sum(look(load_photo(path), detector).network_seconds for path in paths)


def plain_rate(paths: list[Path], weights: Path) -> float:
    """Photos a second of ``for path in paths: YOLO(weights).predict(path)``, as anyone would write it."""
    from ultralytics import YOLO

    model = YOLO(weights)
    model.predict(paths[0], verbose=False)
    began = time.perf_counter()
    for path in paths:
        model.predict(path, verbose=False)
    return len(paths) / (time.perf_counter() - began)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--count", type=int, default=48)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--backend", default="onnxruntime")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if given.photos:
            for path in sorted(given.photos.glob("*.jpg"))[: given.count]:
                (folder / path.name).symlink_to(path.resolve())
        else:
            rendered(folder, given.count)
        measure(folder, sorted(folder.glob("*.jpg")), given.weights, given.backend)


def measure(folder: Path, paths: list[Path], weights: Path | None, backend: str) -> None:
    """Every rate on the same photos, and the ratios asked for."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    one, first_one = archive_rate(folder, 1, backend)
    two, first_two = archive_rate(folder, 2, backend)
    bare = network_rate(paths, backend)
    print(f"{len(paths)} photos, {backend}, {cores} cores, load before the start {load:.1f} (above 0.5: noise)")
    print(f"one worker   {one:6.2f} photos/s, first result after {first_one:.1f} s (aim 2)")
    print(f"two workers  {two:6.2f} photos/s, first result after {first_two:.1f} s (aim 2)")
    print(f"bare network {bare:6.2f} photos/s with all cores")
    print(f"two workers / one worker    {two / one:5.2f}   (at least 1.7)")
    print(f"two workers / bare network  {two / bare:5.2f}   (at least 0.9)")
    if find_spec("ultralytics") is None or weights is None or not weights.is_file():
        print("plain YOLO loop: not measured; it needs ultralytics and --weights FILE.pt (the detector's own)")
        return
    print(f"two workers / plain loop    {two / plain_rate(paths, weights):5.2f}   (at least 1.5)")


if __name__ == "__main__":
    main()
