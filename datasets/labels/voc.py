"""Pascal VOC: one XML file a picture, ``object/name`` and ``object/bndbox`` in pixels."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from pathlib import Path

from snaptai.datasets.labels.coco import rescaled
from snaptai.datasets.labels.labelled import Box, Gathering, LabelledPhoto, LabelledSet
from snaptai.datasets.labels.pictures import Finder, copied, pictures_in, upright_size

_CORNERS = ("xmin", "ymin", "xmax", "ymax")


def read(folder: Path, names: Mapping[str, str] | None = None) -> LabelledSet:
    """The set in ``folder``: Annotations/ and JPEGImages/, or pictures and XML files side by side."""
    gathering, finder = Gathering(names or {}), Finder(folder)
    labels = folder / "Annotations" if (folder / "Annotations").is_dir() else folder
    files = sorted(labels.glob("*.xml"))
    for file in files:
        _read_one(file, finder, gathering)
    labelled = {file.stem for file in files}
    pictures = folder / "JPEGImages" if (folder / "JPEGImages").is_dir() else folder
    for path in pictures_in(pictures):
        if path.stem not in labelled:
            gathering.complain(
                path,
                "no_labels",
                f"沒有標註檔 {path.stem}.xml，略過",
                f"has no label file {path.stem}.xml; it was left out",
            )
    return gathering.done()


def _read_one(file: Path, finder: Finder, gathering: Gathering) -> None:
    try:
        root = ET.fromstring(file.read_bytes())
    except ET.ParseError as problem:
        zh, en = f"不是 XML（{problem}），略過", f"is not XML ({problem}); it was left out"
        return gathering.complain(file, "malformed", zh, en)
    path = _picture(root.findtext("filename") or "", file, finder)
    if path is None:
        return gathering.orphan(file)
    size = upright_size(path)
    if size is None:
        return gathering.unreadable(path)
    stated = tuple(float(root.findtext(f"size/{side}") or 0) for side in ("width", "height"))
    raw: list[tuple[str, Box]] = []
    for number, entry in enumerate(root.iter("object"), 1):
        try:
            x0, y0, x1, y1 = (float(entry.findtext(f"bndbox/{corner}") or "") for corner in _CORNERS)
        except ValueError:
            zh = f"第 {number} 個 object 沒有四個數的 bndbox，略過"
            en = f"object {number} has no bndbox of four numbers; it was left out"
            gathering.complain(file, "malformed", zh, en)
            continue
        box = (x0, y0, x1, y1)
        raw.append((entry.findtext("name") or "", rescaled(box, (stated[0], stated[1]), size) if all(stated) else box))
    gathering.add(path, size, raw)


def _picture(name: str, file: Path, finder: Finder) -> Path | None:
    """By the name inside the file, else by the file's own name."""
    if name and (path := finder.find(name, file.parent)):
        return path
    beside = [path for folder in (file.parent, file.parent.parent / "JPEGImages") for path in pictures_in(folder)]
    return next((path for path in beside if path.stem == file.stem), None)


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
