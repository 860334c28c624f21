"""The questions in words: Traditional Chinese, and English on request."""

from __future__ import annotations

from collections.abc import Sequence

from snaptai.scoring.tiles import BACK, NAMES, format_tiles, name_tiles
from snaptai.vision.draft import TileReading

PLACES = {
    "concealed": ("照片裡手牌第 {number} 張", "concealed tile {number} in the photo"),
    "flower": ("照片裡第 {number} 張花牌", "flower {number} in the photo"),
    "winning": ("胡牌張", "the winning tile"),
    "exposed": ("{meld}這組的第 {number} 張", "tile {number} of the meld {meld}"),
    "concealed_kong": ("暗槓{meld}的第 {number} 張", "tile {number} of the concealed kong {meld}"),
    "other": ("手牌外的{tile}", "the {tile} beside the hand"),
}
TEXTS = {
    "no_tiles": ("照片裡找不到麻將牌；請把整手牌拍清楚再試。", "No tiles were found; photograph the whole hand again."),
    "wrong_tile_count": (
        "讀到 {count} 張（槓算三張），胡牌應為 17 張；請補上或移除。",
        "{count} tiles were read (a kong counts three) where a won hand has 17; add or remove tiles.",
    ),
    "fifth_copy": ("{tile}出現了五張以上；請確認{place}。", "There are more than four of {tile}; check {place}."),
    "duplicate_flower": ("花牌{tile}出現了兩次；請確認{place}。", "The flower {tile} appears twice; check {place}."),
    "concealed_kong_unknown": (
        "第 {number} 組暗槓四張都蓋著；請指明是哪一種牌。",
        "Concealed kong {number} shows no face; say which tile it is.",
    ),
    "of_the_hand": (
        "{place}算作手牌，但從位置看不一定；若不是，請移出手牌。",
        "{place} was taken for part of the hand, which its place leaves open; take it out if it is not.",
    ),
    "not_of_the_hand": (
        "{place}沒有算進手牌，但從位置看也可能是；若是，請移入手牌。",
        "{place} was not taken for part of the hand, which its place leaves open; add it if it is.",
    ),
    "may_be_kong": (
        "{place}可能疊在第四張上；請確認是刻子還是槓。",
        "{place} may lie on a fourth one; check whether the group is a pung or a kong.",
    ),
    "face_down": (
        "{place}蓋著；請指明是什麼牌，或移出手牌。",
        "{place} lies face down; say what it is or take it out of the hand.",
    ),
    "low_confidence": (
        "{place}讀作{tile}，也可能是{others}；請確認。",
        "{place} was read as {tile} but may be {others}; check it.",
    ),
    "no_meld": ("有一組不成順子、刻子或槓；請確認{place}。", "A group is no chow, pung or kong; check {place}."),
    "low_confidence_alone": (
        "{place}讀作{tile}，但看不清楚；請確認。",
        "{place} was read as {tile} but is hard to see; check it.",
    ),
    "winning_tile_unknown": (
        "看不出胡的是哪一張，因牌不同為 {low} 至 {high} 臺；請點選胡牌張。",
        "Which tile won is not visible and makes {low} to {high} tai; choose the winning tile.",
    ),
    "winning_tile_in_row": (
        "{tile}讀作胡牌張，但它也可能只是和手牌離得開一些；因胡的牌不同為 {low} 至 {high} 臺，請確認。",
        "{tile} was taken for the winning tile but may only lie a little off the row; which tile won makes {low} to"
        " {high} tai, check it.",
    ),
    "not_a_win": ("這 17 張湊不成胡牌；請先確認{place}。", "These 17 tiles are no winning hand; check {place} first."),
    "shown_again": (
        "第 {number} 張照片拍的像是同樣的牌，只算了一次；若是另外的牌，請把它們移入手牌。",
        "Photo {number} seems to show the same tiles, which count once; if they are others, move them into the hand.",
    ),
    "two_layouts": (
        "有些牌可能是吃碰亮出的，也可能還在手裡：讀作 {first}，也可能是 {second}；請確認。",
        "Some melds may be exposed, or tiles of the concealed hand: {first} was read, or it is {second}; check which.",
    ),
    "layout_unclear": (
        "照片裡像有兩手牌：{first}，或 {second}；目前讀的是前者，請確認。",
        "The photo seems to show two hands: {first}, or {second}; the first was read, please confirm.",
    ),
}


def say(key: str, lang: str, **values: object) -> str:
    """The sentence ``key`` in ``zh`` or ``en``, its blanks filled."""
    text = TEXTS[key][lang == "en"].format(**values)
    return text[0].upper() + text[1:]


def place_of(tiles: Sequence[TileReading], index: int, lang: str) -> str:
    """Which tile is meant, in words: counted in reading order among those of its role, or in its meld."""
    tile = tiles[index]
    alike = [i for i, each in enumerate(tiles) if (each.role, each.group) == (tile.role, tile.group)]
    faces = [tiles[i].tile for i in alike]
    open_faces = [face for face in faces if face != BACK]
    meld = format_tiles(open_faces) if lang == "en" else name_tiles(open_faces)
    text = PLACES[tile.role][lang == "en"]
    return text.format(number=alike.index(index) + 1, meld=meld, tile=named(tile.tile, lang))


def named(face: str, lang: str) -> str:
    """A face as people who speak ``lang`` write it."""
    return face if lang == "en" else NAMES[face]
