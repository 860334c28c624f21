"""``snaptai batch``, ``review`` and ``export``: archives of photos."""

from __future__ import annotations

import os
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from snaptai.ui.batch import Run

SOME_FAILED, UNUSABLE = 1, 2
Folder = Annotated[Path, typer.Argument(help="The --out folder of a batch.")]


def _refuse(problem: object) -> typer.Exit:
    typer.echo(f"snaptai: {problem}", err=True)
    return typer.Exit(UNUSABLE)


def register(app: typer.Typer) -> None:
    """Add the archive commands."""

    @app.command()
    def batch(
        paths: Annotated[list[str], typer.Argument(help="Folders, zips, photos, .txt lists or fsspec addresses.")],
        out: Annotated[Path, typer.Option(help="Where the results go; the same folder resumes.")],
        workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = os.cpu_count() or 1,
        manifest: Annotated[Path | None, typer.Option(help="CSV, JSONL or ledger export: contexts.")] = None,
        rules: Annotated[Path | None, typer.Option(help="A house's rules, TOML.")] = None,
        retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Try failed photos once more.")] = False,
        ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster, or `local`.")] = None,
        max_megapixels: Annotated[float, typer.Option(min=0.1, help="Larger photos are refused.")] = 120.0,
        lang: Annotated[str, typer.Option(help="zh-TW or en.")] = "zh-TW",
    ) -> None:
        """Score folders of photos, resumable. Example: snaptai batch photos/ club.zip --out results"""
        from snaptai.datasets.archive.context import BadContext
        from snaptai.datasets.archive.store import StoreError, locked
        from snaptai.models.catalog import ModelError
        from snaptai.scoring.errors import HouseError
        from snaptai.ui.batch import Plan, Run, make_settings

        for path in (*paths, *([manifest] if manifest else [])):
            if "://" not in str(path) and not Path(path).exists():
                raise _refuse(f"{path}: no such file or folder")
        try:
            settings = make_settings(_house(rules), lang=lang, max_megapixels=max_megapixels)
            plan = Plan(tuple(paths), settings, manifest, workers, ray, retry_failed)
            with locked(out) as store:
                failures = _follow(Run(plan, store), lang)
        except (StoreError, BadContext, ModelError, HouseError) as problem:
            raise _refuse(problem) from None
        raise typer.Exit(SOME_FAILED if failures else 0)

    @app.command()
    def review(
        folder: Folder,
        port: Annotated[int, typer.Option(help="The page's port.")] = 8501,
    ) -> None:
        """Correct what a batch was unsure of, worst first. Example: snaptai review results"""
        from snaptai.datasets.archive.store import StoreError
        from snaptai.ui.review_queue import serve_review

        try:
            serve_review(folder, port)
        except StoreError as problem:
            raise _refuse(problem) from None

    @app.command()
    def export(
        folder: Folder,
        out: Annotated[Path, typer.Option(help="Where the labelled photos go.")],
        form: Annotated[str, typer.Option("--format", help="yolo, coco or label-studio.")] = "yolo",
    ) -> None:
        """Write corrected photos as a labelled set. Example: snaptai export results --out my-set"""
        from snaptai.datasets.archive.store import StoreError
        from snaptai.ui.labelled import FORMATS, export_corrections

        if form not in FORMATS:
            raise _refuse(f"--format must be one of {', '.join(FORMATS)}, not {form!r}")
        try:
            count = export_corrections(folder, out, form)
        except StoreError as problem:
            raise _refuse(problem) from None
        typer.echo(f"{count} corrected photos written to {out}")


def _house(path: Path | None) -> Any:
    from snaptai.scoring.house import RULEBOOK, load_house

    return load_house(path) if path else RULEBOOK


def _follow(run: Run, lang: str) -> int:
    """Run to the end with a progress bar on a terminal, then write the tables; how many photos failed."""
    from snaptai.ui.exports import write_all

    began, done = time.monotonic(), 0
    try:
        with _progress(len(run)) as progress:
            for done, _ in enumerate(run, 1):
                if progress:
                    progress.show(run, done)
    except KeyboardInterrupt:
        typer.echo("stopped; the same command goes on from here", err=True)
        write_all(run.store, lang)
        raise typer.Exit(130) from None
    written = write_all(run.store, lang)
    counts = run.store.counts()
    seconds = time.monotonic() - began
    typer.echo(", ".join(f"{name} {count}" for name, count in counts.items()) + f"; unchanged {run.skipped}", err=True)
    typer.echo(f"{done} photos in {seconds:.1f} s; wrote {', '.join(str(path) for path in written)}", err=True)
    return counts["failed"]


class _Bar:
    """The progress bar: rate, time left, and how many were read, scored, to review, failed."""

    def __init__(self, total: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[counts]}"))
        self.bar = Progress(*columns, transient=True)
        self.task = self.bar.add_task("", total=total, counts="")
        self.began = time.monotonic()

    def __enter__(self) -> _Bar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def show(self, run: Run, done: int) -> None:
        """Where the run stands."""
        counts = run.store.counts()
        rate = done / (time.monotonic() - self.began)
        text = f"{rate:.1f}/s  " + "  ".join(f"{name} {count}" for name, count in counts.items())
        self.bar.update(self.task, completed=done + run.skipped, counts=text)


def _progress(total: int) -> Any:
    return _Bar(total) if sys.stderr.isatty() and sys.stdout.isatty() else nullcontext()
