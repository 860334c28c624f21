"""The extra runtime: OpenVINO on the CPU (``pip install 'snaptai[openvino]'``), bf16 where the processor has it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import openvino  # type: ignore[import-not-found, import-untyped, unused-ignore]
from numpy.typing import NDArray


class OpenVinoNetwork:
    """``path`` run by OpenVINO with ``threads`` threads (None: its own choice)."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        config: dict[str, object] = {"PERFORMANCE_HINT": "LATENCY"}
        if threads:
            config["INFERENCE_NUM_THREADS"] = threads
            config["ENABLE_CPU_PINNING"] = False  # else the one thread of every process is bound to the same core
        self.name = f"openvino:{path.stem}"
        self._model = openvino.Core().compile_model(str(path), "CPU", config)

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """Float32 (N, 3, H, W) to the model's first output."""
        request = self._model.create_infer_request()
        return np.array(request.infer({0: blob})[0], np.float32)
