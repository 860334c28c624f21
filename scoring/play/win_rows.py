"""Decision rows about wins: self-draws that do not stand, 過水, shown tiles, flower wins."""

from __future__ import annotations

from snaptai.scoring.play.row import Facts, Row, among, told, told_other_than

_FLOWERS = among("eight_flowers", "robbed_flower")
_DISCARD = among("discard", "robbed_kong")
_NO_OTHER_FAULT = among(None, "touched_hand")
_NORMAL = among("self_draw", "discard", "robbed_kong")


def _some_winning_discard(facts: Facts) -> bool:
    return facts["since_pass"] in ("nothing", "winning_discard", "winning_added_kong")


SELF_DRAW_ROWS = (
    Row(
        "win",
        {"method": "self_draw", "opening": "heavenly_hand", "complete": True, "draw_fault": _NO_OTHER_FAULT},
        True, ("一.33.2", "一.33.1"),
        "莊家天和不論靠張與否",
        "the dealer's 天和 stands whether or not a tile touched the hand",
        {"action": "win", "method": "self_draw", "opening": "heavenly_hand", "draw_fault": "touched_hand"},
    ),
    Row(
        "win", {"method": "self_draw", "turn": "exposed_kong"}, False, ("三.2",),
        "碰槓的補牌不得自摸，補得花牌再補的牌也一樣",
        "no self-draw on the replacement of an exposed kong, nor after a flower that came with it",
        {"action": "win", "method": "self_draw", "turn": "exposed_kong", "tile_from": "kong"},
    ),
    Row(
        "win", {"method": "self_draw", "turn": among("chow", "pung")}, False, ("三.4", "一.23.2"),
        "自摸必須始於摸牌；這個打序始於吃、碰",
        "a self-draw must begin with drawing; this turn began with a chow or a pung",
        {"action": "win", "method": "self_draw", "turn": "chow"},
    ),
    Row(
        "win", {"method": "self_draw", "draw_fault": told, "tile_from": among("kong", "flower")}, False,
        ("一.24.2", "一.23.1"),
        "槓上開花的規定同自摸：不得靠張、落海、低於桌面、觸牌、帶牌摸牌",
        "a win on a replacement keeps the rules of self-draw: the tile must not touch hand, wall or pool",
        {"action": "win", "method": "self_draw", "tile_from": "kong", "draw_fault": "dropped_in_pool"},
    ),
    Row(
        "win", {"method": "self_draw", "draw_fault": told, "tile_from": "last"}, False, ("一.25.4", "一.23.1"),
        "海底撈月的規定同自摸：不得靠張、落海、低於桌面、觸牌、帶牌摸牌",
        "a win on the last tile keeps the rules of self-draw: the tile must not touch hand, wall or pool",
        {"action": "win", "method": "self_draw", "tile_from": "last", "draw_fault": "below_table"},
    ),
    Row(
        "win", {"method": "self_draw", "draw_fault": "touched_hand"}, False, ("一.23.1",),
        "自摸不得靠張：所摸之牌觸及了暗牌",
        "the drawn tile touched the hand (靠張): no self-draw",
        {"action": "win", "method": "self_draw", "draw_fault": "touched_hand"},
    ),
    Row(
        "win", {"method": "self_draw", "draw_fault": told}, False, ("一.23.1",),
        "自摸不得落海、低於桌面、觸落墻牌、觸及海內牌、帶牌摸牌",
        "the tile fell into the pool, went below the table, touched wall or pool, or a tile was in the drawing hand",
        {"action": "win", "method": "self_draw", "draw_fault": "carried_tile"},
    ),
    Row(
        "win",
        {"method": "self_draw", "tile_from": "kong", "touched_before_kong": True, "wait_seen_this_round": True}, False,
        ("三.5",),
        "暗槓前所摸的牌靠入手牌，而可和之牌同巡已有人打過，此自摸無效",
        "the tile before the concealed kong was put among the hand and a winning tile was discarded in this go-around",
        {"action": "win", "method": "self_draw", "turn": "draw", "tile_from": "kong", "touched_before_kong": True,
         "wait_seen_this_round": True},
    ),
)  # fmt: skip

PASSED_ROWS = (
    Row(
        "win", {"passed_win": True, "since_pass": "concealed_kong", "method": "self_draw"}, False, ("二.解除過水.2",),
        "過水時的暗槓沒有打出牌，不解除過水，其補牌不得自摸",
        "a concealed kong discards nothing and clears no 過水: its replacement is no self-draw",
        {"action": "win", "method": "self_draw", "tile_from": "kong", "passed_win": True,
         "since_pass": "concealed_kong"},
    ),
    Row(
        "win", {"passed_win": True, "since_pass": "concealed_kong"}, False, ("二.解除過水.2", "二.過水.1"),
        "過水時的暗槓不解除過水，視同詐和",
        "a concealed kong clears no 過水: this is a false win",
        {"action": "win", "method": "discard", "passed_win": True, "since_pass": "concealed_kong"},
    ),
    Row(
        "win", {"passed_win": True}, False, ("二.過水.1",),
        "過水後尚未打出（或加槓）一張非和之牌，不得和牌，視同詐和",
        "after passing a win no tile that does not win has been discarded or added yet: this is a false win",
        {"action": "win", "method": "discard", "passed_win": True},
        _some_winning_discard,
    ),
    Row(
        "win", {"method": _DISCARD, "reached_for_draw": True}, False, ("二.過水.2",),
        "得和牌者已伸手摸牌，視同過水，不得反悔",
        "reaching out to draw counts as passing: the win cannot be taken back",
        {"action": "win", "method": "discard", "reached_for_draw": True},
    ),
    Row(
        "win", {"method": _DISCARD, "uses_shown_tiles": True, "others_fault": False}, False, ("三.8",),
        "自己外露或說出的暗牌或搭子，本盤不得用來和銃",
        "tiles that the player showed or named serve for no win by discard in this deal",
        {"action": "win", "method": "discard", "uses_shown_tiles": True},
    ),
)  # fmt: skip

FLOWER_ROWS = (
    Row(
        "win", {"method": _FLOWERS, "replaced": False}, False, ("一.27.2",),
        "花和未補牌手牌不足 17 張，和牌無效；牌局復原，準予補牌，以後和牌滿花仍計 8 臺",
        "without the replacement the hand has not 17 tiles: no win; play goes on, the tile is replaced, the 8 臺 stay",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8, "replaced": False},
    ),
    Row(
        "win", {"method": _FLOWERS, "dealt_flowers": True, "first_tile_drawn": False}, False, ("一.28",),
        "配牌花和先補牌，待輪到摸第 1 張牌、手牌足 17 張才可和",
        "dealt flowers are replaced first and win only when the player's first tile is drawn",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8, "dealt_flowers": True},
    ),
    Row(
        "win", {"method": _FLOWERS, "flowers_passed": True}, False, ("一.27.3", "一.27.1"),
        "滿花當時未主動和牌，花和已過；以後和牌仍計滿花 8 臺",
        "a flower win is declared at once; later the eight flowers still count 8 臺 in another win",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8, "flowers_passed": True},
    ),
    Row(
        "win", {"method": "eight_flowers", "flowers_held": told_other_than(8)}, False, ("一.29",),
        "八仙過海要取得全部 8 張花牌",
        "八仙過海 needs all eight flowers",
        {"action": "win", "method": "eight_flowers", "flowers_held": 7},
    ),
    Row(
        "win", {"method": "robbed_flower", "flowers_held": told_other_than(7)}, False, ("一.30",),
        "七搶一要持 7 張花牌，搶他人一張",
        "七搶一 needs seven flowers, and one of somebody else's",
        {"action": "win", "method": "robbed_flower", "flowers_held": 6},
    ),
    Row(
        "win", {"method": _FLOWERS, "dealt_flowers": True}, True, ("一.28",),
        "配牌花和已補牌並摸得第 1 張牌，可以和牌，手牌未和不須翻開",
        "dealt flowers, replaced, first tile drawn: the win stands, an unfinished hand stays covered",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8, "dealt_flowers": True,
         "first_tile_drawn": True},
    ),
    Row(
        "win", {"method": _FLOWERS, "complete": False}, True, ("一.27.1",),
        "花牌齊集，不論手牌成和與否，可立即和牌",
        "the flowers are whole: a win at once, whether or not the hand is complete",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8, "complete": False, "turn": "exposed_kong"},
    ),
    Row(
        "win", {"method": "eight_flowers"}, True, ("一.29",),
        "取得全部花牌並已補牌，可以和八仙過海，三家賠付",
        "all eight flowers, replaced: 八仙過海, three players pay",
        {"action": "win", "method": "eight_flowers", "flowers_held": 8},
    ),
    Row(
        "win", {"method": "robbed_flower"}, True, ("一.30",),
        "持 7 張花牌，搶入他人的一張，可以和七搶一",
        "seven flowers and the eighth is somebody else's: 七搶一",
        {"action": "win", "method": "robbed_flower", "flowers_held": 7},
    ),
)  # fmt: skip

OTHER_ROWS = (
    Row(
        "win", {"method": _NORMAL, "unreplaced_flower": True}, False, ("一.26.2",),
        "摸到花牌要即時補牌",
        "a drawn flower must be replaced at once",
        {"action": "win", "method": "discard", "unreplaced_flower": True},
    ),
    Row(
        "win", {"method": _NORMAL, "complete": False}, False, ("二.和牌型態", "二.和牌"),
        "17 張不是五副順子、刻子或槓子與一對將眼，未成和",
        "the 17 tiles are not five groups and a pair: no win",
        {"action": "win", "method": "discard", "complete": False},
    ),
    Row(
        "win", {"method": _DISCARD, "opening": "heavenly_hand"}, False, ("一.33.1",),
        "天和是莊家配牌補花後即和，不和他人的牌",
        "天和 is the dealer's win on the deal itself, not on another player's tile",
        {"action": "win", "method": "discard", "opening": "heavenly_hand"},
    ),
    Row(
        "win", {"method": "robbed_kong", "kong": among("exposed", "concealed")}, False, ("一.12",),
        "只有加槓可以搶",
        "only an added kong can be robbed",
        {"action": "win", "method": "robbed_kong", "kong": "concealed"},
    ),
    Row(
        "win", {"passed_win": True}, True, ("二.解除過水.1",),
        "過水後已打出（或加槓）一張非和之牌，過水解除，可以和牌",
        "a tile that does not win was discarded or added since the pass: the 過水 is cleared",
        {"action": "win", "method": "self_draw", "tile_from": "kong", "passed_win": True, "since_pass": "added_kong"},
    ),
    Row(
        "win", {"flowers_passed": True}, True, ("一.27.3",),
        "可以和牌，滿花當時未和，仍計 8 臺",
        "the win stands, and the flowers that were whole before still count 8 臺",
        {"action": "win", "method": "discard", "flowers_passed": True},
    ),
    Row(
        "win", {"method": "robbed_kong"}, True, ("一.12",),
        "他人加槓的牌恰為本家成和，可以搶槓",
        "the tile that somebody adds to a pung completes the hand: the kong is robbed",
        {"action": "win", "method": "robbed_kong", "kong": "added"},
    ),
    Row(
        "win", {"method": "discard"}, True, ("二.放銃", "二.和牌"),
        "他人打出之牌湊成和牌，可以和銃，由放銃者付",
        "a discard completes the hand: the win stands, the discarder pays",
        {"action": "win", "method": "discard"},
    ),
    Row(
        "win", {"method": "self_draw", "tile_from": among("kong", "flower")}, True, ("一.24.1",),
        "槓尾補牌成和，可以自摸（槓上開花）",
        "the replacement completes the hand: a self-draw (槓上開花)",
        {"action": "win", "method": "self_draw", "turn": "draw", "tile_from": "kong"},
    ),
    Row(
        "win", {"method": "self_draw", "tile_from": "last"}, True, ("一.25.1",),
        "海底牌成和，可以自摸（海底撈月）",
        "the last tile completes the hand: a self-draw (海底撈月)",
        {"action": "win", "method": "self_draw", "turn": "draw", "tile_from": "last"},
    ),
    Row(
        "win", {"method": "self_draw"}, True, ("二.和牌", "一.23.1"),
        "正常摸牌成和，可以自摸",
        "a tile drawn in turn completes the hand: the self-draw stands",
        {"action": "win", "method": "self_draw", "turn": "draw"},
    ),
)  # fmt: skip

COUNT_ROWS = (
    Row(
        "count_both",
        {"coexist": True},
        False,
        ("二.臺數計算準則",),
        "必然並存的牌型僅計臺數較高的一種",
        "of two patterns that must coexist only the higher counts",
        {"action": "count_both", "coexist": True},
    ),
    Row(
        "count_both",
        {},
        True,
        ("二.臺數計算準則", "二.牌面"),
        "手牌、花牌與其他名堂，符合的逐項累計",
        "whatever hand, flowers and circumstances have is added up, item by item",
        {"action": "count_both"},
    ),
)

WIN_ROWS = SELF_DRAW_ROWS + PASSED_ROWS + FLOWER_ROWS + OTHER_ROWS + COUNT_ROWS
