"""What the table tells people after an event: code, the sentence of the rulebook, the words."""

from __future__ import annotations

from collections.abc import Mapping

from snaptai.scoring.fields import Text
from snaptai.scoring.table.state import Notice

NOTICES: Mapping[str, tuple[str, Text]] = {
    "seated": (
        "二.搬風.1",
        Text("點到 {first}，其位為東座；逆時針依序為 {order}", "{first}'s place is 東; counter-clockwise: {order}"),
    ),
    "redraw": (
        "二.搬風.2",
        Text("四人相互順序與前一將完全相同，須重搬", "all four would keep last 將's order: draw again"),
    ),
    "first_dealer": (
        "二.定莊.1",
        Text("{dealer} 起莊，該位為起莊位", "{dealer} deals first; that place is the 起莊位"),
    ),
    "round_marker": (
        "二.定莊.2",
        Text("圈風器固定置於 {dealer} 左桌角", "the round marker stays at {dealer}'s left corner"),
    ),
    "wall_opens": (
        "二.配牌.1",
        Text("自 {wall} 牌墻右起第 {stack} 墩開門", "the wall opens at stack {stack} from the right of {wall}'s wall"),
    ),
    "opening": (
        "二.配牌.2",
        Text("{opening} 為開門位（東、花牌 1 號）", "{opening} is at the 開門位: E and flower number 1"),
    ),
    "streak_shown": (
        "二.連莊示記",
        Text("莊家和牌以示記連 {shown} 計收，實際連 {streak} 計付", "the dealer collects by {shown}, pays by {streak}"),
    ),
    "dealer_stays": ("二.定莊.3", Text("{dealer} 連莊，連 {streak}", "{dealer} deals again, streak {streak}")),
    "drawn_game": (
        "二.荒局",
        Text("荒局，{dealer} 續莊，連 {streak}", "no winner; {dealer} deals again, streak {streak}"),
    ),
    "dealer_passes": ("二.定莊.3", Text("{dealer} 作莊", "{dealer} deals")),
    "round_turns": ("二.定莊.3", Text("輪到起莊位，進入{name}圈", "the deal is back at the 起莊位: round {code}")),
    "jiang_over": (
        "二.定莊.3",
        Text("本將結束；由末盤和牌者 {winner} 擲骰搬風", "this 將 is over; {winner}, who won last, rolls for seats"),
    ),
    "missed_pung": (
        "二.喊碰未碰",
        Text("{player} 喊碰未碰，付 {discarder} 1 臺", "{player} called a pung and took none: 1 臺 to {discarder}"),
    ),
    "false_win": (
        "二.過水.1",
        Text("{player} 詐和，依約定賠付", "{player} declared a false win and pays the house's price"),
    ),
    "follow_bet": (
        "二.插花.2",
        Text("{bystander} 外插 {follows}", "{bystander} bets on {follows} against the other three"),
    ),
    "follow_bet_over": (
        "二.插花.2",
        Text("{bystander} 不再外插 {follows}", "{bystander} bets on {follows} no more"),
    ),
    "side_stake": ("二.插花.2", Text("{one} 與 {other} 內插", "{one} and {other} raise between them")),
    "side_stake_over": ("二.插花.2", Text("{one} 與 {other} 不再內插", "{one} and {other} raise no more between them")),
}


def notice(code: str, /, **values: object) -> Notice:
    """The notice ``code`` with its words filled in."""
    clause, text = NOTICES[code]
    return Notice(code, clause, text.fill(**values))
