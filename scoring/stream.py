"""JSON Lines in, JSON Lines out: one answer a line, in order, written before the next line is awaited."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import BinaryIO

from snaptai.scoring.documents import Document, answer_line, score_document
from snaptai.scoring.house import RULEBOOK, House

_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), check_circular=False).encode


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
        if line.strip(b" \t\r\n\xef\xbb\xbf"):
            document = answer_line(line, lang, house, answer)
            well = well and "error" not in document
            out.write(_encode(document).encode("utf-8", "backslashreplace") + b"\n")
            out.flush()
    return well
