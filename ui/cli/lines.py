"""JSON Lines in, JSON Lines out: one answer an input line, in order, written before the next line is awaited."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.fields import error_document, read_line

BOM = b"\xef\xbb\xbf"


def answer_lines(lines: Iterable[bytes], answer: Callable[[Any], dict[str, Any]], lang: str) -> bool:
    """Write the answer to each line that is not blank; whether all were answered without an error."""
    fine = True
    for line in lines:
        if not line.removeprefix(BOM).strip():
            continue
        try:
            result = answer(read_line(line))
        except ScoringError as refused:
            result = error_document(refused.problems, lang)
        fine = fine and "error" not in result
        write_json(result)
    return fine


def write_json(document: Any) -> None:
    """One line of UTF-8 on standard output, flushed; what UTF-8 cannot carry is escaped."""
    text = json.dumps(document, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()
