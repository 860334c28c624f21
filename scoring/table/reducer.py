"""``apply(state, event)``: the next state, by the rulebook. Pure: the same events always give the same state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from snaptai.scoring.errors import Problem
from snaptai.scoring.fields import Refused, Text
from snaptai.scoring.table import events as ev
from snaptai.scoring.table.kinds import KINDS, NAMES
from snaptai.scoring.table.notices import notice
from snaptai.scoring.table.payments import win_payments
from snaptai.scoring.table.seating import draw_seats, pointed, same_order, wall_opening
from snaptai.scoring.table.state import Bet, House, Notice, Payment, Raise, State
from snaptai.scoring.tiles import NAMES as TILE_NAMES

AWAITED = {
    "open": Text("請先開桌（open）", "open a table first (open)"),
    "seats": Text("現在等搬風（draw_seats）", "seats are to be drawn now (draw_seats)"),
    "dealer": Text("現在等定莊（first_dealer）", "the first dealer is to be found now (first_dealer)"),
    "dice": Text("現在等莊家擲骰（deal）", "the dealer's dice are awaited now (deal)"),
    "play": Text("這一盤還沒結束（win 或 exhaustive_draw）", "this deal is not over (win or exhaustive_draw)"),
}


def apply(state: State, event: ev.Event) -> State:
    """The state after ``event``; raises ``Refused`` when it cannot come now or names what is not at the table."""
    if state.phase not in KINDS[NAMES[type(event)]].phases:
        awaited = AWAITED[state.phase]
        raise Refused(Problem("out_of_turn", "event", awaited.zh, awaited.en))
    after = replace(state, payments=(), notices=())
    return _HANDLERS[type(event)](after, event)


def _open(state: State, event: ev.Open) -> State:
    house = House(event.base, event.tai, event.rounds, event.false_win_each, event.false_win_then, event.rules)
    return replace(state, phase="seats", house=house, seats=event.players, totals=dict.fromkeys(event.players, 0))


def _draw_seats(state: State, event: ev.DrawSeats) -> State:
    roller = _roller(state, event.roller)
    first = pointed(state.seats, roller, sum(event.dice))
    seats = draw_seats(state.seats, first, event.drawn)
    if state.jiang > 1 and same_order(seats, state.seats):
        return replace(state, notices=(notice("redraw"),))
    return _seat(state, seats, notice("seated", first=first, order=" → ".join(seats)))


def _roller(state: State, named: str | None) -> str:
    """Anybody in the first 將; after that who won the last deal of the one before (二.搬風)."""
    if state.last_winner is not None:
        if named not in (None, state.last_winner):
            zh, en = f"應由前一將末盤和牌者 {state.last_winner} 擲骰", f"{state.last_winner}, who won last, must roll"
            raise Refused(Problem("contradiction", "roller", zh, en))
        return state.last_winner
    if named is None:
        raise Refused(Problem("missing_key", "roller", "首將要寫由誰擲骰", "say who rolled"))
    return _player(state, named, "roller")


def _sit(state: State, event: ev.Sit) -> State:
    if set(event.order) != set(state.seats):
        raise _unknown("要寫在座的四個人", "must name the four at the table", "order")
    return _seat(state, event.order)


def _seat(state: State, seats: tuple[str, ...], *told: Notice) -> State:
    return replace(state, phase="dealer", seats=seats, notices=told)


def _first_dealer(state: State, event: ev.FirstDealer) -> State:
    dealer = _pointed_or_named(state, state.seats[0], event.dice, event.dealer, "dealer")
    told = (notice("first_dealer", dealer=dealer), notice("round_marker", dealer=dealer))
    return replace(state, phase="dice", first_dealer=dealer, dealer=dealer, streak=0, round_index=0, notices=told)


def _deal(state: State, event: ev.Deal) -> State:
    opening = _pointed_or_named(state, state.dealer or "", event.dice, event.opening, "opening")
    told = [notice("opening", opening=opening)]
    if event.dice is not None:
        wall, stack = wall_opening(state.seats, opening, sum(event.dice))
        told.append(notice("wall_opens", wall=wall, stack=stack))
    if event.shown_streak is not None and event.shown_streak < state.streak:
        told.append(notice("streak_shown", shown=event.shown_streak, streak=state.streak))
    shown = event.shown_streak
    return replace(state, phase="play", deal=state.deal + 1, opening=opening, shown_streak=shown, notices=tuple(told))


def _pointed_or_named(state: State, roller: str, dice: ev.Dice | None, named: str | None, path: str) -> str:
    if (dice is None) == (named is None):
        raise Refused(Problem("contradiction", path, f"要寫 dice 或 {path} 其中一項", f"give either dice or {path}"))
    return pointed(state.seats, roller, sum(dice)) if dice else _player(state, named or "", path)


def _win(state: State, event: ev.Win) -> State:
    _player(state, event.winner, "winner")
    if event.loser is not None:
        _other_player(state, event.loser, event.winner, "loser")
    paid = _pay(state, *win_payments(state, event))
    won = replace(paid, last_winner=event.winner)
    return _dealer_stays(won, "dealer_stays") if event.winner == state.dealer else _dealer_passes(won)


def _exhaustive_draw(state: State, event: ev.ExhaustiveDraw) -> State:
    return _dealer_stays(state, "drawn_game")


def _dealer_stays(state: State, code: str) -> State:
    told = notice(code, dealer=state.dealer, streak=state.streak + 1)
    return _await_dice(state, told, streak=state.streak + 1)


def _dealer_passes(state: State) -> State:
    """The deal goes on counter-clockwise; back at the 起莊位 the 圈 turns, after the last the 將 ends (二.定莊.3)."""
    dealer = state.seats[(state.seats.index(state.dealer or "") + 1) % 4]
    turned = state.round_index + (dealer == state.first_dealer)
    if turned == len(state.house.rounds):
        told = (notice("jiang_over", winner=state.last_winner or "—"),)
        return replace(
            state, phase="seats", jiang=state.jiang + 1, first_dealer=None, dealer=None, round_index=0, streak=0,
            shown_streak=None, opening=None, notices=state.notices + told,
        )  # fmt: skip
    after = _await_dice(state, notice("dealer_passes", dealer=dealer), dealer=dealer, streak=0, round_index=turned)
    if turned == state.round_index:
        return after
    return replace(
        after, notices=(*after.notices, notice("round_turns", name=TILE_NAMES[after.round], code=after.round))
    )


def _await_dice(state: State, told: Notice, **changes: Any) -> State:
    return replace(state, phase="dice", opening=None, shown_streak=None, notices=(*state.notices, told), **changes)


def _missed_pung(state: State, event: ev.MissedPung) -> State:
    """1 臺 to the discarder, unless the discard was the 上家's; with the pair shown the pung must be taken."""
    player = _player(state, event.player, "player")
    discarder = _other_player(state, event.discarder, player, "discarder")
    if event.pair_shown:
        raise _not_due(
            "已亮出對牌，必須履行碰牌，不罰（二.喊碰未碰）", "the pair is shown: the pung must be taken (二.喊碰未碰)"
        )
    if discarder == state.seats[state.seats.index(player) - 1]:
        raise _not_due("上家之舍牌不罰（二.喊碰未碰）", "nothing is due for the 上家's discard (二.喊碰未碰)")
    paid = _pay(state, Payment(player, discarder, state.house.tai, "missed_pung", 1))
    return replace(paid, notices=(notice("missed_pung", player=player, discarder=discarder),))


def _not_due(zh: str, en: str) -> Refused:
    return Refused(Problem("contradiction", "event", zh, en))


def _false_win(state: State, event: ev.FalseWin) -> State:
    player = _player(state, event.player, "player")
    each = event.each if event.each is not None else state.house.false_win_each
    if each is None:
        zh = "規則書沒有詐和的價；請寫 each，或開桌時寫 false_win_each"
        en = "the rulebook has no price for this; give each, or false_win_each when opening the table"
        raise Refused(Problem("missing_key", "each", zh, en))
    paid = _pay(state, *(Payment(player, name, each, "false_win") for name in state.seats if name != player))
    told = replace(paid, notices=(notice("false_win", player=player),))
    return _AFTER_FALSE_WIN[event.then or state.house.false_win_then](told)


def _redeal(state: State) -> State:
    return replace(state, phase="dice", opening=None, shown_streak=None)


_AFTER_FALSE_WIN: Mapping[str, Callable[[State], State]] = {
    "continue": lambda state: state,
    "redeal": _redeal,
    "draw": lambda state: _dealer_stays(state, "drawn_game"),
    "dealer_passes": _dealer_passes,
}


def _penalty(state: State, event: ev.Penalty) -> State:
    player = _player(state, event.player, "player")
    to = [_other_player(state, name, player, "to") for name in event.to]
    return _pay(state, *(Payment(player, name, event.amount, "penalty") for name in to))


def _stake(state: State, event: ev.Stake) -> State:
    return replace(state, house=replace(state.house, base=event.base, tai=event.tai))


def _rules(state: State, event: ev.Rules) -> State:
    return replace(state, house=replace(state.house, rules=event.rules))


def _side_stake(state: State, event: ev.SideStake) -> State:
    one, other = (_player(state, name, "between") for name in event.between)
    kept = tuple(each for each in state.raises if set(each.between) != {one, other})
    added = (Raise((one, other), event.base, event.tai),) if event.base or event.tai else ()
    told = notice("side_stake" if added else "side_stake_over", one=one, other=other)
    return replace(state, raises=kept + added, notices=(told,))


def _follow_bet(state: State, event: ev.FollowBet) -> State:
    follows = _player(state, event.follows, "follows")
    if event.bystander in state.seats:
        raise _unknown("外插者不可是在座的玩家", "a follow bet is a bystander's, not a player's", "bystander")
    kept = tuple(each for each in state.bets if (each.bystander, each.follows) != (event.bystander, follows))
    added = (Bet(event.bystander, follows, event.base, event.tai),) if event.base or event.tai else ()
    totals = {**state.totals, event.bystander: state.totals.get(event.bystander, 0)}
    told = notice("follow_bet" if added else "follow_bet_over", bystander=event.bystander, follows=follows)
    return replace(state, bets=kept + added, totals=totals, notices=(told,))


def _pay(state: State, *payments: Payment) -> State:
    totals = dict(state.totals)
    for each in payments:
        totals[each.payer] -= each.amount
        totals[each.payee] += each.amount
    return replace(state, totals=totals, payments=payments)


def _player(state: State, name: str, path: str) -> str:
    if name not in state.seats:
        zh = f"{name} 不在座；在座的是 {'、'.join(state.seats)}"
        raise _unknown(zh, f"{name} is not at the table; {', '.join(state.seats)} are", path)
    return name


def _other_player(state: State, name: str, than: str, path: str) -> str:
    if name == than:
        raise Refused(Problem("contradiction", path, f"不可又是 {than}", f"must be somebody else than {than}"))
    return _player(state, name, path)


def _unknown(zh: str, en: str, path: str) -> Refused:
    return Refused(Problem("unknown_player", path, zh, en))


_HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    ev.Open: _open,
    ev.DrawSeats: _draw_seats,
    ev.Sit: _sit,
    ev.FirstDealer: _first_dealer,
    ev.Deal: _deal,
    ev.Win: _win,
    ev.ExhaustiveDraw: _exhaustive_draw,
    ev.MissedPung: _missed_pung,
    ev.FalseWin: _false_win,
    ev.Penalty: _penalty,
    ev.Stake: _stake,
    ev.Rules: _rules,
    ev.SideStake: _side_stake,
    ev.FollowBet: _follow_bet,
}
