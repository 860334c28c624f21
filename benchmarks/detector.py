"""How much do pre- and postprocessing add to the bare network, and how does ultralytics compare?

    python benchmarks/detector.py                                  # our call beside the bare network
    python benchmarks/detector.py --backend openvino --threads 2
    python benchmarks/detector.py --weights best.pt                # also YOLO("best.pt").predict, torch (extra: train)

One run, one decoded picture (rendered, or ``--photo``), batch 1, equal threads; the contenders take turns, so that a
busy machine slows all alike. Exit code 1 where our call takes more than 1.25 times the network inside it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.datasets.render import render_hand
from snaptai.models.catalog import find_model
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import parse_tiles
from snaptai.vision import pre
from snaptai.vision.detector import BACKENDS, DEFAULT_MODEL, open_detector
from snaptai.vision.photo import load_photo

MOST = 1.25
SETTLE = 0.1
"""Seconds: a network's threads spin on for a while after its call, and slow the next one."""
Pixels = NDArray[np.uint8]
Call = Callable[[], object]


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--backend", default="onnxruntime", choices=BACKENDS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--photo", type=Path, help="a photo instead of the rendered hand")
    parser.add_argument("--weights", type=Path, help="the same weights as .pt, for ultralytics on torch")
    return parser.parse_args()


def picture(path: Path | None) -> Pixels:
    """The photo, or a rendered hand of 17, as 1600×1200 RGB."""
    if path is not None:
        return load_photo(path).image
    hand = Hand(parse_tiles("123m456p789sEEECC1s"), "1s")
    return render_hand(hand, seed=5)[0]


def contenders(chosen: argparse.Namespace, image: Pixels) -> dict[str, Call]:
    """What is compared, by name; the first is the bare network, the second our call."""
    detector = open_detector(chosen.model, backend=chosen.backend, threads=chosen.threads)
    blob = pre.to_blob(pre.letterbox(image, chosen.size)[0])
    calls: dict[str, Call] = {
        "bare network": lambda: detector.network.infer(blob),
        "snaptai detect": lambda: detector.detect(image, chosen.size),
    }
    return calls | (_ultralytics(chosen, image) if chosen.weights else {})


def _ultralytics(chosen: argparse.Namespace, image: Pixels) -> dict[str, Call]:
    """ultralytics with the .pt on torch and with our ONNX file, at the same size; it wants BGR."""
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(chosen.threads)
    bgr = np.ascontiguousarray(image[..., ::-1])
    models = {
        "ultralytics torch": YOLO(str(chosen.weights)),
        "ultralytics onnx": YOLO(str(find_model(chosen.model).path), task="detect"),
    }
    return {name: _predict(model, bgr, chosen.size) for name, model in models.items()}


def _predict(model: object, bgr: Pixels, size: int) -> Call:
    return lambda: model.predict(bgr, imgsz=size, device="cpu", verbose=False)  # type: ignore[attr-defined]


def take_turns(calls: dict[str, Call], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each call, round by round, after two rounds to warm up and ``SETTLE`` seconds of rest each."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 2):
        for name, call in calls.items():
            time.sleep(SETTLE)
            start = time.perf_counter()
            call()
            if number >= 2:
                times[name].append((time.perf_counter() - start) * 1e3)
    return times


def added(chosen: argparse.Namespace, image: Pixels) -> float:
    """Our call by the network inside that very call, median over the rounds: a busy machine disturbs it least."""
    detector = open_detector(chosen.model, backend=chosen.backend, threads=chosen.threads)
    shares = []
    for _ in range(chosen.rounds + 2):
        start = time.perf_counter()
        _, inside = detector.detect_canvas(pre.letterbox(image, chosen.size)[0])
        shares.append((time.perf_counter() - start) / inside)
    return statistics.median(shares[2:])


def main() -> int:
    chosen = options()
    cv2.setNumThreads(chosen.threads)
    image = picture(chosen.photo)
    times = take_turns(contenders(chosen, image), chosen.rounds)
    height, width = image.shape[:2]
    print(f"{chosen.model}, {chosen.backend}, {chosen.threads} threads, {width}x{height} at {chosen.size}")
    bare = statistics.median(times["bare network"])
    for name, taken in times.items():
        middle = statistics.median(taken)
        print(f"  {name:18} median {middle:7.1f} ms  fastest {min(taken):7.1f} ms  {middle / bare:5.2f} x bare network")
    ratio = added(chosen, image)
    print(f"our call / the network inside it: {ratio:.2f} (at most {MOST})")
    if "ultralytics torch" in times:
        gain = statistics.median(times["ultralytics torch"]) / statistics.median(times["snaptai detect"])
        print(f"ultralytics torch / our call: {gain:.2f} (at least 2)")
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
