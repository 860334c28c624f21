"""The sheet as people see it: items with the tiles that earned them, what was not counted, who pays whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from snaptai.scoring.documents import sheet_of
from snaptai.scoring.explain import quote
from snaptai.scoring.house import RULEBOOK
from snaptai.scoring.rules.table import RULES
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.tiles import format_tiles, parse_tiles
from snaptai.scoring.waits import Wait, find_waits
from snaptai.ui.page.around import Around
from snaptai.ui.page.names import item_name, tile_name, tile_names, wind_name
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


def shown_groups(judged: Judged) -> list[list[str]]:
    """The tiles as they are laid out under the total: the chosen decomposition, then the flowers."""
    parts = judged.answer["decomposition"]
    if parts["form"] is None:
        hand = judged.draft.hand()
        groups = [list(hand.concealed), *map(list, hand.exposed), *map(list, hand.concealed_kongs)]
    else:
        groups = [list(parse_tiles(group)) for group in (*parts["groups"], *filter(None, [parts.get("pair")]))]
    flowers = list(judged.draft.hand().flowers)
    return [group for group in (*groups, flowers) if group]


def winning_position(groups: Sequence[Sequence[str]], sheet: ScoreSheet) -> int | None:
    """Where the winning tile lies among the tiles of ``groups``, counted through."""
    last = sheet.facts.hand.winning_tile
    if last is None or not sheet.facts.finished:
        return None
    won = sheet.reading.won
    wanted = list(won.tiles) if won else None
    position = 0
    found = None
    for group in groups:
        if last in group and (found is None or list(group) == wanted):
            found = position + list(group).index(last)
            if wanted is None or list(group) == wanted:
                return found
        position += len(group)
    return found


def positions(tiles: Sequence[str], groups: Sequence[Sequence[str]], winning: int | None) -> list[int]:
    """Which of the laid-out tiles an item names: whole groups first, a single tile the winning one."""
    flat = [tile for group in groups for tile in group]
    if len(tiles) == 1 and winning is not None and flat[winning] == tiles[0]:
        return [winning]
    left, taken, start = Counter(tiles), [], 0
    for group in groups:
        if not Counter(group) - left:
            left -= Counter(group)
            taken += range(start, start + len(group))
        start += len(group)
    for at, tile in enumerate(flat):
        if left[tile] > 0 and at not in taken:
            left[tile] -= 1
            taken.append(at)
    return sorted(taken)


def _tai(judged: Judged, tai: int) -> str:
    return f"{tai} {judged.say('tai')}"


def _quoted(sheet: ScoreSheet, rule: int, locale: str) -> list[str]:
    return [re.sub(r"[⒈-⒛]|(?<=　)\d+\.", "", line) for line in quote(sheet, rule, locale)]


def _items(judged: Judged, sheet: ScoreSheet, groups: list[list[str]], winning: int | None) -> list[dict[str, Any]]:
    locale = LOCALE[judged.lang]
    items = [
        {
            "rule": award.rule.number, "name": item_name(award.name, judged.lang), "tai_text": _tai(judged, award.tai),
            "why": award.why(locale),
            "tiles": positions(award.tiles, groups, winning), "sentences": _quoted(sheet, award.rule.number, locale),
        }
        for award in sheet.items
    ]  # fmt: skip
    dealer = [
        {
            "rule": item.rule.number, "name": item_name(item.name, judged.lang),
            "tai_text": f"+{_tai(judged, item.tai)}",
            "why": judged.say("dealer_item_why"), "tiles": [], "sentences": _quoted(sheet, item.rule.number, locale),
        }
        for item in sheet.dealer_items
    ]  # fmt: skip
    return items + dealer


def headline(judged: Judged) -> str:
    """Who won, and how."""
    method, seat = judged.document["win"]["method"], judged.document["seat"]
    key = "self_drawn_headline" if method == "self_draw" else f"{method}_headline"
    loser = judged.name(seat["loser"]) if seat["loser"] else ""
    return judged.say(key, winner=judged.name(seat["winner"]), loser=loser)


def _priced(judged: Judged) -> bool:
    return any(payment["amount"] for payment in judged.answer["payments"])


def payment_lines(judged: Judged) -> list[str]:
    """Each payment as a sentence; in 臺 where no price was agreed."""
    lines = []
    items = "、".join(item["name"] for item in judged.answer["dealer_items"])
    for payment in judged.answer["payments"]:
        names = {"payer": judged.name(payment["from"]), "payee": judged.name(payment["to"])}
        key = "pays" if _priced(judged) else "pays_tai"
        line = judged.say(key, **names, amount=f"{payment['amount']:,}", tai=payment["tai"])
        if payment["tai"] != judged.answer["tai"]:
            line += judged.say("with_dealer", tai=payment["tai"], items=items)
        lines.append(line)
    return lines


def diagram(judged: Judged, **options: Any) -> str:
    """Who pays whom, drawn."""
    at = {wind: player for player, wind in judged.around.winds.items()}
    amount = "amount" if _priced(judged) else "tai"
    unit = "" if _priced(judged) else judged.say("tai_short")
    flows = [Flow(at[p["from"]], at[p["to"]], p[amount]) for p in judged.answer["payments"]]
    labels = {player: _seat_label(judged, player, wind) for player, wind in judged.around.winds.items()}
    return payment_diagram(judged.around.players, labels, flows, unit, **options)


def _seat_label(judged: Judged, player: str, wind: str) -> tuple[str, str]:
    """Name and seat; without a table the seat is the name."""
    seat = wind_name(wind, judged.lang)
    if player == judged.around.dealer:
        seat += judged.say("dealer_mark")
    return (player, seat) if judged.around.named else (seat, seat)


def share_text(judged: Judged, quoted: bool = False) -> str:
    """The sheet in a few lines, for a chat; ``quoted`` with the rulebook's sentences, where it is disputed."""
    lines = [f"{judged.say('title')}：{headline(judged)}　{_tai(judged, judged.answer['tai'])}"]
    hand = judged.document["hand"]
    tiles = [hand["concealed"], *hand["exposed"], *hand["concealed_kongs"], hand["flowers"]]
    lines.append(" ".join(filter(None, tiles)) + (f" + {hand['winning_tile']}" if hand["winning_tile"] else ""))
    lines += [f"・{item['name']} {_tai(judged, item['tai'])}（{item['rule']}）" for item in judged.answer["items"]]
    lines += [
        f"・{item['name']} +{_tai(judged, item['tai'])}（{item['rule']}）" for item in judged.answer["dealer_items"]
    ]
    lines += [f"・{entry['why']}" for entry in judged.answer["displaced"]]
    lines += payment_lines(judged)
    if quoted:
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
    lines = [line for rule in dict.fromkeys(rules) for line in _quoted(sheet, rule, LOCALE[judged.lang])]
    return list(dict.fromkeys(lines))


def changed_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that are not the rulebook's."""
    book = RULEBOOK.to_document()
    return {name: value for name, value in rules.items() if value != book.get(name)}


def _rule_lines(judged: Judged) -> list[dict[str, str]]:
    return [
        {"name": judged.say(f"rule_{name}"), "why": _plain(value, judged)}
        for name, value in judged.answer["rules"].items()
        if value not in ("", {}, [])
    ]


def _plain(value: object, judged: Judged) -> str:
    if isinstance(value, bool):
        return judged.say("yes" if value else "no")
    if isinstance(value, Mapping):
        return "、".join(f"{key} {each}" for key, each in value.items())
    return "、".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def why_not(judged: Judged, sheet: ScoreSheet) -> list[dict[str, Any]]:
    """For every rule that is not on the sheet, the first condition that fails or what displaced it."""
    there = {award.rule.number for award in sheet.items}
    asked: dict[int, str] = {}
    for rule in RULES:
        if rule.number not in there and rule.when:
            asked.setdefault(rule.number, rule.name)
    return [
        {"rule": number, "name": item_name(name, judged.lang), "why": sheet.why_not(number, LOCALE[judged.lang])}
        for number, name in asked.items()
    ]


def _waits(judged: Judged, sheet: ScoreSheet) -> list[dict[str, str]]:
    """Each tile that was waited for, with what it would have scored by discard and by self-draw."""
    hand = sheet.facts.hand
    if hand.winning_tile is None or not judged.answer["waits"]:
        return [{"tile": tile, "text": tile_name(tile, judged.lang)} for tile in judged.answer["waits"]]
    ways = find_waits(replace(hand, winning_tile=None), sheet.facts.seat, sheet.house)
    return [{"tile": way.tile, "text": wait_text(way, judged.lang)} for way in ways]


def wait_text(way: Wait, lang: str) -> str:
    """What a wait is worth."""
    if way.discard is None or way.self_draw is None:
        return say("exhausted", lang)
    return say("wait_text", lang, discard=way.discard.tai, self_draw=way.self_draw.tai)


def texts(judged_lang: str) -> dict[str, str]:
    """The component's own words."""
    keys = (
        "tai", "saved", "copied", "share_picture", "share_text", "displaced", "waits", "why_not", "rules_in_force",
        "open_rule_short",
        "with_quotes",
    )  # fmt: skip
    return {key: say(key, judged_lang) for key in keys} | {"open_rule": say("open_rule_short", judged_lang)}


def view(judged: Judged, card_url: str) -> dict[str, Any]:
    """What ``result.js`` shows. ``judged.answer`` is a score document without error."""
    sheet = judged.sheet
    groups = shown_groups(judged)
    winning = winning_position(groups, sheet)
    changed = changed_rules(judged.answer["rules"])
    note = judged.say("rules_changed", n=len(changed)) if changed else judged.say("rules_standard")
    lines = payment_lines(judged)
    return {
        "texts": texts(judged.lang),
        "names": tile_names(judged.lang),
        "tai": judged.answer["tai"],
        "headline": headline(judged),
        "groups": [{"tiles": group, "label": format_tiles(group)} for group in groups],
        "winning": winning,
        "items": _items(judged, sheet, groups, winning),
        "displaced": judged.answer["displaced"],
        "warnings": judged.answer["warnings"],
        "diagram": diagram(judged) if judged.answer["payments"] else "",
        "payment_lines": lines,
        "payment_text": "；".join(lines),
        "waits_note": " ".join(tile_name(tile, judged.lang) for tile in judged.answer["waits"]),
        "waits": _waits(judged, sheet),
        "whynot": why_not(judged, sheet),
        "rules": _rule_lines(judged),
        "rules_note": note,
        "share": {
            "text": share_text(judged),
            "quoted": share_text(judged, quoted=True),
            "card": card_url,
            "name": "snaptai.png",
        },
    }
