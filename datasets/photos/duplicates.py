"""Photos that show the same picture: same bytes, another size, another compression, a little cropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

Print = NDArray[np.uint64]
DISTANCE = 12
"""Of 256 bits; what two files of one picture may differ by."""
SAME_SCENE = 64
"""What two pictures from one camera position may differ by, whatever tiles lie there."""
_SIDE, _KEPT = 64, 16


def fingerprint(path: Path | IO[bytes]) -> Print | None:
    """A perceptual hash, uint64 (4,): which of the 256 lowest frequencies of the upright grey picture lie above their
    median; None where it cannot be read.
    """
    try:
        with Image.open(path) as image:
            image.draft("L", (_SIDE * 4, _SIDE * 4))
            grey = ImageOps.exif_transpose(image).convert("L").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    low = np.asarray(cv2.dct(np.asarray(grey, np.float32)))[:_KEPT, :_KEPT].ravel()
    return np.packbits(low > np.median(low)).view(np.uint64)


def distances(prints: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Differing bits between all of uint64 (N, 4): int64 (N, N)."""
    rows = [np.bitwise_count(prints ^ one).sum(axis=1, dtype=np.int64) for one in prints]
    return np.stack(rows) if rows else np.zeros((0, 0), np.int64)


def duplicates(paths: Sequence[Path], distance: int = DISTANCE) -> list[tuple[Path, ...]]:
    """Groups of two or more photos of one picture, in the order given; unreadable files are in none.

    With ``SAME_SCENE`` as distance: photos from one camera position.
    """
    readable = [(path, one) for path in paths if (one := fingerprint(path)) is not None]
    if not readable:
        return []
    near = distances(np.stack([one for _, one in readable])) <= distance
    groups = (np.flatnonzero(members) for members in connected(near))
    return [tuple(readable[n][0] for n in group) for group in groups if len(group) > 1]


def connected(near: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """What hangs together by the symmetric bool (N, N) ``near``: masks (N,), by their first member."""
    groups: list[NDArray[np.bool_]] = []
    left = np.ones(len(near), bool)
    for start in range(len(near)):
        if left[start]:
            members = np.arange(len(near)) == start
            while (more := near[members].any(axis=0) & ~members).any():
                members = members | more
            groups.append(members)
            left &= ~members
    return groups
