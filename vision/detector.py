"""The detector that ships: preprocessing, a network, postprocessing."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snaptai.models.catalog import find_model
from snaptai.vision import post, pre
from snaptai.vision.backends import BACKENDS, BackendMissing, Network, open_network
from snaptai.vision.classifier import TileClassifier, open_classifier
from snaptai.vision.detection import Detections

__all__ = ["BACKENDS", "DEFAULT_MODEL", "BackendMissing", "TileDetector", "open_detector", "open_network"]

DEFAULT_MODEL = "snaptai-n"


@dataclass(frozen=True)
class TileDetector:
    """Finds tiles with ``network``; boxes whose best class scores under ``threshold`` are dropped.

    ``tile_side``: longer side of a tile, in pixels at the network, at which it reads best; ``classifier``:
    names each tile a second time when ``look`` reads, None where it is not installed; ``temperature``: flattens
    (> 1) or sharpens the class probabilities where a hand is read, until they are as sure as they are right.
    """

    network: Network
    threshold: float
    tile_side: float = 80.0
    classifier: TileClassifier | None = None
    temperature: float = 1.0

    @property
    def name(self) -> str:
        """Runtime and model."""
        return self.network.name

    def detect(self, image: NDArray[np.uint8], size: int = 640) -> Detections:
        """Tiles in uint8 (H, W, 3) RGB, whose longer side the network sees as ``size`` pixels (a multiple of 32)."""
        canvas, scale = pre.letterbox(image, size)
        found, _ = self.detect_canvas(canvas)
        return Detections(found.boxes / scale, found.scores, found.probabilities, found.angles)

    def detect_canvas(self, canvas: NDArray[np.uint8]) -> tuple[Detections, float]:
        """Tiles in a canvas (sides multiples of 32) as it is, and the seconds spent inside the network."""
        blob = pre.to_blob(canvas)
        start = time.perf_counter()
        output = self.network.infer(blob)
        seconds = time.perf_counter() - start
        return post.decode(output, self.threshold), seconds


def open_detector(
    model: str = DEFAULT_MODEL, *, backend: str = "onnxruntime", threads: int | None = None
) -> TileDetector:
    """The detector ``model`` of the catalog, with its second stage (``MODEL-cls``) where that is installed.

    Raises ``snaptai.models.catalog.ModelError`` (absent or damaged model file) and ``BackendMissing``: one sentence.
    """
    entry = find_model(model, kind="detector")
    network = open_network(entry.path, backend, threads)
    second = open_classifier(f"{model}-cls", backend=backend, threads=threads)
    return TileDetector(network, entry.threshold, entry.tile_side, second, entry.temperature)
