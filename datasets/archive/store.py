"""The results of a batch: one SQLite file, one transaction a photo, safe against kill -9 at any moment.

Names are relative; ``format_version``, model and rules are recorded. What is finished is known by content (sha256),
model, rules and context, so a later run repeats only what changed.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from snaptai.datasets.archive.sources import Found
from snaptai.datasets.archive.troubles import Unusable, words_of
from snaptai.scoring.fields import Text

FORMAT_VERSION = 1
FILE = "results.sqlite"
STATUSES = ("scored", "review", "failed", "duplicate")
_SCHEMA = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=NORMAL;
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS photos (
    name TEXT PRIMARY KEY, status TEXT NOT NULL, position INTEGER NOT NULL, sha256 TEXT, model TEXT, rules TEXT,
    context TEXT, read TEXT, sheet TEXT, totals TEXT, error TEXT, reasons TEXT, same_as TEXT, thumbnail BLOB,
    place TEXT, member INTEGER);
CREATE INDEX IF NOT EXISTS by_content ON photos (sha256);
CREATE INDEX IF NOT EXISTS by_status ON photos (status, position);
CREATE TABLE IF NOT EXISTS corrections (sha256 TEXT PRIMARY KEY, read TEXT NOT NULL, context TEXT);
"""
_JSON = ("context", "read", "sheet", "totals", "error", "reasons")


class StoreError(Unusable):
    """The results cannot be had."""


_SHUT = Text("打不開；請讓整個資料夾可以讀寫", "cannot be opened; make the folder and all in it readable and writable")
_FAULTS = {
    "SQLITE_READONLY": Text(
        "只能讀；請改成可以寫入，或把資料夾複製到可以寫入的地方",
        "may only be read; make it writable, or copy the folder to where it can be written",
    ),
    "SQLITE_CANTOPEN": _SHUT,
    "SQLITE_PERM": _SHUT,
    "SQLITE_NOTADB": Text("不是結果檔；請另選 --out 資料夾", "is no results store; choose another --out folder"),
    "SQLITE_CORRUPT": Text(
        "已損壞；請移走它（其中的更正也就沒有了）再執行一次 batch",
        "is damaged; move it away, which gives up its corrections, and run the batch again",
    ),
    "SQLITE_BUSY": Text(
        "正由別的程式使用；請關掉它，再下同樣的指令",
        "is held by another program; close that and give the same command again",
    ),
    "SQLITE_FULL": Text(
        "無法再寫，磁碟已滿；請騰出空間，再下同樣的指令",
        "cannot grow, the disk is full; free some space and give the same command again",
    ),
    "SQLITE_IOERR": Text(
        "遇到磁碟已滿或故障；請騰出空間，再下同樣的指令",
        "meets a full or failing disk; free some space and give the same command again",
    ),
}


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """What SQLite refuses, said as ``StoreError`` with what to do."""
    try:
        yield
    except sqlite3.Error as problem:
        name = getattr(problem, "sqlite_errorname", "")
        unknown = Text(f"無法使用（{problem}）", f"cannot be used ({problem})")
        said = next((said for code, said in _FAULTS.items() if name.startswith(code)), unknown)
        raise StoreError(f"{folder / FILE} {said.zh}", f"{folder / FILE} {said.en}") from problem


@dataclass(frozen=True)
class Record:
    """One photo's result.

    ``read``: interface.md's read object; ``sheet``: its score document; ``totals``: lowest and highest 臺 where the
    context is open; ``error``: code and sentence of a failed photo; ``reasons``: why a person should look; ``same_as``:
    the photo whose content this one repeats; ``place``: path from the output folder, or fsspec address.
    """

    name: str
    status: str
    position: int = 0
    sha256: str | None = None
    model: str | None = None
    rules: str | None = None
    context: Mapping[str, Any] | None = None
    read: Mapping[str, Any] | None = None
    sheet: Mapping[str, Any] | None = None
    totals: tuple[int, ...] = ()
    error: Mapping[str, Any] | None = None
    reasons: tuple[str, ...] = ()
    same_as: str | None = None
    thumbnail: bytes | None = field(default=None, repr=False)
    place: str | None = None
    member: int | None = None

    def same_work(self, other: Record) -> bool:
        """Were both made from the same content, model, rules and context?"""
        mine = (self.sha256, self.model, self.rules, self.context)
        return self.sha256 is not None and mine == (other.sha256, other.model, other.rules, other.context)

    def to_document(self) -> dict[str, Any]:
        """A line of ``results.jsonl``."""
        return {
            "format_version": FORMAT_VERSION,
            "photo": self.name,
            "status": self.status,
            "sha256": self.sha256,
            "model": self.model,
            "rules": self.rules,
            "context": self.context,
            "read": self.read,
            "score": self.sheet,
            "open_totals": list(self.totals) or None,
            "questions": list(self.reasons),
            "same_as": self.same_as,
            "failure": self.error,
        }


_ESCAPED = re.compile(r"\\u(dc[89a-f][0-9a-f])")
_COLUMNS = tuple(one.name for one in fields(Record))


def _encode(record: Record) -> list[Any]:
    values = {name: getattr(record, name) for name in _COLUMNS}
    texts = {name: json.dumps(values[name], ensure_ascii=False) for name in _JSON if values[name]}
    return [printable(value) for value in (values | dict.fromkeys(_JSON) | texts).values()]


def printable(value: Any) -> Any:
    """File names may hold bytes that are no text (surrogates); SQLite takes only text."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _decode(row: sqlite3.Row) -> Record:
    values = dict(row) | {name: json.loads(row[name]) for name in _JSON if row[name]}
    lists = {name: tuple(values[name] or ()) for name in ("totals", "reasons")}
    return Record(**(values | lists))


class Store:
    """The results store of one output folder; ``locked`` opens it for writing, ``open_existing`` to look."""

    def __init__(self, folder: Path, is_fixed: bool = False) -> None:
        """``is_fixed``: nothing can be written beside the file, and nobody else writes it."""
        self.folder = folder.resolve()
        address = (self.folder / FILE).as_uri() + ("?immutable=1" if is_fixed else "")
        with _told(folder):
            self._db = sqlite3.connect(address, uri=True, timeout=30, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            if not is_fixed:
                self._db.executescript(_SCHEMA)
        found = self.about().get("format_version")
        if found is None:
            self.describe(format_version=str(FORMAT_VERSION))
        elif found != str(FORMAT_VERSION):
            raise StoreError(
                f"{folder} 的格式是 {found}，這個程式的是 {FORMAT_VERSION}；請用新的 --out 資料夾",
                f"{folder} is of format {found}, this program's is {FORMAT_VERSION}; use a new --out folder",
            )

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing. Raises ``StoreError`` when the disk is full or the folder gone."""
        with _told(self.folder):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with _told(self.folder):
            return self._db.execute(query, values).fetchall()

    def about(self) -> dict[str, str]:
        """What the last run recorded of itself: format_version, model, rules, house."""
        return {row["key"]: row["value"] for row in self._rows("SELECT key, value FROM about")}

    def describe(self, **values: str) -> None:
        """Record facts about the run."""
        with self.transaction() as db:
            db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", list(values.items()))

    def put(self, record: Record) -> None:
        """Write one photo's row, in one transaction."""
        with self.transaction() as db:
            self._write(db, record)

    def _write(self, db: sqlite3.Connection, record: Record) -> None:
        sql = f"INSERT OR REPLACE INTO photos ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
        db.execute(sql, _encode(record))

    def _one(self, condition: str, *values: object) -> Record | None:
        rows = self._rows(f"SELECT {', '.join(_COLUMNS)} FROM photos WHERE {condition} LIMIT 1", *values)
        return _decode(rows[0]) if rows else None

    def get(self, name: str) -> Record | None:
        """One photo's row."""
        return self._one("name = ?", printable(name))

    def named(self, sha256: str | None) -> list[str]:
        """The names under which this content has a row."""
        return [name for (name,) in self._rows("SELECT name FROM photos WHERE sha256 = ?", sha256)]

    def reading(self, sha256: str, model: str) -> Record | None:
        """A row in which this model's reading of this content is kept, under whatever name."""
        return self._one("sha256 = ? AND model = ? AND read IS NOT NULL", sha256, model)

    def read_by_others(self, model: str) -> int:
        """How many photos another model has read."""
        return int(self._rows("SELECT COUNT(*) FROM photos WHERE read IS NOT NULL AND model != ?", model)[0][0])

    def names(self, *statuses: str) -> list[str]:
        """Names of all photos, or those of ``statuses``, in the order in which they were found."""
        wanted = statuses or STATUSES
        marks = ", ".join("?" * len(wanted))
        query = f"SELECT name FROM photos WHERE status IN ({marks}) ORDER BY position, name"
        return [name for (name,) in self._rows(query, *wanted)]

    def places(self) -> list[tuple[str, str]]:
        """(name, full path or address) of every photo that was found, in order."""
        rows = self._rows("SELECT name, place FROM photos WHERE place IS NOT NULL ORDER BY position, name")
        return [(name, self._full(place)) for name, place in rows]

    def records(self, *statuses: str) -> Iterator[Record]:
        """The rows of ``names``, one at a time."""
        for name in self.names(*statuses):
            if record := self.get(name):
                yield record

    def forget(self, names: set[str]) -> None:
        """Drop rows of photos that are no longer in the archive; corrections stay."""
        with self.transaction() as db:
            db.executemany("DELETE FROM photos WHERE name = ?", [(name,) for name in names])

    def counts(self) -> dict[str, int]:
        """Photos by status."""
        found = dict(map(tuple, self._rows("SELECT status, COUNT(*) FROM photos GROUP BY status")))
        return {status: found.get(status, 0) for status in STATUSES}

    def correct(
        self, sha256: str, read: Mapping[str, Any], context: Mapping[str, Any] | None, record: Record | None = None
    ) -> None:
        """Keep a person's reading for this content, and ``record``, what it comes to.

        ``context``: what the person said of the win; without it what was said before stays.
        """
        texts = [json.dumps(value, ensure_ascii=False) if value else None for value in (read, context)]
        with self.transaction() as db:
            db.execute(
                "INSERT INTO corrections VALUES (?, ?, ?) ON CONFLICT (sha256) DO UPDATE"
                " SET read = excluded.read, context = coalesce(excluded.context, context)",
                (sha256, *texts),
            )
            if record:
                self._write(db, record)

    def correction(self, sha256: str | None) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
        """A person's reading and context of this content, if there is one."""
        for read, context in self._rows("SELECT read, context FROM corrections WHERE sha256 = ?", sha256):
            return json.loads(read), json.loads(context) if context else None
        return None

    def found(self, record: Record) -> Found:
        """Where the photo of a row lies."""
        return Found(record.name, self._full(record.place or ""), record.member)

    def _full(self, place: str) -> str:
        """The full path or address of a place; bytes that are no text are as they were before ``printable``."""
        path = _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), place)
        return path if "://" in path else os.path.abspath(self.folder / path)

    def placed(self, record: Record, found: Found) -> Record:
        """The row with the photo's place, relative to the output folder."""
        is_address = "://" in found.place
        place = found.place if is_address else os.path.relpath(found.place, self.folder)
        return replace(record, place=printable(place), member=found.member)

    def close(self) -> None:
        """Fold the write-ahead log into the one file."""
        with suppress(sqlite3.Error):  # on a full disk the log stays beside the file, and nothing is lost
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()


@contextmanager
def locked(folder: Path) -> Iterator[Store]:
    """The store for writing, by one process at a time. Raises ``StoreError`` when another has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as problem:
        why = words_of(problem)
        raise StoreError(
            f"{folder} 無法寫入（{why.zh}）；請另選 --out 資料夾，或把它複製到可以寫入的地方",
            f"{folder}: {why.en}; choose an --out folder that can be written, or copy it to where it can be",
        ) from problem
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise StoreError(
                f"{folder} 正由另一次執行寫入，或正在確認（review）；請等它結束",
                f"another run is writing to {folder}, or its review is open; let it end",
            ) from problem
        store = Store(folder)
        try:
            yield store
        finally:
            store.close()
    finally:
        os.close(handle)


def open_existing(folder: Path) -> Store:
    """The store of an earlier run, also where it may only be read. Raises ``StoreError`` where there is none."""
    if not (folder / FILE).is_file():
        first = f"snaptai batch PHOTOS --out {folder}"
        raise StoreError(f"{folder} 裡沒有結果；請先執行 {first}", f"{folder} holds no results; first run: {first}")
    is_fixed = not os.access(folder, os.W_OK)
    log = folder / f"{FILE}-wal"
    if is_fixed and log.exists() and log.stat().st_size:
        raise StoreError(
            f"{folder} 的上一次執行沒有做完，又只能讀；請把整個資料夾複製到可以寫入的地方",
            f"{folder} was left in mid-run and may only be read; copy the whole folder to where it can be written",
        )
    return Store(folder, is_fixed)
