"""``snaptai batch``, ``review`` and ``export``: archives of photos."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snaptai.scoring.fields import Text
from snaptai.ui.cli.refusing import fault, refused
from snaptai.ui.cli.score import Language, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from snaptai.datasets.archive.store import Record
    from snaptai.ui.batch import Run
    from snaptai.ui.report_words import Words

SOME_FAILED = 1
MOST_NAMED = 20
"""Files that could not be read, by name at the end; the report has all."""
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The --out folder of a batch.")]
Lang = Annotated[Language, typer.Option(help="The language of the sentences.")]


@contextmanager
def _refusing(lang: str) -> Iterator[None]:
    """What cannot be used at all ends the command with one sentence."""
    from snaptai.datasets.archive.troubles import Unreadable, Unusable
    from snaptai.models.catalog import ModelError

    try:
        yield
    except Unusable as problem:
        said = problem.text.say(lang)
    except (ModelError, Unreadable) as problem:
        said = problem.message(lang)
    except OSError as problem:
        said = fault(problem).say(lang)
    else:
        return
    raise refused(said)


def register(app: typer.Typer) -> None:
    """Add the archive commands."""

    @app.command()
    def batch(
        paths: Annotated[
            list[str], typer.Argument(metavar="PATH…", help="Folders, zips, photos, .txt lists, fsspec addresses.")
        ],
        out: Annotated[Path, typer.Option(help="Folder for the results; the same one goes on where it was stopped.")],
        manifest: Annotated[
            Path | None, typer.Option(help="CSV, JSON Lines or a ledger's export: how the photos were won.")
        ] = None,
        rules: Annotated[
            str | None, typer.Option(help="A house file (TOML), or the name of one.", metavar="FILE|NAME")
        ] = None,
        workers: Annotated[int | None, typer.Option(min=1, help="Worker processes; one a core by default.")] = None,
        ray: Annotated[str | None, typer.Option(help="Address of a Ray cluster (auto, ray://…), or local.")] = None,
        retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Try failed photos once more.")] = False,
        backend: Annotated[str, typer.Option(help="onnxruntime or openvino.")] = "onnxruntime",
        max_megapixels: Annotated[float, typer.Option(min=0.1, help="Larger photos are refused.")] = 120.0,
        lang: Lang = Language.CHINESE,
    ) -> None:
        """Read and score archives of photos: results.sqlite, CSV, JSON Lines, Parquet and report.html in --out.

        Example: snaptai batch photos/2026 club.zip --out results

        How a photo was won: PHOTO.json beside it (win, seat, stake, rules, players);
        a row of manifest.csv or manifest.jsonl in its folder, or of the table given
        by --manifest (photo, method, winner, dealer, round, loser, winning_tile,
        dealer_streak, base, tai; the players' names under E, S, W, N; or, in this
        order, 照片 和法 和牌者 莊家 圈風 放銃者 和牌張 連莊 底 臺 東 南 西 北), in
        codes or words (self_draw or 自摸, S or 南, or the player's name); or the
        evening's JSON export from the page. The rest is left for review; what is
        said there stands before the sidecar and the manifest.
        Given again, the command repeats nothing.
        A .txt list holds one path a line, from its own folder on; lines that start
        with # are comments (./#1.jpg names a photo).
        """
        from snaptai.ui.batch import Plan, make_settings, running

        house = load_rules(rules, lang)
        with _refusing(lang):
            _require(*paths, *([str(manifest)] if manifest else []))
            settings = make_settings(house, lang.value, max_megapixels, backend)
            plan = Plan(tuple(paths), settings, manifest, workers or _cores(), ray, retry_failed)
            with running(plan, out) as run:
                failures = _follow(run)
        raise typer.Exit(SOME_FAILED if failures else 0)

    @app.command()
    def review(
        folder: Folder,
        port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8501,
        lang: Lang = Language.CHINESE,
    ) -> None:
        """Correct on the page what a batch was unsure of, worst first, and say who won; it is scored at once.

        Example: snaptai review results
        """
        from snaptai.ui.review_queue import serve_review

        with _refusing(lang):
            serve_review(folder, port, lang)

    @app.command()
    def export(
        folder: Folder,
        out: Annotated[Path, typer.Option(help="Folder for the labelled photos.")],
        form: Annotated[str, typer.Option("--format", help="yolo, coco or label-studio.")] = "yolo",
        lang: Lang = Language.CHINESE,
    ) -> None:
        """Write the corrected photos as a labelled set, which snaptai evaluate takes.

        Example: snaptai export results --out my-set
        """
        from snaptai.ui.labelled import FORMATS, export_corrections

        if form not in FORMATS:
            raise typer.BadParameter(f"--format is one of {', '.join(FORMATS)}, not {form!r}")
        with _refusing(lang):
            written, left_out = export_corrections(folder, out, form)
        for sentence in left_out:
            typer.echo(sentence.say(lang), err=True)
        done = Text(f"{written} 張更正過的照片已寫入 {out}", f"{written} corrected photos written to {out}")
        hint = Text(f"；先更正幾張：snaptai review {folder}", f"; correct some with: snaptai review {folder}")
        typer.echo(done.say(lang) + ("" if written else hint.say(lang)))
        raise typer.Exit(SOME_FAILED if left_out else 0)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _require(*paths: str) -> None:
    """A name that is mistyped is said before a night's work begins."""
    from snaptai.datasets.archive.store import StoreError

    for path in paths:
        if "://" not in path and not os.path.lexists(path):
            raise StoreError(f"{path}：沒有這個檔案或資料夾", f"{path}: no such file or folder")


def _follow(run: Run) -> int:
    """Run to the end under a progress bar, then write the tables; how many photos failed."""
    from snaptai.ui.exports import write_all
    from snaptai.ui.report_words import Words

    for complaint in run.complaints:
        typer.echo(legible(complaint), err=True)
    began, lang = time.monotonic(), run.settings.lang
    words = Words(lang)
    noted: list[str] = []
    try:
        with _progress(run) as show:
            for record in run:
                noted += _noted(record, words)
                show()
    except KeyboardInterrupt:
        write_all(run.store, lang)
        typer.echo(words["stopped"], err=True)
        raise typer.Exit(130) from None
    written = write_all(run.store, lang)
    more = len(noted) - MOST_NAMED
    for line in noted[:MOST_NAMED] + ([words["more"].format(n=more)] if more > 0 else []):
        typer.echo(line, err=True)
    for line in _summary(run, words):
        typer.echo(line, err=True)
    typer.echo(f"{words['wrote']} {run.store.folder}: {', '.join(path.name for path in written)}", err=True)
    typer.echo(f"{time.monotonic() - began:.1f} s", err=True)
    return run.tally["failed"]


def _noted(record: Record, words: Words) -> Iterator[str]:
    """What a person must know of a file: it could not be read, or what lies beside it was not used."""
    if record.error:
        yield f"{words['failed']} {legible(record.name)}: {record.error['message']}"
    elif record.same_as and record.reasons:
        said = ", ".join(map(words.reason, record.reasons))
        yield f"{legible(record.name)}: {words['same_as']}{legible(record.same_as)}; {said}"


def _summary(run: Run, words: Words) -> Iterator[str]:
    """Two lines, each of which adds up to the number of files."""
    from snaptai.datasets.archive.store import STATUSES
    from snaptai.ui.batch import NEWS

    scored, review, failed, duplicate = (f"{words[status]} {run.tally[status]}" for status in STATUSES)
    read = f"{words['read']} {run.tally['scored'] + run.tally['review']} ({scored}, {review})"
    yield f"{words['in_all']} {sum(run.tally.values())}: {read}, {failed}, {duplicate}"
    news = ", ".join(f"{words[f'news_{cause}']} {run.news[cause]}" for cause in NEWS if run.news[cause])
    yield f"{words['this_run']} {sum(run.news.values())}: {news}"


def legible(name: str) -> str:
    """A file's name in one line, whatever it holds; the wide space of Chinese stays."""
    return "".join(letter if letter.isprintable() or letter == "\u3000" else repr(letter)[1:-1] for letter in name)


def _counts(run: Run) -> str:
    from snaptai.ui.report_words import Words

    tally, words = run.tally, Words(run.settings.lang)
    parts = (f"{words[status]} {tally[status]}" for status in ("scored", "review", "failed"))
    return f"{words['read']} {tally['scored'] + tally['review']}: {', '.join(parts)}"


@contextmanager
def _progress(run: Run) -> Iterator[Callable[[], None]]:
    """A bar with rate, time left and counts on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    text = TextColumn("{task.fields[text]}", table_column=Column(no_wrap=True))
    left = TimeRemainingColumn(table_column=Column(no_wrap=True))
    columns = (BarColumn(bar_width=None), MofNCompleteColumn(), left, text)
    bar = Progress(*columns, console=Console(stderr=True), transient=True, expand=True)
    task, began = bar.add_task("", total=len(run), text=""), time.monotonic()

    def show() -> None:
        done = sum(run.tally.values())
        rate = (done - run.news["unchanged"]) / (time.monotonic() - began)
        bar.update(task, completed=done, text=f"{rate:.1f}/s  {_counts(run)}")

    with bar:
        yield show
