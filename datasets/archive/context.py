"""How each photo was won: a sidecar beside it, one manifest for the folder, or the evening ledger's export."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from snaptai.datasets.archive.sources import Found, member_name, open_zip

Context = Mapping[str, Any]
"""Parts of a hand document: ``win``, ``seat``, ``stake``, ``side_stakes``, ``rules`` and any correction of ``hand``."""

COLUMNS: dict[str, tuple[str, type]] = {
    **dict.fromkeys(("hand_complete", "kong_replacement", "last_tile"), ("win", bool)),
    **dict.fromkeys(("method", "ready", "opening"), ("win", str)),
    **dict.fromkeys(("winner", "dealer", "loser", "round"), ("seat", str)),
    **dict.fromkeys(("dealer_streak", "shown_streak"), ("seat", int)),
    **dict.fromkeys(("base", "tai"), ("stake", int)),
    **dict.fromkeys(("concealed", "winning_tile", "flowers"), ("hand", str)),
}
"""A CSV manifest's columns beside ``photo``: the hand document's key each fills."""


class BadContext(Exception):
    """A sidecar or manifest that cannot be used; the message says where."""


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as problem:
        raise BadContext(f"{where} is not JSON: {problem}") from problem
    if not isinstance(value, dict):
        raise BadContext(f"{where} must hold one JSON object")
    return value


def _decode(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadContext(f"{where} is not UTF-8 text") from problem


def _beside(found: Found) -> Iterator[tuple[str, bytes]]:
    """The sidecars of one photo: ``IMG_1.json`` and ``IMG_1.jpg.json``, on disk or in the same zip."""
    if "://" in found.place:
        return
    if found.member is None:
        path = Path(found.place)
        for candidate in (path.with_suffix(".json"), path.with_name(path.name + ".json")):
            if candidate != path and candidate.is_file():
                yield candidate.name, candidate.read_bytes()
        return
    member = PurePosixPath(found.member)
    wanted = {str(member.with_suffix(".json")), f"{member}.json"}
    archive = open_zip(found.place)
    for name in wanted & archive.NameToInfo.keys():
        info = archive.getinfo(name)
        if info.file_size < 2**20 and not info.flag_bits & 1:
            yield member_name(info), archive.read(info)


def sidecar(found: Found) -> Context | None:
    """What lies beside the photo, or None. Raises ``BadContext``."""
    for name, raw in _beside(found):
        return _object(_decode(raw, name), name)
    return None


_TRUE = {"1", "true", "yes", "y", "是"}


def _row(row: Mapping[str, str | None], where: str) -> dict[str, Any]:
    context: dict[str, Any] = {}
    for column, text in row.items():
        if column == "photo" or not (text or "").strip():
            continue
        if column not in COLUMNS:
            raise BadContext(f"{where}: unknown column {column!r}; known: photo, {', '.join(COLUMNS)}")
        part, kind = COLUMNS[column]
        try:
            value = str(text).strip().lower() in _TRUE if kind is bool else kind(str(text).strip())
        except ValueError as problem:
            raise BadContext(f"{where}: {column} must be a whole number, not {text!r}") from problem
        context.setdefault(part, {})[column] = value
    return context


def _csv_rows(text: str, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    reader = csv.DictReader(text.splitlines())
    if "photo" not in (reader.fieldnames or []):
        raise BadContext(f"{where} needs a column `photo`")
    for number, row in enumerate(reader, 2):
        if None in row:
            raise BadContext(f"{where} line {number}: more cells than columns")
        yield str(row["photo"]), _row(row, f"{where} line {number}")


def _json_rows(objects: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for where, value in objects:
        if not isinstance(value.get("photo"), str):
            raise BadContext(f'{where} needs "photo": the name of its photo')
        yield value["photo"], {key: part for key, part in value.items() if key not in ("photo", "version")}


def manifest(path: Path) -> dict[str, Context]:
    """Context by photo name, from CSV, JSON Lines, or a JSON list (a ledger export). Raises ``BadContext``."""
    text, where = _decode(path.read_bytes(), path.name), path.name
    if path.suffix.lower() == ".csv":
        return dict(_csv_rows(text, where))
    if path.suffix.lower() == ".json":
        try:
            whole = json.loads(text)
        except ValueError as problem:
            raise BadContext(f"{where} is not JSON: {problem}") from problem
        deals = whole.get("deals", []) if isinstance(whole, dict) else whole
        deals = [deal for deal in deals if isinstance(deal, dict) and deal.get("photo")]
        return dict(_json_rows((f"{where} entry {n}", deal) for n, deal in enumerate(deals)))
    lines = ((f"{where} line {n}", line) for n, line in enumerate(text.splitlines(), 1) if line.strip())
    return dict(_json_rows((spot, _object(line, spot)) for spot, line in lines))


def lookup(contexts: Mapping[str, Context], name: str) -> Context | None:
    """By full name in the run first, then by file name alone where that is the manifest's way."""
    return contexts.get(name) or contexts.get(PurePosixPath(name).name)
