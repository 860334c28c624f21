"""Every command and option explains itself; unusable arguments get one sentence and exit code 2; nothing calls home."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from snaptai.ui.cli import app

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "ui" / "examples" / "hand.jpg"


def commands() -> Iterator[tuple[str, object]]:
    yield from typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]


def snaptai(*arguments: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, text=True, env=os.environ | environment, cwd=ROOT, timeout=180
    )


@pytest.mark.parametrize("name,command", list(commands()), ids=lambda value: value if isinstance(value, str) else "")
def test_every_command_has_an_example_and_every_option_a_help(name: str, command: object) -> None:
    assert "Example" in (command.help or ""), f"{name} shows no example"  # type: ignore[attr-defined]
    silent = [p.name for p in command.params if p.param_type_name == "option" and not p.help]  # type: ignore[attr-defined]
    assert silent == []


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_both_readmes_name_every_command(name: str) -> None:
    for readme in ("README.md", "README.zh-TW.md"):
        assert f"snaptai {name}" in (ROOT / readme).read_text(), f"{readme} lacks {name}"


@pytest.mark.parametrize(
    "arguments,code",
    [
        (["score", "--nonsense"], 2),
        (["nonsense"], 2),
        (["doctor", "--port", "99999"], 2),
        (["batch", "no-such-folder", "--out", "x"], 2),
        (["read", "no-such-photo.jpg"], 1),
        (["score", "-", "--rules", "no-such-house.toml"], 2),
    ],
)
def test_unusable_arguments_get_a_sentence(arguments: list[str], code: int) -> None:
    done = snaptai(*arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and (done.stderr or done.stdout).strip()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_traceback(closed: str) -> None:
    command = f"'{sys.executable}' -c 'from snaptai.ui.cli import main; main()' score - {closed}"
    done = subprocess.run(["sh", "-c", command], input="", capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("options,said", [([], "異常 存檔資料夾"), (["--lang", "en"], "FAULT data folder")])
def test_a_data_folder_that_cannot_be_written_is_named(options: list[str], said: str, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    done = snaptai("doctor", *options, SNAPTAI_DATA=str(blocked / "data"))
    assert done.returncode == 1
    assert said in done.stdout and "SNAPTAI_DATA" in done.stdout and "Traceback" not in done.stderr


def test_version_names_package_model_and_provider() -> None:
    done = snaptai("--version")
    assert done.returncode == 0
    assert "snaptai 0" in done.stdout and "sha256:" in done.stdout and "ExecutionProvider" in done.stdout


def test_scoring_a_photo_opens_no_connection(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        textwrap.dedent(
            """
            import socket
            def refuse(self, address, *rest):
                raise SystemExit(f"network used: {address}")
            socket.socket.connect = socket.socket.connect_ex = refuse
            socket.getaddrinfo = lambda *a, **k: refuse(None, a)
            """
        )
    )
    done = snaptai("score", "--json", str(EXAMPLE), PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "network used" not in done.stdout + done.stderr
