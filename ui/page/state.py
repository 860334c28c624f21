"""One hand being worked at: photos, what was read, a person's edits, the context. Pure; ``store`` keeps it as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from snaptai.ui.page.melds import along, meld_for, new_meld
from snaptai.vision.draft import MELDS, HandDraft, TileReading
from snaptai.vision.edits import (
    Add,
    Delete,
    Edit,
    Move,
    Retag,
    SetWinning,
    correct,
    edit_to_document,
    edits_from_documents,
)

Work = tuple[tuple[Edit, ...], tuple[Edit, ...], tuple[str, ...]]
"""Edits, what was undone, and the ids of the tiles that these add."""


@dataclass(frozen=True, slots=True)
class Context:
    """How the hand was won. Players are names at a table, else 開門序 winds; None is what nobody has said yet.

    ``kong``: what the replacement tile replaced (``concealed``, ``added``, ``flower``). ``dealer``, ``round``,
    ``streak`` and ``shown`` are asked only where no table knows them.
    """

    winner: str | None = None
    method: str | None = None
    loser: str | None = None
    kong: str | None = None
    last_tile: bool = False
    ready: str | None = None
    opening: str | None = None
    hand_complete: bool = False
    dealer: str | None = None
    round: str | None = None
    streak: int = 0
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """``read`` is the reading as a document (interface.md, ``read``), ``edits`` what a person did to it, ``undone``
    what can be done again, ``added`` the ids of the tiles that these two add. ``acked`` numbers the last operation that
    was carried out for each open page; ``aside`` is the work at the other hand, where the photo shows two; ``terms``
    are its own ``stake``, ``side_stakes``, ``rules`` and ``players`` (names by wind), None where this installation's
    count. ``deal`` numbers the deal of the table in which it was begun.
    """

    photos: tuple[str, ...] = ()
    read: Mapping[str, Any] | None = None
    edits: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    added: tuple[str, ...] = ()
    aside: Work = ((), (), ())
    context: Context = Context()
    acked: Mapping[str, int] = field(default_factory=dict)
    terms: Mapping[str, Any] | None = None
    deal: int | None = None

    @property
    def draft(self) -> HandDraft | None:
        """The reading with all edits, its questions asked anew."""
        if self.read is None:
            return None
        return correct(HandDraft.from_document(self.read), *self.edits)

    @property
    def shows_hand(self) -> bool:
        """Whether there is any tile of a hand."""
        return self.draft is not None and any(tile.role != "other" for tile in self.draft.tiles)

    def ids(self) -> list[str]:
        """A name for each tile of the draft that it keeps whatever happens to the others."""
        ids = [str(index) for index in range(len((self.read or {}).get("tiles", ())))]
        names = iter(self.added)
        for edit in self.edits:
            if isinstance(edit, Add):
                ids.append(next(names, f"added {len(ids)}"))
            elif isinstance(edit, Delete):
                del ids[edit.tile]
        return ids

    def to_json(self) -> dict[str, Any]:
        """What ``from_json`` reads back."""
        return {
            "photos": list(self.photos),
            "read": self.read,
            "edits": _edits_out(self.edits),
            "undone": _edits_out(self.undone),
            "added": list(self.added),
            "aside": [_edits_out(self.aside[0]), _edits_out(self.aside[1]), list(self.aside[2])],
            "context": asdict(self.context),
            "acked": dict(self.acked),
            "terms": self.terms,
            "deal": self.deal,
        }

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Sheet:
        """The sheet that ``to_json`` wrote."""
        edits, undone, added = state.get("aside", ((), (), ()))
        return cls(
            tuple(state["photos"]),
            state["read"],
            edits_from_documents(state["edits"]),
            edits_from_documents(state["undone"]),
            tuple(state.get("added", ())),
            (edits_from_documents(edits), edits_from_documents(undone), tuple(added)),
            Context(**state["context"]),
            state["acked"],
            state.get("terms"),
            state.get("deal"),
        )


def _edits_out(edits: tuple[Edit, ...]) -> list[dict[str, Any]]:
    return [edit_to_document(edit) for edit in edits]


def empty_reading() -> dict[str, Any]:
    """The reading of no photo at all: a hand that will come from the palette."""
    return HandDraft("", (0, 0), ()).to_document()


def edited(sheet: Sheet, edit: Edit, name: str = "") -> Sheet:
    """The sheet after ``edit``; ``name`` is the id of a tile added. Raises ``DraftError`` for one that does not fit."""
    if sheet.draft is not None:
        correct(sheet.draft, edit)
    kept = sheet.added[: sum(isinstance(each, Add) for each in sheet.edits)]
    added = (*kept, name) if isinstance(edit, Add) else kept
    return replace(sheet, edits=(*sheet.edits, edit), undone=(), added=added)


def undo(sheet: Sheet) -> Sheet:
    """Without the last edit."""
    if not sheet.edits:
        return sheet
    return replace(sheet, edits=sheet.edits[:-1], undone=(*sheet.undone, sheet.edits[-1]))


def redo(sheet: Sheet) -> Sheet:
    """With the edit last undone."""
    if not sheet.undone:
        return sheet
    return replace(sheet, edits=(*sheet.edits, sheet.undone[-1]), undone=sheet.undone[:-1])


def other_hand(read: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tiles of a second hand in the photo, as they lie in it; none where there is no second hand."""
    return [tile for tile in _other_reading(read) if tile["role"] != "other"]


def _other_reading(read: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return next((question["other"] for question in read["questions"] if question.get("other")), ())


def switched(sheet: Sheet) -> Sheet:
    """With the photo's other hand in place of this one, each with what was done to it."""
    read = sheet.read or empty_reading()
    offered = _other_reading(read)
    if not offered:
        return sheet
    tiles = offered if any(tile["role"] == "other" for tile in offered) else _laid_out(offered, read["tiles"])
    questions = [{**asked, "other": read["tiles"]} if asked.get("other") else asked for asked in read["questions"]]
    edits, undone, added = sheet.aside
    new = replace(sheet, read={**read, "tiles": tiles, "questions": questions}, edits=edits, undone=undone, added=added)
    return replace(new, aside=(sheet.edits, sheet.undone, sheet.added))


def _laid_out(hand: Sequence[Mapping[str, Any]], seen: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """A whole reading in which ``hand`` is the hand: all that was seen, and what lies hidden beneath its kongs."""
    hidden, tiles = list(hand), []
    for tile in seen:
        mine = next((each for each in hidden if each["box"] == tile["box"]), None)
        tiles.append(mine or {**tile, "role": "other", "group": None})
        hidden = [each for each in hidden if each is not mine]
    return tiles + hidden


def edit_for(sheet: Sheet, op: Mapping[str, Any]) -> Edit:
    """The edit that the editor's operation means; raises KeyError or ValueError for one that means none (any more)."""
    draft = sheet.draft
    if draft is None:
        raise KeyError("tiles")
    if op["op"] == "add":
        return _add(draft.tiles, op["face"], op["role"], op.get("box"))
    index = sheet.ids().index(op["tile"])
    if op["op"] == "face":
        return Retag(index, op["face"])
    if op["op"] == "delete":
        return Delete(index)
    if op["op"] == "move":
        return _move(draft.tiles, index, op["role"], tuple(map(sheet.ids().index, op.get("with", ()))))
    raise KeyError(op["op"])


def _add(tiles: tuple[TileReading, ...], face: str, asked: str, box: Sequence[float] | None) -> Edit:
    role = "flower" if face[-1] == "f" and asked == "concealed" else asked
    group = meld_for(tiles, face, role) if role in MELDS else None
    return Add(face, role, group, (box[0], box[1], box[2], box[3])) if box else Add(face, role, group)


def _move(tiles: tuple[TileReading, ...], index: int, role: str, meld: tuple[int, ...]) -> Edit:
    if role == "winning":
        return SetWinning(index)
    if also := meld or along(tiles, index, role):
        return Move(index, role, new_meld(tiles), also)
    rest = tiles[:index] + tiles[index + 1 :]
    return Move(index, role, meld_for(rest, tiles[index].tile, role) if role in MELDS else None)


def operated(sheet: Sheet, op: Mapping[str, Any]) -> Sheet:
    """The sheet after one operation of the editor."""
    if op["op"] == "undo":
        return undo(sheet)
    if op["op"] == "redo":
        return redo(sheet)
    if op["op"] == "hand":
        return switched(sheet)
    return edited(sheet, edit_for(sheet, op), f"{op.get('token', '')}.{op.get('n', len(sheet.added))}")
