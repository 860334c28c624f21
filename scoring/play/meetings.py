"""Who goes first when two claims meet: part four's eight cases and 攔和, as data.

In each case the ``exception`` goes first if all of ``facts`` hold, the ``usual`` claim if one does not (四.0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SCOPE = "四.0"
"""What part four is about: claims of two or more players that cannot both be met."""
CLAIMS = ("self_draw", "discard_win", "pung", "exposed_kong", "chow", "draw")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two claims that can meet, what decides between them, and the words for either outcome (zh, en)."""

    clause: str
    exception: str
    usual: str
    facts: Mapping[str, str]
    exception_why: tuple[str, str]
    usual_why: tuple[str, str]
    usual_clause: str = ""

    def first(self, facts: Mapping[str, Any]) -> tuple[str, str, tuple[str, str]]:
        """Who goes first, by which clause, and why."""
        if all(facts[name] for name in self.facts):
            return self.exception, self.clause, self.exception_why
        return self.usual, self.usual_clause or self.clause, self.usual_why

    @property
    def examples(self) -> tuple[dict[str, Any], ...]:
        """Two situations, one for each outcome; both ask about the claim that goes first."""
        return tuple(self._example(first, outcome) for first, outcome in ((self.exception, True), (self.usual, False)))

    def _example(self, first: str, outcome: bool) -> dict[str, Any]:
        facts = dict.fromkeys(self.facts, outcome)
        if self.usual == "nearer_win":
            return {"claim": "discard_win", "against": "discard_win", "nearer": first == "nearer_win", **facts}
        second = self.usual if first == self.exception else self.exception
        return {"claim": first, "against": second, **facts}


_SHOWN = {
    "shown": "the player who chows has shown the run",
    "discarded": "and has discarded",
}

MEETINGS = (
    Meeting(
        "四.1",
        "pung",
        "self_draw",
        {"called_first": "the pung was called before the next player's self-draw was shown or said"},
        (
            "喊碰早於舍牌者下家自摸之動作或意思表示，碰牌優先",
            "the pung was called before the self-draw: the pung goes first",
        ),
        ("下家自摸在先，自摸優先", "the self-draw came before the call: the self-draw goes first"),
    ),
    Meeting(
        "四.2",
        "discard_win",
        "self_draw",
        {"called_first": "the win by discard was said before the next player's self-draw was shown or said"},
        ("和銃之意思表示早於下家自摸，和銃優先", "the win by discard was said first and goes first"),
        ("下家自摸在先，自摸優先", "the self-draw came first and goes first"),
    ),
    Meeting(
        "四.3",
        "chow",
        "pung",
        _SHOWN,
        (
            "喊碰遲疑，吃牌已亮牌並打牌，吃牌優先",
            "the run is shown and a tile discarded: the late pung loses to the chow",
        ),
        ("吃牌尚未完成亮牌與打牌二動作，碰牌優先", "the chow is not both shown and discarded yet: the pung goes first"),
    ),
    Meeting(
        "四.4",
        "draw",
        "pung",
        {"merged": "the drawn tile stands among the hand and cannot be told from it"},
        (
            "喊碰遲疑，所摸之牌已入手牌列無法辨識，摸牌優先",
            "the drawn tile is among the hand: the late pung loses to it",
        ),
        ("所摸之牌仍可辨識，碰牌優先", "the drawn tile can still be told: the pung goes first"),
    ),
    Meeting(
        "四.5",
        "pung",
        "discard_win",
        {"touched": "the player who could win has reached for the wall and touched a tile"},
        (
            "得和銃者已伸手摸牌並觸及，視為過水不和，碰牌優先",
            "the winner reached for the wall and touched it: passed, the pung first",
        ),
        ("得和銃者未伸手摸牌觸及，和銃優先", "the player who wins has not touched the wall: the win goes first"),
    ),
    Meeting(
        "四.6",
        "chow",
        "discard_win",
        _SHOWN,
        (
            "得和銃者遲疑，吃牌已亮搭並打牌，吃牌優先",
            "the run is shown and a tile discarded: the late win loses to the chow",
        ),
        ("吃牌尚未完成亮搭與打牌二動作，和銃優先", "the chow is not both shown and discarded yet: the win goes first"),
    ),
    Meeting(
        "四.7",
        "draw",
        "discard_win",
        {"drawn": "the next player has drawn", "discarded": "and has discarded"},
        ("得和銃者遲疑，下家已摸牌並打牌，摸牌優先", "the next player drew and discarded: the late win loses to it"),
        (
            "下家尚未完成摸牌與打牌二動作，和銃優先",
            "the next player has not both drawn and discarded: the win goes first",
        ),
    ),
    Meeting(
        "四.8",
        "later_win",
        "nearer_win",
        {"reached": "the player nearer to the discarder has reached out to draw"},
        (
            "輪序在前者已伸手摸牌，視為過水不和，輪序在後者優先",
            "the nearer player reached out to draw: passed, the later one wins",
        ),
        (
            "多家同時和牌，離放銃者順序較近者優先（攔和）",
            "of several wins the one nearest after the discarder goes first (攔和)",
        ),
        "二.攔和",
    ),
)
