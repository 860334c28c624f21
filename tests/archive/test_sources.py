"""What is found in folders, zips and lists, under which names, and what is refused by name."""

from __future__ import annotations

import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from snaptai.datasets.archive.sources import Found, Manifest, Refused, find
from snaptai.datasets.archive.troubles import Unreadable

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def sorted_out(*paths: Path | str) -> tuple[list[str], dict[str, str]]:
    """Names of photos, and refusals by name."""
    items = list(find(paths))
    return [i.name for i in items if isinstance(i, Found)], {i.name: i.code for i in items if isinstance(i, Refused)}


def test_junk_is_passed_over_and_photos_are_known_by_content(tmp_path):
    for name in ("b.JPG", "a.png", "sub/c.heic", "no_ending", "notes.md", "._a.png", ".DS_Store", "sub/Thumbs.db"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(PNG if name != "notes.md" else b"# notes")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / "__MACOSX" / "a.png").write_bytes(PNG)
    assert sorted_out(tmp_path) == (["a.png", "b.JPG", "no_ending", "sub/c.heic"], {})


def test_link_loops_end_and_what_is_no_file_is_named(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.png").write_bytes(PNG)
    (tmp_path / "in" / "again").symlink_to(tmp_path)
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.jpg")
    assert sorted_out(tmp_path) == (["in/a.png"], {"gone.jpg": "dead_link", "pipe.jpg": "not_a_file"})


def zip_with(path: Path, *entries: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def test_zip_names_are_read_as_their_maker_wrote_them(tmp_path):
    raw = {"big5": "麻將.png".encode("cp950"), "utf8": "筒子.png".encode(), "dos": "über.png".encode("cp437")}
    path = zip_with(
        tmp_path / "names.zip",
        *((f"{key}______.png"[: len(name)], PNG) for key, name in raw.items()),
        ("萬子.png", PNG),
    )
    data = path.read_bytes()
    for key, name in raw.items():
        data = data.replace(f"{key}______.png"[: len(name)].encode(), name)
    path.write_bytes(data)
    names, refused = sorted_out(path)
    assert sorted(names) == sorted(f"names.zip/{name}.png" for name in ("麻將", "筒子", "über", "萬子")) and not refused


def test_hostile_zip_members_are_named_and_the_rest_is_read(tmp_path):
    link = zipfile.ZipInfo("link.png")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = zip_with(
        tmp_path / "bad.zip", ("../up.png", PNG), ("/abs.png", PNG), ("C:\\win.png", PNG), (link, b"/etc/passwd"),
        ("inner.zip", b"PK"), ("bomb.png", bytes(3 << 20)), ("A.png", PNG), ("a.png", PNG), ("__MACOSX/._a.png", PNG),
    )  # fmt: skip
    names, refused = sorted_out(path)
    assert names == ["bad.zip/A.png", "bad.zip/a.png"]
    assert refused == {
        "bad.zip/../up.png": "unsafe_name",
        "bad.zip//abs.png": "unsafe_name",
        "bad.zip/C:\\win.png": "unsafe_name",
        "bad.zip/link.png": "link_in_archive",
        "bad.zip/inner.zip": "nested_archive",
        "bad.zip/bomb.png": "too_large",
    }


def test_archives_that_stay_shut_are_named_wherever_they_lie(tmp_path):
    for name in ("a.rar", "B.7Z", "split.zip.001", "sub/c.tar.gz"):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(b"Rar!")
    zip_with(tmp_path / "in" / "z.zip", ("inner.rar", b"Rar!"), ("d.png", PNG))
    names, refused = sorted_out(tmp_path / "in", tmp_path / "in" / "a.rar")
    assert names == ["in/z.zip/d.png"] and set(refused.values()) == {"packed"}
    assert sorted(refused) == ["a.rar"] + [
        f"in/{name}" for name in ("B.7Z", "a.rar", "split.zip.001", "sub/c.tar.gz", "z.zip/inner.rar")
    ]


def test_two_members_of_one_name_are_one_photo_and_the_first(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"):
        path = zip_with(tmp_path / "twice.zip", ("a.png", PNG + b"first"), ("a.png", PNG + b"second"))
    photo, again = find([path])
    assert photo.read().endswith(b"first")
    assert (again.name, again.code) == ("twice.zip/a (2).png", "same_name")


def test_encrypted_members_and_files_that_are_no_zips_are_named(tmp_path):
    path = zip_with(tmp_path / "locked.zip", ("a.png", PNG))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    (tmp_path / "text.zip").write_text("no zip at all")
    assert sorted_out(tmp_path) == ([], {"locked.zip/a.png": "encrypted", "text.zip": "bad_archive"})


def test_a_damaged_member_says_so_when_it_is_read(tmp_path):
    path = zip_with(tmp_path / "torn.zip", ("a.png", os.urandom(4000)))
    data = bytearray(path.read_bytes())
    data[500:600] = bytes(100)
    path.write_bytes(data)
    (photo,) = find([path])
    with pytest.raises(Unreadable) as caught:
        photo.read()
    assert caught.value.code == "damaged"


def test_lists_name_photos_from_their_own_folder(tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("a.png", "in/b.png", "#1.png"):
        (tmp_path / name).write_bytes(PNG)
    listed = tmp_path / "photos.txt"
    listed.write_text(
        f"\ufeffa.png\r\n\r\n{tmp_path / 'in' / 'b.png'}\nmissing.png\nphotos.txt\nin\n# a.png of May\n./#1.png\n",
        encoding="utf-8",
    )
    names, refused = sorted_out(listed)
    assert names == ["a.png", "in/b.png", "in/b (2).png", "#1.png"]
    assert refused == {"missing.png": "bad_line", "photos.txt": "nested_list"}


def test_names_of_two_folders_never_meet(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.png").write_bytes(PNG)
    assert sorted_out(tmp_path / "one", tmp_path / "two")[0] == ["one/a.png", "two/a.png"]


def test_what_lies_in_two_folders_or_zips_of_one_name_stays_apart(tmp_path):
    for year in ("2025", "2026"):
        (tmp_path / year / "club").mkdir(parents=True)
        for name in ("a.png", "manifest.csv"):
            (tmp_path / year / "club" / name).write_bytes(PNG)
        zip_with(tmp_path / year / "z.zip", ("a.png", PNG), ("manifest.csv", b""))
    paths = [tmp_path / year / name for year in ("2025", "2026") for name in ("club", "z.zip")]
    assert [item.name for item in find(paths)] == [
        "club/a.png", "club/manifest.csv", "z.zip/a.png", "z.zip/manifest.csv",
        "club (2)/a.png", "club (2)/manifest.csv", "z (2).zip/a.png", "z (2).zip/manifest.csv",
    ]  # fmt: skip


def test_sidecars_and_manifests_are_found_beside_photos_in_folders_and_zips(tmp_path):
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(PNG)
    for name in ("a.json", "b.png.json", "other.json", "manifest.csv"):
        (tmp_path / name).write_text("{}")
    zip_with(tmp_path / "z.zip", ("in/c.png", PNG), ("in/c.json", b"{}"))
    items = list(find([tmp_path]))
    sidecars = {item.name: item.sidecar and item.sidecar.name for item in items if isinstance(item, Found)}
    assert sidecars == {"a.png": "a.json", "b.png": "b.png.json", "z.zip/in/c.png": "z.zip/in/c.json"}
    assert [item.name for item in items if isinstance(item, Manifest)] == ["manifest.csv"]


def test_photos_inside_an_archive_at_an_address_are_read(tmp_path):
    pytest.importorskip("fsspec")
    (tmp_path / "may").mkdir()
    (tmp_path / "may" / "a.png").write_bytes(PNG)
    (tmp_path / "may" / "a.json").write_text("{}")
    zip_with(tmp_path / "z.zip", ("may/a.png", PNG), ("may/a.json", b"{}"))
    with tarfile.open(tmp_path / "t.tar", "w") as tar:
        tar.add(tmp_path / "may", "may")
    for address in (f"zip://::{(tmp_path / 'z.zip').as_uri()}", f"tar://::{(tmp_path / 't.tar').as_uri()}"):
        (photo,) = find([address])
        assert photo.name == "may/a.png" and photo.read() == PNG and photo.sidecar.read() == b"{}"
