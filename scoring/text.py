"""A score sheet as lines of text that a table of four can read."""

from __future__ import annotations

import json
from collections.abc import Sequence

from snaptai.scoring.explain import quote
from snaptai.scoring.house import RULEBOOK
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.tiles import NAMES, format_tiles, name_tiles


def sheet_text(sheet: ScoreSheet, lang: str = "zh-TW", why_not: Sequence[int] = (), quoted: bool = False) -> str:
    """Total, items with reasons, what was displaced, payments, warnings, answers and the house's rules."""
    english = lang.startswith("en")
    lines = [f"{sheet.tai} tai" if english else f"共 {sheet.tai} 臺", _hand_line(sheet, english)]
    for item in sheet.items:
        lines.append(f"  {item.rule.number:>2} {item.name} {item.tai:+d}　{item.why(lang)}")
        if quoted:
            lines += [f"       {line}" for line in quote(sheet, item.rule.number, lang)]
    lines += [f"   – {out.why(lang)}" for out in sheet.displaced]
    lines += [f"  {item.rule.number:>2} {item.name} {item.tai:+d}" for item in sheet.dealer_items]
    lines += _payment_lines(sheet, english)
    lines += [f"  ! {warning}" for warning in sheet.warnings(lang)]
    for rule in why_not:
        lines.append(f"  ? {sheet.why_not(rule, lang)}")
        if quoted:
            lines += [f"       {line}" for line in quote(sheet, rule, lang)]
    return "\n".join([*lines, _house_line(sheet, english)])


def _hand_line(sheet: ScoreSheet, english: bool) -> str:
    groups = [*sheet.groups, *([sheet.pair] if sheet.pair else [])]
    waits = format_tiles(sheet.waits) if english else name_tiles(sheet.waits)
    waiting = f"{'; waiting for' if english else '　聽'} {waits}" if waits else ""
    return "  " + " ".join(groups) + waiting if groups else ("  flower win" if english else "  花和，手牌未和")


def _payment_lines(sheet: ScoreSheet, english: bool) -> list[str]:
    if english:
        return [f"  {p.payer} pays {p.payee}: {p.tai} tai, {p.amount}" for p in sheet.payments]
    return [f"  {NAMES[p.payer]} 付 {NAMES[p.payee]}：{p.tai} 臺，{p.amount}" for p in sheet.payments]


def _house_line(sheet: ScoreSheet, english: bool) -> str:
    """The house, and where it is not the rulebook's."""
    standard = RULEBOOK.to_document()
    house = sheet.house.to_document()
    differences = ", ".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in house.items()
        if value != standard[key] and key not in ("house", "source")
    )
    if english:
        return f"  House rules: {house['house']} ({differences or 'as the rulebook'})"
    return f"  採用規則：{house['house']}（{differences or '全照規則書'}）"
