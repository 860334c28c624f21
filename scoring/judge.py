"""The judge: every reading of a won hand, the best one's items, and the settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from snaptai.scoring.check import context_problems, plain_values, problems, unknown_tile
from snaptai.scoring.errors import InvalidDeal, NotAWin, UnknownWinningTile
from snaptai.scoring.facts import Facts, gather, is_finished
from snaptai.scoring.hand import Hand, Seat, Stake, Win
from snaptai.scoring.house import RULEBOOK, House, make_house
from snaptai.scoring.readings import UNFINISHED, Reading, is_ligu, ligu, standard
from snaptai.scoring.rules.book import Book, Row, Test, book_of
from snaptai.scoring.rules.conditions import HONOUR_BITS
from snaptai.scoring.rules.rule import FLOWERS, HONOUR_PUNGS, SPECIAL_WIN
from snaptai.scoring.settlement import settle
from snaptai.scoring.sheet import Award, Displaced, ScoreSheet
from snaptai.scoring.suits import fifth_copy
from snaptai.scoring.tiles import sort_tiles

NO_STAKE = Stake()


def score(
    hand: Hand, win: Win, seat: Seat, rules: House | Mapping[str, Any] | None = None, stake: Stake = NO_STAKE
) -> ScoreSheet:
    """The sheet of the reading with the highest total.

    ``rules``: a House, options by name, or None for the rulebook. Raises InvalidDeal with every problem, NotAWin,
    UnknownWinningTile (the last tile is not given and decides the score) and HouseError.

    >>> from snaptai.scoring.hand import Hand, Seat, Stake, Win
    >>> hand = Hand(("4m", "5m", "6m", "7p"), "7p", (("3s", "4s", "5s"), ("E",) * 3, ("9p",) * 4), (("C",) * 4,))
    >>> sheet = score(hand, Win("discard"), Seat("S", "N", "E", loser="W"), stake=Stake(100, 20))
    >>> sheet.tai, [(award.rule.number, award.name) for award in sheet.items]
    (3, [(1, '圈風刻'), (2, '箭字刻'), (11, '獨聽')])
    >>> sheet.payments
    (Payment(payer='W', payee='S', tai=3, amount=160),)
    """
    house = rules if isinstance(rules, House) else make_house(rules) if rules else RULEBOOK
    if hand.winning_tile is None and is_finished(win) and win.opening != "heavenly_hand":
        return _without_last_tile(hand, win, seat, house, stake)
    try:
        facts = gather(hand, win, seat, house)
    except KeyError:
        raise _refusal(hand, win, seat, house) from None
    if _suspicious(facts) and problems(hand, win, seat, house):
        raise _refusal(hand, win, seat, house)
    return _judge(facts, stake, book_of(house))


def _refusal(hand: Hand, win: Win, seat: Seat, house: House) -> InvalidDeal:
    found = problems(hand, win, seat, house)
    return (NotAWin if {problem.code for problem in found} == {"not_a_win"} else InvalidDeal)(found)


def _suspicious(facts: Facts) -> bool:
    hand = facts.hand
    tiles = len(hand.concealed) + (hand.winning_tile is not None) + 3 * len(facts.melds)
    return (
        (facts.finished and tiles != 17)
        or len(facts.melds) > 5
        or (not facts.finished and len(hand.concealed) > 16)
        or fifth_copy(facts.every)
        or len(set(hand.flowers)) != len(hand.flowers)
        or not plain_values(facts.win, facts.seat)
        or bool(context_problems(hand, facts.win, facts.seat, facts.house))
    )


def _judge(facts: Facts, stake: Stake, book: Book) -> ScoreSheet:
    best: tuple[int, Reading, list[Row], int] | None = None
    for reading in _readings(facts):
        met, mask = _met(_tests(book, facts, reading), facts, reading)
        total = sum([row.tai for row in met if not row.ruled_out_by & mask])
        if best is None or total > best[0]:
            best = total, reading, met, mask
    if best is None:
        raise _refusal(facts.hand, facts.win, facts.seat, facts.house)
    return _sheet(facts, stake, book, *best)


def _tests(book: Book, facts: Facts, reading: Reading) -> Sequence[Test]:
    """The rows that this hand can meet at all."""
    if not facts.finished:
        return book.unfinished
    has = SPECIAL_WIN if facts.special else 0
    if reading.pungs & HONOUR_BITS:
        has |= HONOUR_PUNGS
    return book.tests[has | FLOWERS if facts.flowers else has]


def _readings(facts: Facts) -> list[Reading]:
    if not facts.finished:
        return [UNFINISHED]
    found = standard(facts.tiles, facts.melds, None if facts.drawn else facts.last)
    if not facts.melds and facts.house.ligu and is_ligu(facts.tiles):
        found.append(ligu(facts.tiles))
    return found


def _met(tests: Sequence[Test], facts: Facts, reading: Reading) -> tuple[list[Row], int]:
    """The rows whose conditions all hold, and their bits."""
    met = []
    mask = 0
    for first, others, row in tests:
        if first(facts, reading):
            for holds in others:
                if not holds(facts, reading):
                    break
            else:
                met.append(row)
                mask |= row.bit
    return met, mask


def _sheet(
    facts: Facts, stake: Stake, book: Book, total: int, reading: Reading, met: list[Row], mask: int
) -> ScoreSheet:
    counted = [row for row in met if not row.ruled_out_by & mask]
    items = tuple([Award(row.rule, row.tai, facts, reading) for row in counted])
    displaced = () if len(counted) == len(met) else _displaced(met, counted, mask)
    dealer, payments = settle(total, facts.win, facts.seat, stake, book)
    return ScoreSheet(total, items, displaced, dealer, payments, reading, facts)


def _displaced(met: Sequence[Row], counted: Sequence[Row], mask: int) -> tuple[Displaced, ...]:
    """Each item ruled out, by the first counted item that rules it out."""
    out = [row for row in met if row.ruled_out_by & mask]
    return tuple(Displaced(row.rule, next(by.rule for by in counted if row.ruled_out_by & by.bit)) for row in out)


def _without_last_tile(hand: Hand, win: Win, seat: Seat, house: House, stake: Stake) -> ScoreSheet:
    """The winning tile is not known: every kind that can have been last must give the same items."""
    found = problems(hand, win, seat, house)
    if any(problem.code != "contradiction" for problem in found):
        raise _refusal(hand, win, seat, house)
    sheets = [(tile, _if_last(hand, tile, win, seat, house, stake)) for tile in _possible_last(hand, win)]
    if len({_same(sheet) for _, sheet in sheets}) > 1:
        raise UnknownWinningTile([*found, unknown_tile([tile for tile, _ in sheets])], sheets)
    if found:
        raise InvalidDeal(found)
    return replace(sheets[0][1], unsure_tile=True)


def _possible_last(hand: Hand, win: Win) -> list[str]:
    """The kinds in hand, in order; of a robbed tile there is no other copy (12)."""
    kinds = list(dict.fromkeys(sort_tiles(hand.concealed)))
    if win.method != "robbed_kong":
        return kinds
    melded = {tile for meld in (*hand.exposed, *hand.concealed_kongs) for tile in meld}
    return [tile for tile in kinds if hand.concealed.count(tile) == 1 and tile not in melded]


def _if_last(hand: Hand, tile: str, win: Win, seat: Seat, house: House, stake: Stake) -> ScoreSheet:
    rest = list(hand.concealed)
    rest.remove(tile)
    facts = gather(replace(hand, concealed=tuple(rest), winning_tile=tile), win, seat, house)
    return _judge(facts, stake, book_of(house))


def _same(sheet: ScoreSheet) -> tuple[tuple[str, int], ...]:
    return tuple((award.rule.key, award.tai) for award in sheet.items)
