"""Labelled sets of every kind come in the same, and every fault is named."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from snaptai.datasets import faces
from snaptai.datasets.labels import LabelledBox, LabelledPhoto, coco, labelstudio, voc, yolo
from snaptai.datasets.labels.names import tile_of
from snaptai.datasets.photos import NoLabels, load, load_names
from snaptai.scoring.fields import Unfit
from snaptai.scoring.tiles import NAMES, TILES

WRITERS = {"yolo": yolo.write, "coco": coco.write, "voc": voc.write, "label-studio": labelstudio.write}
HAND = ("1m", "5p", "8s", "E", "P", "7f")


def row(path: Path, tiles: tuple[str, ...] = HAND) -> LabelledPhoto:
    """A picture of tiles side by side, and its labels."""
    picture = np.concatenate([faces.raster(tile, "classic", 30) for tile in tiles], axis=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture[..., ::-1])
    boxes = tuple(LabelledBox(tile, (30.0 * n + 2, 3.0, 30.0 * n + 28, 37.0)) for n, tile in enumerate(tiles))
    return LabelledPhoto(path, (picture.shape[1], 40), boxes)


def codes(loaded) -> list[str]:
    return sorted(complaint.code for complaint in loaded.complaints)


def labelled(folder: Path, *lines: str) -> Path:
    """A YOLO set of one 180 × 40 picture with these label lines."""
    row(folder / "images" / "hand.png")
    (folder / "labels").mkdir()
    (folder / "labels" / "hand.txt").write_text("\n".join(lines))
    return folder


@pytest.mark.parametrize("form", WRITERS)
def test_what_is_written_is_read_back_the_same(tmp_path, form):
    photos = [
        row(tmp_path / "a" / "hand.png"),
        row(tmp_path / "b" / "hand.png", ("X", "2f")),
        row(tmp_path / "none.png", ("C",)),
    ]
    photos[2] = LabelledPhoto(photos[2].path, photos[2].size)
    WRITERS[form](photos, tmp_path / "set")
    again = load(tmp_path / "set")
    assert not again.complaints
    read = sorted(again.photos, key=lambda photo: photo.path.stem)
    assert [photo.path.name for photo in read] == ["hand.png", "hand-2.png", "none.png"]
    for photo, expected in zip(read, photos, strict=True):
        assert photo.tiles == expected.tiles and photo.size == expected.size
        assert np.allclose([b.box for b in photo.boxes], [b.box for b in expected.boxes], atol=0.02)
        assert photo.path.read_bytes() == expected.path.read_bytes()


def test_every_yolo_fault_is_named_and_nothing_else_is_lost(tmp_path):
    folder = labelled(
        tmp_path, "0 0.1 0.5 0.1 0.8", "43 0.3 0.5 0.1 0.8", "1 1.5 0.5 0.1 0.8", "2 0.98 0.5 0.2 0.8",
        "3 0.5 0.5 0 0.8", "nonsense", "5 nan 0.5 0.1 0.1", "0 0.1 0.5 0.1 0.8", "9 0.1 0.5 0.1 0.8",
    )  # fmt: skip
    row(folder / "images" / "bare.png")
    (folder / "images" / "broken.jpg").write_bytes(b"\xff\xd8\xff nothing")
    (folder / "labels" / "lost.txt").write_text("0 0.5 0.5 0.1 0.1")
    loaded = load(folder)
    expected = (
        "conflict malformed no_area no_area no_labels no_picture not_a_picture outside outside twice unknown_class"
    )
    assert codes(loaded) == expected.split()
    (photo,) = loaded.photos
    assert photo.tiles == ("1m", "3m", "1p"), "the sound ones, the one that was clipped and both of the conflict stay"
    assert photo.boxes[1].box[2] == 180
    by_code = {complaint.code: str(complaint) for complaint in loaded.complaints}
    assert (
        "bare.png" in by_code["no_labels"]
        and "lost.txt" in by_code["no_picture"]
        and "class 43" in by_code["unknown_class"]
    )
    assert "line 6" in by_code["malformed"] and "broken.jpg" in by_code["not_a_picture"]


def test_an_empty_label_file_means_no_tiles(tmp_path):
    (photo,) = load(labelled(tmp_path)).photos
    assert photo.boxes == ()


def test_yolo_polygons_count_by_the_box_that_holds_them(tmp_path):
    (photo,) = load(labelled(tmp_path, "0 0.1 0.2 0.3 0.1 0.35 0.6 0.12 0.7")).photos
    assert photo.boxes[0].box == pytest.approx((18, 4, 63, 28))


@pytest.mark.parametrize(
    "text",
    [
        "names: ['1B', bird, \"red dragon\"]\nnc: 3\n",
        "nc: 3\nnames:\n- 1B\n- bird\n- red dragon\ntrain: x\n",
        "names:\n  0: 1B\n  1: bird  # the first bamboo\n  2: 'red dragon'\nroboflow:\n  version: 3\n",
        '{"names": ["1B", "bird", "red dragon"]}',
    ],
)
def test_class_names_are_read_from_every_usual_data_yaml(tmp_path, text):
    if text.startswith("{"):
        text = json.dumps(json.loads(text), indent=1)
    file = tmp_path / "data.yaml"
    file.write_text(text)
    assert yolo.read_names(file) == {0: "1B", 1: "bird", 2: "red dragon"}


@pytest.mark.timeout(10)
def test_a_far_class_number_costs_nothing(tmp_path):
    folder = labelled(tmp_path, "0 0.1 0.5 0.1 0.8\n99999999999 0.3 0.5 0.1 0.8")
    (folder / "data.yaml").write_text("names: {0: 1m, 99999999999: E}")
    (photo,) = load(folder).photos
    assert photo.tiles == ("1m", "E")


@pytest.mark.parametrize("text", ["names: [1B, bird", "nc: 3", "names: {one: 1m}", "- 1m", "names: [一萬, 東]"])
def test_a_data_yaml_without_usable_names_says_so(tmp_path, text):
    folder = labelled(tmp_path / "set")
    (folder / "data.yaml").write_text(text, encoding="big5")
    with pytest.raises(Unfit, match="set/data.yaml.*(YAML|names|save it as UTF-8)"):
        load(folder)


@pytest.mark.parametrize("file", ["labels/classes.txt", "obj.names", "_darknet.labels", "images/classes.txt"])
def test_the_names_files_of_other_tools_are_read(tmp_path, file):
    folder = labelled(tmp_path, "0 0.1 0.5 0.1 0.8")
    (folder / file).write_text("E\nS\n")
    loaded = load(folder)
    assert not loaded.complaints and loaded.photos[0].tiles == ("E",)


def test_a_yaml_of_another_name_counts_where_it_is_the_set_and_is_named_where_it_is_not(tmp_path):
    folder = labelled(tmp_path, "0 0.1 0.5 0.1 0.8")
    (folder / "mahjong.yaml").write_text("names: [E, S]")
    (complaint,) = load(folder).complaints
    assert (complaint.code, complaint.path.name) == ("ignored", "mahjong.yaml")
    given = load(folder / "mahjong.yaml")
    assert not given.complaints and given.photos[0].tiles == ("E",)
    (folder / "data.yaml").write_text("names: [W]")
    (folder / "classes.txt").write_text("N")
    both = load(folder)
    assert both.photos[0].tiles == ("W",) and [c.path.name for c in both.complaints] == ["classes.txt"]
    assert load(folder / "mahjong.yaml") == given


def test_pictures_and_labels_in_the_same_folders_below_images_and_labels_belong_together(tmp_path):
    folder = labelled(tmp_path, "0 0.1 0.5 0.1 0.8")
    for part, tile in (("train", 1), ("val", 2)):
        row(folder / "images" / part / "hand.png")
        (folder / "labels" / part).mkdir()
        (folder / "labels" / part / "hand.txt").write_text(f"{tile} 0.1 0.5 0.1 0.8")
    (folder / "labels" / "val" / "lost.txt").touch()
    row(folder / "preview.png")
    loaded = load(folder)
    assert [photo.tiles for photo in loaded.photos] == [("1m",), ("2m",), ("3m",)]
    assert [(c.code, c.path.name) for c in loaded.complaints] == [
        ("no_picture", "lost.txt"),
        ("no_labels", "preview.png"),
    ]


def test_pictures_with_one_label_file_are_named(tmp_path):
    folder = labelled(tmp_path, "0 0.1 0.5 0.1 0.8")
    (folder / "images" / "hand.jpg").write_bytes((folder / "images" / "hand.png").read_bytes())
    loaded = load(folder)
    assert len(loaded.photos) == 2 and codes(loaded) == ["conflict"] and "hand.txt" in str(loaded.complaints[0])


def test_labels_without_pictures_are_named(tmp_path):
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "hand.txt").touch()
    assert codes(load(tmp_path)) == ["no_picture"]


def test_a_loose_picture_hides_no_set_below(tmp_path):
    for part in ("train", "valid"):
        labelled(tmp_path / part, "0 0.1 0.5 0.1 0.8")
    row(tmp_path / "preview.png")
    loaded = load(tmp_path)
    assert len(loaded.photos) == 2 and [c.path.name for c in loaded.complaints] == ["preview.png"]


def test_a_roboflow_set_is_read_over_its_splits_with_its_own_names(tmp_path):
    for part, tile in (("train", 0), ("valid", 1), ("test", 2)):
        labelled(tmp_path / part, f"{tile} 0.1 0.5 0.1 0.8")
    (tmp_path / "data.yaml").write_text("names: ['2 bamboo', 'fowl', 'no tile']\nroboflow:\n  url: x\n")
    bare = load(tmp_path)
    assert codes(bare) == ["unknown_class"] * 2 and "'no tile'" in str(bare.complaints[0])
    named = load(tmp_path / "data.yaml", {"fowl": "1s", "no tile": "X"})
    assert not named.complaints and sorted(photo.tiles[0] for photo in named.photos) == ["1s", "2s", "X"]


def test_coco_faults_are_named(tmp_path):
    row(tmp_path / "hand.png")
    content = {
        "categories": [{"id": 0, "name": "tiles"}, {"id": 1, "name": "9m"}],
        "images": [{"id": 7, "file_name": "hand.png", "width": 360, "height": 80}, {"id": 8, "file_name": "gone.png"}],
        "annotations": [
            {"image_id": 7, "category_id": 1, "bbox": [20, 20, 40, 40]},
            {"image_id": 7, "category_id": 0, "bbox": [0, 0, 9, 9]},
            {"image_id": 9, "category_id": 1, "bbox": [0, 0, 9, 9]},
            {"image_id": 7, "category_id": 1, "bbox": [1, 2, 3]},
        ],
    }  # fmt: skip
    (tmp_path / "_annotations.coco.json").write_text(json.dumps(content))
    loaded = load(tmp_path)
    assert codes(loaded) == ["malformed", "no_picture", "no_picture", "unknown_class"]
    assert loaded.photos[0].boxes == (LabelledBox("9m", (10, 10, 30, 30)),), "scaled to the size the picture has"


def coco_file(file: Path, *names: str, images=None, categories=None, **size) -> None:
    """A COCO file of these pictures, each with one 9m labelled; ``images``: other entries than the sound ones."""
    content = {
        "images": [{"id": name, "file_name": name, **size} for name in names] if images is None else images,
        "annotations": [{"image_id": name, "category_id": 1, "bbox": [1, 1, 9, 9]} for name in names],
        "categories": categories or [{"id": 1, "name": "9m"}],
    }
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(content))


def test_every_coco_file_counts_each_photo_once_and_unlisted_pictures_are_named(tmp_path):
    for name in "abc":
        row(tmp_path / "images" / f"{name}.png")
    coco_file(tmp_path / "annotations" / "instances_train.json", "a.png")
    coco_file(tmp_path / "annotations" / "instances_val.json", "a.png", "b.png")
    loaded = load(tmp_path)
    assert [(photo.path.name, photo.tiles) for photo in loaded.photos] == [("a.png", ("9m",)), ("b.png", ("9m",))]
    assert [(c.path.name, c.code) for c in loaded.complaints] == [("a.png", "repeated"), ("c.png", "no_labels")]
    (photo,) = load(tmp_path / "annotations" / "instances_train.json").photos
    assert photo.path.name == "a.png"


def test_a_json_file_without_labels_hides_no_other_labels(tmp_path):
    labelled(tmp_path, "0 0.1 0.5 0.1 0.8")
    (tmp_path / "info.json").write_text(json.dumps({"images": [], "annotations": [], "categories": []}))
    loaded = load(tmp_path)
    assert loaded.photos[0].tiles == ("1m",) and [c.path.name for c in loaded.complaints] == ["info.json"]
    coco_file(tmp_path / "info.json", "hand.png")
    loaded = load(tmp_path)
    assert loaded.photos[0].tiles == ("9m",) and [c.path.name for c in loaded.complaints] == ["labels"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"images": [{"id": "a.png", "file_name": name} for name in ("a.png", "b.png")]}, "no_labels no_labels"),
        ({"images": [{"id": id, "file_name": "a.png"} for id in ("a.png", 2)]}, "no_labels repeated"),
        ({"images": ["a.png"]}, "malformed no_labels no_labels no_picture"),
        ({"images": [{"file_name": "a.png"}]}, "malformed no_labels no_labels no_picture"),
        ({"images": [{"id": "a.png"}]}, "malformed no_labels no_labels no_picture"),
        ({"width": "ten", "height": 40}, "malformed no_labels"),
        ({"width": -180, "height": 40}, "malformed no_labels"),
        ({"width": "180", "height": "40"}, "no_labels"),
        ({"categories": [{"name": "9m"}]}, "malformed no_labels unknown_class"),
        ({"categories": [{"id": 1, "name": "9m"}, {"id": 1, "name": "8m"}]}, "malformed no_labels unknown_class"),
    ],
)
def test_a_broken_coco_entry_costs_that_entry_and_is_named(tmp_path, content, expected):
    for name in "ab":
        row(tmp_path / f"{name}.png")
    coco_file(tmp_path / "a.json", "a.png", **content)
    assert codes(load(tmp_path)) == expected.split()


def test_a_coco_file_whose_lists_are_none_is_refused_by_name(tmp_path):
    coco_file(tmp_path / "a.json", images={"a": 1})
    with pytest.raises(Unfit, match="a.json: images must be a list"):
        load(tmp_path)


@pytest.mark.parametrize("content", ['{"images": [', '{"images": "萬"}'])
def test_what_is_no_json_in_utf_8_is_named(tmp_path, content):
    (tmp_path / "a.json").write_text(content, encoding="big5")
    (complaint,) = load(tmp_path).complaints
    assert complaint.code == "malformed" and "a.json: is no JSON in UTF-8" in str(complaint)
    with pytest.raises(NoLabels, match="a.json is no JSON in UTF-8"):
        load(tmp_path / "a.json")


def test_voc_faults_are_named(tmp_path):
    row(tmp_path / "hand.png")
    row(tmp_path / "bare.png")
    (tmp_path / "hand.xml").write_text(
        "<annotation><filename>other.png</filename><object><name>東</name><bndbox><xmin>1</xmin><ymin>2</ymin>"
        "<xmax>20</xmax><ymax>30</ymax></bndbox></object><object><name>E</name></object></annotation>"
    )
    (tmp_path / "bad.xml").write_text("<annotation>")
    loaded = load(tmp_path)
    assert codes(loaded) == ["malformed", "malformed", "no_labels"]
    assert loaded.photos[0].boxes == (LabelledBox("E", (1, 2, 20, 30)),)


def voc_file(file: Path, name: str, size: str = "", tile: str = "E") -> None:
    box = "".join(f"<{corner}>{n}</{corner}>" for n, corner in enumerate(("xmin", "ymin", "xmax", "ymax"), 1))
    content = f"<filename>{name}</filename>{size}<object><name>{tile}</name><bndbox>{box}</bndbox></object>"
    file.write_text(f"<annotation>{content}</annotation>")


def test_labels_go_to_the_picture_with_the_name_of_the_xml_file_and_to_each_picture_once(tmp_path):
    for name in "ab":
        row(tmp_path / f"{name}.png")
        voc_file(tmp_path / f"{name}.xml", "a.png", tile={"a": "E", "b": "W"}[name])
    voc_file(tmp_path / "0.xml", "a.png")
    row(tmp_path / "c.png")
    (tmp_path / "a.jpg").write_bytes((tmp_path / "c.png").read_bytes())
    loaded = load(tmp_path)
    assert [(p.path.name, p.tiles) for p in loaded.photos] == [("a.png", ("E",)), ("b.png", ("W",))]
    assert [(c.path.name, c.code) for c in loaded.complaints] == [
        ("0.xml", "repeated"), ("b.xml", "conflict"), ("a.jpg", "no_labels"), ("c.png", "no_labels"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "sound"),
    [("<size><width>ten</width><height>40</height></size>", False),
     ("<size><width>nan</width><height>40</height></size>", False),
     ("<size><width>-180</width><height>40</height></size>", False),
     ("<size><width>0</width><height>0</height></size>", True)],
)  # fmt: skip
def test_a_size_that_is_none_is_named(tmp_path, size, sound):
    row(tmp_path / "a.png")
    voc_file(tmp_path / "a.xml", "a.png", size)
    loaded = load(tmp_path)
    assert len(loaded.photos) == sound and codes(loaded) == ["malformed"] * (not sound)


@pytest.mark.parametrize("text", ['<?xml version="1.0" encoding="big5"?><annotation>萬</annotation>', "<html/>"])
def test_xml_that_is_no_voc_file_in_utf_8_is_named(tmp_path, text):
    row(tmp_path / "a.png")
    (tmp_path / "a.xml").write_text(text, encoding="big5")
    (complaint,) = load(tmp_path).complaints
    assert complaint.code == "malformed" and complaint.path.name == "a.xml"


def test_label_studio_exports_are_read_full_and_min(tmp_path):
    photo = row(tmp_path / "0a1b2c3d-hand.png")
    square = {"x": 10, "y": 10, "width": 20, "height": 50, "rotation": 0, "rectanglelabels": ["5m"]}
    turned = {"x": 50, "y": 0, "width": 20, "height": 20, "rotation": 90, "rectanglelabels": ["6m"]}
    unfinished = {
        "data": {"image": "/data/upload/1/0a1b2c3d-hand.png"},
        "annotations": [{"was_cancelled": True, "result": []}],
    }
    full = {"data": {"image": "/data/local-files/?d=some/0a1b2c3d-hand.png"},
            "annotations": [{"result": [{"value": square}, {"value": turned}, {"value": {"text": "x"}}]}]}  # fmt: skip
    (tmp_path / "export.json").write_text(json.dumps([full, unfinished]))
    loaded = load(tmp_path / "export.json")
    assert codes(loaded) == ["malformed", "no_labels"]
    assert [box.tile for box in loaded.photos[0].boxes] == ["5m", "6m"]
    assert loaded.photos[0].boxes[0].box == pytest.approx((18, 4, 54, 24))
    assert loaded.photos[0].boxes[1].box == pytest.approx((82, 0, 90, 36)), "turned about its first corner"
    (tmp_path / "export.json").write_text(json.dumps([{"image": f"/x/{photo.path.name}", "label": [square]}]))
    assert load(tmp_path).photos[0].tiles == ("5m",)


SQUARE = {"value": {"x": 10, "y": 10, "width": 20, "height": 50, "rectanglelabels": ["5m"]}}


def tasks(folder: Path, *names: str, **task) -> None:
    found = {"annotations": [{"result": [SQUARE]}]} | task
    content = [{"data": {"id": "x", "image": f"/data/local-files/?d={name}"}, **found} for name in names]
    (folder / "export.json").write_text(json.dumps(content))


def test_pictures_of_label_studio_are_told_apart_by_their_folders(tmp_path):
    for name in ("a.png", "s1/a.png", "s2/a.png", "s1/b.png", "s3/c.png", "s4/c.png"):
        row(tmp_path / name)
    tasks(tmp_path, "photos/s1/a.png", "photos/s2/a.png", "a.png", "s2/b.png", "c.png")
    loaded = load(tmp_path)
    names = [photo.path.relative_to(tmp_path).as_posix() for photo in loaded.photos]
    assert names == ["s1/a.png", "s2/a.png", "a.png", "s1/b.png"]
    assert codes(loaded) == ["conflict", "no_labels", "no_labels", "no_picture"]
    said = [str(complaint) for complaint in loaded.complaints]
    assert "s1/b.png: was taken for s2/b.png" in said[0] and "c.png: 2 pictures have this name" in said[1]


@pytest.mark.parametrize(
    ("annotations", "code", "count"),
    [([17], "no_labels", 0), (None, "no_labels", 0), (5, "no_labels", 0), ([{"result": None}], "no_labels", 0),
     ([{"result": ["x", SQUARE]}], "malformed", 1), ([{"result": []}, {"result": [SQUARE]}], "conflict", 1)],
)  # fmt: skip
def test_a_task_without_one_sound_annotation_is_named(tmp_path, annotations, code, count):
    row(tmp_path / "a.png")
    tasks(tmp_path, "a.png", annotations=annotations)
    loaded = load(tmp_path)
    assert codes(loaded) == [code] and loaded.complaints[0].path.name == "a.png"
    assert [photo.tiles for photo in loaded.photos] == [("5m",)] * count


def test_boxes_refer_to_the_upright_picture(tmp_path):
    from PIL import Image

    folder = labelled(tmp_path, "0 0.5 0.25 0.2 0.1")
    exif = Image.Exif()
    exif[274] = 6
    Image.open(folder / "images" / "hand.png").convert("RGB").save(folder / "images" / "hand.jpg", exif=exif)
    (folder / "images" / "hand.png").unlink()
    (photo,) = load(folder).photos
    assert photo.size == (40, 180) and photo.boxes[0].box == pytest.approx((16, 36, 24, 54))


@pytest.mark.parametrize("tile", TILES)
def test_notation_and_chinese_names_are_class_names(tile):
    assert tile_of(tile, {}) == tile
    assert tile == "X" or tile_of(NAMES[tile], {}) == tile


@pytest.mark.parametrize(
    ("name", "tile"),
    [("1B", "1s"), ("bamboo-3", "3s"), ("Dots_9", "9p"), ("five characters", "5m"), ("West Wind", "W"), ("RD", "C"),
     ("white-dragon", "P"), ("Plum", "5f"), ("back", "X"), ("1S", None), ("3F", None), ("3f", "3f"), ("123m", None),
     ("", None), ("4C", "4m"), ("2D", "2p")],
)  # fmt: skip
def test_english_names_are_known_and_ambiguous_ones_are_not_guessed(name, tile):
    assert tile_of(name, {}) == tile
    assert tile_of(name, {name: "4f"}) == "4f", "the set's own map comes first"


def test_a_place_without_labels_says_what_was_looked_for(tmp_path):
    (tmp_path / "notes.json").write_text("{}")
    with pytest.raises(NoLabels, match="images/ with labels/.*COCO"):
        load(tmp_path)
    with pytest.raises(NoLabels, match="absent: there is no such file or folder"):
        load(tmp_path / "absent")


def test_a_name_map_with_unknown_tiles_is_refused(tmp_path):
    (tmp_path / "map.json").write_text('{"bird": "1s", "wind": "Z"}')
    with pytest.raises(ValueError, match="wind: Z"):
        load_names(tmp_path / "map.json")
    (tmp_path / "map.json").write_bytes(b"\xff not JSON")
    with pytest.raises(ValueError, match="map.json: expected a JSON object"):
        load_names(tmp_path / "map.json")
