"""What a person should check before the hand is scored: only what can change the result, most 臺 at stake first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK, FLOWERS, WINDS
from snaptai.vision import stakes
from snaptai.vision.draft import CLOSED, HandDraft, Question, TileReading, hand_of
from snaptai.vision.shapes import completes, is_meld
from snaptai.vision.wording import named, place_of, say

SURE = 0.85
"""A tile read with at least this confidence is not asked about: of 172 read at 0.85 to 0.9, in ``val_table`` and in
composed hands of the train split, 171 were right."""
POSSIBLE = 0.02
"""Faces less likely than this are not weighed."""
WHOLE_HAND = 100
"""Stake of what decides whether there is a hand to score at all."""
UNSCORED = 50
"""Stake of a doubtful face in what is no hand to score yet."""
Tiles = Sequence[TileReading]
Questions = Iterator[Question]


def ask(draft: HandDraft, lang: str = "zh") -> tuple[Question, ...]:
    """The questions of ``draft`` as it stands; those about the photo itself are kept from before."""
    kept = [
        replace(question, tai=WHOLE_HAND if question.code == "layout_unclear" else 0)
        for question in draft.questions
        if _is_of_the_photo(question) and not _is_settled(question, draft)
    ]
    if not any(tile.role != "other" for tile in draft.tiles):
        return (*kept, Question("no_tiles", say("no_tiles", lang), None, WHOLE_HAND))
    asked = [question for check in CHECKS for question in check(draft.tiles, lang)]
    return tuple(sorted([*kept, *asked], key=lambda question: -question.tai))


def _is_of_the_photo(question: Question) -> bool:
    """Whether it is about the whole photo: its quality, or another reading of it, or the same tiles again."""
    return question.code == "photo_quality" or (question.code == "layout_unclear" and question.tile is None)


def _is_settled(question: Question, draft: HandDraft) -> bool:
    """Whether a person has moved a tile that the other reading has elsewhere too, or one of those shown again."""
    if question.code != "layout_unclear" or draft.original is None:
        return False
    read = {tile.box: _part(tile) for tile in draft.original.tiles}
    moved = {tile.box for tile in draft.tiles if read.get(tile.box, _part(tile)) != _part(tile)}
    if not question.other:
        return any(read[box] == "other" for box in moved)
    return any(tile.box in moved and read[tile.box] != _part(tile) for tile in question.other)


def _part(tile: TileReading) -> str:
    """Where a tile belongs; which concealed one has won is another matter."""
    return "concealed" if tile.role in CLOSED else tile.role


def _about(tiles: Tiles, index: int, lang: str, code: str, key: str = "", **values: object) -> Question:
    """A question about one tile on which the whole hand depends; ``key``: its sentence, where that is not ``code``."""
    return Question(code, say(key or code, lang, place=place_of(tiles, index, lang), **values), index, WHOLE_HAND)


def _count(tiles: Tiles, lang: str) -> Questions:
    """A hand that is won has 17 tiles."""
    count = _tile_count(hand_of(tiles))
    if count != 17 and not (count == 16 and _flower_win(tiles)):
        yield Question("wrong_tile_count", say("wrong_tile_count", lang, count=count), None, WHOLE_HAND)


def _tile_count(hand: Hand) -> int:
    """Tiles of the hand with every kong counted as three."""
    melds = sum(min(3, len(meld)) for meld in hand.exposed + hand.concealed_kongs)
    return len(hand.concealed) + (hand.winning_tile is not None) + melds


def _flower_win(tiles: Tiles) -> bool:
    return sum(tile.role == "flower" for tile in tiles) >= 7


def _copies(tiles: Tiles, lang: str) -> Questions:
    """A set has four of each face and one of each flower; of too many the least sure is asked about."""
    shown = Counter(tile.tile for tile in tiles if tile.role != "other" and tile.tile != BACK)
    for face, copies in shown.items():
        if copies > (1 if face in FLOWERS else 4):
            alike = [i for i, tile in enumerate(tiles) if tile.tile == face and tile.role != "other"]
            code = "duplicate_flower" if face in FLOWERS else "fifth_copy"
            yield _about(tiles, _least_sure(tiles, alike), lang, code, tile=named(face, lang))


def _least_sure(tiles: Tiles, indices: Sequence[int]) -> int:
    return min(indices, key=lambda i: tiles[i].confidence)


def _broken_melds(tiles: Tiles, lang: str) -> Questions:
    """Exposed melds whose faces are no chow, pung or kong: the least sure tile is asked about."""
    for group in _melds(tiles, "exposed"):
        faces = [tiles[i].tile for i in group]
        if BACK not in faces and not is_meld(faces):
            yield _about(tiles, _least_sure(tiles, group), lang, "low_confidence", "no_meld")


def _melds(tiles: Tiles, role: str) -> list[list[int]]:
    """The tiles of each meld of ``role``, in reading order."""
    groups: dict[int | None, list[int]] = {}
    for i, tile in enumerate(tiles):
        if tile.role == role:
            groups.setdefault(tile.group, []).append(i)
    return list(groups.values())


def _hidden_kongs(tiles: Tiles, lang: str) -> Questions:
    """Concealed kongs of four backs."""
    for number, group in enumerate(_melds(tiles, "concealed_kong"), 1):
        if all(tiles[i].tile == BACK for i in group):
            code = "concealed_kong_unknown"
            yield Question(code, say(code, lang, number=number), group[0], WHOLE_HAND)


def _face_down(tiles: Tiles, lang: str) -> Questions:
    """Face-down tiles elsewhere in the hand."""
    for i, tile in enumerate(tiles):
        if tile.tile == BACK and tile.role not in ("concealed_kong", "other"):
            yield _about(tiles, i, lang, "low_confidence", "face_down")


def _places(tiles: Tiles, lang: str) -> Questions:
    """Tiles whose place leaves open whether they are of the hand, or lie on the fourth of a kong."""
    for i, tile in enumerate(tiles):
        if tile.doubt in ("hand", "kong"):
            of_the_hand = "of_the_hand" if tile.role != "other" else "not_of_the_hand"
            yield _about(tiles, i, lang, "layout_unclear", "may_be_kong" if tile.doubt == "kong" else of_the_hand)


def _doubts(tiles: Tiles, lang: str) -> Questions:
    """Tiles that may well show another face, where that changes what is awarded."""
    for i, tile in enumerate(tiles):
        if tile.role == "other" or tile.tile == BACK or (tile.confidence >= SURE and tile.seen is None):
            continue
        likely = [face for face, share in tile.alternatives if share >= POSSIBLE]
        if tile.seen is not None and tile.seen not in likely:
            likely.append(tile.seen)
        stake = _stake(tiles, i, likely)
        if stake is not None:
            yield Question("low_confidence", _doubt(tiles, i, likely, lang), i, stake)


def _doubt(tiles: Tiles, index: int, likely: Sequence[str], lang: str) -> str:
    others = (", " if lang == "en" else "、").join(named(face, lang) for face in likely)
    text = "low_confidence" if others else "low_confidence_alone"
    return say(text, lang, tile=named(tiles[index].tile, lang), others=others, place=place_of(tiles, index, lang))


def _stake(tiles: Tiles, index: int, likely: Sequence[str]) -> int | None:
    """臺 at stake between the face read and the other likely ones; None where every one gives the same sheet."""
    hands = [_hand_with(tiles, index, face) for face in likely]
    winners = WINDS if _seat_matters((tiles[index].tile, *likely)) else WINDS[:1]
    now = stakes.outcomes(hand_of(tiles), winners)
    if not stakes.is_scored(now[0]):
        return UNSCORED
    others = [stakes.outcomes(hand, winners) for hand in hands]
    if hands and all(other == now for other in others):
        return None
    return max((stakes.at_stake(now, other) for other in others), default=0)


def _seat_matters(faces: Sequence[str]) -> bool:
    return any(face in WINDS or face in FLOWERS for face in faces)


def _hand_with(tiles: Tiles, index: int, face: str) -> Hand:
    return hand_of([*tiles[:index], replace(tiles[index], tile=face), *tiles[index + 1 :]])


def _win(tiles: Tiles, lang: str) -> Questions:
    """Whether the hand is won, and by which tile, where that can be asked at all."""
    hand = hand_of(tiles)
    if _tile_count(hand) != 17 or BACK in hand.concealed:
        return
    if completes(tile.tile for tile in tiles if tile.role in CLOSED):
        yield from _winning_tile(tiles, lang)
    elif not _flower_win(tiles):
        yield _about(tiles, _suspect(tiles), lang, "not_a_win")


def _winning_tile(tiles: Tiles, lang: str) -> Questions:
    """Which tile won, where none is plainly set apart and it changes what is awarded."""
    apart = next((i for i, tile in enumerate(tiles) if (tile.role, tile.doubt) == ("winning", "won")), None)
    if apart is not None:
        tiles = [*tiles[:apart], replace(tiles[apart], role="concealed"), *tiles[apart + 1 :]]
    spread = [candidate["tai"] for candidate in stakes.candidates(hand_of(tiles))]
    if spread:
        low, high, tile = min(spread), max(spread), "" if apart is None else named(tiles[apart].tile, lang)
        key = "winning_tile_unknown" if apart is None else "winning_tile_in_row"
        text = say(key, lang, low=low, high=high, tile=tile)
        yield Question("winning_tile_unknown", text, apart, high - low)


def _suspect(tiles: Tiles) -> int:
    """The concealed tile likeliest to be misread: its other face completes the hand; else the least sure one."""
    concealed = [i for i, tile in enumerate(tiles) if tile.role in CLOSED]
    faces = {i: tiles[i].tile for i in concealed}
    best = (-1.0, _least_sure(tiles, concealed))
    for i in concealed:
        for face, share in tiles[i].alternatives:
            if completes((faces | {i: face}).values()):
                best = max(best, (share, i))
    return best[1]


CHECKS: tuple[Callable[[Tiles, str], Questions], ...] = (
    _count, _copies, _broken_melds, _hidden_kongs, _face_down, _places, _doubts, _win,
)  # fmt: skip
"""What is asked, in this order where as much is at stake. A new question is one more, its sentence in ``wording``."""
