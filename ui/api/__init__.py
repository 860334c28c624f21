"""The names most programs need, loaded when first used: ``score``, ``read_photo``, ``batch``."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # nothing calls home: ONNX Runtime would, from its import on

_HOMES = {
    "score": "snaptai.scoring",
    "read_photo": "snaptai.vision",
    "batch": "snaptai.ui.batch",
}
__all__ = ["batch", "read_photo", "score"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("snaptai")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'snaptai' has no attribute {name!r}")
