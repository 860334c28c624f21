"""A finished archive as tables: CSV for spreadsheets, JSON Lines for programs, Parquet where pyarrow is installed.

Each file is written beside its old self and takes its place when it is whole.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from snaptai.datasets.archive.store import FORMAT_VERSION, Record, Store
from snaptai.ui.open_context import part
from snaptai.ui.report_words import Words

AT_ONCE = 1000
"""Rows of Parquet in memory."""
NUMBERS = ("format_version", "tai", "tai_lowest", "tai_highest")
COLUMNS = (
    "photo", "status", "tai", "tai_lowest", "tai_highest", "winner", "winner_name", "loser", "loser_name", "method",
    "dealer", "round", "items", "payments", "hand", "questions", "same_as", "error", "message", "sha256", "model",
    "rules", "format_version",
)  # fmt: skip


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path to write to, which becomes ``path`` when all went well."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        yield unfinished
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def row(record: Record, words: Words) -> dict[str, Any]:
    """One photo as flat values; what it lacks is None."""
    sheet, seat, names = record.sheet or {}, part(record.context, "seat"), part(record.context, "players")
    lowest, highest = record.totals or (sheet.get("tai"), sheet.get("tai"))
    fault = record.error or part(sheet, "error")
    return {
        "photo": record.name,
        "status": record.status,
        "tai": sheet.get("tai"),
        "tai_lowest": lowest,
        "tai_highest": highest,
        "winner": seat.get("winner"),
        "winner_name": names.get(str(seat.get("winner"))),
        "loser": seat.get("loser"),
        "loser_name": names.get(str(seat.get("loser"))),
        "method": part(record.context, "win").get("method"),
        "dealer": seat.get("dealer"),
        "round": seat.get("round"),
        "items": " ".join(f"{item['name']}{item['tai']:+d}" for item in sheet.get("items", ())),
        "payments": " ".join(f"{paid['from']}>{paid['to']}:{paid['amount']}" for paid in sheet.get("payments", ())),
        "hand": _hand_text(part(record.read, "hand")),
        "questions": " ".join(record.reasons),
        "same_as": record.same_as,
        "error": fault.get("code"),
        "message": words.sentence(str(fault["message"])) if fault else None,
        "sha256": record.sha256,
        "model": record.model,
        "rules": record.rules,
        "format_version": FORMAT_VERSION,
    }


def _hand_text(hand: Mapping[str, Any]) -> str:
    parts = [hand.get("concealed"), hand.get("winning_tile"), *hand.get("exposed", ())]
    kongs = [f"({kong})" for kong in hand.get("concealed_kongs", ())]
    return " ".join(part for part in (*parts, *kongs, hand.get("flowers")) if part)


def _cell(value: Any) -> Any:
    """A cell that a spreadsheet will not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def write_csv(records: Iterator[Record], path: Path, words: Words) -> None:
    """UTF-8 with a byte-order mark, so that spreadsheets show the Chinese."""
    with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row(record, words).items()} for record in records)


def write_jsonl(records: Iterator[Record], path: Path) -> None:
    """One object a line."""
    with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(json.dumps(record.to_document(), ensure_ascii=False) + "\n" for record in records)


def write_parquet(records: Iterator[Record], path: Path, words: Words) -> None:
    """The table of ``write_csv``, whole numbers as such; needs pyarrow."""
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema([(name, pyarrow.int32() if name in NUMBERS else pyarrow.string()) for name in COLUMNS])
    rows = ({name: _typed(name, value) for name, value in row(record, words).items()} for record in records)
    with replacing(path) as unfinished, pyarrow.parquet.ParquetWriter(unfinished, schema) as writer:
        while some := list(islice(rows, AT_ONCE)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema))


def _typed(name: str, value: Any) -> Any:
    return value if name in NUMBERS or value is None else str(value)


def write_all(store: Store, lang: str = "zh-TW") -> list[Path]:
    """Everything the store holds, as CSV, JSON Lines, Parquet (with pyarrow) and the report; the files written."""
    from snaptai.ui.report import write_report

    folder, words = store.folder, Words(lang)
    write_csv(store.records(), folder / "results.csv", words)
    write_jsonl(store.records(), folder / "results.jsonl")
    names = ["results.csv", "results.jsonl"]
    if find_spec("pyarrow"):
        write_parquet(store.records(), folder / "results.parquet", words)
        names.append("results.parquet")
    write_report(store, folder / "report.html", lang)
    return [folder / name for name in (*names, "report.html")]
