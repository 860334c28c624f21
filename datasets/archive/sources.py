"""Photos in folders, zip files, lists and fsspec addresses, found in a stable order; what cannot be used is named.

Nothing is ever unpacked to disk: a zip's members are read into memory one at a time, within limits.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

PICTURES = frozenset(
    ["jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "bmp", "gif"]
)
PASSED_OVER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
MAGIC = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"II*\x00", b"MM\x00*")
MEMBER_LIMIT = 256 * 2**20
"""Bytes one member of a zip may unpack to; more than any photo needs."""
RATIO_LIMIT = 200
"""Photos hardly compress; a member that shrank more than this is no photo."""


@dataclass(frozen=True, slots=True)
class Found:
    """One photo: ``name`` is unique in the run and relative; ``member`` is its zip entry, if it has one."""

    name: str
    place: str
    member: str | None = None

    def read(self) -> bytes:
        """The file's bytes. Raises OSError, or ``Unreadable`` with a code."""
        if self.member is not None:
            return _read_member(self)
        if "://" in self.place:
            import fsspec

            with fsspec.open(self.place, "rb") as stream:
                return bytes(stream.read())
        return Path(self.place).read_bytes()


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was named or found and cannot be used: one row in the results."""

    name: str
    code: str
    message: str


class Unreadable(Exception):
    """A photo that cannot be read; ``code`` as in interface.md or of this archive."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def passed_over(name: str) -> bool:
    """Left behind by operating systems, never a photo: ``__MACOSX``, ``._x``, ``.DS_Store``, ``Thumbs.db``."""
    return any(part in PASSED_OVER or part.startswith("._") for part in PurePosixPath(name).parts)


def _looks_like_picture(start: bytes) -> bool:
    riff = start[:4] == b"RIFF" and start[8:12] == b"WEBP"
    heif = start[4:8] == b"ftyp" and start[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"hevc", b"heim")
    return riff or heif or start.startswith(MAGIC)


def _is_photo(path: Path) -> bool:
    if path.suffix.lower().lstrip(".") in PICTURES:
        return True
    try:
        with path.open("rb") as stream:
            return _looks_like_picture(stream.read(16))
    except OSError:
        return False


def _walk(folder: Path) -> Iterator[Path]:
    """Files below ``folder`` in name order; linked folders are entered once, so loops end."""
    seen: set[tuple[int, int]] = set()
    for root, folders, files in os.walk(folder, followlinks=True):
        status = os.stat(root)
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders.sort()
        yield from (Path(root) / name for name in sorted(files))


def _in_folder(folder: Path) -> Iterator[Found | Refused]:
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        if passed_over(name):
            continue
        if path.suffix.lower() == ".zip":
            yield from _in_zip(path, name)
        elif path.is_symlink() and not path.exists():
            yield Refused(name, "not_found", "the link points nowhere")
        elif path.is_file() and _is_photo(path):
            yield Found(name, str(path))


@lru_cache(maxsize=8)
def open_zip(path: str) -> zipfile.ZipFile:
    """The archive, its directory read once; kept open because a year of photos asks for it thousands of times."""
    return zipfile.ZipFile(path)


def member_name(info: zipfile.ZipInfo) -> str:
    """The entry's name as its maker wrote it: UTF-8 where flagged, else UTF-8, Big5 or cp437, first that fits."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    for encoding in ("utf-8", "cp950"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename


def _refusal(info: zipfile.ZipInfo, name: str) -> tuple[str, str] | None:
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or (parts.parts and parts.parts[0].endswith(":")):
        return "unsafe_name", "the name leaves the archive; rename the entry and zip again"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "unsafe_name", "a link inside a zip; put the photo itself into the archive"
    if info.flag_bits & 0x1:
        return "encrypted", "the entry is encrypted; zip again without a password"
    if parts.suffix.lower() == ".zip":
        return "nested_archive", "a zip inside a zip; unpack it and add it by itself"
    if info.file_size > MEMBER_LIMIT or (info.file_size > 2**20 and info.file_size > RATIO_LIMIT * info.compress_size):
        return "too_large", "the entry would unpack to far more than a photo; left out"
    return None


def _in_zip(path: Path, name: str) -> Iterator[Found | Refused]:
    try:
        archive = open_zip(str(path))
    except (zipfile.BadZipFile, OSError, NotImplementedError) as problem:
        yield Refused(name, "bad_archive", f"not a readable zip file: {problem}")
        return
    seen: set[str] = set()
    for info in archive.infolist():
        inner = member_name(info)
        if info.is_dir() or passed_over(inner) or not _wanted(inner):
            continue
        full = f"{name}/{inner}"
        refusal = ("bad_archive", "two entries of one name; only the first is read") if inner in seen else None
        refusal = refusal or _refusal(info, inner)
        seen.add(inner)
        yield Refused(full, *refusal) if refusal else Found(full, str(path), info.filename)


def _wanted(name: str) -> bool:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower().lstrip(".") in PICTURES | {"zip"}


def _read_member(found: Found) -> bytes:
    try:
        with open_zip(found.place).open(str(found.member)) as stream:
            data = stream.read(MEMBER_LIMIT + 1)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as problem:
        raise Unreadable("truncated_image", f"the zip entry is damaged: {problem}") from problem
    except Exception as problem:
        if type(problem).__module__ not in ("zlib", "lzma", "_lzma"):
            raise
        raise Unreadable("truncated_image", f"the zip entry is damaged: {problem}") from problem
    if len(data) > MEMBER_LIMIT:
        raise Unreadable("too_large", "the zip entry unpacks to far more than a photo")
    return data


def _in_list(path: Path) -> Iterator[Found | Refused]:
    lines = path.read_text(encoding="utf-8-sig", errors="surrogateescape").splitlines()
    for line in lines:
        if line.strip():
            yield from _in_path(path.parent / line.strip(), line.strip())


def _in_address(address: str) -> Iterator[Found | Refused]:
    import fsspec

    system, root = fsspec.core.url_to_fs(address)
    if system.isfile(root):
        yield Found(PurePosixPath(root).name, address)
        return
    for path in sorted(system.find(root)):
        name = os.path.relpath(path, root)
        if not passed_over(name) and PurePosixPath(path).suffix.lower().lstrip(".") in PICTURES:
            yield Found(name, system.unstrip_protocol(path))


def _in_path(path: Path, name: str) -> Iterator[Found | Refused]:
    if path.is_dir():
        yield from _in_folder(path)
    elif not path.exists():
        yield Refused(name, "not_found", "no such file or folder")
    elif path.suffix.lower() == ".zip":
        yield from _in_zip(path, path.name)
    elif path.suffix.lower() in {".txt", ".lst"}:
        yield from _in_list(path)
    else:
        yield Found(path.name, str(path))


def find(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Found | Refused]:
    """Every photo below ``paths`` (folders, zips, ``.txt`` lists, photos, fsspec addresses), names made unique.

    With several paths the names of each start with its own last part, so that two folders never collide.
    """
    paths = [os.fspath(path) for path in paths]
    taken: set[str] = set()
    for text in paths:
        address = "://" in text
        items = _in_address(text) if address else _in_path(Path(text), Path(text).name)
        prefix = f"{PurePosixPath(text).name}/" if len(paths) > 1 and (address or Path(text).is_dir()) else ""
        for item in items:
            name, number = prefix + item.name, 2
            while name in taken:
                name, number = f"{prefix}{item.name} ({number})", number + 1
            taken.add(name)
            yield replace(item, name=name)
