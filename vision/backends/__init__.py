"""Runtimes that run the network: one file each, one protocol (``Network``), one contract test."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

BACKENDS = ("onnxruntime", "openvino")


class Network(Protocol):
    """``infer``: float32 (N, 3, H, W) in 0…1, H and W multiples of 32 where it detects, to the network's raw output.

    The result belongs to the caller: a later call does not change it. Safe to call from several threads.
    """

    name: str

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The raw output for ``blob``, float32."""
        ...


class BackendMissing(RuntimeError):
    """A runtime that is not installed or not known: one sentence that says what to do, ``str(error)`` in English."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(english)
        self._chinese = chinese

    def message(self, lang: str = "zh") -> str:
        """The sentence for people, ``zh`` or ``en``."""
        return str(self) if lang == "en" else self._chinese


def open_network(path: Path, backend: str = "onnxruntime", threads: int | None = None) -> Network:
    """The ONNX file ``path`` opened by one of ``BACKENDS``. Raises ``BackendMissing``."""
    try:
        if backend == "onnxruntime":
            from snaptai.vision.backends.onnxruntime import OnnxRuntimeNetwork

            return OnnxRuntimeNetwork(path, threads)
        if backend == "openvino":
            from snaptai.vision.backends.openvino import OpenVinoNetwork

            return OpenVinoNetwork(path, threads)
    except ImportError as error:
        command = f"pip install 'snaptai[{backend}]'"
        chinese, english = f"沒有安裝 {backend}；請執行 {command}。", f"{backend} is not installed; run {command}."
        raise BackendMissing(chinese, english) from error
    names = ", ".join(BACKENDS)
    raise BackendMissing(
        f"沒有 {backend!r} 這個執行環境；請選 {names}。", f"There is no runtime {backend!r}; choose one of {names}."
    )
