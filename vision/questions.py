"""What a person should check before the hand is scored: only what can change the result, most 臺 at stake first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK, FLOWERS, WINDS
from snaptai.vision import stakes
from snaptai.vision.draft import CLOSED, HandDraft, Question, TileReading, hand_of
from snaptai.vision.shapes import completes, is_run
from snaptai.vision.wording import named, place_of, say

SURE = 0.85
"""A tile read with at least this confidence is not asked about."""
POSSIBLE = 0.02
"""Faces less likely than this are not weighed."""
WHOLE_HAND = 100
"""Stake of what decides whether there is a hand to score at all."""
Tiles = Sequence[TileReading]


def ask(draft: HandDraft, lang: str = "zh") -> tuple[Question, ...]:
    """The questions of ``draft`` as it stands; those about the photo itself are kept from before."""
    kept = [
        replace(question, tai=WHOLE_HAND if question.code == "layout_unclear" else 0)
        for question in draft.questions
        if _is_of_the_photo(question)
    ]
    if not any(tile.role != "other" for tile in draft.tiles):
        return (*kept, Question("no_tiles", say("no_tiles", lang), None, WHOLE_HAND))
    asked = [*kept, *_structure(draft.tiles, lang), *_doubts(draft.tiles, lang), *_win(draft.tiles, lang)]
    return tuple(sorted(asked, key=lambda question: -question.tai))


def _is_of_the_photo(question: Question) -> bool:
    """Whether no correction answers it: the photo's quality, or a second hand in it, or the same one again."""
    return question.code == "photo_quality" or (question.code == "layout_unclear" and question.tile is None)


def tile_count(hand: Hand) -> int:
    """Tiles of the hand with every kong counted as three."""
    melds = sum(min(3, len(meld)) for meld in hand.exposed + hand.concealed_kongs)
    return len(hand.concealed) + (hand.winning_tile is not None) + melds


def _structure(tiles: Tiles, lang: str) -> list[Question]:
    """What no hand can be: a wrong count, a fifth copy, a flower twice, a concealed kong that shows nothing."""
    asked = []
    count = tile_count(hand_of(tiles))
    if count != 17 and not (count == 16 and _flower_win(tiles)):
        asked.append(Question("wrong_tile_count", say("wrong_tile_count", lang, count=count), None, WHOLE_HAND))
    shown = Counter(tile.tile for tile in tiles if tile.role != "other")
    for face, copies in shown.items():
        limit = 1 if face in FLOWERS else 4
        if face != BACK and copies > limit:
            code = "duplicate_flower" if face in FLOWERS else "fifth_copy"
            index = _least_sure(tiles, face)
            text = say(code, lang, tile=named(face, lang), place=place_of(tiles, index, lang))
            asked.append(Question(code, text, index, WHOLE_HAND))
    return asked + _broken_melds(tiles, lang) + _hidden(tiles, lang) + _places(tiles, lang)


def _places(tiles: Tiles, lang: str) -> list[Question]:
    """Tiles whose place leaves open whether they are of the hand, or lie on the fourth of a kong."""
    asked = []
    for i, tile in enumerate(tiles):
        if tile.doubt is not None:
            of_the_hand = "of_the_hand" if tile.role != "other" else "not_of_the_hand"
            key = "may_be_kong" if tile.doubt == "kong" else of_the_hand
            text = say(key, lang, place=place_of(tiles, i, lang))
            asked.append(Question("layout_unclear", text, i, WHOLE_HAND))
    return asked


def _broken_melds(tiles: Tiles, lang: str) -> list[Question]:
    """Exposed melds whose faces are no chow, pung or kong: the least sure tile is asked about."""
    asked = []
    for number in sorted({tile.group or 0 for tile in tiles if tile.role == "exposed"}):
        group = [i for i, tile in enumerate(tiles) if tile.role == "exposed" and (tile.group or 0) == number]
        faces = [tiles[i].tile for i in group]
        if BACK not in faces and not (len(set(faces)) == 1 and len(faces) in (3, 4)) and not is_run(faces):
            least = min(group, key=lambda i: tiles[i].confidence)
            text = say("no_meld", lang, place=place_of(tiles, least, lang))
            asked.append(Question("low_confidence", text, least, WHOLE_HAND))
    return asked


def _flower_win(tiles: Tiles) -> bool:
    return sum(tile.role == "flower" for tile in tiles) >= 7


def _least_sure(tiles: Tiles, face: str) -> int:
    alike = [i for i, tile in enumerate(tiles) if tile.tile == face and tile.role != "other"]
    return min(alike, key=lambda i: tiles[i].confidence)


def _hidden(tiles: Tiles, lang: str) -> list[Question]:
    """Concealed kongs of four backs, and face-down tiles elsewhere in the hand."""
    asked = []
    kongs = dict.fromkeys(tile.group for tile in tiles if tile.role == "concealed_kong")
    for number, name in enumerate(kongs, 1):
        group = [i for i, tile in enumerate(tiles) if (tile.role, tile.group) == ("concealed_kong", name)]
        if all(tiles[i].tile == BACK for i in group):
            code = "concealed_kong_unknown"
            asked.append(Question(code, say(code, lang, number=number), group[0], WHOLE_HAND))
    for i, tile in enumerate(tiles):
        if tile.tile == BACK and tile.role in ("concealed", "winning", "exposed", "flower"):
            text = say("face_down", lang, place=place_of(tiles, i, lang))
            asked.append(Question("low_confidence", text, i, WHOLE_HAND))
    return asked


def _doubts(tiles: Tiles, lang: str) -> list[Question]:
    """Tiles that may well show another face, where that changes what is awarded."""
    asked = []
    for i, tile in enumerate(tiles):
        if tile.role == "other" or tile.tile == BACK or (tile.confidence >= SURE and tile.seen is None):
            continue
        likely = [face for face, share in tile.alternatives if share >= POSSIBLE]
        if tile.seen is not None and tile.seen not in likely:
            likely.append(tile.seen)
        stake = _stake(tiles, i, likely)
        if stake is not None:
            asked.append(Question("low_confidence", _doubt(tiles, i, likely, lang), i, stake))
    return asked


def _doubt(tiles: Tiles, index: int, likely: Sequence[str], lang: str) -> str:
    others = (", " if lang == "en" else "、").join(named(face, lang) for face in likely)
    text = "low_confidence" if others else "low_confidence_alone"
    return say(text, lang, tile=named(tiles[index].tile, lang), others=others, place=place_of(tiles, index, lang))


def _stake(tiles: Tiles, index: int, likely: Sequence[str]) -> int | None:
    """臺 at stake between the face read and the other likely ones; None where every one gives the same sheet."""
    hands = [_hand_with(tiles, index, face) for face in likely]
    winners = WINDS if _seat_matters((tiles[index].tile, *likely)) else WINDS[:1]
    now = stakes.outcomes(hand_of(tiles), winners)
    if not isinstance(now[0][0], int) and len(now[0]) == 1:
        return WHOLE_HAND // 2
    others = [stakes.outcomes(hand, winners) for hand in hands]
    if hands and all(other == now for other in others):
        return None
    return max((stakes.at_stake(now, other) for other in others), default=0)


def _seat_matters(faces: Sequence[str]) -> bool:
    return any(face in WINDS or face in FLOWERS for face in faces)


def _hand_with(tiles: Tiles, index: int, face: str) -> Hand:
    return hand_of([*tiles[:index], replace(tiles[index], tile=face), *tiles[index + 1 :]])


def _win(tiles: Tiles, lang: str) -> list[Question]:
    """Whether the hand is won, and by which tile, where that can be asked at all."""
    hand = hand_of(tiles)
    if tile_count(hand) != 17 or BACK in hand.concealed:
        return []
    whole = (*hand.concealed, *((hand.winning_tile,) if hand.winning_tile else ()))
    if not completes(whole):
        if _flower_win(tiles):
            return []
        suspect = _suspect(tiles)
        text = say("not_a_win", lang, place=place_of(tiles, suspect, lang))
        return [Question("not_a_win", text, suspect, WHOLE_HAND)]
    if hand.winning_tile is not None:
        return []
    spread = [candidate["tai"] for candidate in stakes.candidates(hand)]
    if not spread:
        return []
    text = say("winning_tile_unknown", lang, low=min(spread), high=max(spread))
    return [Question("winning_tile_unknown", text, None, max(spread) - min(spread))]


def _suspect(tiles: Tiles) -> int:
    """The concealed tile likeliest to be misread: its other face completes the hand; else the least sure one."""
    concealed = [i for i, tile in enumerate(tiles) if tile.role in CLOSED]
    faces = {i: tiles[i].tile for i in concealed}
    best = (-1.0, min(concealed, key=lambda i: tiles[i].confidence))
    for i in concealed:
        for face, share in tiles[i].alternatives:
            if completes((faces | {i: face}).values()):
                best = max(best, (share, i))
    return best[1]
