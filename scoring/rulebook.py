"""The rulebook itself, split into sentences that code can cite (``rulebook.txt`` is its text, word for word).

An entry is ``一.7`` (rule 7), ``二.過水``, ``三.2``, ``四.5``; ``三.0`` and ``四.0`` are the words before their first
clause. An entry of one sentence is its own sentence; of more, sentence 2 of rule 27 is ``一.27.2``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

_PART = re.compile(r"([一二三四])、")
_NUMBER = re.compile(r"(\d+)\.")
_SAME_WORDS = str.maketrans("槓胡並後閒", "杠和并后閑")


def fold(text: str) -> str:
    """One spelling for the words the rulebook treats as the same: 杠槓, 和胡, 并並, 后後, 閑閒."""
    return unicodedata.normalize("NFKC", text).translate(_SAME_WORDS)


def _number(line: str) -> str | None:
    match = _NUMBER.match(unicodedata.normalize("NFKC", line[:3]))
    return match[1] if match else None


def _read(text: str) -> dict[str, str]:
    entries: dict[str, str] = {}
    part = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if heading := _PART.match(line):
            part = heading[1]
        elif part == "二":
            entries[f"二.{line.split('：')[0]}"] = line
        else:
            entry = f"{part}.{_number(line) or 0}"
            entries[entry] = entries.get(entry, "") + line
    return entries


def _split(entry: str, text: str) -> dict[str, str]:
    parts = re.findall(r"[^。]+。?", text)
    return {entry: text} if len(parts) == 1 else {f"{entry}.{n}": part for n, part in enumerate(parts, 1)}


ENTRIES = _read(files("snaptai.scoring").joinpath("rulebook.txt").read_text(encoding="utf-8"))
"""Entry id to its whole text, in the rulebook's order."""
SENTENCES = {key: part for entry, text in ENTRIES.items() for key, part in _split(entry, text).items()}
"""Sentence id to the sentence, in the rulebook's order."""


@cache
def _folded() -> dict[str, str]:
    return {fold(key): text for key, text in (ENTRIES | SENTENCES).items()}


def sentence(key: str) -> str:
    """The text of an entry (``一.27``) or of one sentence (``一.27.2``); raises ``KeyError`` with what to do."""
    try:
        return _folded()[fold(key)]
    except KeyError:
        message = f"the rulebook has no sentence {key!r}; ids look like 一.7, 一.27.2, 二.過水.1, 三.2, 四.5"
        raise KeyError(message) from None


def sentences_of(key: str) -> tuple[str, ...]:
    """Ids of all sentences that citing ``key`` covers: ``一.27`` covers 一.27.1 to 一.27.3. Raises ``KeyError``."""
    sentence(key)
    return tuple(each for each in SENTENCES if fold(each + ".").startswith(fold(key + ".")))


def search(query: str) -> tuple[str, ...]:
    """Ids of the sentences in which every word of ``query`` occurs, or whose id it is; 槓 finds 杠."""
    words = fold(query).split()
    if len(words) == 1 and words[0] in _folded():
        return sentences_of(words[0])
    return tuple(key for key, text in SENTENCES.items() if all(word in fold(key + text) for word in words))
