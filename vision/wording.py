"""The questions in words: Traditional Chinese, and English on request."""

from __future__ import annotations

TEXTS = {
    "no_tiles": ("照片裡找不到麻將牌；請把整手牌拍清楚再試。", "No tiles were found; photograph the whole hand again."),
    "wrong_tile_count": (
        "讀到 {count} 張（槓算三張），胡牌應為 17 張；請補上或移除。",
        "{count} tiles were read (a kong counts three) where a won hand has 17; add or remove tiles.",
    ),
    "fifth_copy": ("{tile}出現了五張以上；請確認這一張。", "There are more than four of {tile}; check this one."),
    "duplicate_flower": ("花牌{tile}出現了兩次；請確認這一張。", "The flower {tile} appears twice; check this one."),
    "concealed_kong_unknown": (
        "這組暗槓四張都蓋著；請指明是哪一種牌。",
        "This concealed kong shows no face; say which tile it is.",
    ),
    "of_the_hand": (
        "這張算作手牌，但從位置看不一定；若不是，請移出手牌。",
        "This tile was taken for part of the hand, which its place leaves open; take it out if it is not.",
    ),
    "not_of_the_hand": (
        "這張沒有算進手牌，但從位置看也可能是；若是，請移入手牌。",
        "This tile was not taken for part of the hand, which its place leaves open; add it if it is.",
    ),
    "may_be_kong": (
        "這組的中間那張可能疊在第四張上；請確認是刻子還是槓。",
        "The middle tile of this group may lie on a fourth one; check whether it is a pung or a kong.",
    ),
    "face_down": (
        "這張牌蓋著；請指明是什麼牌，或移出手牌。",
        "This tile lies face down; say what it is or take it out of the hand.",
    ),
    "low_confidence": (
        "這張讀作{tile}，也可能是{others}；請確認。",
        "This was read as {tile} but may be {others}; check it.",
    ),
    "no_meld": ("這組不成順子、刻子或槓；請確認這一張。", "This group is no chow, pung or kong; check this tile."),
    "low_confidence_alone": (
        "這張讀作{tile}，但看不清楚；請確認。",
        "This was read as {tile} but is hard to see; check it.",
    ),
    "winning_tile_unknown": (
        "看不出胡的是哪一張，因牌不同為 {low} 至 {high} 臺；請點選胡牌張。",
        "Which tile won is not visible and makes {low} to {high} tai; choose the winning tile.",
    ),
    "not_a_win": ("這 17 張湊不成胡牌；請先確認這一張。", "These 17 tiles are no winning hand; check this one first."),
    "layout_unclear": (
        "照片裡像有兩手牌：{first}，或 {second}；目前讀的是前者，請確認。",
        "The photo seems to show two hands: {first}, or {second}; the first was read, please confirm.",
    ),
}


def say(key: str, lang: str, **values: object) -> str:
    """The sentence ``key`` in ``zh`` or ``en``, its blanks filled."""
    return TEXTS[key][lang == "en"].format(**values)
