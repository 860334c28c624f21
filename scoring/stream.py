"""JSON Lines in, JSON Lines out: one answer a line, in order, written before the next line is awaited."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import BinaryIO

from snaptai.scoring.documents import VERSION, Document, answer_line, score_document, sheet_of_line
from snaptai.scoring.errors import InvalidDeal
from snaptai.scoring.house import RULEBOOK, House
from snaptai.scoring.sheet import ScoreSheet

_BLANK = b" \t\r\n\xef\xbb\xbf"
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def answer_stream(
    lines: Iterable[bytes],
    out: BinaryIO,
    lang: str = "zh-TW",
    house: House = RULEBOOK,
    answer: Callable[..., Document] = score_document,
) -> bool:
    """Answer every line that is not blank; whether all went well. A BOM and CRLF are tolerated."""
    well = True
    for line in lines:
        if line.strip(_BLANK):
            text = _scored(line, lang, house) if answer is score_document else None
            if text is None:
                document = answer_line(line, lang, house, answer)
                well = well and "error" not in document
                text = _encode(document)
            out.write(text.encode("utf-8", "backslashreplace") + b"\n")
            out.flush()
    return well


def _scored(line: bytes, lang: str, house: House) -> str | None:
    """The score document of one line as text, None where there is an error to tell."""
    try:
        return sheet_text(sheet_of_line(line, house), lang)
    except (ValueError, InvalidDeal):
        return None


def sheet_text(sheet: ScoreSheet, lang: str = "zh-TW") -> str:
    """``documents.sheet_document`` as JSON text. Written out, since encoding the object takes as long as scoring it.

    Names, tiles and sentences are the product's own and need no escaping; a house's texts are encoded.
    """
    items = [
        f'{{"rule": {item.rule.number}, "name": "{item.rule.name}", "tai": {item.tai}, "why": "{item.why(lang)}"}}'
        for item in sheet.items
    ]
    dealer = [
        f'{{"rule": {item.rule.number}, "name": "{item.name}", "tai": {item.tai}}}' for item in sheet.dealer_items
    ]
    payments = [
        f'{{"from": "{p.payer}", "to": "{p.payee}", "tai": {p.tai}, "amount": {p.amount}}}' for p in sheet.payments
    ]
    displaced = [
        f'{{"rule": {out.rule.number}, "name": "{out.name}", "by": {out.by.number}, "why": "{out.why(lang)}"}}'
        for out in sheet.displaced
    ]
    form, pair = (f'"{text}"' if text else "null" for text in (sheet.reading.form, sheet.pair))
    house, warnings = _rules(sheet.house), _texts(sheet.warnings(lang))
    return (
        f'{{"version": {VERSION}, "tai": {sheet.tai}, "items": [{", ".join(items)}], '
        f'"dealer_items": [{", ".join(dealer)}], "payments": [{", ".join(payments)}], '
        f'"displaced": [{", ".join(displaced)}], '
        f'"decomposition": {{"form": {form}, "groups": [{_texts(sheet.groups)}], "pair": {pair}}}, '
        f'"waits": [{_texts(sheet.waits)}], "rules": {house}, "warnings": [{warnings}]}}'
    )


def _texts(texts: Iterable[str]) -> str:
    return ", ".join([f'"{text}"' for text in texts])


@lru_cache(maxsize=1000)
def _rules(house: House) -> str:
    return _encode(house.to_document())
