"""The results of a batch: one SQLite file, one transaction a photo, safe against kill -9 at any moment.

Relative names only; ``format_version``, model and rules are recorded. What was finished is recognised by content
(sha256), model, rules and context, so a second run repeats only what changed.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FORMAT_VERSION = 1
FILE = "results.sqlite"
STATUSES = ("scored", "review", "failed", "duplicate")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS photos (
    name TEXT PRIMARY KEY, position INTEGER NOT NULL, sha256 TEXT, model TEXT, rules TEXT, context TEXT,
    status TEXT NOT NULL, read TEXT, sheet TEXT, error TEXT, reasons TEXT, same_as TEXT, thumbnail BLOB,
    place TEXT, member TEXT);
CREATE INDEX IF NOT EXISTS by_content ON photos (sha256);
CREATE TABLE IF NOT EXISTS corrections (sha256 TEXT PRIMARY KEY, read TEXT NOT NULL, context TEXT);
"""
_JSON = ("context", "read", "sheet", "error", "reasons")


class StoreError(Exception):
    """The output folder cannot be used; the message says what to do."""


@dataclass(frozen=True)
class Record:
    """One photo's row: interface.md's ``read``, ``sheet``, ``error``; ``reasons`` why a person should look."""

    name: str
    status: str
    position: int = 0
    sha256: str | None = None
    model: str | None = None
    rules: str | None = None
    context: Mapping[str, Any] | None = None
    read: Mapping[str, Any] | None = None
    sheet: Mapping[str, Any] | None = None
    error: Mapping[str, Any] | None = None
    reasons: tuple[str, ...] = ()
    same_as: str | None = None
    thumbnail: bytes | None = field(default=None, repr=False)
    place: str | None = None
    member: str | None = None

    def same_work(self, other: Record) -> bool:
        """Was ``other`` (a finished row) made from the same content, model, rules and context?"""
        mine = (self.sha256, self.model, self.rules, self.context or None)
        return mine == (other.sha256, other.model, other.rules, other.context or None)


def _encode(record: Record) -> dict[str, Any]:
    row = {name: getattr(record, name) for name in record.__dataclass_fields__}
    for name in _JSON:
        value = row[name]
        row[name] = json.dumps(value, ensure_ascii=False) if value or isinstance(value, dict) else None
    return {name: _printable(value) for name, value in row.items()}


def _printable(value: Any) -> Any:
    """File names may hold bytes that are no text (surrogates); SQLite takes only text."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _decode(row: sqlite3.Row) -> Record:
    values = dict(row)
    for name in _JSON:
        values[name] = json.loads(values[name]) if values[name] else None
    values["reasons"] = tuple(values["reasons"] or ())
    return Record(**values)


class Store:
    """The results store of one output folder. Open it with ``locked`` to write, ``Store(folder)`` to look."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.database = sqlite3.connect(folder / FILE, timeout=30, isolation_level=None, check_same_thread=False)
            self.database.row_factory = sqlite3.Row
            self.database.execute("PRAGMA journal_mode=WAL")
            self.database.executescript(_SCHEMA)
        except sqlite3.Error as problem:
            raise StoreError(f"{folder / FILE}: {problem}; choose another --out folder") from problem
        found = self.about().get("format_version")
        if found is None:
            self.describe(format_version=str(FORMAT_VERSION))
        elif found != str(FORMAT_VERSION):
            raise StoreError(
                f"{folder} was written in format {found}, this program writes {FORMAT_VERSION}; use a new --out"
            )

    def about(self) -> dict[str, str]:
        """What the run recorded of itself: format_version, model, rules."""
        return {row["key"]: row["value"] for row in self.database.execute("SELECT key, value FROM about")}

    def describe(self, **values: str) -> None:
        """Record facts about the run."""
        self.database.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", list(values.items()))

    def put(self, record: Record) -> None:
        """Write one photo's row, in one transaction. Raises ``StoreError`` when the disk is full or the folder gone."""
        row = _encode(record)
        sql = f"INSERT OR REPLACE INTO photos ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        try:
            self.database.execute(sql, list(row.values()))
        except sqlite3.Error as problem:
            raise StoreError(f"{self.folder}: {problem}; free some space and run the same command again") from problem

    def get(self, name: str) -> Record | None:
        """One photo's row."""
        row = self.database.execute("SELECT * FROM photos WHERE name = ?", (_printable(name),)).fetchone()
        return _decode(row) if row else None

    def same_content(self, sha256: str, but: str) -> Record | None:
        """The row in which this content was first met, if under another name."""
        row = self.database.execute(
            "SELECT * FROM photos WHERE sha256 = ? AND name <> ? AND status <> 'duplicate' ORDER BY position LIMIT 1",
            (sha256, _printable(but)),
        ).fetchone()
        return _decode(row) if row else None

    def records(self, *statuses: str) -> Iterator[Record]:
        """Rows in the order in which the photos were found; all of them, or those of ``statuses``."""
        wanted = statuses or STATUSES
        marks = ", ".join("?" * len(wanted))
        names = self.database.execute(
            f"SELECT name FROM photos WHERE status IN ({marks}) ORDER BY position, name", wanted
        )
        for (name,) in names.fetchall():
            record = self.get(name)
            if record:
                yield record

    def forget_missing(self, names: set[str]) -> int:
        """Drop rows of photos that are no longer in the archive; how many."""
        known = {name for (name,) in self.database.execute("SELECT name FROM photos")}
        gone = known - {_printable(name) for name in names}
        self.database.executemany("DELETE FROM photos WHERE name = ?", [(name,) for name in gone])
        return len(gone)

    def counts(self) -> dict[str, int]:
        """Photos by status."""
        found = dict(self.database.execute("SELECT status, COUNT(*) FROM photos GROUP BY status").fetchall())
        return {status: found.get(status, 0) for status in STATUSES}

    def correct(self, sha256: str, read: Mapping[str, Any], context: Mapping[str, Any] | None) -> None:
        """Keep a person's corrected reading; it outlives later runs."""
        self.database.execute(
            "INSERT OR REPLACE INTO corrections VALUES (?, ?, ?)",
            (
                sha256,
                json.dumps(read, ensure_ascii=False),
                json.dumps(context, ensure_ascii=False) if context else None,
            ),
        )

    def correction(self, sha256: str | None) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
        """A person's reading and context of this content, if there is one."""
        row = self.database.execute("SELECT * FROM corrections WHERE sha256 = ?", (sha256,)).fetchone()
        return (json.loads(row["read"]), json.loads(row["context"]) if row["context"] else None) if row else None

    def close(self) -> None:
        """Fold the write-ahead log into the one file."""
        self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.database.close()


@contextmanager
def locked(folder: Path) -> Iterator[Store]:
    """The store for writing, by one run at a time. Raises ``StoreError`` when another run has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as problem:
        raise StoreError(f"{folder}: {problem.strerror}; choose an --out folder that can be written") from problem
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise StoreError(f"another run is writing to {folder}; wait for it or choose another --out") from problem
        store = Store(folder)
        try:
            yield store
        finally:
            store.close()
    finally:
        os.close(handle)


def open_existing(folder: Path) -> Store:
    """The store of an earlier run. Raises ``StoreError`` where there is none."""
    if not (folder / FILE).is_file():
        raise StoreError(f"{folder} holds no results; run: snaptai batch PHOTOS --out {folder}")
    return Store(folder)
