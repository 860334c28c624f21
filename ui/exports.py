"""A finished archive as tables: CSV for spreadsheets, JSON Lines for programs, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from snaptai.datasets.archive.store import FORMAT_VERSION, Record, Store

COLUMNS = (
    "photo", "status", "tai", "winner", "loser", "method", "dealer", "round", "items", "payments", "hand", "questions",
    "same_as", "error", "sha256",
)  # fmt: skip


def row(record: Record) -> dict[str, Any]:
    """One photo as flat values; what it lacks is empty."""
    context, sheet = record.context or {}, record.sheet or {}
    seat, hand = context.get("seat", {}), (record.read or {}).get("hand", {})
    tai = sheet.get("tai")
    return {
        "photo": record.name,
        "status": record.status,
        "tai": f"{tai[0]}-{tai[1]}" if isinstance(tai, list) else tai,
        "winner": seat.get("winner"),
        "loser": seat.get("loser"),
        "method": context.get("win", {}).get("method"),
        "dealer": seat.get("dealer"),
        "round": seat.get("round"),
        "items": " ".join(f"{item['name']}{item['tai']:+d}" for item in sheet.get("items", ())),
        "payments": " ".join(f"{p['from']}>{p['to']}:{p['amount']}" for p in sheet.get("payments", ())),
        "hand": _hand_text(hand),
        "questions": " ".join(record.reasons),
        "same_as": record.same_as,
        "error": (record.error or {}).get("code"),
        "sha256": record.sha256,
    }


def _hand_text(hand: dict[str, Any]) -> str:
    parts = [hand.get("concealed", ""), *hand.get("exposed", ()), *hand.get("concealed_kongs", ())]
    return " ".join(part for part in (*parts, hand.get("flowers", ""), hand.get("winning_tile") or "") if part)


def document(record: Record) -> dict[str, Any]:
    """One photo as a JSON object: interface.md's read object and score document side by side."""
    error = record.error if record.status == "failed" else None
    return {
        "format_version": FORMAT_VERSION,
        "photo": record.name,
        "status": record.status,
        "sha256": record.sha256,
        "model": record.model,
        "rules": record.rules,
        "context": record.context,
        "read": record.read,
        "score": record.sheet,
        "questions": list(record.reasons),
        "same_as": record.same_as,
        "failure": error,
    }


def _safe(value: Any) -> Any:
    """A cell that a spreadsheet will not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def write_csv(records: Iterator[Record], path: Path) -> None:
    """UTF-8 with a byte-order mark, so that spreadsheets show the Chinese."""
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        for record in records:
            writer.writerow({name: _safe(value) for name, value in row(record).items()})


def write_jsonl(records: Iterator[Record], path: Path) -> None:
    """One object a line."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for record in records:
            stream.write(json.dumps(document(record), ensure_ascii=False) + "\n")


def write_parquet(records: Iterator[Record], path: Path) -> bool:
    """The table of ``write_csv``; False where pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        return False
    import pyarrow
    import pyarrow.parquet

    rows = [{name: None if value is None else str(value) for name, value in row(record).items()} for record in records]
    schema = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS])
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)
    return True


def write_all(store: Store, lang: str = "zh-TW") -> list[Path]:
    """Everything the store holds, as CSV, JSON Lines, Parquet and the report; the files written."""
    from snaptai.ui.report import write_report

    folder = store.folder
    write_csv(store.records(), folder / "results.csv")
    write_jsonl(store.records(), folder / "results.jsonl")
    written = [folder / "results.csv", folder / "results.jsonl"]
    if write_parquet(store.records(), folder / "results.parquet"):
        written.append(folder / "results.parquet")
    write_report(store, folder / "report.html", lang)
    return [*written, folder / "report.html"]
