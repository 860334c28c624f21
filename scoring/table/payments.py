"""Who pays whom by name: score documents (players by 開門序), agreed payments, 外插."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from snaptai.scoring.errors import Problem
from snaptai.scoring.fields import Refused, Unfit, money
from snaptai.scoring.table.events import Win
from snaptai.scoring.table.seating import winds
from snaptai.scoring.table.state import Bet, Payment, State


def win_payments(state: State, event: Win) -> tuple[Payment, ...]:
    """All payments of a win, bets included; raises ``Refused`` when they do not fit the winner and the loser."""
    if (event.score is None) == (event.payments is None):
        raise _bad(
            "要有 score（計分結果）、hand 與 win、payments 其中一項",
            "give one of score (a score document), hand with win, and payments",
            "score",
        )
    if event.payments is not None:
        paid = tuple(Payment(p["from"], p["to"], p["amount"], "win", p.get("tai")) for p in event.payments)
        path = "payments"
    else:
        paid, path = tuple(_from_score(state, event.score or {})), "score.payments"
    _check(state, event, paid, path)
    return paid + tuple(each for bet in state.bets for each in _bet_payments(bet, paid))


def _from_score(state: State, score: Mapping[str, Any]) -> Iterator[Payment]:
    if "error" in score:
        raise _bad("score 是錯誤訊息，請先改正這手牌", "score is an error document; correct the hand first", "score")
    player = {wind: name for name, wind in winds(state.seats, state.opening or "").items()}
    try:
        for each in score["payments"]:
            amount, tai = money(each["amount"]), money(each["tai"])
            yield Payment(player[each["from"]], player[each["to"]], amount, "win", tai)
    except (KeyError, TypeError, Unfit):
        zh = "每筆要有 from、to（E S W N）、tai、amount"
        raise _bad(zh, "each needs from, to (E S W N), tai, amount", "score.payments") from None


def _check(state: State, event: Win, paid: tuple[Payment, ...], path: str) -> None:
    payers = [each.payer for each in paid]
    others = [name for name in state.seats if name != event.winner]
    if any(each.payee != event.winner for each in paid):
        raise _bad(f"款項應付給 {event.winner}", f"payments must go to {event.winner}", path)
    if len(set(payers)) < len(payers) or not set(payers) <= set(others):
        raise _bad("付款者應是另外三家，各一筆", "payers must be other players, one payment each", path)
    if event.loser is None and len(payers) < 3:
        raise _bad("自摸或八仙過海由三家付；放銃請寫 loser", "three players pay, unless loser names who does", path)
    if event.loser is not None and event.loser not in payers:
        raise _bad(f"放銃者 {event.loser} 沒有付款", f"{event.loser} is the loser but pays nothing", path)


def _bet_payments(bet: Bet, paid: tuple[Payment, ...]) -> Iterator[Payment]:
    """A bystander collects and pays what the followed player does, at the bet's own stake (二.插花.2)."""
    for each in paid:
        if bet.follows not in (each.payer, each.payee):
            continue
        if each.tai is None:
            raise _bad("有外插時每筆 payments 要寫 tai", "with a follow bet every payment needs tai", "payments")
        amount = bet.base + bet.tai * each.tai
        if bet.follows == each.payee:
            yield Payment(each.payer, bet.bystander, amount, "follow_bet", each.tai)
        else:
            yield Payment(bet.bystander, each.payee, amount, "follow_bet", each.tai)


def _bad(zh: str, en: str, path: str) -> Refused:
    return Refused(Problem("contradiction", path, zh, en))
