"""The card that is shared: one SVG with everything in it, which the browser turns into a PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from snaptai.datasets.faces import svg
from snaptai.ui.page.judged import Judged, changed_rules, cited, diagram, headline, payment_lines
from snaptai.ui.page.names import item_name
from snaptai.ui.page.pictures import CARD_INK, fitting, text
from snaptai.ui.page.result import shown_groups, winning_position
from snaptai.ui.page.store import Store

WIDTH = 720
MARGIN = 40
LINE = 72
_OUTER = re.compile(r"^<svg[^>]*>|</svg>$")
PAPER = "#FBFAF7"


def _tile(tile: str, x: float, y: float, width: float) -> str:
    inner = _OUTER.sub("", svg(tile))
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{width * 4 / 3:g}" viewBox="0 0 300 400">{inner}</svg>'


def _tiles(groups: list[list[str]], winning: int | None, top: float) -> tuple[list[str], float]:
    """The hand in rows that fit the card; where the next thing may begin."""
    wide, gap, x, y, seen = 35.0, 12.0, float(MARGIN), top, 0
    drawn = []
    for group in groups:
        if x + len(group) * wide > WIDTH - MARGIN:
            x, y = float(MARGIN), y + wide * 4 / 3 + 12
        for tile in group:
            drawn.append(_tile(tile, x, y, wide - 1))
            if seen == winning:
                drawn.append(_ring(x, y, wide))
            x, seen = x + wide, seen + 1
        x += gap
    return drawn, y + wide * 4 / 3


def _ring(x: float, y: float, wide: float) -> str:
    frame = f'x="{x - 1.5:g}" y="{y - 1.5:g}" width="{wide + 2:g}" height="{wide * 4 / 3 + 2:g}"'
    return f'<rect {frame} rx="5" fill="none" stroke="{CARD_INK.accent}" stroke-width="3"/>'


def _lines(lines: Iterable[tuple[str, str]], top: float) -> tuple[list[str], float]:
    drawn, y = [], top
    for left, right in lines:
        drawn.append(text(MARGIN, y, left, 22, CARD_INK.text, "start"))
        drawn.append(text(WIDTH - MARGIN, y, right, 22, CARD_INK.text, "end", 600))
        y += 36
    return drawn, y


def _wrapped(lines: Iterable[str]) -> list[str]:
    """Lines short enough for the card; a Chinese character counts as two."""
    short = [""]
    for line in lines:
        for character in line:
            if sum(1 + (ord(c) > 0x2E7F) for c in short[-1]) >= LINE:
                short.append("")
            short[-1] += character
        short.append("")
    return short[:-1]


def draw_card(judged: Judged, on: date, quoted: bool = False) -> str:
    """The whole card for a sheet without error; ``quoted`` with the rulebook's sentences."""
    sheet = judged.sheet
    groups = shown_groups(judged)
    tai, won, digits = judged.say("tai"), headline(judged), len(str(judged.answer["tai"]))
    parts = [
        text(MARGIN, 58, judged.say("title"), 26, CARD_INK.accent, "start", 700),
        text(WIDTH - MARGIN, 58, on.isoformat(), 20, CARD_INK.faint, "end"),
        text(MARGIN, 148, str(judged.answer["tai"]), 88, CARD_INK.accent, "start", 700),
        text(MARGIN + 58 * digits, 148, tai, 30, CARD_INK.accent, "start", 600),
        text(WIDTH - MARGIN, 148, won, fitting(won, 26, 480 - 58 * digits), CARD_INK.text, "end", 600),
    ]
    tiles, bottom = _tiles(groups, winning_position(groups, sheet), 182)
    rows = [
        (f"{award.rule.number}　{item_name(award.name, judged.lang)}", f"{award.tai} {tai}") for award in sheet.items
    ]
    rows += [
        (f"{item.rule.number}　{item_name(item.name, judged.lang)}", f"+{item.tai} {tai}")
        for item in sheet.dealer_items
    ]
    items, bottom = _lines(rows, bottom + 48)
    picture = re.sub("^<svg ", f'<svg x="180" y="{bottom:g}" width="360" height="300" ', diagram(judged, ink=CARD_INK))
    bottom += 312
    paid = [
        text(WIDTH / 2, bottom + 30 * n, line, fitting(line, 21, WIDTH - 2 * MARGIN), CARD_INK.text)
        for n, line in enumerate(payment_lines(judged), 1)
    ]
    bottom += 30 * len(paid) + 44
    quotes = _wrapped(cited(judged)) if quoted else []
    said = [text(MARGIN, bottom + 26 * n, line, 17, CARD_INK.faint, "start") for n, line in enumerate(quotes)]
    bottom += 26 * len(quotes) + (20 if quotes else 0)
    changed = changed_rules(judged.answer["rules"])
    rules = judged.say("rules_changed", n=len(changed)) if changed else judged.say("rules_standard")
    foot = text(WIDTH / 2, bottom, f"{judged.say('rules_in_force')}：{rules}", 17, CARD_INK.faint)
    height = bottom + 30
    ground = f'<rect width="{WIDTH}" height="{height:g}" fill="{PAPER}"/>'
    size = f'width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}"'
    body = "".join([ground, *parts, *tiles, *items, picture, *paid, *said, foot])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


def sheet_card(store: Store, sheet_id: str, lang: str, quoted: bool = False) -> str | None:
    """The card of a stored sheet; None where it is not complete."""
    from snaptai.ui.page.judging import judge_stored

    judged = judge_stored(store, sheet_id, lang)
    return draw_card(judged, date.today(), quoted) if judged and "error" not in judged.answer else None
