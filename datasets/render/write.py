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

from snaptai.datasets.labels import yolo
from snaptai.datasets.render.scene import Scene, scene
from snaptai.datasets.render.sources import load_sources
from snaptai.datasets.render.views import View
from snaptai.scoring.hand import Hand


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


def _hand_entry(hand: Hand) -> dict[str, object]:
    return {
        "concealed": list(hand.concealed),
        "winning_tile": hand.winning_tile,
        "exposed": [list(meld) for meld in hand.exposed],
        "concealed_kongs": [list(meld) for meld in hand.concealed_kongs],
        "flowers": list(hand.flowers),
    }


def _truth_entry(name: str, one: Scene) -> dict[str, object]:
    """One picture of ``truth.json``."""
    tiles = [{"tile": tile.tile, "box": list(tile.box), "role": tile.role, "group": tile.group} for tile in one.tiles]
    return {"image": name, "tiles": tiles, "hand": _hand_entry(one.hand) if one.hand else None, "variant": one.note}


def _name(order: Order, index: int) -> str:
    return f"{order.split}_{order.seed}_{index:05d}"


def _write_one(order: Order, index: int) -> dict[str, object]:
    """Renders and writes one scene; returns its entry for ``truth.json``."""
    one = scene(
        order.seed, index, load_sources(order.shared, order.split), order.view, whole=order.whole, drawn=order.drawn
    )
    name = _name(order, index)
    coded = cv2.imencode(".jpg", one.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, one.quality])[1]
    (order.out / "images" / f"{name}.jpg").write_bytes(coded.tobytes())
    size = one.image.shape[1], one.image.shape[0]
    lines = "".join(yolo.label_line(tile.tile, tile.box, size) for tile in one.tiles)
    (order.out / "labels" / f"{name}.txt").write_text(lines, encoding="utf-8")
    return _truth_entry(f"{name}.jpg", one)


def write_set(order: Order, jobs: int = 1, progress: Callable[[int], None] = lambda done: None) -> Path:
    """Writes ``images/``, ``labels/``, ``data.yaml``, ``truth.json`` under ``order.out``; returns the path of the last.

    FileExistsError where ``order.out`` already holds other pictures: a mixture of two sets has no truth. What an
    interrupted run of the same order left is written anew.
    """
    there, own = (
        {path.stem for path in (order.out / "images").glob("*")},
        map(partial(_name, order), range(order.count)),
    )
    if there and ((order.out / "truth.json").exists() or not there <= set(own)):
        raise FileExistsError(f"{order.out} already holds pictures; name another folder or empty it first")
    for folder in ("images", "labels"):
        (order.out / folder).mkdir(parents=True, exist_ok=True)
    entries = []
    for entry in _entries(order, jobs):
        entries.append(entry)
        progress(len(entries))
    yolo.write_names(order.out)
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
