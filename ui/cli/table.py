"""``snaptai table``, ``rule``, ``rulebook``: the evening's table, rulings on play, the rulebook's own words."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext
from enum import StrEnum
from typing import Annotated, Any

import typer

SOME_ERRORS = 1

Source = Annotated[str, typer.Argument(help="A file of JSON Lines, or - for standard input.", metavar="FILE|-")]


class Language(StrEnum):
    """Traditional Chinese, or English on request."""

    CHINESE = "zh-TW"
    ENGLISH = "en"


Lang = Annotated[Language, typer.Option(help="The language of the sentences.")]


def _answer(source: str, answer: Callable[[Any], dict[str, Any]], lang: str) -> None:
    from snaptai.scoring.stream import answer_stream

    with nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb") as lines:
        if not answer_stream(lines, sys.stdout.buffer, lang, answer=lambda document, *_: answer(document)):
            raise typer.Exit(SOME_ERRORS)


def _matches(query: str) -> tuple[str, ...]:
    from snaptai.scoring.rulebook import SENTENCES, search

    found = search(query) if query else tuple(SENTENCES)
    if not found:
        typer.echo(f"規則書裡沒有「{query}」 / the rulebook has no sentence with {query!r}", err=True)
        raise typer.Exit(SOME_ERRORS)
    return found


def register(app: typer.Typer) -> None:
    """Add ``table``, ``rule`` and ``rulebook``."""

    @app.command()
    def table(source: Source, lang: Lang = Language.CHINESE) -> None:
        """Keep an evening's table: events in (docs/table.md), the state after each out. Example: snaptai table -"""
        from snaptai.scoring.table import Table

        _answer(source, Table(lang=lang).answer, lang)

    @app.command()
    def rule(
        source: Source,
        lang: Lang = Language.CHINESE,
        quote: Annotated[bool, typer.Option("--quote", help="Add the sentence of the rulebook.")] = False,
    ) -> None:
        """Rule on situations of play (docs/play.md): may this stand, who goes first. Example: snaptai rule - --quote"""
        from snaptai.scoring.play import rule_document

        _answer(source, lambda situation: rule_document(situation, lang, quote), lang)

    @app.command()
    def rulebook(
        query: Annotated[list[str] | None, typer.Argument(help="An id such as 三.2, or words to look for.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="One JSON object a sentence.")] = False,
    ) -> None:
        """Show the rulebook, or the sentences that a query finds. Example: snaptai rulebook 過水"""
        from snaptai.scoring.rulebook import SENTENCES

        for key in _matches(" ".join(query or ())):
            line = {"version": 1, "id": key, "text": SENTENCES[key]}
            typer.echo(json.dumps(line, ensure_ascii=False) if as_json else f"{key}\t{SENTENCES[key]}")
