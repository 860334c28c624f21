"""A model is used only as the catalog lists it; otherwise one sentence says what to do."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from snaptai.models import catalog
from snaptai.models.catalog import ModelError, find_model, read_catalog, refresh
from snaptai.scoring.tiles import TILES


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    (tmp_path / "a.onnx").write_bytes(b"weights")
    path = tmp_path / "catalog.json"
    models = {
        "a": {"file": "a.onnx", "sha256": "", "kind": "detector", "threshold": 0.3, "figures": {"val": {"f1": 0.9}}}
    }
    path.write_text(json.dumps({"models": models}))
    refresh(path)
    return path


def test_a_listed_model_is_found_with_its_settings(listed: Path):
    entry = find_model("a", catalog=listed)
    assert entry.path == listed.parent / "a.onnx"
    assert (entry.threshold, entry.classes, entry.figures) == (0.3, TILES, {"val": {"f1": 0.9}})


def test_refresh_names_what_changed_and_then_nothing(listed: Path):
    assert refresh(listed) == []
    (listed.parent / "a.onnx").write_bytes(b"better weights")
    assert refresh(listed) == ["a"]
    assert find_model("a", catalog=listed)


def test_absent_damaged_and_unknown_models_each_get_one_sentence(listed: Path):
    file = listed.parent / "a.onnx"
    file.write_bytes(b"weighty")
    with pytest.raises(ModelError, match="damaged") as caught:
        find_model("a", catalog=listed)
    assert "已損壞" in str(caught.value.message("zh")) and "\n" not in str(caught.value)
    file.unlink()
    with pytest.raises(ModelError, match="missing"):
        find_model("a", catalog=listed)
    with pytest.raises(ModelError, match="'b'.*choose one of a"):
        find_model("b", catalog=listed)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"models": {"a": {}}}', '{"models": {"a": {"file": "x", "odd": 1}}}']
)
def test_a_damaged_catalog_gets_one_sentence(tmp_path: Path, text: str):
    path = tmp_path / "catalog.json"
    path.write_text(text)
    with pytest.raises(ModelError, match="catalog"):
        read_catalog(path)


def test_the_shipped_catalog_lists_a_detector_of_the_43_classes():
    entries = read_catalog()
    assert entries["snaptai-n"].kind == "detector"
    assert all(entry.classes == TILES for entry in entries.values())


def test_the_command_tells_wrong_use_from_good():
    command = [sys.executable, "-m", catalog.__name__]
    answer = subprocess.run([*command, "polish"], capture_output=True, text=True, check=False)
    assert answer.returncode == 2 and "usage" in answer.stderr


def test_a_second_stage_is_no_detector():
    with pytest.raises(ModelError, match="choose one of snaptai-n\\."):
        find_model("snaptai-n-cls", kind="detector")
