"""The ``snaptai`` command. Each module beside this one registers its own commands; heavy imports wait for their use."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer

from snaptai.ui.cli.refusing import fault, refused

COMMANDS = ("score", "read", "table", "batch", "serve", "labels", "evaluate", "render", "training", "doctor")

app = typer.Typer(
    name="snaptai",
    help="拍臺 SnapTai: photograph a Taiwanese 16-tile mahjong hand, correct it, settle the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from snaptai.ui.cli.doctor import version_line

        typer.echo(version_line())
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show package, model and provider.")
    ] = False,
) -> None:
    """拍臺 SnapTai: photograph a Taiwanese 16-tile mahjong hand, correct it, settle the score."""


for _name in COMMANDS:
    if find_spec(f"snaptai.ui.cli.{_name}"):
        import_module(f"snaptai.ui.cli.{_name}").register(app)


def _open_closed_streams() -> None:
    """Standard streams that the caller closed (``<&-``) read and write nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _language() -> str:
    """What ``--lang`` said to a command that has ended."""
    return "en" if re.search("--lang[ =]en", " ".join(sys.argv)) else "zh-TW"


def main() -> None:
    """Entry point: one clear sentence instead of a traceback, and a closed pipe is no error."""
    _open_closed_streams()
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as problem:
        sys.exit(refused(fault(problem).say(_language())).exit_code)
