"""Which photos were taken together, and splits that keep them together.

Two photos of one session show the same tiles, table and light; with one in each part of a split, a measurement says
how well the network remembers, not how well it reads.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
from PIL import Image

from snaptai.datasets.labels import LabelledPhoto
from snaptai.datasets.photos.duplicates import SAME_SCENE, connected, distances, fingerprint
from snaptai.scoring.fields import Unfit

PAUSE = timedelta(hours=2)
"""Photos of one source with no longer pause between them are one session."""
COUNT_GAP = 10
"""So are photos whose camera numbers leave no larger gap."""
_TIME = re.compile(
    r"(20\d\d)[-_]?([01]\d)[-_]?([0-3]\d)(?:[-_ ]?(?:at[-_ ])?([0-2]?\d)[-_.]?([0-5]\d)[-_.]?([0-5]\d))?"
)
_COUNT = re.compile(r"(?:IMG|DSC|DSCN|DSCF|P|PXL|MVIMG)[-_]?(\d{4,5})(?!\d)")
_TAKEN, _EXIF = 36867, 0x8769


def taken(path: Path) -> datetime | None:
    """When: by EXIF, else by a date (and time) in the file's name."""
    try:
        with Image.open(path) as image:
            return datetime.strptime(str(image.getexif().get_ifd(_EXIF)[_TAKEN]), "%Y:%m:%d %H:%M:%S")
    except (OSError, ValueError, KeyError, SyntaxError, Image.DecompressionBombError):
        match = _TIME.search(path.name)
    try:
        return datetime(*(int(part or 0) for part in match.groups())) if match else None  # type: ignore[arg-type]
    except ValueError:
        return None


def sessions(paths: Sequence[Path]) -> list[tuple[Path, ...]]:
    """The photos by session: taken within ``PAUSE`` of each other, numbered in a row by one camera, or from one camera
    position (by fingerprint), in chains. A photo of which nothing is known is a session of its own.
    """
    links = _by_time(paths) | _by_count(paths) | _by_scene(paths)
    near = np.eye(len(paths), dtype=bool)
    for a, b in links:
        near[a, b] = near[b, a] = True
    return [tuple(paths[n] for n in np.flatnonzero(members).tolist()) for members in connected(near)]


def _source(path: Path) -> tuple[str, str]:
    """Folder and the letters that the name begins with: cameras and collections number for themselves."""
    return str(path.parent), re.match(r"[A-Za-z]*", path.name)[0]  # type: ignore[index]


def _by_time(paths: Sequence[Path]) -> set[tuple[int, int]]:
    known = sorted((_source(path), when, n) for n, path in enumerate(paths) if (when := taken(path)))
    return {
        (a, b)
        for (source, when, a), (other, later, b) in zip(known, known[1:], strict=False)
        if source == other and later - when <= PAUSE
    }


def _by_count(paths: Sequence[Path]) -> set[tuple[int, int]]:
    found = ((n, path, _COUNT.search(path.name)) for n, path in enumerate(paths))
    known = sorted((_source(path), int(match[1]), n) for n, path, match in found if match)
    return {
        (a, b)
        for (source, count, a), (other, later, b) in zip(known, known[1:], strict=False)
        if source == other and later - count <= COUNT_GAP
    }


def _by_scene(paths: Sequence[Path]) -> set[tuple[int, int]]:
    prints = [(n, one) for n, path in enumerate(paths) if (one := fingerprint(path)) is not None]
    if not prints:
        return set()
    near = np.argwhere(np.triu(distances(np.stack([one for _, one in prints])) <= SAME_SCENE, 1))
    return {(prints[a][0], prints[b][0]) for a, b in near}


def split(
    photos: Sequence[LabelledPhoto], share: float = 0.1, seed: int = 0
) -> tuple[tuple[LabelledPhoto, ...], tuple[LabelledPhoto, ...]]:
    """(to learn from, to measure on): whole sessions drawn by ``seed``, at most ``share`` of the photos, at least one.

    ``Unfit`` unless 0 < share < 1 and there are two sessions.
    """
    if not 0 < share < 1:
        raise Unfit(f"比例須在 0 與 1 之間，不是 {share}", f"share must lie between 0 and 1, not {share}")
    groups = sessions([photo.path for photo in photos])
    if len(groups) < 2:
        zh, en = (
            "照片全是同一次拍的；要分成兩份，至少須有兩次",
            "all photos are one session; a split needs photos of at least two",
        )
        raise Unfit(zh, en)
    random.Random(seed).shuffle(groups)
    room = share * len(photos)
    aside: set[Path] = set()
    for group in groups:
        if len(aside) + len(group) <= room:
            aside.update(group)
    if not aside:
        aside = set(sorted(groups, key=len)[0])
    return tuple(p for p in photos if p.path not in aside), tuple(p for p in photos if p.path in aside)


def straddling(learnt: Sequence[Path], measured: Sequence[Path]) -> list[tuple[Path, Path]]:
    """Pairs (learnt, measured) from one camera position: what makes a measurement too good."""
    first, second = ([(p, one) for p in part if (one := fingerprint(p)) is not None] for part in (learnt, measured))
    pairs = []
    for path, mine in first:
        for other, theirs in second:
            if np.bitwise_count(mine ^ theirs).sum() <= SAME_SCENE:
                pairs.append((path, other))
    return pairs
