"""`snaptai render`: scenes of tiles with exact truth, for training and for measuring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

LONGEST = 4000


def register(app: typer.Typer) -> None:
    """Adds the command to ``app``."""
    app.command(name="render")(render)


def check_tile_px(tile_px: tuple[float, float]) -> None:
    """Stops with one sentence where the lengths are none that a tile can have in a picture."""
    if not 10 <= tile_px[0] <= tile_px[1] <= LONGEST:
        raise typer.BadParameter(
            f"--tile-px needs the shortest and the longest tile in pixels, 10 to {LONGEST}, such as: --tile-px 44 125"
        )


def _usable(out: Path, count: int, tile_px: tuple[float, float], size: tuple[int, int], shared: Path | None) -> None:
    """Stops with one sentence at what cannot be rendered."""
    if count < 1:
        raise typer.BadParameter("--count must be at least 1")
    check_tile_px(tile_px)
    if min(size) < 64 or max(size) > 8000:
        raise typer.BadParameter("--size needs width and height between 64 and 8000, such as: --size 640 640")
    if shared is not None and not (shared / "data").is_dir():
        raise typer.BadParameter(f"{shared} holds no folder data; leave --shared out to use only the drawn tiles")
    if out.exists() and not out.is_dir():
        raise typer.BadParameter(f"{out} is a file; name a folder")


def render(
    out: Annotated[Path, typer.Option(help="Folder for images/, labels/, data.yaml and truth.json.")],
    count: Annotated[int, typer.Option(help="How many scenes.")],
    seed: Annotated[int, typer.Option(help="Same seed, same pictures to the byte.")] = 0,
    shared: Annotated[Path | None, typer.Option(help="Folder whose data/ has real crops, backs and tables.")] = None,
    split: Annotated[
        str, typer.Option(help="train, or test: tile sets, backs and tables that train never uses.")
    ] = "train",
    tile_px: Annotated[tuple[float, float], typer.Option(help="Length of a tile in pixels, from and to.")] = (
        44.0,
        125.0,
    ),
    size: Annotated[tuple[int, int], typer.Option(help="Width and height of the pictures.")] = (640, 640),
    whole: Annotated[
        bool, typer.Option("--whole", help="Photos of whole hands in place of windows into tables.")
    ] = False,
    drawn: Annotated[
        float, typer.Option(min=0, max=1, help="Share of scenes with drawn faces where crops are there.")
    ] = 0.25,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
) -> None:
    """Render scenes as a YOLO set with truth.

    Example: snaptai render --out scenes --count 100 --seed 7 --shared ../shared --split train
    """
    from snaptai.datasets.render.sources import SPLITS
    from snaptai.datasets.render.views import View
    from snaptai.datasets.render.write import Order, write_set

    if split not in SPLITS:
        raise typer.BadParameter(f"--split is one of: {', '.join(SPLITS)}")
    _usable(out, count, tile_px, size, shared)
    order = Order(out, count, seed, split, shared, View(size, tile_px), whole, drawn)
    try:
        path = write_set(order, jobs, lambda done: typer.echo(f"{done}/{count}", err=True) if done % 100 == 0 else None)
    except (FileExistsError, ValueError) as problem:
        raise typer.BadParameter(str(problem)) from problem
    typer.echo(str(path))
