"""The lines that ``score -`` writes are the score documents, letter for letter."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaptai.scoring.documents import score_document, waits_document
from snaptai.scoring.stream import answer_stream
from snaptai.scoring.tiles import WINDS

HANDS: list[dict[str, Any]] = [
    {"concealed": "345m99s45p", "winning_tile": "6p", "exposed": ["234m", "SSS", "3333p"], "flowers": "26f"},
    {"concealed": "333m888p555sEEE111p9m", "winning_tile": "9m"},
    {"concealed": "112233m445566pEEE7s", "winning_tile": "7s"},
    {"concealed": "345m99s456p", "exposed": ["234m", "SSS", "567s"]},
    {"concealed": "", "flowers": "12345678f"},
]


def lines_of(*documents: object, **options: Any) -> list[str]:
    out = io.BytesIO()
    answer_stream((json.dumps(document).encode() + b"\n" for document in documents), out, **options)
    return out.getvalue().decode().splitlines()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(HANDS), st.sampled_from(["discard", "self_draw", "eight_flowers"]), st.integers(0, 99))
def test_each_line_is_the_score_document(hand: dict[str, Any], method: str, seed: int) -> None:
    chance = random.Random(seed)
    document = {
        "hand": hand,
        "win": {"method": method, "last_tile": chance.random() < 0.3, "kong_replacement": chance.random() < 0.3},
        "seat": {
            "winner": "S",
            "loser": "W" if method == "discard" else None,
            "dealer": chance.choice(WINDS),
            "round": chance.choice("ESWNCFP"),
            "dealer_streak": chance.randrange(3),
        },
        "rules": {"house": 'a "quoted" \\ house', "drop_own_exhausted_waits": chance.random() < 0.5},
    }
    for lang in ("zh-TW", "en"):
        (line,) = lines_of(document, lang=lang)
        assert line == json.dumps(score_document(document, lang), ensure_ascii=False)


@pytest.mark.parametrize("document", [{}, [], {"hand": {"concealed": "0m"}}])
def test_errors_too(document: object) -> None:
    assert lines_of(document) == [json.dumps(score_document(document), ensure_ascii=False)]


def test_other_answers_go_the_same_way() -> None:
    hand = {"concealed": "7p", "exposed": ["345s", "EEE", "9999p", "456m", "CCC"]}
    document = {"hand": hand, "seat": {"winner": "S", "dealer": "N", "round": "E"}}
    assert lines_of(document, answer=waits_document) == [json.dumps(waits_document(document), ensure_ascii=False)]
