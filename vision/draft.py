"""What was read from a photo, what is unsure about it, and the hand it makes (interface.md, ``read PHOTO…``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK, TILES, NotationError, format_tiles, parse_tiles, sort_tiles

if TYPE_CHECKING:
    from snaptai.vision.edits import Edit

ROLES = ("concealed", "exposed", "concealed_kong", "flower", "winning", "other")
MELDS = ("exposed", "concealed_kong")
"""Roles whose tiles come in numbered groups."""
CLOSED = ("concealed", "winning")
"""Roles whose tiles, together, make melds and a pair where the hand is won."""
OF_PLACES = ("layout_unclear", "winning_tile_unknown")
"""Codes of the questions about what a tile's place leaves open."""
VERSION = 1


class DraftError(ValueError):
    """A document that is no reading, or an edit that does not fit it; the text says what is wrong and where."""


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile seen. ``box``: xyxy pixels of the upright photo; ``group`` numbers the melds from 1, None elsewhere.

    ``seen`` is the face the network took it for where the rules of the game made another one likelier. ``doubt`` is
    what its place leaves open: whether it is of the ``hand`` at all, has ``won``, or lies on the fourth of a ``kong``.
    """

    tile: str
    box: tuple[float, float, float, float]
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()
    role: str = "concealed"
    group: int | None = None
    seen: str | None = None
    doubt: str | None = None

    def to_document(self) -> dict[str, Any]:
        """One entry of ``tiles``."""
        return {
            "tile": self.tile,
            "box": [round(float(edge), 1) for edge in self.box],
            "confidence": round(self.confidence, 3),
            "alternatives": [[tile, round(share, 3)] for tile, share in self.alternatives],
            "role": self.role,
            "group": self.group,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What a person should check; ``tile`` indexes the draft's tiles. Codes: interface.md, ``questions``.

    ``tai`` is at stake; ``other``: where a photo shows two hands, the tiles of the second one as they lie in it.
    """

    code: str
    message: str
    tile: int | None = None
    tai: int = 0
    other: tuple[TileReading, ...] = ()

    def to_document(self, hand: Hand) -> dict[str, Any]:
        """One entry of ``questions``; ``tile`` only where there is one, ``hands`` and ``other`` where two are offered.

        ``hand``: the draft's own.
        """
        document: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.tile is not None:
            document["tile"] = self.tile
        if self.other:
            document["hands"] = [hand_document(hand), hand_document(hand_of(self.other))]
            document["other"] = [tile.to_document() for tile in self.other]
        return document


@dataclass(frozen=True, slots=True)
class HandDraft:
    """A reading of one photo (or several of one hand); ``size`` is (width, height) of the upright photo.

    ``tiles`` are as corrected, ``original`` is the draft as read (None: nothing was corrected), ``edits`` lie between.
    """

    photo: str
    size: tuple[int, int]
    tiles: tuple[TileReading, ...]
    questions: tuple[Question, ...] = ()
    original: HandDraft | None = None
    edits: tuple[Edit, ...] = ()

    def hand(self) -> Hand:
        """The tiles of the hand; face-down tiles whose face nothing shows are ``X``."""
        return hand_of(self.tiles)

    def to_document(self) -> dict[str, Any]:
        """Exactly the object that ``snaptai read`` writes for the photo."""
        hand = self.hand()
        return {
            "version": VERSION,
            "photo": self.photo,
            "size": list(self.size),
            "tiles": [tile.to_document() for tile in self.tiles],
            "hand": hand_document(hand),
            "questions": [question.to_document(hand) for question in self.questions],
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> HandDraft:
        """The draft that ``document`` was written from; raises ``DraftError`` naming the path that is wrong.

        Its ``hand`` is not looked at: the tiles, with their roles and groups, make the hand.
        """
        if not isinstance(document, Mapping) or not isinstance(document.get("tiles"), Sequence):
            raise DraftError("tiles: expected the object that `snaptai read` writes")
        if document.get("version", VERSION) != VERSION:
            raise DraftError(f"version: {document['version']!r} is not {VERSION}; read the photo again")
        tiles = tuple(_tile_from(entry, f"tiles[{i}]") for i, entry in enumerate(document["tiles"]))
        with reading_of("questions"):
            asked_of = enumerate(document.get("questions", ()))
            questions = tuple(_question_from(entry, len(tiles), f"questions[{i}]") for i, entry in asked_of)
        asked = {question.tile: question.code for question in questions if question.code in OF_PLACES}
        tiles = tuple(
            replace(tile, doubt=_doubt_of(tiles, i, asked[i]) if i in asked else None) for i, tile in enumerate(tiles)
        )
        with reading_of("size"):
            width, height = map(int, document.get("size", (0, 0)))
        return cls(str(document.get("photo", "")), (width, height), tiles, questions)


def hand_of(tiles: Sequence[TileReading]) -> Hand:
    """The hand that these roles and groups make; concealed kongs carry the face that their open tiles show."""

    def faces(role: str) -> tuple[str, ...]:
        return sort_tiles(tile.tile for tile in tiles if tile.role == role)

    winning = faces("winning")
    return Hand(
        concealed=sort_tiles(faces("concealed") + winning[1:]),
        winning_tile=winning[0] if winning else None,
        exposed=tuple(sort_tiles(group) for group in _groups(tiles, "exposed")),
        concealed_kongs=tuple(_shown(group) for group in _groups(tiles, "concealed_kong")),
        flowers=faces("flower"),
    )


def _groups(tiles: Sequence[TileReading], role: str) -> list[list[str]]:
    """Faces of each meld of ``role``, melds by number."""
    numbers = sorted({tile.group or 0 for tile in tiles if tile.role == role})
    return [[tile.tile for tile in tiles if tile.role == role and (tile.group or 0) == number] for number in numbers]


def _shown(group: Sequence[str]) -> tuple[str, ...]:
    """A concealed kong whose open tiles show one kind is four of that kind."""
    kinds = {tile for tile in group if tile != BACK}
    return tuple(kinds) * len(group) if len(kinds) == 1 else sort_tiles(group)


def hand_document(hand: Hand) -> dict[str, Any]:
    """``hand`` as the ``hand`` object of a hand document."""
    return {
        "concealed": format_tiles(hand.concealed),
        "winning_tile": hand.winning_tile,
        "exposed": [format_tiles(meld) for meld in hand.exposed],
        "concealed_kongs": [format_tiles(kong) for kong in hand.concealed_kongs],
        "flowers": format_tiles(hand.flowers),
    }


@contextmanager
def reading_of(path: str) -> Iterator[None]:
    """What cannot be read there is told as a ``DraftError`` that names it."""
    try:
        yield
    except DraftError:
        raise
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as problem:
        raise DraftError(f"{path}: cannot be used ({problem})") from None


def _tile_from(entry: Any, path: str) -> TileReading:
    with reading_of(path):
        left, top, right, bottom = (float(edge) for edge in entry["box"])
        alternatives = tuple((str(tile), float(share)) for tile, share in entry.get("alternatives", ()))
        reading = TileReading(
            entry["tile"], (left, top, right, bottom), float(entry["confidence"]), alternatives, entry["role"],
            entry.get("group"),
        )  # fmt: skip
    check_tile(reading, path)
    return reading


def check_tile(reading: TileReading, path: str) -> None:
    """Raises ``DraftError`` for a face or role that does not exist, a confidence or a place that cannot be."""
    for face in (reading.tile, *(tile for tile, _ in reading.alternatives)):
        if face not in TILES:
            raise DraftError(f"{path}.tile: {face!r} is not a tile")
    if reading.role not in ROLES:
        raise DraftError(f"{path}.role: {reading.role!r} is none of {', '.join(ROLES)}")
    if reading.group is not None and type(reading.group) is not int:
        raise DraftError(f"{path}.group: {reading.group!r} is no number of a meld")
    if not 0 <= reading.confidence <= 1:
        raise DraftError(f"{path}.confidence: {reading.confidence!r} is not from 0 to 1")
    with reading_of(f"{path}.box"):
        if len(reading.box) != 4 or not all(map(isfinite, reading.box)):
            raise ValueError(f"{reading.box!r} are not four numbers")


def _question_from(entry: Any, count: int, path: str) -> Question:
    with reading_of(path):
        tile = entry.get("tile")
        if tile is not None and not (type(tile) is int and 0 <= tile < count):
            raise DraftError(f"{path}: tile {tile!r} does not exist")
        other = tuple(_tile_from(each, f"{path}.other[{i}]") for i, each in enumerate(entry.get("other", ())))
        return Question(str(entry["code"]), str(entry.get("message", "")), tile, other=other)


def _doubt_of(tiles: Sequence[TileReading], index: int, code: str) -> str:
    """What the place of a tile asked about leaves open: the middle one of a pung may lie on a fourth."""
    if code == "winning_tile_unknown":
        return "won"
    tile = tiles[index]
    meld = [i for i, each in enumerate(tiles) if each.role == tile.role and each.group == tile.group]
    is_pung = tile.role == "exposed" and len(meld) == 3 and len({tiles[i].tile for i in meld}) == 1
    return "kong" if is_pung and index == meld[1] else "hand"


def corrected_hand(read: Mapping[str, Any], correction: Mapping[str, Any]) -> dict[str, Any]:
    """A hand as read with the keys of ``correction`` in place of its own.

    A winning tile named without new ``concealed`` is taken out of the concealed tiles, where the one read goes back.
    """
    hand = {**read, **correction}
    won = correction.get("winning_tile")
    if won is None or "concealed" in correction or won == read.get("winning_tile"):
        return hand
    try:
        concealed = [*parse_tiles(read["concealed"]), *parse_tiles(read.get("winning_tile") or "")]
        (tile,) = parse_tiles(won)
    except (NotationError, TypeError, ValueError):
        return hand
    if tile in concealed:
        concealed.remove(tile)
    return {**hand, "concealed": format_tiles(sort_tiles(concealed))}
