"""Decision rows about chow, pung and kongs: claiming them, laying them out, not taking what was called."""

from __future__ import annotations

from snaptai.scoring.play.row import Facts, Row, a_flower, among, at_most, is_run, same_or_linked, told


def _no_run(facts: Facts) -> bool:
    return not is_run((facts["tile"], *facts["with"]))


def _not_alike(count: int, facts: Facts) -> bool:
    return tuple(facts["with"]) != (facts["tile"],) * count


def _linked_claim(facts: Facts) -> bool:
    return same_or_linked(facts["tile"], facts["previous_discard"])


def _in_the_middle(facts: Facts) -> bool:
    return is_run(facts["laid"]) and facts["laid"][1] == facts["tile"]


_CLAIMS = "chow pung exposed_kong"

CLAIM_ROWS = (
    Row(
        f"{_CLAIMS} added_kong", {"tile": a_flower}, False, ("一.26.2",),
        "花牌要即時補牌，不能吃碰槓",
        "a flower is replaced at once: it is never chowed, punged or konged",
        {"action": "pung", "tile": "3f", "with": "33f"},
    ),
    Row(
        "concealed_kong", {"tiles": a_flower}, False, ("一.26.2",),
        "花牌要即時補牌，不能槓",
        "a flower is replaced at once: there is no kong of flowers",
        {"action": "concealed_kong", "turn": "draw", "tiles": "1111f"},
    ),
    Row(
        _CLAIMS, {"turn": told}, False, ("三.0.2",),
        "這個打序已經進牌，一個打序只能摸、吃、碰其一",
        "this turn already took a tile; a turn is one of drawing, chow and pung",
        {"action": "chow", "tile": "3m", "with": "12m", "from": "left", "turn": "draw"},
    ),
    Row(
        _CLAIMS, {"wall_left": at_most(3)}, False, ("三.7",),
        "牌墻摸序末三張內不得吃、碰、碰槓",
        "with the last three tiles of the wall there is no chow, pung or exposed kong",
        {"action": "pung", "tile": "E", "with": "EE", "wall_left": 3},
    ),
    Row(
        _CLAIMS, {"uses_shown_tiles": True, "others_fault": False}, False, ("三.8",),
        "自己外露或說出的暗牌或搭子，本盤不得拿來吃碰槓",
        "tiles that the player showed or named serve for no claim in this deal",
        {"action": "pung", "tile": "E", "with": "EE", "uses_shown_tiles": True},
    ),
    Row(
        "chow", {"from": among("across", "right")}, False, ("二.吃牌.1",),
        "只能吃上家的舍牌",
        "only the discard of the player before (上家) can be chowed",
        {"action": "chow", "tile": "3m", "with": "12m", "from": "across"},
    ),
    Row(
        "chow", {}, False, ("二.吃牌.1",),
        "這三張不是順子",
        "these three are no run",
        {"action": "chow", "tile": "3m", "with": "16m", "from": "left"},
        _no_run,
    ),
    Row(
        "chow", {"previous_discard": told}, False, ("二.吃牌.4", "三.6.1"),
        "同巡內不得吃入自己前一張舍牌的同（絡）牌",
        "the tile the player just discarded, or one linked to it, is not chowed in the same go-around",
        {"action": "chow", "tile": "6m", "with": "45m", "from": "left", "previous_discard": "3m"},
        _linked_claim,
    ),
    Row(
        "chow", {}, True, ("二.吃牌.1",),
        "上家的舍牌與手中兩張湊成順子，可以吃",
        "the discard of the player before makes a run with two tiles of the hand",
        {"action": "chow", "tile": "3m", "with": "12m", "from": "left"},
    ),
    Row(
        "pung", {}, False, ("二.碰牌",),
        "手中沒有與舍牌相同的對牌",
        "the hand has no pair of the discarded tile",
        {"action": "pung", "tile": "E", "with": "ES"},
        lambda facts: _not_alike(2, facts),
    ),
    Row(
        "pung", {}, True, ("二.碰牌",),
        "任一家的舍牌與手中對牌湊成明刻，可以碰",
        "anybody's discard makes an exposed pung with a pair of the hand",
        {"action": "pung", "tile": "E", "with": "EE", "from": "across"},
    ),
    Row(
        "exposed_kong", {}, False, ("二.明杠.3",),
        "手中沒有與舍牌相同的暗刻",
        "the hand has no concealed pung of the discarded tile",
        {"action": "exposed_kong", "tile": "E", "with": "EES"},
        lambda facts: _not_alike(3, facts),
    ),
    Row(
        "exposed_kong", {}, True, ("二.明杠.3", "二.明杠.1"),
        "手中已有暗刻，他人打出第四張，可以碰槓並補牌",
        "the hand has the concealed pung and somebody discards the fourth: an exposed kong, then a replacement",
        {"action": "exposed_kong", "tile": "E", "with": "EEE", "from": "right"},
    ),
    Row(
        "added_kong concealed_kong", {"turn": among("chow", "pung")}, False, ("三.1",),
        "吃牌或碰牌之後不得接著開槓",
        "no kong right after a chow or a pung",
        {"action": "added_kong", "turn": "pung", "pung_exposed": True},
    ),
    Row(
        "concealed_kong", {"turn": "exposed_kong"}, False, ("三.3",),
        "碰槓補牌之後不得接著暗槓，補得花牌再補也一樣",
        "no concealed kong on the replacement of an exposed kong, nor after a flower that came with it",
        {"action": "concealed_kong", "turn": "exposed_kong", "tiles": "7777p"},
    ),
    Row(
        "concealed_kong", {"turn": None}, False, ("二.暗杠",),
        "暗槓要在摸牌之後",
        "a concealed kong is declared after drawing",
        {"action": "concealed_kong", "turn": None, "tiles": "7777p"},
    ),
    Row(
        "concealed_kong", {"tiles": lambda four: len(set(four)) > 1}, False, ("二.暗杠",),
        "這四張不相同",
        "these four are not alike",
        {"action": "concealed_kong", "turn": "draw", "tiles": "777p8p"},
    ),
    Row(
        "concealed_kong", {}, True, ("二.暗杠",),
        "摸牌之後手中有四張相同，可以暗槓並於槓尾補牌",
        "four alike in the hand after drawing: a concealed kong, then a replacement",
        {"action": "concealed_kong", "turn": "draw", "tiles": "7777p"},
    ),
    Row(
        "added_kong", {"pung_exposed": False}, False, ("二.明杠.2",),
        "加槓要有已碰的明刻",
        "a tile is added only to an exposed pung",
        {"action": "added_kong", "turn": "draw"},
    ),
    Row(
        "added_kong", {"turn": None}, False, ("二.明杠.2",),
        "還沒進牌，不能加槓",
        "no tile was drawn yet to add",
        {"action": "added_kong", "turn": None, "pung_exposed": True},
    ),
    Row(
        "added_kong", {}, True, ("二.明杠.2", "二.明杠.1"),
        "以手中第四張加在已碰的明刻上，可以加槓並補牌",
        "the fourth tile of the hand joins the exposed pung, then a replacement",
        {"action": "added_kong", "turn": "draw", "pung_exposed": True},
    ),
    Row(
        "show_chow", {}, True, ("二.吃牌.2",),
        "順子明示於暗牌之前，吃入牌置中",
        "the run lies before the hand with the claimed tile in the middle",
        {"action": "show_chow", "tile": "6m", "laid": "465m"},
        _in_the_middle,
    ),
    Row(
        "show_chow", {}, False, ("二.吃牌.2",),
        "吃入的牌要放在中間",
        "the claimed tile belongs in the middle",
        {"action": "show_chow", "tile": "6m", "laid": "456m"},
    ),
    Row(
        "show_kong", {"kong": "concealed", "face_up": False}, True, ("二.暗杠",),
        "暗槓暗蓋於門前",
        "a concealed kong lies face down before the player",
        {"action": "show_kong", "kong": "concealed", "face_up": False},
    ),
    Row(
        "show_kong", {"kong": "concealed"}, False, ("二.暗杠",),
        "暗槓要暗蓋",
        "a concealed kong lies face down",
        {"action": "show_kong", "kong": "concealed", "face_up": True},
    ),
    Row(
        "show_kong", {"face_up": False}, False, ("二.明杠.4",),
        "明槓的四張要明示門前",
        "the four tiles of an exposed or added kong lie face up",
        {"action": "show_kong", "kong": "added", "face_up": False},
    ),
    Row(
        "show_kong", {}, True, ("二.明杠.4",),
        "明槓的四張明示門前",
        "the four tiles of the kong lie face up before the player",
        {"action": "show_kong", "kong": "exposed", "face_up": True},
    ),
    Row(
        "withdraw_pung", {"pair_shown": True}, False, ("二.喊碰未碰",),
        "已亮出對牌，必須履行碰牌",
        "the pair has been shown: the pung must be taken",
        {"action": "withdraw_pung", "from": "across", "pair_shown": True},
    ),
    Row(
        "withdraw_pung", {"from": "left"}, True, ("二.喊碰未碰",),
        "上家的舍牌，喊碰未碰不罰",
        "it may be left, and nothing is due for the discard of the player before (上家)",
        {"action": "withdraw_pung", "from": "left"},
    ),
    Row(
        "withdraw_pung", {}, True, ("二.喊碰未碰",),
        "可以不碰，罰 1 臺付給打出該牌的人",
        "it may be left, for a fine of 1 臺 to the discarder",
        {"action": "withdraw_pung", "from": "across"},
    ),
)  # fmt: skip
