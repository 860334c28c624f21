"""The detector that ships: preprocessing, a network, postprocessing."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from snaptai.models.catalog import Entry, find_model
from snaptai.vision import post, pre
from snaptai.vision.detection import Detections

if TYPE_CHECKING:
    from snaptai.vision.backends import Network

BACKENDS = ("onnxruntime", "openvino")
DEFAULT_MODEL = "snaptai-n"


class BackendMissing(RuntimeError):
    """A runtime that is not installed or not known: one sentence that says what to do, ``str(error)`` in English."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(english)
        self._chinese = chinese

    def message(self, lang: str = "zh") -> str:
        """The sentence for people, ``zh`` or ``en``."""
        return str(self) if lang == "en" else self._chinese


@dataclass(frozen=True)
class TileDetector:
    """Finds tiles with ``network``; boxes whose best class scores under ``threshold`` are dropped.

    ``tile_side``: longer side of a tile, in pixels at the network, at which it reads best.
    """

    network: Network
    threshold: float
    tile_side: float = 80.0

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
    """The detector ``model`` of the catalog, warm after its first call.

    Raises ``snaptai.models.catalog.ModelError`` (absent or damaged model file) and ``BackendMissing``: one sentence.
    """
    entry = find_model(model)
    return TileDetector(open_network(entry, backend, threads), entry.threshold, entry.tile_side)


def open_network(entry: Entry, backend: str = "onnxruntime", threads: int | None = None) -> Network:
    """``entry``'s file opened by one of ``BACKENDS``."""
    try:
        if backend == "onnxruntime":
            from snaptai.vision.backends.onnxruntime import OnnxRuntimeNetwork

            return OnnxRuntimeNetwork(entry.path, threads)
        if backend == "openvino":
            from snaptai.vision.backends.openvino import OpenVinoNetwork

            return OpenVinoNetwork(entry.path, threads)
    except ImportError as error:
        command = f"pip install 'snaptai[{backend}]'"
        chinese, english = f"沒有安裝 {backend}；請執行 {command}。", f"{backend} is not installed; run {command}."
        raise BackendMissing(chinese, english) from error
    names = ", ".join(BACKENDS)
    raise BackendMissing(
        f"沒有 {backend!r} 這個執行環境；請選 {names}。", f"There is no runtime {backend!r}; choose one of {names}."
    )
