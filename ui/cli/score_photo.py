"""``snaptai score PHOTO…``: read, complete with how the hand was won, score."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from snaptai.datasets.archive.columns import MEANINGS
from snaptai.scoring.tiles import BACK, NAMES, WINDS, NotationError, format_tiles, name_tiles, parse_tiles
from snaptai.ui.cli.read import SOME_ERRORS, detector_or_exit, read_one, words
from snaptai.ui.open_context import filled_in, hand_document, is_open

if TYPE_CHECKING:
    from snaptai.scoring.house import House

MAX_MEGAPIXELS = 120.0
PARTS = ("hand", "win", "seat", "stake", "side_stakes", "rules")
Context = dict[str, Any]


def run(
    photos: Sequence[Path], context: Mapping[str, Any], *, house: House, lang: str = "zh-TW", as_json: bool = False,
    why_not: Sequence[int] = (), quote: bool = False,
) -> int:  # fmt: skip
    """Scores each photo; returns the exit code. ``context``: parts of a hand document given by options.

    A sidecar (``PHOTO.json``) fills what no option says. Where the way of winning is still open, a person at a
    terminal is asked; otherwise the answer is ``missing_key`` with the hand read and its totals.
    """
    from snaptai.scoring.documents import with_answers

    detector = detector_or_exit(None, "onnxruntime", lang)
    failed = False
    for photo in photos:
        read = read_one([photo], detector, words(lang), MAX_MEGAPIXELS)
        answer, document = (read, {}) if "error" in read else _scored(photo, read, context, house, lang, as_json)
        failed = failed or "error" in answer
        if as_json:
            answer = with_answers(answer, document, lang, house, why_not, quote)
            typer.echo(json.dumps(answer, ensure_ascii=False))
        elif "error" in answer:
            _complain(photo, answer, document, lang)
        else:
            _show(photo, answer["photo"], document, house, lang, why_not, quote)
    return SOME_ERRORS if failed else 0


def _scored(
    photo: Path, read: Context, given: Mapping[str, Any], house: House, lang: str, as_json: bool
) -> tuple[dict[str, Any], Context]:
    """The score document, or the error, with the read object under ``photo``; and the hand document behind it."""
    from snaptai.datasets.archive.context import BadContext, read_sidecar
    from snaptai.datasets.archive.sources import single
    from snaptai.scoring.documents import score_document

    try:
        context = merged(read_sidecar(single(photo, photo.name)) or {}, given)
    except BadContext as problem:
        return {"version": 1, **_errors("bad_value", problem.text.say(lang), photo.name), "photo": read}, {}
    document = hand_document(read["hand"], context)
    if absent := _absent(read["hand"], context.get("hand"), lang):
        return {"version": 1, **_errors("bad_value", absent, "hand.winning_tile"), "photo": read}, document
    if is_open(document):
        if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return {**open_answer(document, house, lang), "photo": read}, document
        document = ask(document, read, words(lang))
    return {**score_document(document, lang, house), "photo": read}, document


def merged(beside: Mapping[str, Any], given: Mapping[str, Any]) -> Context:
    """What the sidecar says, with the options in its place where they say something."""
    whole: Context = {}
    for part in (*PARTS, *(key for key in beside if key not in PARTS)):
        first, second = beside.get(part), given.get(part)
        if isinstance(first, dict) and isinstance(second, dict):
            whole[part] = first | second
        elif first is not None or second is not None:
            whole[part] = first if second is None else second
    return whole


def open_answer(document: Mapping[str, Any], house: House, lang: str) -> dict[str, Any]:
    """The error ``missing_key`` with the totals by each way of winning that is open under ``candidates``."""
    from snaptai.scoring.documents import score_document

    problem = score_document({"win": {}, "seat": {}, **document}, lang, house)
    missing = next((e for e in problem.get("errors", []) if e["code"] == "missing_key"), None)
    error = missing or _errors("missing_key", "win.method", "win.method")["error"]
    by_method: dict[str, list[Mapping[str, Any]]] = {}
    for case in filled_in(document["hand"], document):
        by_method.setdefault(case["win"]["method"], []).append(case)
    candidates = [_total(method, cases, house, lang) for method, cases in by_method.items()]
    return {"version": 1, "error": {**error, "candidates": candidates}, "errors": problem.get("errors", [error])}


def _total(method: str, cases: Sequence[Mapping[str, Any]], house: House, lang: str) -> dict[str, Any]:
    """臺 by one method: over the seats that nobody named, the least and the most; the items are those of the least."""
    from snaptai.scoring.documents import score_document

    answers = [score_document(case, lang, house) for case in cases]
    totals = [candidate for answer in answers for candidate in _sheets(answer)]
    if not totals:
        return {"method": method, "error": {key: answers[0]["error"][key] for key in ("code", "message")}}
    least, most = min(totals, key=lambda one: one[0]), max(one[0] for one in totals)
    return {"method": method, "tai": least[0], "most": most, "items": least[1]}


def _sheets(answer: Mapping[str, Any]) -> list[tuple[int, Any]]:
    if "error" not in answer:
        return [(answer["tai"], answer["items"])]
    return [(one["tai"], one["items"]) for one in answer["error"].get("candidates", [])]


def _errors(code: str, message: str, path: str) -> dict[str, Any]:
    error = {"code": code, "message": message, "path": path}
    return {"error": error, "errors": [error]}


QUESTIONS: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("win", "method", "怎麼胡的（自摸、放銃）", "How was it won", ("self_draw", "discard")),
    ("seat", "winner", "胡牌者的開門序（東南西北）", "The winner's seat", WINDS),
    ("seat", "dealer", "莊家的開門序", "The dealer's seat", WINDS),
    ("seat", "loser", "放銃者的開門序", "Who discarded", WINDS),
    ("seat", "round", "圈序", "The round", WINDS),
)


def ask(document: Context, read: Mapping[str, Any], lang: str, prompt: Callable[..., str] = typer.prompt) -> Context:
    """The document completed by a person at the terminal; only what is still open is asked."""
    for question in read["questions"]:
        typer.echo(f"? {question['message']}")
    filled = {**document, "win": dict(document.get("win") or {}), "seat": dict(document.get("seat") or {})}
    for part, key, chinese, english, choices in QUESTIONS:
        discard_only = key == "loser" and filled["win"].get("method") != "discard"
        if not filled[part].get(key) and not discard_only:
            words = {word: code for word, code in MEANINGS[key].items() if code in choices}
            text = f"{english} ({', '.join(choices)})" if lang == "en" else chinese
            filled[part][key] = prompt(text, value_proc=partial(_chosen, words))
    if filled["hand"].get("winning_tile") is None:
        filled["hand"] = _with_winning_tile(filled["hand"], lang, prompt)
    return filled


def _chosen(words: Mapping[str, str], text: str) -> str:
    """The code that an answer means; another is asked for again."""
    if text.strip() not in words:
        raise typer.BadParameter(", ".join(words))
    return words[text.strip()]


def _with_winning_tile(hand: Mapping[str, Any], lang: str, prompt: Callable[..., str]) -> dict[str, Any]:
    """The hand with the tile that won, if the person knows it."""
    from snaptai.vision.draft import corrected_hand

    text = "The winning tile (empty: not known)" if lang == "en" else "胡的是哪一張（例：7p；不知道就留空）"
    while True:
        answer = prompt(text, default="", show_default=False).strip()
        correction = {"winning_tile": answer} if answer else {}
        if not (absent := _absent(hand, correction, lang)):
            return corrected_hand(hand, correction)
        typer.echo(absent)


def _absent(read: Mapping[str, Any], correction: Any, lang: str) -> str | None:
    """What to say where a hand was read whole and the tile named as the winning one, and no other, is none of it."""
    if not isinstance(correction, Mapping) or set(correction) - {"winning_tile", "flowers"}:
        return None
    try:
        (won,) = parse_tiles(correction.get("winning_tile") or "")
    except (NotationError, TypeError, ValueError):
        return None
    held = parse_tiles(read["concealed"] + (read["winning_tile"] or ""))
    is_whole = len(held) == 17 - 3 * len([*read["exposed"], *read["concealed_kongs"]])
    if not is_whole or won in held or BACK in held:
        return None
    if lang == "en":
        return f"{won} is none of the tiles read ({format_tiles(held)}); name one of them, or mend the hand in a .json."
    return f"讀到的手牌裡沒有{NAMES[won]}（讀到的是{name_tiles(held)}）；請改指其中一張，或在照片旁的 .json 更正手牌。"


def _doubts(read: Any, document: Context) -> list[str]:
    """What was unsure in the photo, where it was read and nobody corrected the hand."""
    is_as_read = isinstance(read, dict) and document.get("hand") == read["hand"]
    return [f"? {question['message']}" for question in read["questions"]] if is_as_read else []


def _complain(photo: Path, answer: dict[str, Any], document: Context, lang: str) -> None:
    """Every error, what was unsure in the photo, and what the hand read would score, on stderr."""
    for error in answer.get("errors", [answer["error"]]):
        typer.echo(f"{photo}: {error['code']}: {error['message']}", err=True)
    for doubt in _doubts(answer.get("photo"), document):
        typer.echo(f"  {doubt}", err=True)
    for candidate in answer["error"].get("candidates", []):
        typer.echo(f"  {_candidate_line(candidate, lang)}", err=True)
    if answer["error"]["code"] == "missing_key":
        typer.echo(f"  {HINTS[lang]}", err=True)


def _show(
    photo: Path, read: Context, document: Context, house: House, lang: str, why_not: Sequence[int], quote: bool
) -> None:
    """The sheet for people: the hand, what it scores, and what was unsure where nobody corrected the hand."""
    from rich.console import Console
    from rich.markup import escape
    from rich.panel import Panel

    from snaptai.scoring.documents import sheet_of
    from snaptai.scoring.text import sheet_text

    lines = [_hand_line(document["hand"], lang), sheet_text(sheet_of(document, house), lang, why_not, quote)]
    lines += _doubts(read, document)
    Console(highlight=False).print(Panel(escape("\n".join(lines)), title=escape(photo.name), expand=False))


HINTS = {
    "zh-TW": "怎麼胡的請用選項說，例如 --method self_draw --winner S --dealer E --round E，或寫在照片旁的 .json。",
    "en": "Say how it was won, as in --method self_draw --winner S --dealer E --round E, or in a .json beside.",
}
METHOD_NAMES = {
    "zh-TW": {"self_draw": "自摸", "discard": "胡別人打的"},
    "en": {"self_draw": "by self-draw", "discard": "by discard"},
}


def _candidate_line(candidate: Mapping[str, Any], lang: str) -> str:
    """What one way of winning, or one winning tile, would score."""
    method = candidate.get("method")
    name = METHOD_NAMES[lang].get(method, method) if method else candidate["tile"]
    if "error" in candidate:
        return f"{name}: {candidate['error']['message']}"
    most = candidate.get("most", candidate["tai"])
    span = f"{candidate['tai']}–{most}" if most != candidate["tai"] else candidate["tai"]
    return f"{name}: {span} {'tai' if lang == 'en' else '臺'}"


def _hand_line(hand: Mapping[str, Any], lang: str) -> str:
    """The hand as read: in tile names, or in notation for English."""
    said = format_tiles if lang == "en" else name_tiles
    groups = (
        hand["concealed"],
        *hand["exposed"],
        *hand["concealed_kongs"],
        hand["winning_tile"] or "",
        hand["flowers"],
    )
    return " ｜ ".join(said(parse_tiles(group)) for group in groups if group)
