"""The default runtime: ONNX Runtime on the CPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime  # type: ignore[import-untyped, unused-ignore]
from numpy.typing import NDArray


class OnnxRuntimeNetwork:
    """``path`` run by ONNX Runtime with ``threads`` threads (None: one a core)."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or 0
        options.log_severity_level = 3
        self.name = f"onnxruntime:{path.stem}"
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Float32 (N, 3, H, W) to the model's first output."""
        return np.asarray(self._session.run(None, {self._input: blob})[0], np.float32)
