"""Runtimes that run the network: one file each, one protocol (``Network``), one contract test."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Network(Protocol):
    """``infer``: float32 (N, 3, H, W) in 0…1, H and W multiples of 32 where it detects, to the network's raw output.

    The result belongs to the caller: a later call does not change it. Safe to call from several threads.
    """

    name: str

    def infer(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The raw output for ``blob``, float32."""
        ...
