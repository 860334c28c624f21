"""The rulebook as shipped: ids, look-up, and that every sentence is carried out by something."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from snaptai.scoring.play import MEETINGS, ROWS
from snaptai.scoring.play.meetings import SCOPE
from snaptai.scoring.rulebook import ENTRIES, SENTENCES, search, sentence, sentences_of
from snaptai.scoring.rules.table import RULES
from snaptai.scoring.table import KINDS
from snaptai.scoring.table.notices import NOTICES

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "scoring" / "rulebook.txt").read_text(encoding="utf-8")


def cited() -> set[str]:
    """Sentences that a rule, a decision row, a meeting of claims or a table event cites."""
    keys = {rule.cite for rule in RULES} | {SCOPE}
    keys |= {clause for row in ROWS for clause in row.clauses}
    keys |= {clause for meeting in MEETINGS for clause in (meeting.clause, meeting.usual_clause) if clause}
    keys |= {clause for kind in KINDS.values() for clause in kind.clauses} | {clause for clause, _ in NOTICES.values()}
    return {each for key in keys for each in sentences_of(key)}


def test_every_sentence_is_cited_by_what_carries_it_out() -> None:
    assert set(SENTENCES) - cited() == set()


def test_the_sentences_are_the_whole_text_word_for_word() -> None:
    headings = ("一、", "二、", "三、", "四、")
    body = "".join(line.strip() for line in TEXT.splitlines() if not line.startswith(headings))
    assert "".join(SENTENCES.values()) == body


def test_all_36_rules_and_all_clauses_have_ids() -> None:
    assert [f"一.{n}" for n in range(1, 37)] == [key for key in ENTRIES if key.startswith("一")]
    assert [f"三.{n}" for n in range(9)] == [key for key in ENTRIES if key.startswith("三")]
    assert [f"四.{n}" for n in range(9)] == [key for key in ENTRIES if key.startswith("四")]


@pytest.mark.parametrize(
    "key,start",
    [
        ("一.7", "⒎平和2臺"),
        ("一.27.2", "得花和時如未補牌"),
        ("二.過水.1", "過水：得和牌而未和牌"),
        ("三.2", "⒉碰杠之補牌不得自摸"),
        ("四.5", "⒌和銃VS碰牌"),
        ("二.暗槓", "暗杠：手牌具有四張"),
        ("二.胡牌", "和牌：手牌之明暗牌"),
    ],
)
def test_a_sentence_is_found_by_its_id_in_either_spelling(key: str, start: str) -> None:
    assert sentence(key).startswith(start)


def test_an_unknown_id_says_what_ids_look_like() -> None:
    with pytest.raises(KeyError, match="ids look like"):
        sentence("五.1")


def test_an_entry_covers_its_sentences_and_no_others() -> None:
    assert sentences_of("一.2") == ("一.2",)
    assert sentences_of("一.27") == ("一.27.1", "一.27.2", "一.27.3")


def test_search_finds_words_in_either_spelling_and_needs_all_of_them() -> None:
    assert search("碰槓 補牌") == ("二.明杠.3", "三.2", "三.3")
    assert search("三.6") == ("三.6.1", "三.6.2")
    assert search("plum") == ()


def test_the_command_shows_sentences() -> None:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "rulebook"]
    found = subprocess.run([*command, "解除過水", "--json"], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert [json.loads(line)["id"] for line in found.stdout.splitlines()] == ["二.解除過水.1", "二.解除過水.2"]
    nothing = subprocess.run([*command, "plum"], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert (nothing.returncode, nothing.stdout) == (1, "") and "plum" in nothing.stderr
