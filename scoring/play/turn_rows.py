"""Decision rows about a turn: drawing, discarding, replacing flowers, the end of the wall."""

from __future__ import annotations

from snaptai.scoring.play.row import Facts, Row, a_flower, same_or_linked, told


def _linked_discard(facts: Facts) -> bool:
    return same_or_linked(facts["tile"], facts["claimed"])


def _same_discard(facts: Facts) -> bool:
    return bool(facts["tile"] == facts["claimed"])


def _not_one(value: int) -> bool:
    return value != 1


TURN_ROWS = (
    Row(
        "draw", {"wall_left": 0}, False, ("一.25.2", "二.荒局"),
        "牌墻只剩保留的 8 墩（16 張），不得再摸，為荒局",
        "only the eight reserved stacks are left: nothing more is drawn, the deal is a 荒局",
        {"action": "draw", "wall_left": 0},
    ),
    Row(
        "draw", {"turn": told}, False, ("三.0.2",),
        "這個打序已經進牌，一個打序只能摸、吃、碰其一",
        "this turn already took a tile; a turn is one of drawing, chow and pung",
        {"action": "draw", "wall_left": 40, "turn": "chow"},
    ),
    Row(
        "draw", {}, True, ("三.0.1",),
        "輪到自己，可以摸牌",
        "it is the player's turn to take a tile: drawing is one of the three ways",
        {"action": "draw", "wall_left": 40},
    ),
    Row(
        "decline_draw", {"wall_left": 1}, True, ("一.25.3",),
        "海底牌可以棄摸",
        "the last tile may be left undrawn",
        {"action": "decline_draw", "wall_left": 1},
    ),
    Row(
        "decline_draw", {"wall_left": _not_one}, False, ("一.25.3",),
        "只有海底牌可以棄摸",
        "only the last tile may be left undrawn",
        {"action": "decline_draw", "wall_left": 12},
    ),
    Row(
        "keep_hand", {"tile_from": "last"}, False, ("一.25.3",),
        "海底牌可以不摸，摸了就要打牌",
        "the last tile need not be drawn, but whoever draws it must discard",
        {"action": "keep_hand", "tile_from": "last"},
    ),
    Row(
        "keep_hand", {}, False, ("二.內舍牌",),
        "進牌後要從暗牌中打出一張",
        "whoever took a tile discards one of the concealed tiles",
        {"action": "keep_hand"},
    ),
    Row(
        "end_undecided", {"wall_left": 0}, True, ("二.荒局",),
        "除殘牌 8 墩外都摸完仍無人和牌，是荒局，莊家續莊",
        "all but the reserved stacks is drawn and nobody won: a 荒局, the dealer deals again",
        {"action": "end_undecided", "wall_left": 0},
    ),
    Row(
        "end_undecided", {}, False, ("二.荒局",),
        "還有牌可摸，不是荒局",
        "there are tiles left to draw: this is no 荒局 yet",
        {"action": "end_undecided", "wall_left": 5},
    ),
    Row(
        "discard", {"unreplaced_flower": True}, False, ("一.26.2",),
        "摸到花牌要即時補牌，才打牌",
        "a drawn flower must be replaced at once, before discarding",
        {"action": "discard", "tile": "5m", "unreplaced_flower": True},
    ),
    Row(
        "discard", {"tile": a_flower}, False, ("一.26.2",),
        "花牌要即時補牌，不能打出",
        "a flower is replaced at once, never discarded",
        {"action": "discard", "tile": "3f"},
    ),
    Row(
        "discard", {"turn": "chow"}, False, ("三.6.1", "二.吃牌.3"),
        "吃牌後不得打出吃入牌的同（絡）牌",
        "after a chow the tile taken or a linked one must not be discarded",
        {"action": "discard", "turn": "chow", "claimed": "3m", "tile": "6m"},
        _linked_discard,
    ),
    Row(
        "discard", {"turn": "pung"}, False, ("三.6.2",),
        "碰牌時不得打出同牌",
        "after a pung the same tile must not be discarded",
        {"action": "discard", "turn": "pung", "claimed": "E", "tile": "E"},
        _same_discard,
    ),
    Row(
        "discard", {}, True, ("二.內舍牌",),
        "進牌後從暗牌中任打一張，落海位置不限",
        "any concealed tile may be discarded, anywhere into the pool",
        {"action": "discard", "turn": "chow", "claimed": "3m", "tile": "9p"},
    ),
    Row(
        "replace_flower", {"before_done": False}, False, ("二.補花.1",),
        "由莊家起始依次補花，前面的人補完才輪到",
        "flowers are replaced in order from the dealer; those before have not finished",
        {"action": "replace_flower", "before_done": False},
    ),
    Row(
        "replace_flower", {"again": True, "first_round_done": False}, False, ("二.補花.2",),
        "補得花牌要喊再補，等首輪補花完畢再依序補",
        "a flower that came as a replacement waits until everybody's first replacing is over",
        {"action": "replace_flower", "again": True},
    ),
    Row(
        "replace_flower", {"again": True}, True, ("二.補花.2",),
        "首輪已補完，依輪序再補",
        "the first replacing is over; the next goes in order",
        {"action": "replace_flower", "again": True, "first_round_done": True},
    ),
    Row(
        "replace_flower", {}, True, ("二.補花.1",),
        "輪到本家，於杠尾補入同張數的牌",
        "it is the player's turn: as many tiles from the tail of the wall",
        {"action": "replace_flower"},
    ),
)  # fmt: skip
