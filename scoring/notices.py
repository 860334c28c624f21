"""Warnings: where the rulings ask that a person be told how the hand was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from snaptai.scoring.tiles import FACES, format_tiles, name_tiles

if TYPE_CHECKING:
    from snaptai.scoring.sheet import ScoreSheet


def _unsure_tile(sheet: ScoreSheet) -> bool:
    return sheet.unsure_tile


def _exhausted_wait_decides(sheet: ScoreSheet) -> bool:
    """Without the kinds that the hand holds four times one wait is left (11)."""
    facts = sheet.facts
    return bool(facts.exhausted) and len(set(facts.waits) - set(facts.exhausted)) == 1


def _kong_and_last_tile(sheet: ScoreSheet) -> bool:
    return sheet.facts.win.last_tile and {"24", "25"} <= {award.rule.key for award in sheet.items}


def _ready_with_kong(sheet: ScoreSheet) -> bool:
    win = sheet.facts.win
    return bool(sheet.facts.kongs and (win.ready or win.opening))


_WARNINGS: tuple[tuple[Callable[[ScoreSheet], bool], str, str], ...] = (
    (_unsure_tile, "不知道最後一張是哪張；無論哪張，臺數都相同。",
     "Which tile came last is not known; every possibility gives the same items."),
    (_exhausted_wait_decides, "{tiles}自己已有四張，是否仍算一種聽牌決定了獨聽或平和（第 11 條裁定）。",
     "The hand holds all four {tiles}; whether that still counts as a wait decides rules 11 and 7."),
    (_kong_and_last_tile, "槓上開花與海底撈月同時計算（第 25 條裁定）。",
     "槓上開花 (24) and 海底撈月 (25) are both counted."),
    (_ready_with_kong, "有暗槓而仍計天聽、地聽、天和、地和或人和，請各家確認。",
     "A ready or opening item is counted beside a concealed kong: ask the table."),
)  # fmt: skip


def warnings(sheet: ScoreSheet, lang: str = "zh-TW") -> list[str]:
    """One sentence for each that applies."""
    found = [(zh, en) for applies, zh, en in _WARNINGS if applies(sheet)]
    if not found:
        return []
    exhausted = [FACES[kind] for kind in sheet.facts.exhausted]
    if lang.startswith("en"):
        return [en.format(tiles=format_tiles(exhausted)) for _, en in found]
    return [zh.format(tiles=name_tiles(exhausted)) for zh, _ in found]
