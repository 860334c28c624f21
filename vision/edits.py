"""A person's corrections: explicit, in order, replayable. The reading they start from is kept; undo drops the last.

Tile numbers in an edit are those of the draft at that moment: a deleted tile shifts the ones after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from snaptai.scoring.tiles import FLOWERS
from snaptai.vision.draft import CLOSED, MELDS, DraftError, HandDraft, Question, TileReading, check_tile, reading_of
from snaptai.vision.questions import ask

Tiles = tuple[TileReading, ...]
NOWHERE = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Retag:
    """This tile shows ``face``; between the row and the flowers it goes where that face belongs."""

    tile: int
    face: str

    def apply(self, tiles: Tiles) -> Tiles:
        """The tiles after it."""
        _known(tiles, self.tile)
        is_flower, role = self.face in FLOWERS, tiles[self.tile].role
        if role == "flower" or (is_flower and role in CLOSED):
            role = "flower" if is_flower else "concealed"
        new = {"tile": self.face, "role": role}
        return _changed(tiles, self.tile, **new, confidence=1.0, alternatives=(), seen=None, doubt=None)


@dataclass(frozen=True, slots=True)
class Move:
    """This tile and those of ``also`` have another role; in a meld, ``group`` is the meld's number."""

    tile: int
    role: str
    group: int | None = None
    also: tuple[int, ...] = ()

    def apply(self, tiles: Tiles) -> Tiles:
        """The tiles after it."""
        group = self.group if self.role in MELDS else None
        for tile in (self.tile, *self.also):
            tiles = _changed(tiles, tile, role=self.role, group=group, doubt=None)
        return tiles


@dataclass(frozen=True, slots=True)
class Add:
    """A tile that was not seen; ``box`` where it lies, if known."""

    face: str
    role: str = "concealed"
    group: int | None = None
    box: tuple[float, float, float, float] = NOWHERE

    def apply(self, tiles: Tiles) -> Tiles:
        """The tiles after it: the new one last."""
        group = self.group if self.role in MELDS else None
        new = TileReading(self.face, self.box, 1.0, (), self.role, group)
        check_tile(new, "edit")
        return (*tiles, new)


@dataclass(frozen=True, slots=True)
class Delete:
    """There is no such tile."""

    tile: int

    def apply(self, tiles: Tiles) -> Tiles:
        """The tiles after it."""
        _known(tiles, self.tile)
        return tiles[: self.tile] + tiles[self.tile + 1 :]


@dataclass(frozen=True, slots=True)
class SetWinning:
    """This concealed tile won the hand; the one before it goes back to the concealed ones. None: not known."""

    tile: int | None

    def apply(self, tiles: Tiles) -> Tiles:
        """The tiles after it."""
        back = tuple(replace(tile, role="concealed") if tile.role == "winning" else tile for tile in tiles)
        return back if self.tile is None else _changed(back, self.tile, role="winning", group=None, doubt=None)


Edit = Retag | Move | Add | Delete | SetWinning
KINDS: dict[str, type[Edit]] = {
    "retag": Retag, "move": Move, "add": Add, "delete": Delete, "set_winning": SetWinning,
}  # fmt: skip


def correct(draft: HandDraft, *edits: Edit) -> HandDraft:
    """``draft`` with ``edits`` applied in order and its questions asked anew. Raises ``DraftError``."""
    tiles, questions = draft.tiles, draft.questions
    for edit in edits:
        with reading_of("edit"):
            tiles = edit.apply(tiles)
        if isinstance(edit, Delete):
            questions = tuple(_renumbered(question, edit.tile) for question in questions)
    original = draft.original or draft
    corrected = replace(draft, tiles=tiles, questions=questions, original=original, edits=(*draft.edits, *edits))
    return replace(corrected, questions=ask(corrected))


def _renumbered(question: Question, deleted: int) -> Question:
    """``question`` about the same tile when the tile ``deleted`` is gone; about none when it was that."""
    if question.tile is None or question.tile < deleted:
        return question
    return replace(question, tile=None if question.tile == deleted else question.tile - 1)


def undo(draft: HandDraft) -> HandDraft:
    """``draft`` without its last edit; unchanged where there is none."""
    return correct(draft.original, *draft.edits[:-1]) if draft.original else draft


def edit_to_document(edit: Edit) -> dict[str, Any]:
    """``{"edit": "retag", "tile": 3, "face": "5p"}`` and the like."""
    name = next(name for name, kind in KINDS.items() if isinstance(edit, kind))
    return {"edit": name, **{key: list(v) if isinstance(v, tuple) else v for key, v in asdict(edit).items()}}


def edit_from_document(document: Mapping[str, Any]) -> Edit:
    """The edit that ``document`` describes. Raises ``DraftError``."""
    name = document.get("edit") if isinstance(document, Mapping) else None
    kind: Any = KINDS.get(str(name))
    if kind is None:
        raise DraftError(f"edit: {name!r} is none of {', '.join(KINDS)}")
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in document.items() if key != "edit"}
    if unknown := set(values) - {field.name for field in fields(kind)}:
        raise DraftError(f"edit.{min(unknown)}: no such key for {name}")
    try:
        edit: Edit = kind(**values)
    except TypeError:
        raise DraftError(f"edit: {name} needs {', '.join(field.name for field in fields(kind))}") from None
    return edit


def edits_from_documents(documents: Iterable[Mapping[str, Any]]) -> tuple[Edit, ...]:
    """Edits in order. Raises ``DraftError``."""
    return tuple(edit_from_document(document) for document in documents)


def _known(tiles: Tiles, tile: int) -> None:
    if type(tile) is not int or not 0 <= tile < len(tiles):
        raise DraftError(f"edit.tile: there is no tile {tile!r}; the draft has {len(tiles)}")


def _changed(tiles: Tiles, tile: int, /, **values: Any) -> Tiles:
    _known(tiles, tile)
    new = replace(tiles[tile], **values)
    check_tile(new, "edit")
    return (*tiles[:tile], new, *tiles[tile + 1 :])
