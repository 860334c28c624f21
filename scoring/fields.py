"""Read the keys of a JSON object by a table of readers, and tell every problem at once, in the rulebook's language.

``table -`` and ``rule -`` are described by such tables; their errors have the form of interface.md, Errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from snaptai.scoring.errors import Problem, ScoringError
from snaptai.scoring.tiles import BACK, NotationError, parse_tiles

CODES = ("not_json", "missing_key", "unknown_key", "bad_value", "unknown_player", "out_of_turn", "contradiction")
"""Error codes in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in Traditional Chinese and in English."""

    zh: str
    en: str

    def say(self, lang: str = "zh-TW") -> str:
        """The sentence in ``lang`` (English for any ``en…``)."""
        return self.en if lang.startswith("en") else self.zh

    def fill(self, **values: object) -> Text:
        """Both sentences with their ``{names}`` filled in."""
        return Text(self.zh.format(**values), self.en.format(**values))


class Refused(ScoringError):
    """An event or a situation that cannot be used; ``.problems`` says everything that is wrong with it."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(sorted(problems, key=lambda problem: CODES.index(problem.code)))


class Told(Exception):
    """What went wrong, in both languages: ``text``; ``str(error)`` in English."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(zh, en)


class Unfit(Told, ValueError):
    """Raised by a reader; says what the value should have been."""


Reader = Callable[[Any], Any]


def error_document(problems: Iterable[Problem], lang: str = "zh-TW") -> dict[str, Any]:
    """``{"version", "error", "errors"}`` of interface.md; ``error`` is the first problem."""
    told = [{"code": each.code, "message": each.message(lang), "path": _writable(each.path)} for each in problems]
    return {"version": 1, "error": told[0], "errors": told}


def _writable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def read_object(value: Any) -> Mapping[str, Any]:
    """``value`` if it is an object, else ``Refused`` (``bad_value``)."""
    if isinstance(value, Mapping):
        return value
    raise Refused(Problem("bad_value", "", "這裡要一個 JSON 物件 {…}", "this must be a JSON object {…}"))


def read_keys(
    document: Mapping[str, Any], readers: Mapping[str, Reader], required: Collection[str]
) -> tuple[dict[str, Any], list[Problem]]:
    """Values read by ``readers``, and all problems: missing and unknown keys, values that do not fit."""
    values: dict[str, Any] = {}
    missing = [key for key in required if key not in document]
    problems = [Problem("missing_key", key, f"缺少 {key}", f"{key} is missing") for key in missing]
    known = ", ".join(readers)
    for key, value in document.items():
        if key not in readers:
            zh, en = f"沒有這個欄位；可用的是 {known}", f"there is no such key; known are {known}"
            if not readers:
                zh, en = "這裡不要任何欄位", "no keys are used here"
            problems.append(Problem("unknown_key", key, zh, en))
            continue
        try:
            values[key] = readers[key](value)
        except Unfit as unfit:
            problems.append(Problem("bad_value", key, unfit.text.zh, unfit.text.en))
    return values, problems


def yes_no(value: Any) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise Unfit("要寫 true 或 false", "must be true or false")
    return value


def whole(least: int = 0, most: int | None = None) -> Reader:
    """Reads a whole number from ``least`` to ``most``."""

    def read(value: Any) -> int:
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= least
        if not fits or (most is not None and value > most):
            zh, en = (f" 至 {most}", f" to {most}") if most is not None else (" 以上", " or more")
            raise Unfit(f"要整數 {least}{zh}", f"must be a whole number, {least}{en}")
        return int(value)

    return read


def money(value: Any) -> int:
    """A whole number of money units, or of 臺, up to a milliard."""
    return int(whole(0, 10**9)(value))


def one_of(*choices: str) -> Reader:
    """Reads one of the words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            words = ", ".join(choices)
            raise Unfit(f"要是其中之一：{words}", f"must be one of {words}")
        return value

    return read


def words(value: Any) -> str:
    """A short text that is not blank: a name, a reason."""
    if not isinstance(value, str) or not value.strip() or len(value) > 80 or _writable(value) != value:
        raise Unfit("要寫 1 至 80 個字", "must be a text of 1 to 80 characters")
    return value.strip()


def tiles(*counts: int) -> Reader:
    """Reads a tile notation of as many tiles as one of ``counts``; face-down tiles do not count as tiles."""

    def read(value: Any) -> tuple[str, ...]:
        number = "/".join(map(str, counts))
        try:
            found = parse_tiles(value) if isinstance(value, str) else ()
        except NotationError:
            found = ()
        if len(found) not in counts or BACK in found:
            raise Unfit(f"要寫 {number} 張牌，例如 5m", f"must name {number} tile(s), such as 5m")
        return found

    return read


def one_tile(value: Any) -> str:
    """One tile."""
    return str(tiles(1)(value)[0])


def or_null(reader: Reader) -> Reader:
    """Reads what ``reader`` reads, or null as None."""
    return lambda value: None if value is None else reader(value)


def listed(reader: Reader, *counts: int) -> Reader:
    """Reads a list (of one of ``counts`` lengths, if given) as a tuple, each element by ``reader``."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or (counts and len(value) not in counts):
            number = "/".join(map(str, counts))
            zh, en = (f"（{number} 項）", f" of {number}") if counts else ("", "")
            raise Unfit(f"要一個列表 […]{zh}", f"must be a list […]{en}")
        return tuple(reader(each) for each in value)

    return read
