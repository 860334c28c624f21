"""One HTML file about a whole archive: statistics, every photo with its overlay and breakdown, filters. No network.

Everything that comes from outside (names, tiles, messages) is escaped.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

from snaptai.datasets.archive.store import STATUSES, Record, Store

_WORDS = {
    "title": ("拍臺 結算報告", "SnapTai report"), "photos_word": ("照片", "Photos"), "all_word": ("全部", "All"),
    "rule_word": ("規則", "Rule"), "question_word": ("疑問", "Question"), "player_word": ("玩家", "Player"),
    "name_word": ("檔名", "File name"), "scored": ("已計算", "scored"), "review": ("待確認", "to review"),
    "failed": ("無法讀取", "failed"), "duplicate": ("重複", "duplicate"), "tai": ("臺數分布", "Distribution of 臺"),
    "items": ("最常見的臺", "Most frequent items"), "wins": ("各家胡牌", "Wins by player"), "same": ("同", "same as"),
    "model": ("模型", "model"), "rules": ("規則", "rules"), "open": ("視情況", "depending on the deal"),
}  # fmt: skip


class _Words:
    def __init__(self, lang: str) -> None:
        self.column = 1 if lang == "en" else 0

    def __getitem__(self, key: str) -> str:
        return _WORDS[key][self.column]


def _players(record: Record) -> list[str]:
    names = (record.context or {}).get("players")
    seat = (record.context or {}).get("seat", {})
    winner = seat.get("winner")
    if isinstance(names, dict) and winner in names:
        return [str(names[winner])]
    return [str(winner)] if winner else []


def _total(record: Record) -> str:
    tai = (record.sheet or {}).get("tai")
    if isinstance(tai, list):
        return f"{tai[0]}–{tai[1]} 臺"
    return "" if tai is None else f"{tai} 臺"


def _items_table(record: Record) -> str:
    rows = (record.sheet or {}).get("items", ())
    lines = (
        f'<tr title="{escape(item.get("why", ""))}"><td>{item["rule"]} {escape(item["name"])}</td><td>{item["tai"]}</td></tr>'
        for item in rows
    )
    return f"<table>{''.join(lines)}</table>" if rows else ""


def _payments(record: Record) -> str:
    paid = (record.sheet or {}).get("payments", ())
    return " · ".join(f"{escape(p['from'])} → {escape(p['to'])} {p['amount']}" for p in paid)


def _notes(record: Record, words: _Words) -> list[str]:
    asked = [question["message"] for question in (record.read or {}).get("questions", ())]
    error = record.error or (record.sheet or {}).get("error")
    notes = [escape(str(error["message"]))] if error else []
    if record.same_as:
        notes.append(f"{words['same']} {escape(record.same_as)}")
    if (record.sheet or {}).get("open"):
        notes.append(words["open"])
    return notes + [escape(text) for text in asked]


def _card(record: Record, words: _Words) -> str:
    sheet = record.sheet or {}
    data = {
        "status": record.status,
        "name": record.name,
        "tai": "" if isinstance(sheet.get("tai"), list) else str(sheet.get("tai", "")),
        "rules": " ".join(sorted({str(item["rule"]) for item in sheet.get("items", ())})),
        "questions": " ".join(record.reasons),
        "players": " ".join(player.replace(" ", "_") for player in _players(record)),
    }
    attributes = " ".join(f'data-{key}="{escape(value)}"' for key, value in data.items())
    picture = base64.b64encode(record.thumbnail).decode() if record.thumbnail else ""
    image = (
        f'<img loading="lazy" alt="{escape(record.name)}" src="data:image/jpeg;base64,{picture}">' if picture else ""
    )
    notes = "".join(f"<p class='soft'>{note}</p>" for note in _notes(record, words))
    return (
        f'<article class="photo {record.status}" {attributes}>{image}<div class="text">'
        f'<span class="total">{_total(record)}</span><strong>{escape(record.name)}</strong> '
        f"<small>{words[record.status]}</small>{_items_table(record)}<small>{_payments(record)}</small>{notes}</div></article>"
    )


def _bars(title: str, counts: Iterable[tuple[str, int]]) -> str:
    pairs = list(counts)
    most = max((count for _, count in pairs), default=1)
    lines = "".join(
        f'<div><span>{escape(name)}</span><i style="width:{count / most * 55:.1f}%"></i>{count}</div>'
        for name, count in pairs
    )
    return f'<div class="bars"><h2>{title}</h2>{lines}</div>' if pairs else ""


def _options(values: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in values)


class _Tally:
    """What the statistics and filters need, gathered in one pass so that no photo need stay in memory."""

    def __init__(self) -> None:
        self.tai: Counter[int] = Counter()
        self.items: Counter[tuple[int, str]] = Counter()
        self.wins: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()

    def add(self, record: Record) -> None:
        """Count one photo."""
        sheet = record.sheet or {}
        if isinstance(sheet.get("tai"), int):
            self.tai[sheet["tai"]] += 1
            self.wins.update(_players(record))
        self.items.update((item["rule"], item["name"]) for item in sheet.get("items", ()))
        self.questions.update(record.reasons)


def write_report(store: Store, path: Path, lang: str = "zh-TW") -> None:
    """The report on everything in ``store``, as one file that needs nothing else."""
    words, tally = _Words(lang), _Tally()
    for record in store.records():
        tally.add(record)
    page = Template((Path(__file__).parent / "report.html").read_text("utf-8"))
    filled = page.substitute(_page_values(store, words, tally, lang), cards="\0")
    before, after = filled.split("\0")
    with path.open("w", encoding="utf-8", errors="backslashreplace") as stream:
        stream.write(before)
        for record in store.records():
            stream.write(_card(record, words) + "\n")
        stream.write(after)


def _page_values(store: Store, words: _Words, tally: _Tally, lang: str) -> dict[str, str]:
    about, counts = store.about(), store.counts()
    numbers = " · ".join(f"{words[status]} {counts[status]}" for status in STATUSES)
    made = f"{words['model']} {about.get('model', '')} · {words['rules']} {about.get('house', '')}"
    statistics = (
        _bars(words["tai"], ((f"{tai} 臺", count) for tai, count in sorted(tally.tai.items())))
        + _bars(words["items"], ((name, count) for (_, name), count in tally.items.most_common(12)))
        + _bars(words["wins"], tally.wins.most_common(12))
    )
    rules = {str(rule): f"{rule} {name}" for rule, name in sorted(tally.items)}
    return {
        **{key: words[key] for key in _WORDS if key.endswith("_word") or key == "title"},
        "lang": escape(lang),
        "summary": escape(f"{numbers} · {made}"),
        "statistics": statistics,
        "statuses": _options((status, words[status]) for status in STATUSES),
        "rules": _options(rules.items()),
        "questions": _options((code, code) for code in sorted(tally.questions)),
        "players": _options((player.replace(" ", "_"), player) for player in sorted(tally.wins)),
    }
