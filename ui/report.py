"""One HTML file about a whole archive: statistics, filters, every photo with what was read and its breakdown.

It needs nothing else and no network. Everything that comes from outside (names, messages) is escaped.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

from snaptai.datasets.archive.store import STATUSES, Record, Store
from snaptai.scoring.errors import ScoringError
from snaptai.scoring.tiles import NAMES, TILES, parse_tiles
from snaptai.ui.exports import replacing
from snaptai.ui.open_context import part
from snaptai.ui.report_tally import Tally, player
from snaptai.ui.report_words import Words

MARK = "<!-- cards -->"
TOGETHER = 60
"""Cards in a section, which the browser lays out when it comes near: ten thousand at once would be slow to open."""


def write_report(store: Store, path: Path, lang: str = "zh-TW") -> None:
    """The report on everything in ``store``. Photos pass through one at a time, however many there are."""
    words = Words(lang)
    tally = Tally(words)
    for record in store.records():
        tally.add(record)
    template = Template(Path(__file__).with_name("report.html").read_text("utf-8"))
    before, after = template.substitute(_values(store, tally, words, lang)).split(MARK)
    with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8") as stream:
        stream.write(before)
        for number, record in enumerate(store.records()):
            between = '</section>\n<section class="grid">' if number and number % TOGETHER == 0 else ""
            stream.write(f"{between}{_card(record, words)}\n")
        stream.write(after)


def _values(store: Store, tally: Tally, words: Words, lang: str) -> dict[str, str]:
    about, counts = store.about(), store.counts()
    chips = (f'<li class="{status}"><b>{counts[status]:,}</b>{words[status]}</li>' for status in STATUSES)
    keys = ("title", "photos", "player", "status", "rule", "question", "at_least", "at_most", "name", "none_left")
    rules = ((str(rule), f"{rule} {name}") for rule, name in sorted(tally.items))
    questions = sorted((code, words.reason(code)) for code in tally.reasons)
    return {f"word_{key}": words[key] for key in keys} | {
        "lang": lang,
        "counts": "".join(chips),
        "made": escape(f"{words['model']} {about.get('model', '')}　{words['house']} {about.get('house', '')}"),
        "statistics": "".join(_statistics(tally, words)) or f"<p>{words['nothing_scored']}</p>",
        "unreadable": _unreadable(tally, words),
        "players": _options((name, name) for name in sorted(tally.players)),
        "rules": _options(rules),
        "questions": _options(questions),
        "statuses": _options((status, words[status]) for status in STATUSES if counts[status]),
        "faces": _faces(),
    }


def _faces() -> str:
    """One CSS class a tile, with our own drawing."""
    from snaptai.datasets.faces import svg

    def picture(tile: str) -> str:
        return base64.b64encode(svg(tile).encode()).decode()

    return "\n".join(f'.t{tile}{{background-image:url("data:image/svg+xml;base64,{picture(tile)}")}}' for tile in TILES)


def _options(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in pairs)


# Statistics


def _statistics(tally: Tally, words: Words) -> Iterator[str]:
    if tally.tai:
        yield f"<section><h2>{words['tai_chart']}</h2><div class='columns'>{_columns(tally)}</div></section>"
    if tally.items:
        most = sorted(tally.items.items(), key=lambda pair: (-pair[1], pair[0]))[:10]
        bars = "".join(_bar(f"{name}", count, most[0][1]) for (_, name), count in most)
        yield f"<section><h2>{words['items_chart']}</h2><div class='bars'>{bars}</div></section>"
    if tally.players:
        yield f"<section><h2>{words['players_chart']}</h2><div class='wide'>{_players(tally, words)}</div></section>"


def _columns(tally: Tally) -> str:
    """A column for every 臺 from the least to the most, so that gaps can be seen."""
    top = max(tally.tai.values())
    span = range(min(tally.tai), max(tally.tai) + 1)
    return "".join(
        f'<div title="{tai}: {tally.tai[tai]}"><b>{tally.tai[tai] or ""}</b>'
        f'<i style="height:{tally.tai[tai] / top * 100:.0f}%"></i><span>{tai}</span></div>'
        for tai in span
    )


def _bar(name: str, count: int, most: int) -> str:
    return (
        f"<div><span>{escape(name)}</span><i><b style='width:{count / most * 100:.0f}%'></b></i><em>{count}</em></div>"
    )


def _players(tally: Tally, words: Words) -> str:
    keys = ("player", "wins", "self_drawn", "discards", "mean_tai", "money")
    head = "".join(f"<th>{words[key]}</th>" for key in keys)
    ranked = sorted(tally.players.items(), key=lambda pair: (-pair[1].money, -pair[1].wins, pair[0]))
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{one.wins}</td><td>{one.self_drawn}</td><td>{one.discards}</td>"
        f"<td>{one.mean_tai}</td><td>{one.money:+,}</td></tr>"
        for name, one in ranked
    )
    return f"<table class='players'><tr>{head}</tr>{rows}</table>"


def _unreadable(tally: Tally, words: Words) -> str:
    """Every file that could not be read, by name, and what to do."""
    lines = "".join(f"<li>{escape(name)} <span>{escape(message)}</span></li>" for name, message in tally.failures)
    head = f"<summary>{words['failed']} {len(tally.failures)}</summary>"
    return f'<details class="unreadable" open>{head}<ul>{lines}</ul></details>' if lines else ""


# Cards


def _card(record: Record, words: Words) -> str:
    """A card, with what the filters look at."""
    attributes = " ".join(f'data-{key}="{escape(value)}"' for key, value in _data(record, words).items())
    total, sheet = _total(record, words), record.sheet or {}
    chips = "".join(f"<li>{escape(words.reason(code))}</li>" for code in record.reasons)
    notes = "".join(f"<p>{escape(note)}</p>" for note in _notes(record, words))
    return (
        f'<article id="{_anchor(record.name)}" class="{record.status}" {attributes}>{_picture(record)}'
        f'<div class="text"><header><h3>{escape(record.name)}</h3><strong>{total}</strong></header>'
        f"{_hand(record)}{_items(sheet, words)}{_payments(record, words)}{_original(record, words)}{notes}"
        f'<ul class="chips"><li class="status">{words[record.status]}</li>{chips}</ul></div></article>'
    )


def _data(record: Record, words: Words) -> dict[str, str]:
    """What the filters look at; several values are set apart by tabs, which no name can hold."""
    sheet, seat = record.sheet or {}, part(record.context, "seat")
    winds = {str(seat[key]) for key in ("winner", "loser") if seat.get(key)}
    winds |= {paid["from"] for paid in sheet.get("payments", ())}
    return {
        "status": record.status,
        "name": record.name,
        "tai": str(sheet.get("tai", "")),
        "rules": "\t".join(sorted({str(item["rule"]) for item in sheet.get("items", ())})),
        "questions": "\t".join(record.reasons),
        "players": "\t".join(sorted(player(record, wind, words) for wind in winds)),
    }


def _total(record: Record, words: Words) -> str:
    if record.totals:
        lowest, highest = record.totals
        number = str(lowest) if lowest == highest else f"{lowest}–{highest}"
    else:
        number = str((record.sheet or {}).get("tai", ""))
    return f"{number}<small>{words['tai']}</small>" if number else ""


def _picture(record: Record) -> str:
    if not record.thumbnail:
        return ""
    data = base64.b64encode(record.thumbnail).decode()
    return f'<img loading="lazy" alt="{escape(record.name)}" src="data:image/jpeg;base64,{data}">'


def _hand(record: Record) -> str:
    """The hand as scored, in drawn tiles: concealed, winning tile, melds, flowers."""
    hand: dict[str, Any] = {**part(record.read, "hand"), **part(record.context, "hand")}
    kongs = (f"X{kong}X" for kong in hand.get("concealed_kongs") or ())
    try:
        groups = [
            _tiles(hand.get("concealed")),
            _tiles(hand.get("winning_tile"), "winning"),
            *(_tiles(meld) for meld in hand.get("exposed") or ()),
            *(_tiles(kong, "kong") for kong in kongs),
            _tiles(hand.get("flowers"), "flowers"),
        ]
    except (ScoringError, ValueError, TypeError):
        return ""
    return f'<div class="hand">{"".join(groups)}</div>' if any(groups) else ""


def _tiles(text: str | None, kind: str = "") -> str:
    tiles = parse_tiles(text or "")
    if kind == "kong":
        tiles = (tiles[0], *tiles[2:-2], tiles[-1])
    inner = "".join(f'<i class="t{tile}" title="{NAMES[tile]}"></i>' for tile in tiles)
    return f'<span class="{kind}">{inner}</span>' if inner else ""


def _items(sheet: Any, words: Words) -> str:
    rows = [(f"{item['rule']} {item['name']}", f"{item['tai']:+d}", item["why"]) for item in sheet.get("items", ())]
    rows += [(f"{item['rule']} {item['name']}", f"{item['tai']:+d}", "") for item in sheet.get("dealer_items", ())]
    lines = "".join(
        f"<tr><td>{escape(name)}<small>{escape(why)}</small></td><td>{tai}</td></tr>" for name, tai, why in rows
    )
    gone = "、".join(dict.fromkeys(f"{item['rule']} {item['name']}" for item in sheet.get("displaced", ())))
    note = f"<p>{words['displaced']}{escape(gone)}</p>" if gone else ""
    return f"<table>{lines}</table>{note}" if rows else note


def _payments(record: Record, words: Words) -> str:
    paid = []
    for each in (record.sheet or {}).get("payments", ()):
        if each["amount"]:
            loser, winner = (escape(player(record, each[side], words)) for side in ("from", "to"))
            paid.append(f"{loser} → {winner} {each['amount']:,}")
    return f"<p>{'　'.join(paid)}</p>" if paid else ""


def _anchor(name: str) -> str:
    """What a link to a photo's card says."""
    return f"photo/{quote(name)}"


def _original(record: Record, words: Words) -> str:
    """The way from a copy to the photo that it repeats."""
    name = record.same_as or ""
    return f'<p>{words["same_as"]}<a href="#{_anchor(name)}">{escape(name)}</a></p>' if name else ""


def _notes(record: Record, words: Words) -> Iterator[str]:
    if "no_context" in record.reasons and record.totals:
        yield words["open"]
    fault = record.error or part(record.sheet, "error")
    if fault:
        yield words.sentence(str(fault["message"]))
