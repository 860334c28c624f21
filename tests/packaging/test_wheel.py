"""The wheel holds every package and the model, and works away from the repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("vision", "models", "scoring", "ui", "datasets")
HAND = {
    "hand": {"concealed": "456m7p", "winning_tile": "7p", "exposed": ["345s", "EEE", "9999p"],
             "concealed_kongs": ["CCCC"], "flowers": "15f"},
    "win": {"method": "discard"},
    "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "E", "dealer_streak": 2},
    "stake": {"base": 100, "tai": 20},
}  # fmt: skip


def listed() -> set[str]:
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])


def test_every_package_on_disk_is_listed() -> None:
    found = {"snaptai"}
    for room in ROOMS:
        for init in (ROOT / room).rglob("__init__.py"):
            if init.parent != ROOT / "ui" / "api":
                found.add("snaptai." + ".".join(init.parent.relative_to(ROOT).parts))
    assert found == listed()


def test_every_module_lies_in_a_package() -> None:
    stray = [p for room in ROOMS for p in (ROOT / room).rglob("*.py") if not (p.parent / "__init__.py").exists()]
    assert stray == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked as pip would."""
    folder = tmp_path_factory.mktemp("wheel")
    run = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run([*run, "wheel", "--no-deps", "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("snaptai-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    (folder / "names.json").write_text(json.dumps(names))
    subprocess.run([*run, "install", "--no-deps", "--target", folder / "site", wheel], check=True)
    return folder


def run(site: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(site / "site")}
    command = [sys.executable, "-P", "-c", "from snaptai.ui.cli import main; main()", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, env=environment, cwd=site, timeout=120)


@pytest.mark.wheel
def test_the_wheel_holds_every_package_the_model_and_the_example(site: Path) -> None:
    names = json.loads((site / "names.json").read_text())
    for package in listed():
        assert package.replace(".", "/") + "/__init__.py" in names
    for file in ("models/catalog.json", "models/snaptai-n.onnx", "models/snaptai-n.md", "ui/examples/hand.jpg"):
        assert f"snaptai/{file}" in names


@pytest.mark.wheel
def test_the_wheel_scores_a_hand_document(site: Path) -> None:
    done = run(site, "score", "-", given=json.dumps(HAND) + "\n")
    assert done.returncode == 0, done.stderr
    sheet = json.loads(done.stdout)
    assert (sheet["tai"], sheet["payments"][0]["amount"]) == (3, 160)


@pytest.mark.wheel
def test_the_wheel_scores_its_example_photo(site: Path) -> None:
    photo = site / "site" / "snaptai" / "ui" / "examples" / "hand.jpg"
    done = run(site, "score", "--json", str(photo))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tai"] > 0


@pytest.mark.wheel
def test_help_and_score_load_nothing_heavy(site: Path) -> None:
    script = (
        "import sys; sys.argv = ['snaptai', *{arguments}]\n"
        "from snaptai.ui.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('cv2', 'onnxruntime', 'streamlit', 'numpy', 'torch') if m in sys.modules], file=sys.stderr)"
    )
    for arguments in (["--help"], ["score", "-"]):
        command = [sys.executable, "-P", "-c", script.format(arguments=arguments)]
        environment = os.environ | {"PYTHONPATH": str(site / "site")}
        done = subprocess.run(command, input="", capture_output=True, text=True, env=environment, cwd=site, timeout=60)
        assert done.stderr.strip().endswith("[]"), done.stderr
