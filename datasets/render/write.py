"""Writing scenes as a YOLO set with its truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from snaptai.datasets.render.scene import Scene, scene
from snaptai.datasets.render.sources import load_sources
from snaptai.datasets.render.views import View
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import ORDER, TILES


@dataclass(frozen=True)
class Order:
    """What to render: ``count`` scenes of series ``seed``; ``shared``: the optional folder of real crops and tables."""

    out: Path
    count: int
    seed: int = 0
    split: str = "train"
    shared: Path | None = None
    view: View = View()
    whole: bool = False
    drawn: float = 0.25


def yolo_lines(one: Scene) -> str:
    """``class cx cy w h`` a tile, relative to the picture."""
    height, width = one.image.shape[:2]
    lines = []
    for tile in one.tiles:
        x0, y0, x1, y1 = tile.box
        box = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
        lines.append(" ".join([str(ORDER[tile.tile]), *(f"{value:.6f}" for value in box)]) + "\n")
    return "".join(lines)


def _hand_entry(hand: Hand) -> dict[str, object]:
    return {
        "concealed": list(hand.concealed),
        "winning_tile": hand.winning_tile,
        "exposed": [list(meld) for meld in hand.exposed],
        "concealed_kongs": [list(meld) for meld in hand.concealed_kongs],
        "flowers": list(hand.flowers),
    }


def truth_entry(name: str, one: Scene) -> dict[str, object]:
    """One picture of ``truth.json``."""
    tiles = [{"tile": tile.tile, "box": list(tile.box), "role": tile.role, "group": tile.group} for tile in one.tiles]
    return {"image": name, "tiles": tiles, "hand": _hand_entry(one.hand) if one.hand else None, "variant": one.note}


def _write_one(order: Order, index: int) -> dict[str, object]:
    """Renders and writes one scene; returns its entry for ``truth.json``."""
    one = scene(
        order.seed, index, load_sources(order.shared, order.split), order.view, whole=order.whole, drawn=order.drawn
    )
    name = f"{order.split}_{order.seed}_{index:05d}"
    coded = cv2.imencode(".jpg", one.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, one.quality])[1]
    (order.out / "images" / f"{name}.jpg").write_bytes(coded.tobytes())
    (order.out / "labels" / f"{name}.txt").write_text(yolo_lines(one), encoding="utf-8")
    return truth_entry(f"{name}.jpg", one)


def write_set(order: Order, jobs: int = 1, progress: Callable[[int], None] = lambda done: None) -> Path:
    """Writes ``images/``, ``labels/``, ``data.yaml``, ``truth.json`` under ``order.out``; returns the path of the last.

    FileExistsError where ``order.out`` already holds pictures: a mixture of two sets has no truth.
    """
    if any((order.out / "images").glob("*")):
        raise FileExistsError(f"{order.out} already holds pictures; name another folder or empty it first")
    for folder in ("images", "labels"):
        (order.out / folder).mkdir(parents=True, exist_ok=True)
    entries = []
    for entry in _entries(order, jobs):
        entries.append(entry)
        progress(len(entries))
    names = "".join(f"  {number}: {tile}\n" for number, tile in enumerate(TILES))
    (order.out / "data.yaml").write_text(f"train: images\nval: images\nnames:\n{names}", encoding="utf-8")
    path = order.out / "truth.json"
    path.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def _entries(order: Order, jobs: int) -> Iterator[dict[str, object]]:
    """Renders all, in order, in ``jobs`` processes."""
    write = partial(_write_one, order)
    if jobs == 1:
        yield from map(write, range(order.count))
        return
    # A forked process inherits OpenCV's locks as its parent's threads held them, and may wait on one forever.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(write, range(order.count), chunksize=8)
