"""A judged hand in words and pictures: who won, who pays whom, the text to share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snaptai.scoring.documents import sheet_of
from snaptai.scoring.explain import quote
from snaptai.scoring.house import RULEBOOK
from snaptai.scoring.sheet import ScoreSheet
from snaptai.ui.page.around import Around
from snaptai.ui.page.names import item_name, wind_name
from snaptai.ui.page.pictures import Flow, payment_diagram
from snaptai.ui.page.texts import say
from snaptai.vision.draft import HandDraft

LOCALE = {"zh": "zh-TW", "en": "en"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A hand document, the score document it got, the sheet behind it and who sits where."""

    draft: HandDraft
    document: Mapping[str, Any]
    answer: Mapping[str, Any]
    around: Around
    lang: str

    @property
    def sheet(self) -> ScoreSheet:
        """Scoring's own sheet, which knows the tiles of each item."""
        return sheet_of(self.document)

    def name(self, wind: str) -> str:
        """How people call the player at ``wind``."""
        return self.around.name(wind, self.lang)

    def say(self, key: str, **values: object) -> str:
        """A text in the page's language."""
        return say(key, self.lang, **values)


def tai_words(judged: Judged, tai: int) -> str:
    """A number of 臺."""
    return f"{tai} {judged.say('tai')}"


def headline(judged: Judged) -> str:
    """Who won, and how."""
    method, seat = judged.document["win"]["method"], judged.document["seat"]
    key = "self_drawn_headline" if method == "self_draw" else f"{method}_headline"
    loser = judged.name(seat["loser"]) if seat["loser"] else ""
    return judged.say(key, winner=judged.name(seat["winner"]), loser=loser)


def priced(judged: Judged) -> bool:
    """Whether anybody agreed on a price."""
    return any(payment["amount"] for payment in judged.answer["payments"])


def payment_lines(judged: Judged) -> list[str]:
    """Each payment as a sentence; in 臺 where no price was agreed."""
    lines = []
    items = judged.say("comma").join(item_name(item["name"], judged.lang) for item in judged.answer["dealer_items"])
    for payment in judged.answer["payments"]:
        names = {"payer": judged.name(payment["from"]), "payee": judged.name(payment["to"])}
        pays, more = ("pays", "with_dealer") if priced(judged) else ("pays_tai", "with_items")
        line = judged.say(pays, **names, amount=f"{payment['amount']:,}", tai=payment["tai"])
        if payment["tai"] != judged.answer["tai"]:
            line += judged.say(more, tai=payment["tai"], items=items)
        lines.append(line)
    return lines


def diagram(judged: Judged, **options: Any) -> str:
    """Who pays whom, drawn."""
    at = {wind: player for player, wind in judged.around.winds.items()}
    amount, unit = ("amount", "") if priced(judged) else ("tai", judged.say("tai_short"))
    flows = [Flow(at[p["from"]], at[p["to"]], p[amount]) for p in judged.answer["payments"]]
    labels = {player: _seat_label(judged, player, wind) for player, wind in judged.around.winds.items()}
    return payment_diagram(judged.around.players, labels, flows, unit, **options)


def _seat_label(judged: Judged, player: str, wind: str) -> tuple[str, str]:
    """Name and seat; without a table the seat is the name."""
    seat = wind_name(wind, judged.lang)
    if player == judged.around.dealer:
        seat += judged.say("dealer_mark")
    return judged.around.called(player) or seat, seat


def share_text(judged: Judged, with_rules: bool = False) -> str:
    """The sheet in a few lines, for a chat; ``with_rules`` quotes the rulebook's sentences, where it is disputed."""
    lines = [f"{judged.say('title')}：{headline(judged)}　{tai_words(judged, judged.answer['tai'])}"]
    hand = judged.document["hand"]
    tiles = [hand["concealed"], *hand["exposed"], *hand["concealed_kongs"], hand["flowers"]]
    lines.append(" ".join(filter(None, tiles)) + (f" + {hand['winning_tile']}" if hand["winning_tile"] else ""))
    for sign, items in (("", judged.answer["items"]), ("+", judged.answer["dealer_items"])):
        lines += [
            f"・{item_name(item['name'], judged.lang)} {sign}{tai_words(judged, item['tai'])}（{item['rule']}）"
            for item in items
        ]
    lines += [f"・{entry['why']}" for entry in judged.answer["displaced"]]
    lines += payment_lines(judged)
    if with_rules:
        lines += [f"｜{line}" for line in cited(judged)]
    if changed := changed_rules(judged.answer["rules"]):
        lines.append(
            judged.say("rules_in_force") + "：" + "、".join(f"{name}={value}" for name, value in changed.items())
        )
    return "\n".join(lines)


def cited(judged: Judged) -> list[str]:
    """The rulebook on every item of the sheet and on what was displaced, each once."""
    sheet = judged.sheet
    rules = [
        *(item.rule.number for item in (*sheet.items, *sheet.dealer_items)),
        *(out.rule.number for out in sheet.displaced),
    ]
    lines = [line for rule in dict.fromkeys(rules) for line in quoted(sheet, rule, LOCALE[judged.lang])]
    return list(dict.fromkeys(lines))


def quoted(sheet: ScoreSheet, rule: int, locale: str) -> list[str]:
    """The rulebook on a rule, without the numerals that its ids repeat."""
    return [re.sub(r"[⒈-⒛]|(?<=　)\d+\.", "", line) for line in quote(sheet, rule, locale)]


def changed_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that are not the rulebook's."""
    book = RULEBOOK.to_document()
    return {name: value for name, value in rules.items() if value != book.get(name)}
