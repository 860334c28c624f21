"""What a table or an option may say of a win: its columns, their headings in Chinese, and words that mean codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from snaptai.scoring.check import METHODS, OPENINGS, READY, WORDS
from snaptai.scoring.tiles import HONOURS, NAMES, WINDS

PARTS: dict[str, tuple[str, type]] = {
    **dict.fromkeys(("hand_complete", "kong_replacement", "last_tile"), ("win", bool)),
    **dict.fromkeys(("method", "ready", "opening"), ("win", str)),
    **dict.fromkeys(("winner", "dealer", "loser", "round"), ("seat", str)),
    **dict.fromkeys(("dealer_streak", "shown_streak"), ("seat", int)),
    **dict.fromkeys(("base", "tai"), ("stake", int)),
    **dict.fromkeys(("concealed", "winning_tile", "flowers"), ("hand", str)),
    **dict.fromkeys(("E", "S", "W", "N"), ("players", str)),
}
"""Where each column goes in a hand document, and its type; ``players`` are the names of who sat at E, S, W and N."""
COLUMNS = ("photo", *PARTS)
HEADINGS = {
    "照片": "photo", "和法": "method", "和牌者": "winner", "莊家": "dealer", "放銃者": "loser", "圈風": "round",
    "和牌張": "winning_tile", "連莊": "dealer_streak", "示記": "shown_streak", "底": "base", "臺": "tai",
    "手牌": "concealed", "花牌": "flowers", "槓上開花": "kong_replacement", "海底撈月": "last_tile",
    "東": "E", "南": "S", "西": "W", "北": "N",
}  # fmt: skip
"""Headings of a CSV manifest that may stand for the columns."""


def _known(codes: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Each code, and its name where it has one, as that code."""
    return {word: code for code in codes for word in (code, names.get(code, code))}


def _spoken(codes: Iterable[str], *suffixes: str) -> dict[str, str]:
    """Each wind or dragon by its letter, its character, and its character with 風, 家, 圈 or 風圈 after it."""
    known = _known(codes, NAMES)
    return known | {word + each: code for word, code in known.items() for each in suffixes if word not in codes}


SEATS = ("winner", "dealer", "loser")
MEANINGS = {
    "method": _known(METHODS, dict(zip(METHODS, ("自摸", "放銃", "搶槓", "八仙過海", "七搶一"), strict=True)))
    | {"放槍": "discard"},
    "ready": _known(READY, WORDS),
    "opening": _known(OPENINGS, WORDS),
    "round": _spoken(HONOURS, "風", "圈", "風圈"),
    **dict.fromkeys(SEATS, _spoken(WINDS, "風", "家")),
}
"""By column, each word that is taken and what a hand document says for it."""


def meaning(column: str, word: str | None) -> str | None:
    """The code that ``word`` means; another word stays as it is, for the document's own checks to name."""
    return MEANINGS[column].get(word, word) if word else word
