"""Duplicates are found, sessions stay together."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from snaptai.datasets import faces
from snaptai.datasets.labels import LabelledBox, LabelledPhoto
from snaptai.datasets.photos import duplicates, sessions, split, straddling
from snaptai.datasets.photos.partial import Sighting, complete, paint_over

HANDS = ("1m2m3mEEE", "5p5p6pCCP", "7s8s9sWWN", "4f1f2f8s8s")


def table(seed: int) -> np.ndarray:
    """A table as no other: blotches of colour, 300 × 400 pixels."""
    rng = np.random.default_rng(seed)
    return cv2.resize(rng.integers(0, 255, (7, 9, 3), np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC)


def photo(path: Path, tiles: str, seed: int) -> Path:
    """A small hand on table ``seed``."""
    picture = table(seed)
    codes = [tiles[n : n + 2] if tiles[n].isdigit() else tiles[n] for n in range(len(tiles)) if not tiles[n].islower()]
    row = np.concatenate([faces.raster(code, "classic", 46) for code in codes], axis=1)
    top = 40 + 37 * seed % 200
    picture[top : top + 61, 50 : 50 + row.shape[1]] = row
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture)
    return path


def test_copies_are_found_whatever_their_size_and_compression(tmp_path):
    first = photo(tmp_path / "a.png", HANDS[0], 1)
    small = tmp_path / "b.jpg"
    cv2.imwrite(str(small), cv2.resize(cv2.imread(str(first)), (200, 150)), [cv2.IMWRITE_JPEG_QUALITY, 40])
    others = [photo(tmp_path / f"{n}.png", hand, n + 2) for n, hand in enumerate(HANDS)]
    (tmp_path / "broken.jpg").write_bytes(b"nothing")
    assert duplicates([first, *others, tmp_path / "broken.jpg", small]) == [(first, small)]
    assert duplicates([tmp_path / "broken.jpg"]) == []


def test_another_hand_on_the_same_table_is_no_copy_but_the_same_session(tmp_path):
    pair = [photo(tmp_path / f"{n}.png", hand, 1) for n, hand in enumerate(HANDS[:2])]
    other = photo(tmp_path / "other.png", HANDS[2], 2)
    assert duplicates([*pair, other]) == []
    assert sessions([pair[0], other, pair[1]]) == [tuple(pair), (other,)]
    assert straddling([pair[0], other], [pair[1]]) == [(pair[0], pair[1])]


@pytest.mark.parametrize(
    ("names", "together"),
    [
        (("IMG_20240101_200000", "IMG_20240101_213000", "IMG_20240101_225959"), True),
        (("IMG_20240101_200000", "IMG_20240101_230000"), False),
        (("Screenshot-2024-09-23-at-16-30-00", "Screenshot-2024-09-23-at-17-00-00"), True),
        (("a_IMG-6451-jpg", "a_IMG-6455-jpg"), True),
        (("a_IMG-6451-jpg", "a_IMG-6480-jpg"), False),
        (("a_IMG-6451-jpg", "b_IMG-6452-jpg"), False),
        (("20241399_000000", "20241398_000000"), False),
        (("one", "two"), False),
    ],
)
def test_times_and_camera_numbers_in_names_make_sessions(tmp_path, names, together):
    paths = [photo(tmp_path / f"{name}.png", HANDS[n % 4], n) for n, name in enumerate(names)]
    assert len(sessions(paths)) == (1 if together else len(paths))


def test_exif_time_comes_before_the_name(tmp_path):
    from PIL import Image

    paths = []
    for n, minute in enumerate(("00", "45")):
        path, exif = tmp_path / f"x{n}.jpg", Image.Exif()
        exif.get_ifd(0x8769)[36867] = f"2024:05:06 20:{minute}:00"
        Image.open(photo(tmp_path / f"{n}.png", HANDS[n], n)).save(path, exif=exif)
        paths.append(path)
    assert len(sessions(paths)) == 1


def test_a_split_takes_whole_sessions_and_is_repeatable(tmp_path):
    paths = [
        photo(tmp_path / f"{table}-{n}.png", hand, table) for table in range(5) for n, hand in enumerate(HANDS[:3])
    ]
    photos = [LabelledPhoto(path, (400, 300)) for path in paths]
    learnt, aside = split(photos, share=0.4, seed=3)
    assert (learnt, aside) == split(photos, share=0.4, seed=3)
    assert sorted(p.path for p in learnt + aside) == sorted(paths) and len(aside) == 6
    assert {p.path.name[0] for p in learnt}.isdisjoint(p.path.name[0] for p in aside)
    assert not straddling([p.path for p in learnt], [p.path for p in aside])
    with pytest.raises(ValueError, match="one session"):
        split(photos[:3])
    with pytest.raises(ValueError, match="between 0 and 1"):
        split(photos, share=1)


def test_partly_labelled_photos_get_sure_tiles_as_labels_and_doubtful_ones_painted_over(tmp_path):
    path = photo(tmp_path / "a.png", HANDS[0], 1)
    labelled = LabelledPhoto(path, (400, 300), (LabelledBox("1m", (50, 77, 96, 138)),))
    seen = [
        Sighting("9m", (52, 79, 96, 138), 0.99),
        Sighting("2m", (100, 77, 142, 138), 0.9),
        Sighting("3m", (103, 80, 142, 138), 0.4),
        Sighting("E", (200, 77, 460, 138), 0.3),
        Sighting("W", (0, 200, 40, 260), 0.01),
    ]
    completed = complete(labelled, seen)
    assert completed.photo.boxes == (*labelled.boxes, LabelledBox("2m", (100, 77, 142, 138)))
    assert completed.hidden == ((200, 77, 400, 138),)
    before = cv2.imread(str(path))
    after = paint_over(before, completed)
    changed = (before != after).any(axis=2)
    assert changed[90:130, 210:300].mean() > 0.9 and not changed[:, :190].any()
    assert paint_over(before, complete(labelled, [])) is before
