"""docs/play.md: every example runs, every clause that the tables cite has one; the command itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from snaptai.scoring.play import ACTIONS, FACTS, MEETINGS, ROWS, rule_document

ROOT = Path(__file__).resolve().parents[3]
DOCS = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
SECTIONS = {
    heading: block.strip().splitlines()
    for heading, block in re.findall(r"^### (\S+)\n.*?```jsonl\n(.*?)```", DOCS, re.S | re.M)
}


@pytest.mark.parametrize("clause", SECTIONS)
def test_documented_examples_are_ruled_as_written(clause: str) -> None:
    lines = SECTIONS[clause]
    assert lines
    for situation, answer in zip(lines[::2], lines[1::2], strict=True):
        assert rule_document(json.loads(situation)) == json.loads(answer.removeprefix("→ "))


def test_every_clause_of_the_tables_has_an_example() -> None:
    cited = {clause for row in ROWS for clause in row.clauses}
    cited |= {clause for meeting in MEETINGS for clause in (meeting.clause, meeting.usual_clause) if clause}
    assert cited == set(SECTIONS)


def test_every_action_and_key_is_documented() -> None:
    reference = DOCS.split("## An example a clause")[0]
    for action in ACTIONS.values():
        assert all(f"`{fact}`" in reference for fact in (*action.required, *action.optional))
    assert all(f"| `{name}` |" in reference for name in (*ACTIONS, *FACTS))
    assert all(f"`{key}`" in reference for meeting in MEETINGS for key in meeting.facts)


def test_the_command_rules_line_by_line() -> None:
    lines = ['{"action": "draw", "wall_left": 0}', "[]", '{"claim": "pung", "against": "draw", "merged": true}']
    done = subprocess.run(
        [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "rule", "-", "--lang", "en", "--quote"],
        input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, timeout=120,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("clause") for answer in answers] == ["一.25.2", None, "四.4"]
    assert answers[1]["error"]["code"] == "bad_value"
    assert answers[2]["why"].startswith("the drawn tile is among the hand") and "碰牌VS摸牌" in answers[2]["quote"]
    assert done.returncode == 1
