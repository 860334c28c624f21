"""Photos in folders, zip files, lists and at fsspec addresses, in a stable order; what cannot be used is named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from snaptai.datasets.archive.troubles import Unreadable, sentence, words_of
from snaptai.datasets.archive.zips import address, members, open_place, read_member, text_of

PICTURES = frozenset(
    ["jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "bmp", "gif"]
    + ["dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2", "psd", "jp2", "jxl"]
)
"""Endings of photos; the second line's are not supported, which their rows say."""
PACKED = (".rar", ".7z", ".7z.001", ".zip.001", ".zipx", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
TABLES = (".csv", ".tsv", ".txt")
SHEETS = (".xlsx", ".xls", ".ods")
"""Spreadsheets, which are asked for as CSV."""
_WINS = (".csv", ".tsv", ".jsonl", *SHEETS)
"""Endings of tables that may say how photos were won."""
MANIFESTS = tuple(f"manifest{ending}" for ending in (*_WINS, ".json"))
_OURS = "results"
"""The name of the tables that a batch itself writes."""
LEDGER_MARK = b'"snaptai-table"'
LISTS = (".txt", ".lst")
_JUNK = frozenset(["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"])
_MAGIC = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"II*\x00", b"MM\x00*")
_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1", b"avif")
_LARGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Found:
    """A photo (or a manifest): ``name`` is relative and unique in the run, ``place`` a path or fsspec address.

    ``member``: its number in the directory of the zip at ``place``; ``sidecar``: the context that lies beside it.
    """

    name: str
    place: str
    member: int | None = None
    sidecar: Found | None = None

    def read(self) -> bytes:
        """The file's bytes. Raises OSError and ``Unreadable``."""
        if self.member is not None:
            return read_member(self.place, self.member)
        if "://" not in self.place and os.stat(self.place).st_size > _LARGEST:
            raise Unreadable("too_large")
        with open_place(self.place) as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise Unreadable("too_large")
        return data

    def start(self, size: int = 128) -> bytes:
        """The first bytes; nothing where they cannot be read."""
        try:
            if self.member is not None:
                return read_member(self.place, self.member, size)
            with open_place(self.place) as stream:
                return stream.read(size)
        except Exception:  # every kind of storage has its own
            return b""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A CSV, JSON Lines or ledger file that says how the photos beside and below it were won.

    ``is_meant``: by its name or content; another table may be of something else.
    """

    name: str
    file: Found
    is_meant: bool = True


@dataclass(frozen=True, slots=True)
class Refused:
    """Something found that cannot be used: one row in the results; ``code`` is one of ``troubles.MESSAGES``."""

    name: str
    code: str
    detail: str = ""

    def message(self, lang: str = "zh-TW") -> str:
        """The sentence for people."""
        return sentence(self.code, lang, self.detail)


Item = Found | Manifest | Refused


def is_junk(name: str) -> bool:
    """What operating systems leave behind: ``__MACOSX``, ``._x``, ``.DS_Store``, ``Thumbs.db``."""
    return any(part in _JUNK or part.startswith("._") for part in PurePosixPath(name).parts)


def _ending(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower()


def _is_photo(file: Found) -> bool:
    """By its ending, or by its first bytes where the ending says nothing; remote files are not opened for that."""
    ending = _ending(file.name)[1:]
    if ending in PICTURES or ending in ("json", "jsonl", "csv", "zip") or "://" in file.place:
        return ending in PICTURES
    start = file.start(16)
    is_webp = start[:4] == b"RIFF" and start[8:12] == b"WEBP"
    return is_webp or (start[4:8] == b"ftyp" and start[8:12] in _BRANDS) or start.startswith(_MAGIC)


def sidecar_names(name: str) -> tuple[str, str]:
    """Where the context of a photo may lie, nearer first: ``a.jpg.json``, ``a.json``."""
    return f"{name}.json", str(PurePosixPath(name).with_suffix(".json"))


def _sorted_out(files: Iterable[Found]) -> Iterator[Item]:
    """Photos with their sidecars, manifests, and archives that stay shut; anything else is none of ours."""
    listed = {file.name: file for file in files}
    for name, file in listed.items():
        if _is_photo(file):
            yield replace(file, sidecar=next((listed[each] for each in sidecar_names(name) if each in listed), None))
        elif PurePosixPath(name).name.lower() in MANIFESTS or (
            _ending(name) == ".json" and LEDGER_MARK in file.start()
        ):
            yield Manifest(name, file)
        elif name.lower().endswith(_WINS) and PurePosixPath(name).stem != _OURS:
            yield Manifest(name, file, is_meant=False)
        elif name.lower().endswith(PACKED):
            yield Refused(name, "packed")


def _named(file: Found) -> Iterator[Item]:
    """What a file that was named itself holds; it is taken for a photo whatever its ending."""
    if _ending(file.name) == ".zip":
        yield from _in_zip(file.place, file.name)
    elif file.name.lower().endswith(PACKED):
        yield Refused(file.name, "packed")
    elif file.name.lower().endswith(_WINS):
        yield Refused(file.name, "table")
    else:
        yield file


def _some(items: Iterable[Item], name: str) -> Iterator[Item]:
    """The items; where there is no photo among them and nothing refused, that is said of ``name``."""
    none = True
    for item in items:
        none = none and isinstance(item, Manifest)
        yield item
    if none:
        yield Refused(name, "no_photos")


# Folders


def _walk(folder: Path) -> Iterator[Path | Refused]:
    """Everything below ``folder`` in name order; a linked folder is entered once, so loops end."""
    seen: set[tuple[int, int]] = set()
    closed: list[OSError] = []
    for root, folders, files in os.walk(folder, followlinks=True, onerror=closed.append):
        status = os.stat(root)
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders.sort()
        yield from (Path(root) / name for name in sorted(files))
    for problem in closed:
        yield Refused(os.path.relpath(problem.filename, folder), "not_found", words_of(problem).en)


def _in_folder(folder: Path) -> Iterator[Item]:
    files: list[Found] = []
    for path in _walk(folder):
        if isinstance(path, Refused):
            yield path
            continue
        inner = path.relative_to(folder)
        name = text_of(os.fsencode(inner)) or inner.as_posix()
        if is_junk(name):
            continue
        if path.is_file():
            files.append(Found(name, str(path)))
        elif path.is_symlink() and not path.exists():
            yield Refused(name, "dead_link")
        elif _ending(name)[1:] in PICTURES:
            yield Refused(name, "not_a_file")
    yield from _with_zips(files)


def _with_zips(files: list[Found]) -> Iterator[Item]:
    yield from _sorted_out(file for file in files if _ending(file.name) != ".zip")
    for file in files:
        if _ending(file.name) == ".zip":
            yield from _in_zip(file.place, file.name)


def _in_zip(place: str, name: str) -> Iterator[Item]:
    files: list[Found] = []
    refused: list[Refused] = []
    try:
        for number, inner, trouble in members(place):
            if is_junk(inner):
                continue
            file = Found(f"{name}/{inner}", place, number)
            if trouble in ("unsafe_name", "link_in_archive") or (trouble and _ending(inner)[1:] in PICTURES | {"zip"}):
                refused.append(Refused(file.name, trouble))
            elif trouble is None:
                files.append(file)
    except Unreadable as problem:
        refused.append(Refused(name, problem.code, problem.detail))
    except OSError as problem:
        refused.append(Refused(name, "not_found", words_of(problem).en))
    yield from _sorted_out(files)
    yield from refused


# Addresses, lists, single files


def _in_address(place: str) -> Iterator[Item]:
    try:
        system, root = address(place)
        if system.isfile(root):
            yield from _named(Found(PurePosixPath(root).name, place))
            return
        paths = sorted(system.find(root))
    except Unreadable as problem:
        yield Refused(place, problem.code, problem.detail)
        return
    except Exception as problem:  # every kind of storage has its own exceptions
        yield Refused(place, "not_found", words_of(problem).en)
        return
    if not paths:
        yield Refused(place, "not_found")
    head, chain, container = place.partition("::")  # tar://2026::s3://club/photos.tar is inside what comes after ::
    inside = chain + container if "://" in head else ""
    named = [(os.path.relpath(path, root or "."), system.unstrip_protocol(path) + inside) for path in paths]
    yield from _with_zips([Found(name, path) for name, path in named if not is_junk(name)])


def _in_list(path: Path) -> Iterator[Item]:
    """The lines of a list: paths from the list's own folder, or addresses; lines that start with # are comments."""
    for line in path.read_text(encoding="utf-8-sig", errors="surrogateescape").splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if "://" in text:
            yield from _in_address(text)
            continue
        target = path.parent / text
        name = os.path.relpath(target, path.parent)
        if not os.path.lexists(target):
            yield Refused(name, "bad_line")
        elif _ending(text) in LISTS:
            yield Refused(name, "nested_list")
        elif target.is_dir():
            yield from _some((replace(item, name=f"{name}/{item.name}") for item in _in_folder(target)), name)
        else:
            yield from _in_path(target, name)


def _in_path(path: Path, name: str) -> Iterator[Item]:
    if path.is_dir():
        yield from _in_folder(path)
    elif not path.exists():
        yield Refused(name, "not_found")
    elif not path.is_file():
        yield Refused(name, "not_a_file")
    elif _ending(name) in LISTS:
        yield from _in_list(path)
    else:
        yield from _named(single(path, name))


def single(path: Path, name: str) -> Found:
    """The photo at ``path``, with its sidecar where one lies beside it."""
    beside = (path.with_name(each) for each in sidecar_names(path.name))
    sidecar = next((Found(each.name, str(each)) for each in beside if each != path and each.is_file()), None)
    return Found(name, str(path), sidecar=sidecar)


def find(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Item]:
    """Everything to read below ``paths``: folders, zips, ``.txt`` lists, photos, fsspec addresses.

    Names are relative to the folder that was named; of several folders each name starts with its folder's.
    """
    texts = [os.fspath(path) for path in paths]
    roots: set[str] = set()
    taken: set[str] = set()
    for text in texts:
        is_address = "://" in text
        root = _untaken(PurePosixPath(os.path.abspath(text)).name, roots)
        items = _in_address(text) if is_address else _in_path(Path(os.path.abspath(text)), root)
        is_folder = is_address or Path(text).is_dir()
        prefix = f"{root}/" if len(texts) > 1 and is_folder else ""
        named = (replace(item, name=_untaken(prefix + item.name, taken)) for item in items)
        yield from _some(named, text)


def _untaken(name: str, taken: set[str]) -> str:
    """``name``, or with a number before its ending where it is taken."""
    free, number = name, 2
    stem, ending = os.path.splitext(name)
    while free in taken:
        free, number = f"{stem} ({number}){ending}", number + 1
    taken.add(free)
    return free
