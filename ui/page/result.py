"""The sheet as people see it: items with the tiles that earned them, what was not counted, what was waited for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from snaptai.scoring.rules.table import RULES
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.tiles import format_tiles, parse_tiles
from snaptai.scoring.waits import Wait, find_waits
from snaptai.ui.page.judged import (
    LOCALE,
    Judged,
    changed_rules,
    diagram,
    headline,
    payment_lines,
    quoted,
    share_text,
    tai_words,
)
from snaptai.ui.page.names import house_name, item_name, tile_name, tile_names
from snaptai.ui.page.texts import say


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


def _items(judged: Judged, sheet: ScoreSheet, groups: list[list[str]], winning: int | None) -> list[dict[str, Any]]:
    locale = LOCALE[judged.lang]
    items = [
        {
            "rule": award.rule.number, "name": item_name(award.name, judged.lang),
            "tai_text": tai_words(judged, award.tai),
            "why": award.why(locale),
            "tiles": positions(award.tiles, groups, winning), "sentences": quoted(sheet, award.rule.number, locale),
        }
        for award in sheet.items
    ]  # fmt: skip
    dealer = [
        {
            "rule": item.rule.number, "name": item_name(item.name, judged.lang),
            "tai_text": f"+{tai_words(judged, item.tai)}",
            "why": judged.say("dealer_item_why"), "tiles": [], "sentences": quoted(sheet, item.rule.number, locale),
        }
        for item in sheet.dealer_items
    ]  # fmt: skip
    return items + dealer


def _rule_lines(judged: Judged) -> list[dict[str, str]]:
    return [
        {"name": judged.say(f"rule_{name}"), "why": house_name(_plain(value, judged), judged.lang)}
        for name, value in judged.answer["rules"].items()
        if value not in ("", {}, [])
    ]


def _plain(value: object, judged: Judged) -> str:
    if isinstance(value, bool):
        return judged.say("yes" if value else "no")
    if isinstance(value, Mapping):
        return judged.say("comma").join(f"{item_name(key, judged.lang)} {each}" for key, each in value.items())
    return judged.say("comma").join(map(str, value)) if isinstance(value, list | tuple) else str(value)


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
        "displaced": [
            {"name": item_name(out["name"], judged.lang), "why": out["why"]} for out in judged.answer["displaced"]
        ],
        "warnings": judged.answer["warnings"],
        "diagram": diagram(judged) if judged.answer["payments"] else "",
        "payment_lines": lines,
        "payment_text": "；".join(lines),
        "waits_note": judged.say("comma").join(tile_name(tile, judged.lang) for tile in judged.answer["waits"]),
        "waits": _waits(judged, sheet),
        "whynot": why_not(judged, sheet),
        "rules": _rule_lines(judged),
        "rules_note": note,
        "share": {
            "text": share_text(judged),
            "quoted": share_text(judged, with_rules=True),
            "card": card_url,
            "name": "snaptai.png",
        },
    }
