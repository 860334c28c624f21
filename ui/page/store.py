"""The evening on disk: tables, their events, open sheets and photos in one SQLite file, written as things happen.

Every change is one transaction, so that a locked phone, a reload or a killed server loses nothing. A change that was
made against an older state than the one on disk raises ``Stale``: two phones cannot record one deal twice.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, created TEXT NOT NULL, settings TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL REFERENCES tables(id), seq INTEGER NOT NULL, at TEXT NOT NULL, event TEXT NOT NULL,
    sheet TEXT, PRIMARY KEY (table_id, seq));
CREATE TABLE IF NOT EXISTS sheets (
    id TEXT PRIMARY KEY, table_id TEXT, revision INTEGER NOT NULL, updated TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS photos (id TEXT PRIMARY KEY, width INTEGER, height INTEGER, jpeg BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class Stale(Exception):
    """Someone else changed it first: load it again and look before repeating the change."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A stored photo: upright JPEG without metadata; ``width`` and ``height``: of the photo as it was taken."""

    width: int
    height: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Logged:
    """One event of a table: when (ISO, UTC), the event as JSON, and the sheet that a win was recorded from."""

    at: str
    event: Mapping[str, Any]
    sheet: str | None = None


def data_folder() -> Path:
    """Where the ledger lives: ``SNAPTAI_DATA``, else the platform's folder for application data."""
    if given := os.environ.get("SNAPTAI_DATA"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "snaptai"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "snaptai"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "snaptai"


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(9)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Store:
    """The ledger file ``folder/ledger.sqlite``. Safe from several threads and processes; may raise ``OSError``."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        try:
            with self._open() as db:
                db.execute("PRAGMA journal_mode=WAL")
                db.executescript(_SCHEMA)
        except sqlite3.OperationalError as problem:
            raise OSError(f"the ledger in {folder} cannot be written: {problem}") from problem

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self.folder / "ledger.sqlite", timeout=20, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous=NORMAL")
            yield db
        finally:
            db.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        with self._open() as db:
            row: tuple[Any, ...] | None = db.execute(query, values).fetchone()
        return row

    # Tables and their events

    def new_table(self, settings: Mapping[str, object]) -> str:
        """A new table; its id."""
        table = new_id()
        with self._change() as db:
            db.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, _now(), _text(settings)))
        return table

    def table_settings(self, table: str) -> dict[str, Any] | None:
        """What the table was set up with, or None where there is no such table."""
        row = self._one("SELECT settings FROM tables WHERE id = ?", table)
        return json.loads(row[0]) if row else None

    def change_settings(self, table: str, settings: Mapping[str, object]) -> None:
        """Replace the table's settings."""
        with self._change() as db:
            db.execute("UPDATE tables SET settings = ? WHERE id = ?", (_text(settings), table))

    def tables(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every table as (id, created, settings), newest first."""
        with self._open() as db:
            rows = db.execute("SELECT id, created, settings FROM tables ORDER BY created DESC, rowid DESC").fetchall()
        return [(table, created, json.loads(settings)) for table, created, settings in rows]

    def log(self, table: str) -> list[Logged]:
        """The table's events in order, undone ones and undo included."""
        query = "SELECT at, event, sheet FROM events WHERE table_id = ? ORDER BY seq"
        with self._open() as db:
            rows = db.execute(query, (table,)).fetchall()
        return [Logged(at, json.loads(event), sheet) for at, event, sheet in rows]

    def append(self, table: str, *events: Mapping[str, object], expected: int, sheet: str | None = None) -> None:
        """Add events after the ``expected`` ones that the caller has seen; raises ``Stale`` when there are others."""
        self.append_logged(table, *(Logged(_now(), event, sheet) for event in events), expected=expected)

    def append_logged(self, table: str, *entries: Logged, expected: int) -> None:
        """As ``append``, with the time and the sheet of each."""
        with self._change() as db:
            (count,) = db.execute("SELECT COUNT(*) FROM events WHERE table_id = ?", (table,)).fetchone()
            if count != expected:
                raise Stale
            rows = [(table, count + n, each.at, _text(each.event), each.sheet) for n, each in enumerate(entries)]
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)

    def revision(self, table: str) -> int:
        """How many events the table has: it changes whenever anyone records something."""
        row = self._one("SELECT COUNT(*) FROM events WHERE table_id = ?", table)
        return row[0] if row else 0

    # Open sheets

    def save_sheet(self, sheet: str, table: str | None, state: Mapping[str, object], expected: int) -> int:
        """Write an open sheet; its new revision. ``expected`` is 0 for a new one; raises ``Stale``."""
        with self._change() as db:
            row = db.execute("SELECT revision FROM sheets WHERE id = ?", (sheet,)).fetchone()
            if (row[0] if row else 0) != expected:
                raise Stale
            values = (sheet, table, expected + 1, _now(), _text(state))
            db.execute("INSERT OR REPLACE INTO sheets VALUES (?, ?, ?, ?, ?)", values)
        return expected + 1

    def sheet(self, sheet: str) -> tuple[int, str | None, dict[str, Any]] | None:
        """An open sheet as (revision, table, state), or None."""
        row = self._one("SELECT revision, table_id, state FROM sheets WHERE id = ?", sheet)
        return (row[0], row[1], json.loads(row[2])) if row else None

    def sheet_revision(self, sheet: str) -> int:
        """The sheet's revision, 0 where there is none."""
        row = self._one("SELECT revision FROM sheets WHERE id = ?", sheet)
        return row[0] if row else 0

    def drop_sheet(self, sheet: str) -> None:
        """Forget an open sheet."""
        with self._change() as db:
            db.execute("DELETE FROM sheets WHERE id = ?", (sheet,))

    # Photos

    def add_photo(self, photo: Photo) -> str:
        """Store a photo once by content; its id."""
        from hashlib import sha256

        key = sha256(photo.jpeg).hexdigest()[:32]
        with self._change() as db:
            values = (key, photo.width, photo.height, photo.jpeg)
            db.execute("INSERT OR IGNORE INTO photos VALUES (?, ?, ?, ?)", values)
        return key

    def photo(self, key: str) -> Photo | None:
        """A stored photo, or None."""
        row = self._one("SELECT width, height, jpeg FROM photos WHERE id = ?", key)
        return Photo(*row) if row else None

    # Settings of this installation

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting's value, or ``default``."""
        row = self._one("SELECT value FROM settings WHERE name = ?", name)
        return json.loads(row[0]) if row else default

    def set_setting(self, name: str, value: object) -> None:
        """Remember a setting."""
        with self._change() as db:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, _text(value)))
