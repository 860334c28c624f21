"""JSON in and out: a hand document becomes a score document or an error document (interface.md), never an exception."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from snaptai.scoring.check import problems
from snaptai.scoring.errors import InvalidDeal, Problem, UnknownWinningTile
from snaptai.scoring.explain import quote, why_not
from snaptai.scoring.fields import Unfit
from snaptai.scoring.hand import Hand, Win
from snaptai.scoring.house import RULEBOOK, House
from snaptai.scoring.judge import score
from snaptai.scoring.reader import MOST_DIGITS, read_deal, unknown_paths
from snaptai.scoring.sheet import ScoreSheet
from snaptai.scoring.waits import Wait, find_waits

VERSION = 1
CODES = (
    "not_json", "missing_key", "unknown_key", "bad_value", "bad_tile", "bad_meld", "concealed_kong_unknown",
    "wrong_tile_count", "too_many_copies", "duplicate_flower", "contradiction", "winning_tile_unknown", "not_a_win",
)  # fmt: skip
"""Every error code, in the order in which errors are listed."""

Document = dict[str, Any]
_NOT_ASKED = frozenset(("seat.loser", "hand.winning_tile"))
"""What a hand that is not won yet need not say, besides the method."""


def score_document(document: object, lang: str = "zh-TW", house: House = RULEBOOK) -> Document:
    """The score document of a hand document, or its error document; ``house`` is what ``rules`` amends.

    >>> answer = score_document({"hand": {"concealed": "7p", "winning_tile": "7p",
    ...     "exposed": ["345s", "EEE", "9999p", "456m", "CCC"]}, "win": {"method": "discard"},
    ...     "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "E"}})
    >>> answer["tai"], [item["name"] for item in answer["items"]]
    (5, ['圈風刻', '箭字刻', '全求', '獨聽'])
    >>> score_document({})["error"]["code"]
    'missing_key'
    """
    try:
        return sheet_document(sheet_of(document, house), lang)
    except UnknownWinningTile as unknown:
        return _unknown_tile_document(unknown, document, lang)
    except InvalidDeal as invalid:
        return error_document(invalid.problems, document, lang)


def sheet_of(document: object, house: House = RULEBOOK) -> ScoreSheet:
    """The score sheet of a hand document. Raises InvalidDeal with every problem, UnknownWinningTile with candidates."""
    deal, known_house, faults = read_deal(document, house)
    if faults:
        raise InvalidDeal([*faults, *problems(deal.hand, deal.win, deal.seat, known_house, unknown_paths(faults))])
    return score(deal.hand, deal.win, deal.seat, known_house, deal.stake)


def sheet_of_line(line: str | bytes, house: House = RULEBOOK) -> ScoreSheet:
    """The score sheet of one line of JSON. Raises ValueError on what is not JSON, InvalidDeal on the rest."""
    return sheet_of(read_json(line), house)


def sheet_document(sheet: ScoreSheet, lang: str = "zh-TW") -> Document:
    """A sheet as the score document."""
    return {
        "version": VERSION,
        "tai": sheet.tai,
        "items": _items(sheet, lang),
        "dealer_items": [{"rule": item.rule.number, "name": item.name, "tai": item.tai} for item in sheet.dealer_items],
        "payments": [{"from": p.payer, "to": p.payee, "tai": p.tai, "amount": p.amount} for p in sheet.payments],
        "displaced": [
            {"rule": out.rule.number, "name": out.name, "by": out.by.number, "why": out.why(lang)}
            for out in sheet.displaced
        ],
        "decomposition": {"form": sheet.reading.form, "groups": list(sheet.groups), "pair": sheet.pair},
        "waits": list(sheet.waits),
        "rules": sheet.house.to_document(),
        "warnings": sheet.warnings(lang),
    }


def with_answers(
    answer: Document, document: object, lang: str, house: House, asked: Sequence[int], quoted: bool
) -> Document:
    """A score document with ``why_not``: ``{"rule", "why"}`` for each rule asked about; an error is left as it is.

    ``quoted`` adds ``quote`` to every item and answer: the rulebook's sentence, the ruling, the house options.
    """
    if "error" in answer or not (asked or quoted):
        return answer
    sheet = sheet_of(document, house)
    answer["why_not"] = [{"rule": rule, "why": why_not(sheet, rule, lang)} for rule in asked]
    for entry in (*answer["items"], *answer["why_not"]) if quoted else ():
        entry["quote"] = quote(sheet, entry["rule"], lang)
    return answer


def _items(sheet: ScoreSheet, lang: str) -> list[Document]:
    return [
        {"rule": item.rule.number, "name": item.rule.name, "tai": item.tai, "why": item.why(lang)}
        for item in sheet.items
    ]


def waits_document(document: object, lang: str = "zh-TW", house: House = RULEBOOK) -> Document:
    """``{"waits": [...]}`` of a hand document without winning tile, or its error document.

    >>> waits_document({"hand": {"concealed": "7p", "exposed": ["345s", "EEE", "9999p", "456m", "CCC"]},
    ...     "seat": {"winner": "S", "dealer": "N", "round": "E"}})["waits"]
    [{'tile': '7p', 'exhausted': False, 'discard': {'tai': 5}, 'self_draw': {'tai': 5}}]
    """
    deal, known_house, faults = read_deal(document, house)
    faults = [fault for fault in faults if (fault.code, fault.path) != ("missing_key", "win.method")]
    drawn = replace(deal.win, method="self_draw", hand_complete=False)
    found = [*faults, *problems(deal.hand, drawn, deal.seat, known_house, unknown_paths(faults) | _NOT_ASKED)]
    found += _already_won(deal.hand, deal.win)
    if found:
        return error_document(found, document, lang)
    ways = find_waits(deal.hand, deal.seat, known_house, deal.win)
    return {"version": VERSION, "waits": [_wait_document(way) for way in ways]}


def _already_won(hand: Hand, win: Win) -> list[Problem]:
    """A hand that waits has no last tile, and is no 天和."""
    found = []
    if hand.winning_tile is not None:
        zh, en = "聽牌尚無 winning_tile，請留 null。", "A hand that waits has no winning_tile yet: leave it null."
        found.append(Problem("contradiction", "hand.winning_tile", zh, en))
    if win.opening == "heavenly_hand":
        zh, en = "天和沒有聽牌（第 33 條）。", "天和 has no wait (rule 33)."
        found.append(Problem("contradiction", "win.opening", zh, en))
    return found


def _wait_document(wait: Wait) -> dict[str, Any]:
    return {
        "tile": wait.tile,
        "exhausted": wait.exhausted,
        "discard": None if wait.discard is None else {"tai": wait.discard.tai},
        "self_draw": None if wait.self_draw is None else {"tai": wait.self_draw.tai},
    }


def error_document(found: Iterable[Problem], document: object = None, lang: str = "zh-TW") -> Document:
    """All problems in the order of interface.md: by code, then by position in the document."""
    places, ends, not_numbers = _places(document)
    broken = [
        Problem("not_json", path, f"{path} 不是 JSON 的數。", f"{path} is no number that JSON has.")
        for path in not_numbers
    ]
    ordered = sorted(
        [*broken, *found], key=lambda problem: (CODES.index(problem.code), _place(problem.path, places, ends))
    )
    errors = [_error(problem, lang) for problem in ordered]
    return {"version": VERSION, "error": errors[0], "errors": errors}


def _error(problem: Problem, lang: str) -> Document:
    return {"code": problem.code, "message": _clean(problem.message(lang)), "path": _clean(problem.path)}


def _clean(text: str) -> str:
    """Writable as UTF-8 whatever was read, and short."""
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 300 else text[:299] + "…"


def _unknown_tile_document(unknown: UnknownWinningTile, document: object, lang: str) -> Document:
    """The error document, with what each possible last tile would score where it says that it is not known."""
    candidates = [{"tile": tile, "tai": sheet.tai, "items": _items(sheet, lang)} for tile, sheet in unknown.candidates]
    answer = error_document(unknown.problems, document, lang)
    for error in answer["errors"]:
        if error["code"] == "winning_tile_unknown":
            error["candidates"] = candidates
    return answer


_END = object()


def _places(document: object) -> tuple[dict[str, float], dict[str, float], list[str]]:
    """Each path's place in the document, counted as written; where its inside ends; the paths of NaN and infinities."""
    places: dict[str, float] = {}
    ends: dict[str, float] = {}
    not_numbers = []
    stack: list[tuple[str, object]] = [("", document)]
    seen: set[int] = set()
    while stack:
        path, value = stack.pop()
        if value is _END:
            ends[path] = len(places) - 1
            continue
        places[path] = len(places)
        if isinstance(value, float) and not math.isfinite(value):
            not_numbers.append(path)
        if isinstance(value, dict | list | tuple) and id(value) not in seen:
            seen.add(id(value))
            stack += [(path, _END), *reversed(_children(path, value))]
    return places, ends, not_numbers


def _children(path: str, value: Mapping[Any, object] | Iterable[object]) -> list[tuple[str, object]]:
    if isinstance(value, Mapping):
        return [(f"{path}.{key}" if path else f"{key}", child) for key, child in value.items()]
    return [(f"{path}[{place}]", child) for place, child in enumerate(value)]


def _place(path: str, places: Mapping[str, float], ends: Mapping[str, float]) -> float:
    """Where the path stands; what is missing stands at the end of the object that should have it."""
    if path in places:
        return places[path]
    return ends.get(path.rpartition(".")[0], len(places)) + 0.5


def _no_constant(name: str) -> float:
    raise Unfit(f"{name} 不是數", f"{name} is no number")


def _once(pairs: list[tuple[str, Any]]) -> Document:
    """An object; of a key's two values neither is surely the one that is meant."""
    value = dict(pairs)
    if len(value) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise Unfit(f"{twice} 寫了兩次，不知哪個才對", f"{twice} is written twice; keep one")
    return value


def _int(text: str) -> int:
    """A number too long to be written again becomes one that is refused."""
    return int(text) if len(text) <= MOST_DIGITS else -1


def _float(text: str) -> float:
    """Beyond what a float holds it is still JSON, and no whole number."""
    return min(max(float(text), -1e308), 1e308)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_int, parse_float=_float)


def read_json(text: str | bytes) -> object:
    """The value in ``text``. Raises ``Unfit`` on what is not JSON: NaN, Infinity and a key written twice included."""
    try:
        return _DECODER.decode(text.decode("utf-8-sig") if isinstance(text, bytes) else text.lstrip("\ufeff"))
    except RecursionError:
        raise Unfit("層次太深", "it is nested too deeply") from None
    except json.JSONDecodeError as error:
        zh, en = f"第 {error.pos + 1} 個字元起讀不懂", f"it cannot be read from character {error.pos + 1} on"
        raise Unfit(zh, en) from None
    except UnicodeDecodeError as error:
        raise Unfit(f"第 {error.start + 1} 個位元組不是 UTF-8", f"byte {error.start + 1} is no UTF-8") from None


def answer_line(
    line: str | bytes, lang: str = "zh-TW", house: House = RULEBOOK, answer: Callable[..., Document] = score_document
) -> Document:
    """What ``answer`` makes of one line of JSON; a line that is none gives the error ``not_json``."""
    try:
        document = read_json(line)
    except Unfit as unfit:
        zh = f"一行要是一個完整的 JSON 物件：{unfit.text.zh}。"
        en = f"A line must be one whole JSON object: {unfit.text.en}."
        return error_document([Problem("not_json", "", zh, en)], None, lang)
    return answer(document, lang, house)
