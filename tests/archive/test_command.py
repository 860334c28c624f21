"""``snaptai batch`` as a person calls it: exit codes, sentences, silence in a pipe, and the model that ships."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from snaptai.datasets.render import render_hand
from snaptai.models.catalog import ModelError, find_model
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import parse_tiles
from snaptai.ui.cli import app
from snaptai.vision.detector import DEFAULT_MODEL


def call(*arguments):
    """(exit code, stdout, stderr) of the command."""
    result = CliRunner().invoke(app, [*map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def batch(*arguments):
    return call("batch", *arguments, "--workers", 1, "--backend", "fake", "--lang", "en")


def test_exit_code_and_summary(archive, tmp_path):
    code, out, said = batch(archive, "--out", tmp_path / "r")
    assert (code, out) == (0, ""), "quiet in a pipe"
    assert said.startswith("in all 3: read 3 (scored 2, to review 1), failed 0, duplicates 0\nthis run 3: new 3\n")
    assert "results.csv, results.jsonl, results.parquet, report.html" in said
    assert (
        "共 3: 已讀 3 (已計算 2, 待確認 1), 無法讀取 0, 重複 0\n這次 3: 新的 3\n"
        in call("batch", archive, "--out", tmp_path / "zh", "--workers", 1, "--backend", "fake")[2]
    )
    (archive / "bad　\n.jpg").write_text("no photo")
    (archive / "club.RAR").write_bytes(b"Rar!")
    (archive / "manifest.jsonl").write_text('{"photo": "typo.png"}\n')
    (archive / "對局表.csv").write_text("照片\n", encoding="utf-8")
    code, _, said = batch(archive, "--out", tmp_path / "r")
    assert code == 1 and "in all 5: read 3 (scored 2, to review 1), failed 2, duplicates 0" in said
    assert "this run 5: new 2, unchanged 3\n" in said
    assert said.startswith("manifest.jsonl: 'typo.png' names no photo\nnot used: 對局表.csv; a table that says how")
    assert "failed bad　\\n.jpg: " in said
    assert "failed club.RAR: It stays shut; unpack it to a folder, or make it a zip." in said
    assert "not used" not in batch(archive, "--out", tmp_path / "r", "--manifest", archive / "對局表.csv")[2]
    assert "is given by --manifest" in batch(archive, archive / "對局表.csv", "--out", tmp_path / "two")[2]


def test_a_text_that_is_no_list_says_so(archive, tmp_path):
    (tmp_path / "notes.txt").write_text("sunny\n" + "x" * 300 + "\n", encoding="utf-8")
    code, _, said = batch(tmp_path / "notes.txt", "--out", tmp_path / "r")
    assert code == 1 and "failed sunny: This line of a list names no file; a list holds one path a line." in said


def test_a_terminal_of_80_columns_shows_rate_time_left_and_counts(archive, tmp_path):
    ours, theirs = os.openpty()
    line = [str(Path(sys.executable).with_name("snaptai")), "batch", str(archive), "--out", str(tmp_path / "r")]
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm"}
    run = subprocess.Popen(
        [*line, "--workers", "1", "--backend", "fake", "--lang", "en"], stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the terminal closes when the run ends
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert run.wait() == 0
    plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown).decode()
    assert re.search(r"3/3 0:00:0\d \d+\.\d/s  read 3: scored 2, to review 1, failed 0", plain)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("typo", "--out", "r"), "typo: no such file or folder"),
        (("photos", "--out", "r", "--manifest", "typo.csv"), "typo.csv: no such file or folder"),
        (("photos", "--out", "r", "--manifest", "bad.csv"), "bad.csv: unknown column 'x'"),
        (("photos", "--out", "r", "--rules", "typo.toml"), "no such file; houses that come with SnapTai are"),
        (("photos", "--out", "bad.csv"), "choose an --out folder that can be written"),
        (("photos", "--out", "bad.csv/r"), "choose an --out folder that can be written"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(archive, tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.csv").write_text("photo,x\n")
    code, out, said = batch(*arguments)
    assert code == 2 and sentence in said and len(said.splitlines()) == 1 and out == ""
    _, _, said = call("batch", *arguments, "--workers", 1, "--backend", "fake")
    assert len(said.splitlines()) == 1 and any("一" <= letter <= "龥" for letter in said), "in Chinese as well"
    assert not any(os.strerror(number) in said for number in errno.errorcode), "none of the system's own English"
    assert not (tmp_path / "r").exists()


def test_a_photo_struck_from_a_list_leaves_the_results_not_without_a_word(archive, tmp_path):
    listed = tmp_path / "list.txt"
    listed.write_text("photos/a.png\nphotos/b.png\n")
    batch(listed, "--out", tmp_path / "r")
    listed.write_text("photos/a.png\n# photos/b.png\n")
    code, _, said = batch(listed, "--out", tmp_path / "r")
    assert code == 0 and "1 photos with results are not below these paths and leave the results: " in said
    assert str(archive / "b.png") in said


def test_export_without_corrections_says_how_to_make_some(archive, tmp_path):
    batch(archive, "--out", tmp_path / "r")
    code, out, _ = call("export", tmp_path / "r", "--out", tmp_path / "set")
    assert code == 0 and out.startswith("0 張更正過的照片") and f"snaptai review {tmp_path / 'r'}" in out


def test_review_and_export_need_a_batch(tmp_path):
    for arguments in (("review", tmp_path), ("export", tmp_path, "--out", tmp_path / "set")):
        for lang, first in (("zh-TW", "請先執行"), ("en", "first run:")):
            code, _, said = call(*arguments, "--lang", lang)
            assert code == 2 and f"{first} snaptai batch PHOTOS --out {tmp_path}" in said
    assert call("export", tmp_path, "--out", tmp_path / "set", "--format", "voc")[0] == 2


def test_a_photo_alone_and_in_a_batch_by_the_shipped_model_are_the_same(tmp_path, command):
    try:
        find_model(DEFAULT_MODEL)
    except ModelError as problem:
        pytest.skip(str(problem))
    from snaptai.vision import read_photo

    (tmp_path / "photos").mkdir()
    hand = Hand(parse_tiles("123m456m789m11p22s"), "2s", (parse_tiles("EEE"),), (), ("1f",))
    for number in range(2):
        image, _ = render_hand(hand, number, (960, 720))
        cv2.imwrite(str(tmp_path / "photos" / f"{number}.jpg"), image[..., ::-1])
    done = command("batch", "photos", "--out", "r", "--workers", 2)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "r" / "results.jsonl").read_text("utf-8").splitlines()]
    assert [line["photo"] for line in lines] == ["0.jpg", "1.jpg"]
    for line in lines:
        alone = read_photo(tmp_path / "photos" / line["photo"]).to_document()
        assert line["read"]["hand"] == alone["hand"] and len(line["read"]["tiles"]) == len(alone["tiles"])
        assert line["model"].startswith(f"{DEFAULT_MODEL}:")
        for one, other in zip(line["read"]["tiles"], alone["tiles"], strict=True):
            assert one["box"] == pytest.approx(other["box"], abs=0.5)
