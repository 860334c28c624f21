"""Explanations: why an item is not on the sheet, and on request the rulebook's own sentence and the ruling on it."""

from __future__ import annotations

import json

from snaptai.scoring.readings import is_ligu
from snaptai.scoring.rules.rule import Rule
from snaptai.scoring.rules.rulings import OPTION_RULES, RULINGS
from snaptai.scoring.rules.table import RULES
from snaptai.scoring.sheet import ScoreSheet


def why_not(sheet: ScoreSheet, rule: int, lang: str = "zh-TW") -> str:
    """Why rule ``rule`` (1–36) is not counted: the first condition that fails or what displaced it; or that it is.

    Raises ValueError where there is no such rule.
    """
    rows = [row for row in RULES if row.number == rule]
    if not rows:
        raise ValueError(f"There is no rule {rule}; the rules are 1 to 36.")
    english = lang.startswith("en")
    sentences = dict.fromkeys(_row_sentence(sheet, row, english) for row in rows)
    return " ".join(sentences) if english else "".join(sentences)


def _row_sentence(sheet: ScoreSheet, row: Rule, english: bool) -> str:
    if row.number in sheet.house.off or (row.number == 36 and not sheet.house.ligu):
        zh, en = "這個牌桌不計{name}。", "{name} is switched off in this house."
    elif row.number in (9, 10):
        zh, en = _dealer_sentence(sheet, row.number)
    elif not row.when:
        zh, en = "{name}不另計臺：以八仙過海（29）或七搶一（30）計。", "{name} has no tai of its own: see 29 and 30."
    elif any(award.rule is row for award in sheet.items):
        zh, en = "{name}已計入。", "{name} is counted."
    elif displaced := next((out for out in sheet.displaced if out.rule is row), None):
        return displaced.why("en" if english else "zh-TW")
    elif not sheet.facts.finished and row.number not in (26, 29, 30):
        zh, en = "{name}不計：手牌未和的花和只計花和。", "{name} is not counted: the hand was not complete."
    elif row.number == 36 and not sheet.facts.melds and is_ligu(sheet.facts.tiles):
        zh, en = (
            "{name}不計：讀成五副一對的總臺數不比它低。",
            "{name} is not counted: five groups and a pair score as much or more.",
        )
    else:
        failing = next(condition for condition in row.when if not condition.holds(sheet.facts, sheet.reading))
        zh, en = f"{{name}}不計：須{failing.zh}。", f"{{name}} is not counted: it needs this: {failing.en}."
    return (en if english else zh).format(name=row.name)


def _dealer_sentence(sheet: ScoreSheet, rule: int) -> tuple[str, str]:
    if any(item.rule.number == rule for item in sheet.dealer_items):
        return "{name}已計入莊家與對家之間。", "{name} is counted between the dealer and each counterpart."
    if not any(sheet.facts.seat.dealer in (payment.payer, payment.payee) for payment in sheet.payments):
        return "{name}不計：莊家未和也未付。", "{name} is not counted: the dealer neither wins nor pays."
    return "{name}不計：莊家尚未連莊（或示記為零）。", "{name} is not counted: the dealer has no streak, or shows none."


def quote(sheet: ScoreSheet, rule: int, lang: str = "zh-TW") -> list[str]:
    """The rulebook's sentence on rule ``rule``, how it is ruled where it is open, and the house options that decide."""
    from snaptai.scoring.rulebook import sentence

    english = lang.startswith("en")
    lines = [f"一.{rule}　{sentence(f'一.{rule}')}"]
    if rule in RULINGS:
        zh, en = RULINGS[rule]
        lines.append(f"Ruling: {en}" if english else f"裁定：{zh}")
    house = sheet.house.to_document()
    decided = [option for option, rules in OPTION_RULES.items() if rule in rules]
    lines += [f"{option} = {json.dumps(house[option], ensure_ascii=False)}" for option in decided]
    return lines
