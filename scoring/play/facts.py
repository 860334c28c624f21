"""The vocabulary of situations: what may be asked, and which facts may be told about it.

A fact that is not told did not happen. ``required`` facts decide and must be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from snaptai.scoring.fields import Reader, one_of, one_tile, or_null, tiles, whole, yes_no

DRAW_FAULTS = ("touched_hand", "dropped_in_pool", "below_table", "touched_wall", "touched_pool", "carried_tile")
"""靠張, 落海, 低於桌面, 觸落墻牌, 觸及海內牌, 帶牌摸牌 (一.23.1)."""
TURNS = ("draw", "chow", "pung", "exposed_kong")
"""How the tile of this turn came (三.0.1); null before one came."""
METHODS = ("self_draw", "discard", "robbed_kong", "eight_flowers", "robbed_flower")
READY = ("heavenly_ready", "earthly_ready")
SINCE_PASS = ("nothing", "discard", "winning_discard", "added_kong", "winning_added_kong", "concealed_kong")


@dataclass(frozen=True, slots=True)
class Fact:
    """One key of a situation: how it is read and what it means."""

    reader: Reader
    meaning: str


FACTS: Mapping[str, Fact] = {
    "tile": Fact(one_tile, "the tile claimed, discarded or laid"),
    "with": Fact(tiles(2, 3), "the tiles of the hand that go with the claimed one"),
    "from": Fact(one_of("left", "across", "right"), "whose discard it is; left is the 上家"),
    "wall_left": Fact(whole(), "tiles still to be drawn, the reserved 16 not counted"),
    "turn": Fact(or_null(one_of(*TURNS)), "how this turn's tile came; null before one came"),
    "claimed": Fact(one_tile, "the tile that was chowed or punged in this turn"),
    "previous_discard": Fact(one_tile, "the player's own last discard, in the same go-around"),
    "uses_shown_tiles": Fact(yes_no, "the claim needs tiles or a group that the player has shown or named"),
    "others_fault": Fact(yes_no, "somebody else caused that"),
    "pung_exposed": Fact(yes_no, "the three are an exposed pung"),
    "tiles": Fact(tiles(4), "the four tiles of the concealed kong"),
    "laid": Fact(tiles(3), "the chow as it lies, from left to right"),
    "kong": Fact(one_of("exposed", "added", "concealed"), "which kong it is"),
    "face_up": Fact(yes_no, "its tiles lie face up"),
    "unreplaced_flower": Fact(yes_no, "a drawn flower has not been replaced yet"),
    "tile_from": Fact(one_of("wall", "kong", "flower", "last"), "where the drawn tile came from; last is 海底"),
    "before_done": Fact(yes_no, "all players before in order, the dealer first, have replaced their flowers"),
    "again": Fact(yes_no, "the flower itself came as a replacement"),
    "first_round_done": Fact(yes_no, "everybody's first replacing is over"),
    "pair_shown": Fact(yes_no, "the pair for the pung has been shown"),
    "method": Fact(one_of(*METHODS), "how the win is declared, as in a hand document"),
    "complete": Fact(yes_no, "the 17 tiles are five groups and a pair"),
    "draw_fault": Fact(or_null(one_of(*DRAW_FAULTS)), "what went wrong when drawing"),
    "opening": Fact(or_null(one_of("heavenly_hand")), "the win is 天和"),
    "passed_win": Fact(yes_no, "the player could have won before and did not"),
    "since_pass": Fact(one_of(*SINCE_PASS), "what the player has done since"),
    "reached_for_draw": Fact(yes_no, "the player has already reached out to draw"),
    "touched_before_kong": Fact(yes_no, "the tile drawn before the concealed kong was put among the hand"),
    "wait_seen_this_round": Fact(yes_no, "a tile that would complete the hand was discarded in this go-around"),
    "flowers_held": Fact(whole(0, 8), "flowers before the player"),
    "replaced": Fact(yes_no, "the last flower was replaced before declaring"),
    "flowers_passed": Fact(yes_no, "the flowers were whole before and no win was declared then"),
    "dealt_flowers": Fact(yes_no, "the flowers were whole (eight, or seven and one elsewhere) in the deal"),
    "first_tile_drawn": Fact(yes_no, "the player has drawn the first tile (for the dealer: the 門牌)"),
    "ready": Fact(one_of(*READY), "the declared ready hand"),
    "dealer": Fact(yes_no, "the player is the dealer"),
    "discards_made": Fact(whole(), "how many tiles the player has discarded, this one included"),
    "flowers_replaced": Fact(yes_no, "the dealt flowers are replaced"),
    "melds_exposed": Fact(yes_no, "the player has exposed melds"),
    "waiting": Fact(yes_no, "one tile completes the hand"),
    "others_claimed": Fact(yes_no, "others have chowed or punged before"),
    "changed_tiles": Fact(yes_no, "the player has changed a tile of the hand since"),
    "covered": Fact(yes_no, "the hand lay covered since the declaration (眼牌)"),
    "coexist": Fact(yes_no, "whoever has one pattern must have the other"),
}
USUAL: Mapping[str, object] = {
    "complete": True,
    "replaced": True,
    "before_done": True,
    "waiting": True,
    "flowers_replaced": True,
    "tile_from": "wall",
    "since_pass": "nothing",
}
"""What is taken for granted where nothing else is told; every other fact is False or null."""


@dataclass(frozen=True, slots=True)
class Action:
    """What may be asked about: the facts that must and those that may be told."""

    meaning: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


_CLAIM = ("wall_left", "turn", "uses_shown_tiles", "others_fault")
ACTIONS: Mapping[str, Action] = {
    "draw": Action("draw a tile", ("wall_left",), ("turn",)),
    "decline_draw": Action("leave a tile undrawn", ("wall_left",)),
    "end_undecided": Action("call a 荒局", ("wall_left",)),
    "keep_hand": Action("discard nothing after drawing", (), ("tile_from",)),
    "discard": Action("discard a tile", ("tile",), ("turn", "claimed", "unreplaced_flower")),
    "chow": Action("take a discard for a run", ("tile", "with", "from"), (*_CLAIM, "previous_discard")),
    "pung": Action("take a discard for a pung", ("tile", "with"), ("from", *_CLAIM)),
    "exposed_kong": Action("take a discard for a kong (碰槓)", ("tile", "with"), ("from", *_CLAIM)),
    "added_kong": Action("add the fourth tile to a pung (加槓)", ("turn",), ("tile", "pung_exposed")),
    "concealed_kong": Action("declare four of the hand (暗槓)", ("turn", "tiles")),
    "show_chow": Action("lay a chow out", ("tile", "laid")),
    "show_kong": Action("lay a kong out", ("kong", "face_up")),
    "withdraw_pung": Action("not take a pung that was called", ("from",), ("pair_shown",)),
    "replace_flower": Action("replace dealt flowers", (), ("before_done", "again", "first_round_done")),
    "declare_ready": Action(
        "declare 天聽 or 地聽",
        ("ready",),
        ("dealer", "discards_made", "flowers_replaced", "melds_exposed", "waiting", "others_claimed"),
    ),
    "count_ready": Action("count the declared 天聽 or 地聽", ("ready",), (
        "changed_tiles", "draw_fault", "passed_win", "covered",
    )),
    "stay_silent": Action("be one tile from winning and not say so", (), ("ready",)),
    "count_both": Action("count two patterns of one hand", (), ("coexist",)),
    "win": Action("declare a win", ("method",), (
        "turn", "tile_from", "draw_fault", "opening", "complete", "passed_win", "since_pass", "reached_for_draw",
        "uses_shown_tiles", "others_fault", "kong", "touched_before_kong", "wait_seen_this_round", "unreplaced_flower",
        "flowers_held", "replaced", "flowers_passed", "dealt_flowers", "first_tile_drawn",
    )),
}  # fmt: skip
NEEDED_WITH: Mapping[str, tuple[str, tuple[str, ...], str]] = {"discard": ("turn", ("chow", "pung"), "claimed")}
"""Action to (fact, values, another fact that must then be told)."""
