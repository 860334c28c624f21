"""``snaptai score`` and ``snaptai waits`` as a person or a program uses them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from snaptai.ui.cli import app

HAND = [
    "--hand=456m7p", "--winning-tile=7p", "--exposed=345s", "--exposed=EEE", "--exposed=9999p", "--concealed-kong=CCCC",
    "--flowers=15f", "--method=discard", "--winner=S", "--dealer=N", "--loser=W", "--round=E",
]  # fmt: skip
LINE = json.dumps(
    {
        "hand": {"concealed": "456m7p", "winning_tile": "7p", "exposed": ["345s", "EEE", "9999p", "CCCC"]},
        "win": {"method": "self_draw"},
        "seat": {"winner": "S", "dealer": "N", "round": "E"},
    }
)


def snaptai(*arguments: str, stdin: str | bytes = "") -> Any:
    return CliRunner().invoke(app, list(arguments), input=stdin)


def test_a_hand_by_options_gives_a_readable_sheet() -> None:
    result = snaptai("score", *HAND, "--dealer-streak=2")
    assert result.exit_code == 0
    for words in ("共 3 臺", "圈風刻", "東東東是合圈序的風刻", "西 付 南：3 臺，160", "採用規則：規則書"):
        assert words in result.stdout


def test_in_english() -> None:
    result = snaptai("score", *HAND, "--lang=en")
    assert "EEE is a pung of the round wind: 1 tai." in result.stdout
    assert "W pays S: 3 tai, 160" in result.stdout
    assert "House rules: 規則書 (as the rulebook)" in result.stdout


def test_why_not_and_the_rulebooks_own_words() -> None:
    result = snaptai("score", *HAND, "--why-not=7", "--quote")
    assert "平和不計：須沒有花牌" in result.stdout
    assert "無花、無字、無刻、非獨聽、非自摸" in result.stdout
    assert "pinghe_two_sided_only = false" in result.stdout


def test_why_not_of_json_lines_and_of_json() -> None:
    asked = ["--why-not=7", "--why-not=23", "--quote", "--lang=en"]
    for answer in (snaptai("score", "-", *asked, stdin=LINE), snaptai("score", *HAND, "--json", *asked)):
        document = json.loads(answer.stdout)
        assert [why["rule"] for why in document["why_not"]] == [7, 23]
        assert document["why_not"][0]["why"].startswith("平和 is not counted: it needs this")
        assert "平和2臺" in document["why_not"][0]["quote"][0]
        assert all(f"一.{item['rule']}" in item["quote"][0] for item in document["items"])
    unasked = json.loads(snaptai("score", "-", stdin=LINE).stdout)
    assert "why_not" not in unasked and "quote" not in unasked["items"][0]


def test_a_line_that_is_wrong_is_not_asked_about() -> None:
    result = snaptai("score", "-", "--why-not=7", stdin="{}\n" + LINE)
    first, second = map(json.loads, result.stdout.splitlines())
    assert "error" in first and "why_not" not in first and second["why_not"]
    assert result.exit_code == 1


def test_json_by_options_is_the_score_document() -> None:
    result = snaptai("score", *HAND, "--base=10", "--tai=5", "--side-stake=S,W,50,10", "--json")
    assert json.loads(result.stdout)["payments"] == [{"from": "W", "to": "S", "tai": 3, "amount": 10 + 15 + 50 + 30}]


def test_nought_is_an_amount_and_a_streak_like_any_other() -> None:
    free = json.loads(snaptai("score", *HAND, "--base=0", "--tai=0", "--json").stdout)
    assert free["payments"][0]["amount"] == 0
    dealer = [*HAND, "--dealer=S", "--dealer-streak=2", "--shown-streak=0", "--json"]
    assert [item["rule"] for item in json.loads(snaptai("score", *dealer).stdout)["dealer_items"]] == [9]


def test_flags_of_the_win() -> None:
    drawn = [option for option in HAND if not option.startswith(("--method", "--loser"))]
    flags = ["--method=self_draw", "--kong-replacement", "--last-tile"]
    answer = json.loads(snaptai("score", *drawn, *flags, "--json").stdout)
    assert {24, 25} <= {item["rule"] for item in answer["items"]}


def test_a_hand_that_is_wrong_says_everything_that_is() -> None:
    result = snaptai("score", "--hand=0m", "--method=ron", "--lang=en")
    assert result.exit_code == 1
    assert "win.method must be one of" in result.stderr
    assert "hand.concealed: '0m'" in result.stderr
    assert "seat.winner is missing" in result.stderr


@pytest.mark.parametrize("side_stake", ["S,W,x,1", "S", "S,S,1,1", "S,W,1,000,20"])
def test_a_side_stake_that_is_wrong(side_stake: str) -> None:
    result = snaptai("score", *HAND, f"--side-stake={side_stake}")
    assert result.exit_code == 1
    assert "side_stakes[0]" in result.stderr


def test_lines_in_lines_out_with_bom_crlf_and_blank_lines() -> None:
    stdin = b"\xef\xbb\xbf" + f"{LINE}\r\n\r\n{{}}\n\n{LINE}".encode()
    result = snaptai("score", "-", stdin=stdin)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [("tai" in answer, "error" in answer) for answer in answers] == [(True, False), (False, True), (True, False)]
    assert result.exit_code == 1
    assert snaptai("score", "-", stdin=LINE).exit_code == 0


def test_a_house_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('house = "我家"\n[tai]\n"獨聽" = 3\n', encoding="utf-8")
    answer = json.loads(snaptai("score", "-", f"--rules={path}", stdin=LINE).stdout)
    assert (answer["rules"]["house"], answer["rules"]["tai"]) == ("我家", {"獨聽": 3})
    assert next(item["tai"] for item in answer["items"] if item["rule"] == 11) == 3


def test_a_house_file_that_is_wrong_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("ligu = 3", encoding="utf-8")
    for rules in (str(path), "nowhere.toml"):
        result = snaptai("score", "-", f"--rules={rules}", stdin=LINE)
        assert result.exit_code == 2
        assert result.stderr.startswith("snaptai: --rules")


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "-", "photo.jpg"],
        ["score", "-", "--winner=S"],
        ["waits", "x"],
        ["score", *HAND, "--why-not=37"],
    ],
)
def test_unusable_arguments(arguments: list[str]) -> None:
    result = snaptai(*arguments)
    assert result.exit_code == 2
    assert re.search(rf"snaptai:? {arguments[0]}\b", result.stderr)


def test_waits_of_a_line() -> None:
    hand = {"concealed": "7p", "exposed": ["345s", "EEE", "9999p", "456m", "CCC"]}
    line = json.dumps({"hand": hand, "seat": {"winner": "S", "dealer": "N", "round": "E"}})
    answer = json.loads(snaptai("waits", "-", stdin=line).stdout)
    wait = {"tile": "7p", "exhausted": False, "discard": {"tai": 5}, "self_draw": {"tai": 5}}
    assert answer["waits"] == [wait]


def test_each_answer_is_written_before_the_next_line_is_awaited() -> None:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "score", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            process.stdin.write(LINE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["tai"] == 4
        process.stdin.close()
        assert process.wait(30) == 0


def test_help_and_lines_load_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['snaptai', 'score', '-']\nfrom snaptai.ui.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'streamlit', 'PIL', 'snaptai.vision'} & sys.modules.keys()\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], input=LINE.encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
