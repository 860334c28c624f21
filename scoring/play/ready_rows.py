"""Decision rows about 天聽 and 地聽: declaring them, keeping them, and hands that need not be told."""

from __future__ import annotations

from snaptai.scoring.play.row import Row, among, told, told_other_than

_HEAVENLY = "heavenly_ready"
_EARTHLY = "earthly_ready"


def _some(value: int | None) -> bool:
    return bool(value)


DECLARE_ROWS = (
    Row(
        "declare_ready", {"waiting": False}, False, ("二.聽牌.1",),
        "還不是只差一張即和牌，不能宣布聽牌",
        "the hand is not one tile from winning",
        {"action": "declare_ready", "ready": _EARTHLY, "waiting": False},
    ),
    Row(
        "declare_ready", {"ready": _HEAVENLY, "dealer": True}, False, ("一.31.1",),
        "天聽是閑家的；莊家打出第 1 張牌即聽牌視為地聽",
        "天聽 is for the other three; the dealer who is ready on the first discard has 地聽",
        {"action": "declare_ready", "ready": _HEAVENLY, "dealer": True},
    ),
    Row(
        "declare_ready", {"ready": _HEAVENLY, "flowers_replaced": False}, False, ("一.31.1",),
        "天聽在配牌補花之後宣布",
        "天聽 is declared after the dealt flowers are replaced",
        {"action": "declare_ready", "ready": _HEAVENLY, "flowers_replaced": False},
    ),
    Row(
        "declare_ready", {"ready": _HEAVENLY, "discards_made": _some}, False, ("一.31.1",),
        "天聽要在配牌補花後即宣布，已打出牌",
        "天聽 is declared right after the deal; a tile has been discarded",
        {"action": "declare_ready", "ready": _HEAVENLY, "discards_made": 1},
    ),
    Row(
        "declare_ready", {"melds_exposed": True}, False, ("一.32.1",),
        "本身須門清",
        "the hand must have no exposed melds",
        {"action": "declare_ready", "ready": _EARTHLY, "melds_exposed": True},
    ),
    Row(
        "declare_ready", {"ready": _EARTHLY, "discards_made": told_other_than(1)}, False, ("一.32.1",),
        "地聽要在打出第 1 張牌時即宣布",
        "地聽 is declared with the first discard",
        {"action": "declare_ready", "ready": _EARTHLY, "discards_made": 2},
    ),
    Row(
        "declare_ready", {"ready": _EARTHLY, "dealer": True}, True, ("一.32.4",),
        "莊家打出第 1 張牌即宣布聽牌，視為地聽",
        "the dealer who is ready on the first discard has 地聽",
        {"action": "declare_ready", "ready": _EARTHLY, "dealer": True, "discards_made": 1},
    ),
    Row(
        "declare_ready", {"ready": _EARTHLY}, True, ("一.32.1",),
        "打出第 1 張牌即聽牌且門清，不論他人先前吃碰與否，可以宣布地聽",
        "ready with the first discard and no exposed melds, whatever others claimed before: 地聽",
        {"action": "declare_ready", "ready": _EARTHLY, "discards_made": 1, "others_claimed": True},
    ),
    Row(
        "declare_ready", {"ready": _HEAVENLY}, True, ("一.31.1",),
        "閑家配牌補花後即聽牌，可以宣布天聽",
        "ready right after the deal, not the dealer: 天聽",
        {"action": "declare_ready", "ready": _HEAVENLY},
    ),
    Row(
        "stay_silent", {"ready": told}, False, ("二.聽牌.2",),
        "天聽與地聽須報知才算",
        "天聽 and 地聽 count only when they are declared",
        {"action": "stay_silent", "ready": _EARTHLY},
    ),
    Row(
        "stay_silent", {}, True, ("二.聽牌.2",),
        "除天聽與地聽外，聽牌無須報知",
        "apart from 天聽 and 地聽 nobody need say that a hand is ready",
        {"action": "stay_silent"},
    ),
)  # fmt: skip


def _count_rows(ready: str, rule: str, name: str) -> tuple[Row, ...]:
    """The three rows that 天聽 and 地聽 share, word for word."""
    situation = {"action": "count_ready", "ready": ready}
    kept, missed = (f"{rule}.2",), (f"{rule}.3",)
    return (
        Row(
            "count_ready", {"ready": ready, "changed_tiles": True}, False, kept,
            f"宣告後換牌，解除{name}",
            f"a tile of the hand was changed: {name} is off",
            {**situation, "changed_tiles": True},
        ),
        Row(
            "count_ready", {"ready": ready, "draw_fault": among("touched_hand")}, False, kept,
            f"宣告後靠張，解除{name}",
            f"a drawn tile touched the hand: {name} is off",
            {**situation, "draw_fault": "touched_hand"},
        ),
        Row(
            "count_ready", {"ready": ready, "passed_win": True, "covered": False}, False, missed,
            f"未眼牌而曾過水未和，不計{name}，和牌仍有效",
            f"the hand did not lie covered and a win was passed: {name} is not counted, the win stands",
            {**situation, "passed_win": True},
        ),
        Row(
            "count_ready", {"ready": ready}, True, kept,
            f"沒有換牌或靠張，{name}有效",
            f"no tile was changed and none touched the hand: {name} counts",
            situation,
        ),
    )  # fmt: skip


READY_ROWS = DECLARE_ROWS + _count_rows(_HEAVENLY, "一.31", "天聽") + _count_rows(_EARTHLY, "一.32", "地聽")
