"""How a command ends that cannot be carried out: one sentence on stderr and exit code 2."""

from __future__ import annotations

import typer

UNUSABLE = 2


def refused(said: object) -> typer.Exit:
    """Says why; what is returned is to be raised."""
    typer.echo(f"snaptai: {said}", err=True)
    return typer.Exit(UNUSABLE)
