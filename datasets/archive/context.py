"""How each photo was won: a sidecar beside it, a manifest of its folder (CSV, JSON Lines), or the ledger's export."""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from os.path import splitext
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from snaptai.datasets.archive.columns import COLUMNS, HEADINGS, MEANINGS, PARTS, SEATS
from snaptai.datasets.archive.ledger import ledger_wins
from snaptai.datasets.archive.sources import SHEETS, TABLES, Found, Manifest
from snaptai.datasets.archive.troubles import Unreadable, Unusable, words_of
from snaptai.scoring.documents import read_json
from snaptai.scoring.fields import Text, Unfit
from snaptai.scoring.tiles import WINDS

if TYPE_CHECKING:
    from snaptai.datasets.photos.duplicates import Print

Context = Mapping[str, Any]
"""Parts of a hand document (``win``, ``seat``, ``stake``, ``side_stakes``, ``rules``, corrections of ``hand``) and
``players``: names by 開門序."""

_LONGEST = 18
"""Characters of a whole number; longer ones are no amount of money."""
_TRUE, _FALSE = ("1", "true", "yes", "y", "是"), ("0", "false", "no", "n", "否")


class BadContext(Unusable):
    """A sidecar or manifest that cannot be used: which, and where."""


@dataclass(frozen=True)
class Rows:
    """What one manifest says: contexts by photo name as written there, or by the look of the photo (a ledger's); and
    what is wrong with the rows that cannot be used, a sentence each."""

    by_name: tuple[tuple[str, Context], ...] = ()
    by_look: tuple[tuple[Print, Context], ...] = ()
    faults: tuple[Text, ...] = ()


def read_sidecar(found: Found) -> Context | None:
    """What lies beside the photo, or None. Raises ``BadContext``."""
    if found.sidecar is None:
        return None
    name = found.sidecar.name
    try:
        raw = found.sidecar.read()
    except Unreadable as problem:
        raise BadContext(f"{name}：{problem.message()}", f"{name}: {problem.message('en')}") from problem
    except OSError as problem:
        why = words_of(problem)
        raise BadContext(f"{name} 無法讀取（{why.zh}）", f"{name}: {why.en}") from problem
    return _object(_text(raw, name), name)


def read_manifest(file: Found) -> Rows:
    """The contexts in a CSV, JSON Lines or JSON file; a row that cannot be used leaves the others as they are.

    Raises ``BadContext`` where the file as a whole cannot be used, OSError and ``Unreadable``.
    """
    raw, where = file.read(), file.name
    if where.lower().endswith(TABLES):
        try:
            return _gathered(_csv_rows(_table(raw, where), where))
        except csv.Error as problem:
            zh, en = f"{where} 不是 CSV，也許有引號沒關上", f"{where} is no CSV, maybe for a quote left open"
            raise BadContext(f"{zh}：{problem}", f"{en}: {problem}") from problem
    if where.lower().endswith(SHEETS):
        raise BadContext(f"{where} 請在試算表裡另存為 CSV", f"{where} must be saved as CSV in the spreadsheet")
    text = _text(raw, where)
    if where.lower().endswith(".jsonl"):
        lines = [(f"{where}:{n}", line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        return _gathered(partial(_line, line, spot) for spot, line in lines)
    return _json_rows(_json(text, where), where)


def _json_rows(value: Any, where: str) -> Rows:
    if isinstance(value, dict) and value.get("format") == "snaptai-table":
        return Rows(by_look=tuple(_ledger_rows(value, where)))
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        zh = f'{where} 須是牌局的匯出檔，或一列物件，每個都有 "photo"'
        raise BadContext(zh, f'{where} must be a ledger\'s export or a list of objects, each with "photo"')
    return _gathered(partial(_entry, entry, f"{where}[{n}]") for n, entry in enumerate(value, 1))


def _gathered(rows: Iterable[Callable[[], tuple[str, Context]]]) -> Rows:
    good, faults = [], []
    for read in rows:
        try:
            good.append(read())
        except BadContext as problem:
            faults.append(Text(f"{problem.text.zh}；這一列略過", f"{problem.text.en}; the row was left out"))
    return Rows(tuple(good), faults=tuple(faults))


def _line(text: str, where: str) -> tuple[str, Context]:
    return _entry(_object(text, where), where)


def _ledger_rows(export: Mapping[str, Any], where: str) -> Iterator[tuple[Print, Context]]:
    try:
        wins = list(ledger_wins(export))
    except ValueError as problem:
        raise BadContext(f"{where} 不是可用的牌局匯出檔：{problem}", f"{where}: {problem}") from problem
    from snaptai.datasets.photos.duplicates import fingerprint

    for context, jpegs in wins:
        prints = [fingerprint(io.BytesIO(jpeg)) for jpeg in jpegs]
        yield from ((each, context) for each in prints if each is not None)


def _entry(value: Mapping[str, Any], where: str) -> tuple[str, Context]:
    if not isinstance(value.get("photo"), str):
        raise BadContext(f'{where} 缺少 "photo"：照片的檔名', f'{where} needs "photo": the name of its photo')
    return value["photo"], _parted({key: part for key, part in value.items() if key not in ("photo", "version")}, where)


def _parted(row: Mapping[str, Any], where: str) -> Context:
    """Columns (``method``, ``E``), which an object may name too, go each to its part; null is empty."""
    context = {key: value for key, value in row.items() if key not in PARTS}
    for column, written in row.items():
        if column in PARTS and written is not None:
            name, value = PARTS[column][0], _meant(column, written, row, where)
            part = context.setdefault(name, {})
            if not isinstance(part, dict) or part.setdefault(column, value) != value:
                zh, en = (
                    f"{where} 的 {column} 和 {name} 對不上，不知哪個才對",
                    f"{where}: {column} gainsays {name}; keep one",
                )
                raise BadContext(zh, en)
    return context


def _meant(column: str, written: Any, row: Mapping[str, Any], where: str) -> Any:
    """The document's word for one of the field, or the seat of a player whom the row names."""
    if column not in MEANINGS or not isinstance(written, str):
        return written
    words = MEANINGS[column]
    if column in SEATS:
        named = [wind for wind in WINDS if row.get(wind) == written]
        words = {written: named[0], **words} if len(named) == 1 else words
    if written not in words:
        zh, en = f"{where} 的 {column} 須是其中之一：{'、'.join(words)}", f"{where}: {column} must be one of "
        raise BadContext(f"{zh}；不是 {written!r}", f"{en}{', '.join(words)}, not {written!r}")
    return words[written]


def _csv_rows(text: str, where: str) -> Iterator[Callable[[], tuple[str, Context]]]:
    header = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count))
    reader.fieldnames = _columns([name.strip() for name in reader.fieldnames or ()], where)
    for row in reader:
        if any(row.values()):
            yield partial(_csv_row, row, f"{where}:{reader.line_num}")


def _columns(headings: list[str], where: str) -> list[str]:
    """The column that each heading names; an empty one stays. Raises ``BadContext``."""
    columns, found = [HEADINGS.get(name, name) for name in headings], ", ".join(filter(None, headings))
    names = [f"{zh}（{column}）" for zh, column in HEADINGS.items()]
    names += [column for column in COLUMNS if column not in HEADINGS.values()]
    known = f"可用的是 {'、'.join(names)}", f"known are {', '.join(COLUMNS)}"
    if unknown := [name for name in headings if name and HEADINGS.get(name, name) not in COLUMNS]:
        some = ", ".join(map(repr, unknown))
        raise BadContext(f"{where} 有不認得的欄 {some}；{known[0]}", f"{where}: unknown column {some}; {known[1]}")
    if "photo" not in columns:
        zh, en = f"{where} 只有 {found}，缺少照片（photo）這一欄", f"{where} needs a column photo; it has {found}"
        raise BadContext(zh, en)
    if twice := [name for name in columns if name and columns.count(name) > 1]:
        raise BadContext(f"{where} 的 {twice[0]} 欄寫了兩次", f"{where} has the column {twice[0]} twice; keep one")
    return columns


def _csv_row(row: Mapping[str | None, str | None], where: str) -> tuple[str, Context]:
    if None in row:
        raise BadContext(f"{where} 的格數比欄數多", f"{where} has more cells than there are columns")
    cells = {
        column: _cell(text.strip(), PARTS[column][1], f"{where}: {column}")
        for column, text in row.items()
        if column in PARTS and text and text.strip()
    }
    return (row["photo"] or "").strip(), _parted(cells, where)


def _cell(text: str, kind: type, where: str) -> Any:
    if kind is bool and text.lower() not in (*_TRUE, *_FALSE):
        raise BadContext(f"{where} 須是 true 或 false，不是 {text!r}", f"{where} must be true or false, not {text!r}")
    if kind is int and not (text.removeprefix("-").isdecimal() and len(text) <= _LONGEST):
        raise BadContext(f"{where} 須是整數，不是 {text!r}", f"{where} must be a whole number, not {text!r}")
    return text.lower() in _TRUE if kind is bool else kind(text)


def _table(raw: bytes, where: str) -> str:
    """A table's text as spreadsheets write it: UTF-16 with its mark, UTF-8, or Big5."""
    for encoding in ("utf-16",) if raw[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else ("utf-8-sig", "cp950"):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    raise BadContext(f"{where} 不是 UTF-8 或 Big5 文字", f"{where} is neither UTF-8 nor Big5 text")


def _text(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadContext(f"{where} 不是 UTF-8 文字", f"{where} is not UTF-8 text") from problem


def _json(text: str, where: str) -> Any:
    try:
        value = read_json(text)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except Unfit as unfit:
        raise BadContext(f"{where} 不是 JSON：{unfit.text.zh}", f"{where} is not JSON: {unfit.text.en}") from unfit
    except UnicodeEncodeError as problem:  # half of a pair of \ud…, which no table or report could be written with
        zh, en = f"{where} 有不成字的 {problem.object[problem.start]!r}", f"{where} holds"
        raise BadContext(zh, f"{en} {problem.object[problem.start]!r}, which is no character") from problem
    return value


def _object(text: str, where: str) -> Context:
    value = _json(text, where)
    if not isinstance(value, dict):
        raise BadContext(f"{where} 須是一個 JSON 物件 {{…}}", f"{where} must hold one JSON object")
    return value


def _not_one(names: list[str]) -> tuple[str, str]:
    """Why a row's photo cannot be told."""
    if not names:
        return "沒有對應的照片", "names no photo"
    some = names[:3]
    return f"可能是 {' 或 '.join(some)}；請寫完整", f"could be {' or '.join(some)}: write it in full"


@dataclass
class Contexts:
    """The contexts of a run. ``complaints``: rows that cannot be used, name no photo or several, or gainsay a row."""

    names: Iterable[str]
    by_name: dict[str, Context] = field(default_factory=dict)
    by_look: list[tuple[Print, Context]] = field(default_factory=list)
    complaints: list[Text] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._endings: list[dict[str, list[str]]] = [defaultdict(list) for _ in range(3)]
        for name in self.names:
            parts = PurePosixPath(name).parts
            for start in range(len(parts)):
                ending = "/".join(parts[start:])
                spellings = (ending, ending.casefold(), splitext(ending)[0].casefold())
                for known, spelling in zip(self._endings, spellings, strict=True):
                    known[spelling].append(name)

    def add(self, manifest: Manifest) -> None:
        """Take in a manifest; its rows name photos from its own folder on, or by file name where only one has it."""
        rows, folder = read_manifest(replace(manifest.file, name=manifest.name)), PurePosixPath(manifest.name).parent
        self.complaints += rows.faults
        said: dict[str, Context] = {}
        for written, context in rows.by_name:
            names = self._meant(written, folder)
            if len(names) != 1:
                self._complain(manifest, written, *_not_one(names))
            elif said.setdefault(names[0], context) != context:
                self._complain(
                    manifest, written, "有幾列不同，只用第一列", "has rows that differ; only the first is used"
                )
        self.by_name |= said
        self.by_look += rows.by_look

    def _complain(self, manifest: Manifest, written: str, zh: str, en: str) -> None:
        self.complaints.append(Text(f"{manifest.name}：{written!r} {zh}", f"{manifest.name}: {written!r} {en}"))

    def _meant(self, written: str, folder: PurePosixPath) -> list[str]:
        """The photos that a row may mean: the one at this path from the manifest's folder, else all that end so.

        As written; where there is none, in capitals or not; then without the .jpg, which Windows hides.
        """
        path = PurePosixPath(written.replace("\\", "/"))
        loose = str(path).casefold()
        for known, spelling in zip(self._endings, (str(path), loose, loose), strict=True):
            inside = [name for name in known.get(spelling, ()) if str(folder) == "." or name.startswith(f"{folder}/")]
            if inside:
                return [str(folder / path)] if str(folder / path) in inside else inside
        return []

    def of(self, found: Found, data: bytes) -> Context | None:
        """The context of one photo: its sidecar, its manifest's row, or the ledger's hand that shows this picture."""
        context = read_sidecar(found) or self.by_name.get(found.name)
        return context or (self._by_look(data) if self.by_look else None)

    def _by_look(self, data: bytes) -> Context | None:
        import numpy as np

        from snaptai.datasets.photos.duplicates import DISTANCE, fingerprint

        look = fingerprint(io.BytesIO(data))
        if look is None:
            return None
        apart = [int(np.bitwise_count(look ^ other).sum()) for other, _ in self.by_look]
        nearest = int(np.argmin(apart))
        return self.by_look[nearest][1] if apart[nearest] <= DISTANCE else None
