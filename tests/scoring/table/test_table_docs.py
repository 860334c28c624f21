"""docs/table.md: every line of its evening does what it says, and no event is left out; the command itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from snaptai.scoring.table import KINDS, Table
from snaptai.scoring.table.notices import NOTICES

ROOT = Path(__file__).resolve().parents[3]
DOCS = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")


def examples() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each event with what the answer after it must hold; nothing where none is written."""
    lines = [line for block in re.findall(r"```jsonl\n(.*?)```", DOCS, re.S) for line in block.strip().splitlines()]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("→"):
            yield json.loads(line), json.loads(following.removeprefix("→ ")) if following.startswith("→") else {}


def test_the_documented_evenings_go_as_written() -> None:
    table = Table()
    for event, expected in examples():
        table = Table() if event["event"] == "open" else table
        answer = table.answer(event)
        assert {key: answer.get(key) for key in expected} == expected, event
        assert "error" in expected or "error" not in answer, event


def test_every_sentence_that_the_table_carries_out_has_an_example() -> None:
    shown = {notice["code"] for _, answer in examples() for notice in answer.get("notices", ())}
    assert shown == set(NOTICES)


def test_every_event_and_key_is_documented() -> None:
    section = DOCS.split("## Events")[1].split("## The state")[0]
    for name, kind in KINDS.items():
        row = next(line for line in section.splitlines() if line.startswith("|") and f"`{name}`" in line.split("|")[1])
        missing = [key for key in kind.readers if f"`{key}`" not in row and f"**`{key}`**" not in row]
        assert missing == [], f"{name} lacks {missing}"
        assert all(f"**`{key}`**" in row for key in kind.required), name
    used = {event["event"] for event, _ in examples()}
    assert used == set(KINDS)


def run(*arguments: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", *arguments]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, timeout=120)


def test_the_command_answers_each_line_and_goes_on_after_bad_ones() -> None:
    lines = [
        '{"event": "open", "players": ["A", "B", "C", "D"]}',
        "nonsense",
        '{"event": "sit", "order": ["A", "B", "C", "D"]}',
    ]
    done = run("table", "-", given=("\ufeff" + "\r\n\r\n".join(lines)).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("phase", answer.get("error", {}).get("code")) for answer in answers] == [
        "seats",
        "not_json",
        "dealer",
    ]
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_file_of_events_that_is_fine_exits_with_zero(tmp_path: Path) -> None:
    evening = tmp_path / "evening.jsonl"
    evening.write_text('{"event": "open", "players": ["安", "B", "C", "D"]}\n', encoding="utf-8")
    done = run("table", str(evening), given=b"")
    assert done.returncode == 0 and "安" in done.stdout.decode()


def test_a_file_that_is_not_there_is_named() -> None:
    done = run("table", "no-such-evening.jsonl", given=b"")
    assert done.returncode == 2 and b"no-such-evening.jsonl" in done.stderr and b"Traceback" not in done.stderr
