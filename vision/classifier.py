"""The second stage: each tile named again, or denied, from its own pixels; its word is weighed with the detector's."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from snaptai.models.catalog import find_model, read_catalog
from snaptai.scoring.tiles import BACK, ORDER, TILES
from snaptai.vision.backends import Network, open_network
from snaptai.vision.detection import Detections

INPUT = 64
CONTEXT = 0.08
"""What the network sees: the box enlarged by this much on each side."""
NOTHING = len(TILES)
"""The class of what a detector takes for a tile and is none."""
FAINT = 0.1
"""What the detector scores less is never looked at: on ``val`` so low a limit gave the best recall (EXPERIMENTS.md)."""
BACK_WEIGHT = 0.6
"""Its weight where the detector sees a back, at most: a back has no print to read, and what lies round it says more."""
BACK_EASE = 0.5
"""Its score is taken to this power: no print makes both stages as sure of a back as of a face."""
DEFAULT_MODEL = "snaptai-n-cls"


@dataclass(frozen=True)
class TileClassifier:
    """``network``: float32 (N, 3, 64, 64) to logits (N, 44), the classes of ``TILES`` and last that there is no tile;
    ``weight``: 0 the detector alone … 1 only this one."""

    network: Network
    weight: float
    temperature: float = 1.0

    def classify(
        self, image: NDArray[np.uint8], boxes: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
        """Of the xyxy ``boxes`` of ``image``: how likely each holds a tile, float32 (N,); each class if it does,
        float32 (N, 43); seconds inside the network."""
        if not len(boxes):
            return np.zeros(0, np.float32), np.zeros((0, len(TILES)), np.float32), 0.0
        crops = np.stack([cut(image, box) for box in boxes])
        blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        start = time.perf_counter()
        logits = self.network.infer(blob) / self.temperature
        seconds = time.perf_counter() - start
        return 1 - softmax(logits)[:, NOTHING], softmax(logits[:, :NOTHING]), seconds


def open_classifier(
    model: str = DEFAULT_MODEL, *, backend: str = "onnxruntime", threads: int | None = None
) -> TileClassifier | None:
    """The catalog's second stage, or None where its file is not installed.

    Raises ``snaptai.models.catalog.ModelError`` where the file is there but damaged.
    """
    listed = read_catalog().get(model)
    if listed is None or not listed.path.is_file():
        return None
    entry = find_model(model)
    return TileClassifier(open_network(entry.path, backend, threads), entry.weight, entry.temperature)


def name_again(image: NDArray[np.uint8], found: Detections, classifier: TileClassifier) -> tuple[Detections, float]:
    """``found`` with the second stage's word weighed in, faint detections left as they are; seconds in the network."""
    sure = found.scores >= FAINT
    real, named, seconds = classifier.classify(image, found.boxes[sure])
    probabilities, scores = found.probabilities.copy(), found.scores.copy()
    backs = probabilities[sure].argmax(axis=1) == ORDER[BACK]
    weight = np.where(backs, min(classifier.weight, BACK_WEIGHT), classifier.weight).astype(np.float32)
    probabilities[sure] = fuse(probabilities[sure], named, weight[:, None])
    scores[sure] = (scores[sure] ** (1 - weight) * real**weight) ** np.where(backs, BACK_EASE, 1.0)
    return replace(found, scores=scores, probabilities=probabilities), seconds


def cut(
    image: NDArray[np.uint8], box: NDArray[np.float32], margin: float = CONTEXT, side: int = INPUT
) -> NDArray[np.uint8]:
    """The xyxy box, larger by ``margin`` on each side, as uint8 (side, side, 3); outside, the edge is repeated."""
    left, top, right, bottom = (float(value) for value in box)
    width, height = max(right - left, 2.0), max(bottom - top, 2.0)
    left, top = left - margin * width, top - margin * height
    x_scale, y_scale = side / (width * (1 + 2 * margin)), side / (height * (1 + 2 * margin))
    matrix = np.array([[x_scale, 0, -left * x_scale], [0, y_scale, -top * y_scale]])
    return np.asarray(cv2.warpAffine(image, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of (N, C) to probabilities."""
    power = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(power / power.sum(axis=1, keepdims=True), np.float32)


def fuse(
    first: NDArray[np.float32], second: NDArray[np.float32], weight: float | NDArray[np.float32]
) -> NDArray[np.float32]:
    """Weighted geometric mean of two class distributions (N, C), the second's share being ``weight``, one or (N, 1)."""
    logs = (1 - weight) * np.log(np.maximum(first, 1e-6)) + weight * np.log(np.maximum(second, 1e-6))
    return softmax(logs.astype(np.float32))
