"""How long from a 12-megapixel JPEG to the hand, beside the bare network; cold start and memory are printed too.

    python benchmarks/reading.py              # a rendered hand that fills the frame
    python benchmarks/reading.py --photo IMG_1.jpg --threads 2

Exit code 1 where a warm reading takes more than 1.6 times the network time of its own passes, or over three passes.
"""

from __future__ import annotations

import argparse
import io
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from snaptai.datasets.render import render_hand
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import parse_tiles
from snaptai.vision.backends import Network
from snaptai.vision.detector import TileDetector, open_detector
from snaptai.vision.looks import look
from snaptai.vision.photo import load_photo
from snaptai.vision.reading import read_photo

MOST, MOST_PASSES = 1.6, 3
WATCHED = """
import sys
from snaptai.ui.cli import main
try:
    main()
finally:
    print(open("/proc/self/status").read(), file=sys.stderr)
"""
AIM_COLD_SECONDS, AIM_PEAK_MEGABYTES = 1.5, 700


@dataclass
class Timed:
    """A network that adds up the seconds and the passes spent in it."""

    network: Network
    name: str = "timed"
    seconds: float = 0.0
    passes: int = 0

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        start = time.perf_counter()
        output = self.network.infer(blob)
        self.seconds += time.perf_counter() - start
        self.passes += 1
        return output


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photo", type=Path, help="a photo instead of the rendered hand")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--skip-cold", action="store_true", help="no cold start, no memory")
    return parser.parse_args()


def jpeg(megapixels: float) -> bytes:
    """A rendered hand of 17, 4:3, as a JPEG of so many megapixels."""
    hand = Hand(parse_tiles("123m456p789sEEECC1s"), "1s")
    small = Image.fromarray(render_hand(hand, seed=5)[0])
    width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    stream = io.BytesIO()
    small.resize((width, round(width * 3 / 4)), Image.Resampling.BICUBIC).save(stream, "JPEG", quality=92)
    return stream.getvalue()


def warm(data: bytes, detector: TileDetector, rounds: int) -> tuple[list[float], list[float], int]:
    """Seconds of each reading, seconds of it inside the networks, and the detector's passes in one reading."""
    read_photo(data, detector)
    total, inside, passes = [], [], 0
    for _ in range(rounds):
        timed, second = Timed(detector.network), detector.classifier
        again = Timed(second.network) if second else None
        watched = replace(detector, network=timed, classifier=replace(second, network=again) if second else None)
        start = time.perf_counter()
        read_photo(data, watched)
        total.append(time.perf_counter() - start)
        inside.append(timed.seconds + (again.seconds if again else 0))
        passes = timed.passes
    return total, inside, passes


def cold(data: bytes, *arguments: str) -> tuple[float, float]:
    """Seconds and peak megabytes of a fresh ``snaptai ARGUMENTS PHOTO``; it says itself how much memory it held."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(data)
        file.flush()
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", WATCHED, *arguments, file.name], capture_output=True, text=True, check=False
        )
        seconds = time.perf_counter() - start
    return seconds, int(done.stderr.split("VmHWM:")[1].split()[0]) / 1024


def main() -> int:
    chosen = options()
    cv2.setNumThreads(chosen.threads)
    data = chosen.photo.read_bytes() if chosen.photo else jpeg(12)
    detector = open_detector(threads=chosen.threads)
    photo = load_photo(data)
    seen = len(look(photo, detector).detections)
    print(f"{photo.size[0]}x{photo.size[1]}, {chosen.threads} threads, {seen} tiles seen")
    total, inside, passes = warm(data, detector, chosen.rounds)
    ratio = statistics.median(whole / network for whole, network in zip(total, inside, strict=True))
    middle, network = statistics.median(total) * 1e3, statistics.median(inside) * 1e3
    print(f"warm: {middle:.0f} ms, network {network:.0f} ms in {passes} passes, ratio {ratio:.2f} (at most {MOST})")
    if not chosen.skip_cold:
        seconds, _ = cold(data, "score", "--json")
        print(f"cold: snaptai score PHOTO {seconds:.2f} s (aim {AIM_COLD_SECONDS} s)")
        _, peak = cold(jpeg(60), "read")
        print(f"60 megapixels: peak {peak:.0f} MB (aim {AIM_PEAK_MEGABYTES} MB)")
    return 0 if ratio <= MOST and passes <= MOST_PASSES else 1


if __name__ == "__main__":
    sys.exit(main())
