"""Settlement: who pays whom (9, 10, 27–30; 插花). What the winner gains is what the others lose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from snaptai.scoring.hand import Seat, SideStake, Stake, Win
from snaptai.scoring.house import House
from snaptai.scoring.rules.book import Book
from snaptai.scoring.rules.table import BY_KEY
from snaptai.scoring.sheet import DealerItem, Payment
from snaptai.scoring.tiles import WINDS


def payers(win: Win, seat: Seat, house: House) -> tuple[str, ...]:
    """Who pays: all three for a drawn win and 八仙過海, else the loser (七搶一: the house decides)."""
    everyone = seat.loser is None or (win.method == "robbed_flower" and house.robbed_flower_all_pay)
    return tuple([wind for wind in WINDS if wind != seat.winner]) if everyone else (seat.loser or "",)


def dealer_items(seat: Seat, paying: Iterable[str], book: Book) -> tuple[DealerItem, ...]:
    """作莊 and 連N拉N where the dealer wins or pays; winning, by the smaller of the shown and the real streak."""
    if seat.dealer != seat.winner and seat.dealer not in paying:
        return ()
    streak = seat.dealer_streak
    if seat.dealer == seat.winner and seat.shown_streak is not None:
        streak = min(streak, seat.shown_streak)
    items = [DealerItem(BY_KEY["9"], "作莊", book.dealer)] if book.plays_dealer else []
    if streak and book.plays_streak:
        items.append(DealerItem(BY_KEY["10"], f"連{streak}拉{streak}", streak * book.streak))
    return tuple(items)


def settle(
    tai: int, win: Win, seat: Seat, stake: Stake, book: Book
) -> tuple[tuple[DealerItem, ...], tuple[Payment, ...]]:
    """The dealer's items and every payment, in the order E S W N of the payers."""
    paying = payers(win, seat, book.house)
    items = dealer_items(seat, paying, book)
    extra = sum([item.tai for item in items])
    return items, tuple([_payment(payer, seat, tai, extra, stake) for payer in paying])


def _payment(payer: str, seat: Seat, tai: int, extra: int, stake: Stake) -> Payment:
    if seat.dealer in (payer, seat.winner):
        tai += extra
    amount = stake.base + tai * stake.tai
    for side in stake.sides:
        amount += _side(side, payer, seat.winner, tai)
    return Payment(payer, seat.winner, tai, amount)


def _side(side: SideStake, payer: str, winner: str, tai: int) -> int:
    """What a side stake adds to what these two pay each other (內插)."""
    return side.base + tai * side.tai if payer in side.between and winner in side.between else 0


def balance(payments: Iterable[Payment]) -> Mapping[str, int]:
    """What each player gains (negative: pays); the four add up to zero."""
    gains = dict.fromkeys(WINDS, 0)
    for payment in payments:
        gains[payment.payer] -= payment.amount
        gains[payment.payee] += payment.amount
    return gains
