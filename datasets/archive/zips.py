"""Zip files read in memory, never unpacked to disk: names as their maker wrote them, and what is refused in them."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO

from snaptai.datasets.archive.troubles import Unreadable

MEMBER_LIMIT = 256 << 20
"""Bytes that one member may unpack to; more than any photo needs."""
RATIO_LIMIT = 200
"""Photos hardly compress; a large member that shrank more than this is a bomb."""
_SMALL = 1 << 20
_DAMAGE = ("zlib", "_lzma", "lzma", "_bz2", "bz2")


def open_place(place: str) -> IO[bytes]:
    """A file on disk, or at an fsspec address (extra ``cluster``)."""
    if "://" not in place:
        return Path(place).open("rb")
    system, path = address(place)
    stream: IO[bytes] = system.open(path, "rb")
    return stream


@lru_cache(maxsize=4)
def address(place: str):  # type: ignore[no-untyped-def]
    """(file system, path) of an fsspec address; ``*`` and ``?`` in names mean themselves.

    Kept for a while: a file system inside a file (``zip://…::…``) shuts what is open in it when it goes itself.
    """
    try:
        import fsspec
    except ImportError as problem:
        raise Unreadable("not_found", "addresses with :// need: pip install 'snaptai[cluster]'") from problem
    return fsspec.core.url_to_fs(place)


def open_zip(place: str) -> zipfile.ZipFile:
    """The zip at ``place``, its directory read once for as long as the file stays the same. Raises ``Unreadable``."""
    changed = 0 if "://" in place else Path(place).stat().st_mtime_ns
    try:
        return _open_zip(place, changed)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as problem:
        raise Unreadable("bad_archive") from problem


@lru_cache(maxsize=4)
def _open_zip(place: str, _changed: int) -> zipfile.ZipFile:
    return zipfile.ZipFile(open_place(place))


def members(place: str) -> Iterator[tuple[int, str, str | None]]:
    """Each file of the zip: number in its directory, readable name, and the code of ``troubles`` if it is refused."""
    seen: set[str] = set()
    for number, info in enumerate(open_zip(place).infolist()):
        name = member_name(info)
        if not info.is_dir():
            yield number, name, _trouble(info, name) or ("same_name" if name in seen else None)
            seen.add(name)


def member_name(info: zipfile.ZipInfo) -> str:
    """The name as its maker wrote it: UTF-8 where it says so, else UTF-8, Big5 or cp437, the first that fits."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    return text_of(raw) or info.filename


def text_of(name: bytes) -> str | None:
    """A name as UTF-8 or Big5, the first that fits."""
    for encoding in ("utf-8", "cp950"):
        with suppress(UnicodeDecodeError):
            return name.decode(encoding)
    return None


def _trouble(info: zipfile.ZipInfo, name: str) -> str | None:
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or (path.parts and path.parts[0].endswith(":")):
        return "unsafe_name"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "link_in_archive"
    if path.suffix.lower() == ".zip":
        return "nested_archive"
    if info.flag_bits & 1:
        return "encrypted"
    is_bomb = info.file_size > _SMALL and info.file_size > RATIO_LIMIT * max(info.compress_size, 1)
    return "too_large" if is_bomb or info.file_size > MEMBER_LIMIT else None


def read_member(place: str, number: int, size: int = MEMBER_LIMIT) -> bytes:
    """At most ``size`` bytes of a member. Raises ``Unreadable`` and OSError."""
    archive = open_zip(place)
    try:
        with archive.open(archive.infolist()[number]) as stream:
            data = stream.read(size + 1 if size == MEMBER_LIMIT else size)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, IndexError) as problem:
        raise Unreadable("damaged") from problem
    except Exception as problem:
        if type(problem).__module__ not in _DAMAGE:
            raise
        raise Unreadable("damaged") from problem
    if len(data) > MEMBER_LIMIT:
        raise Unreadable("too_large")
    return data
