"""How a command ends that cannot be carried out: one sentence on stderr and exit code 2."""

from __future__ import annotations

import errno

import typer

from snaptai.datasets.archive.troubles import words_of
from snaptai.scoring.fields import Text

UNUSABLE = 2


def refused(said: object) -> typer.Exit:
    """Says why; what is returned is to be raised."""
    typer.echo(f"snaptai: {said}", err=True)
    return typer.Exit(UNUSABLE)


def fault(problem: OSError) -> Text:
    """What a disk or folder refuses, and what to do."""
    if problem.errno == errno.ENOSPC:
        return Text(
            "磁碟已滿；請騰出空間，再下同樣的指令", "the disk is full; free some space and give the same command again"
        )
    where, why = problem.filename or "", words_of(problem)
    return Text(f"{where} 無法讀寫（{why.zh}）", f"{where}: {why.en}") if where else why
