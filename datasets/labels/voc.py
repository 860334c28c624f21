"""Pascal VOC: one XML file a picture, ``object/name`` and ``object/bndbox`` in pixels."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from pathlib import Path

from snaptai.datasets.labels.coco import is_size, rescaled
from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, pictures_in, upright_size

_CORNERS = ("xmin", "ymin", "xmax", "ymax")


PARTS = ("Annotations", "JPEGImages")


def is_set(folder: Path) -> bool:
    """Whether XML files lie in Annotations/, or beside pictures."""
    return any((folder / "Annotations").glob("*.xml")) or (any(folder.glob("*.xml")) and bool(pictures_in(folder)))


def read(folder: Path, names: Mapping[str, str] | None = None) -> LabelledSet:
    """The set in ``folder``: Annotations/ and JPEGImages/, or pictures and XML files side by side."""
    gathering, finder = Gathering(names or {}), Finder(folder)
    labels, pictures = (folder / part if (folder / part).is_dir() else folder for part in PARTS)
    files = sorted(labels.glob("*.xml"))
    stems = {file.stem for file in files}
    own: dict[str, list[Path]] = defaultdict(list)
    for path in [path for place in dict.fromkeys((labels, pictures)) for path in pictures_in(place)]:
        own[path.stem].append(path)
    for file in files:
        _read_one(file, own, stems, finder, gathering)
    taken = {path.stem for path in gathering.photos}
    for path in pictures_in(pictures):
        if path not in gathering.photos and (path.stem in taken or path.stem not in stems):
            zh, en = f"沒有自己的標註檔 {path.stem}.xml，略過", f"has no label file {path.stem}.xml of its own"
            gathering.complain(path, "no_labels", zh, f"{en}; it was left out")
    return gathering.done()


def _read_one(file: Path, own: Mapping[str, list[Path]], stems: Set[str], finder: Finder, gathering: Gathering) -> None:
    """The labels of one XML file; ``own``: pictures by their stem, ``stems``: those of all XML files."""
    try:
        root = ET.fromstring(file.read_bytes())
    except (ET.ParseError, ValueError, LookupError) as problem:
        zh = f"不是 UTF-8 的 XML（{problem}），略過；請另存為 UTF-8"
        en = f"is not XML in UTF-8 ({problem}); it was left out. Save it as UTF-8"
        return gathering.complain(file, "malformed", zh, en)
    if root.tag != "annotation":
        zh, en = f"不是 VOC 標註（<{root.tag}>），略過", f"is no VOC annotation (<{root.tag}>); it was left out"
        return gathering.complain(file, "malformed", zh, en)
    path = _picture(root.findtext("filename") or "", file, own.get(file.stem, []), finder, gathering)
    if path is None:
        return gathering.orphan(file)
    if path.stem != file.stem and (path.stem in stems or path in gathering.photos):
        zh, en = f"標的是 {path.name}，而它另有標註檔，略過", f"labels {path.name}, which another file labels"
        return gathering.complain(file, "repeated", zh, f"{en}; it was left out")
    size = upright_size(path)
    if size is None:
        return gathering.unreadable(path)
    stated = _stated(root, size)
    if stated is None:
        zh = "size 裡的寬高須是正數，略過"
        en = "says in size a width and height that are not positive numbers; it was left out"
        return gathering.complain(file, "malformed", zh, en)
    raw: list[tuple[str, Box]] = []
    for number, entry in enumerate(root.iter("object"), 1):
        try:
            x0, y0, x1, y1 = (float(entry.findtext(f"bndbox/{corner}") or "") for corner in _CORNERS)
        except ValueError:
            zh = f"第 {number} 個 object 沒有四個數的 bndbox，略過"
            en = f"object {number} has no bndbox of four numbers; it was left out"
            gathering.complain(file, "malformed", zh, en)
            continue
        raw.append((entry.findtext("name") or "", rescaled((x0, y0, x1, y1), stated, size)))
    gathering.add(path, size, raw)


def _stated(root: ET.Element, size: tuple[int, int]) -> tuple[float, float] | None:
    """The size that the file gives the picture, the picture's own where it gives none or 0; None where it is none."""
    try:
        width, height = (float(root.findtext(f"size/{side}") or 0) for side in ("width", "height"))
    except ValueError:
        return None
    if not width or not height:
        return size
    return (width, height) if is_size(width) and is_size(height) else None


def _picture(name: str, file: Path, own: list[Path], finder: Finder, gathering: Gathering) -> Path | None:
    """The picture with the file's own name, else the one that it names inside; complains where they are two."""
    named = finder.find(name, file.parent) if name else None
    if not own or named in own:
        return named
    if named:
        zh = f"裡寫的是 {named.name}，用的是同名的 {own[0].name}"
        gathering.complain(file, "conflict", zh, f"says {named.name}; its labels were given to {own[0].name}")
    return own[0]


def write(photos: Iterable[LabelledPhoto], folder: Path) -> None:
    """Copy the photos to ``folder/JPEGImages`` and write ``folder/Annotations``; same names get a number added."""
    (folder / "Annotations").mkdir(parents=True, exist_ok=True)
    for photo, name in copied(photos, folder / "JPEGImages"):
        tree = ET.ElementTree(_annotation(photo, name))
        ET.indent(tree)
        tree.write((folder / "Annotations" / name).with_suffix(".xml"), encoding="utf-8")


def _annotation(photo: LabelledPhoto, name: str) -> ET.Element:
    root = ET.Element("annotation")
    ET.SubElement(root, "filename").text = name
    size = ET.SubElement(root, "size")
    for side, pixels in zip(("width", "height", "depth"), (*photo.size, 3), strict=True):
        ET.SubElement(size, side).text = str(pixels)
    for label in photo.boxes:
        entry = ET.SubElement(root, "object")
        ET.SubElement(entry, "name").text = label.tile
        bndbox = ET.SubElement(entry, "bndbox")
        for corner, value in zip(_CORNERS, label.box, strict=True):
            ET.SubElement(bndbox, corner).text = f"{value:.2f}"
    return root
