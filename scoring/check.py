"""Everything that can be wrong with a deal: the tiles by themselves, and a context that cannot hold together.

Every check names the parts it looks at, so that a document with one unreadable part still has the others checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from snaptai.scoring.errors import Problem
from snaptai.scoring.facts import FLOWER_WINS, is_finished
from snaptai.scoring.groups import CONCEALED_KONGS as KONGS
from snaptai.scoring.groups import EXPOSED
from snaptai.scoring.hand import Hand, Seat, Win
from snaptai.scoring.house import House
from snaptai.scoring.readings import is_ligu, is_standard
from snaptai.scoring.suits import UNIT, split
from snaptai.scoring.tiles import FACES, FLOWERS, HONOURS, NAMES, WINDS, format_tiles

METHODS = ("self_draw", "discard", "robbed_kong", "eight_flowers", "robbed_flower")
READY = ("heavenly_ready", "earthly_ready")
OPENINGS = ("heavenly_hand", "earthly_hand", "human_hand")
CLAIMED = ("discard", "robbed_kong")
WITH_LOSER = ("discard", "robbed_kong", "robbed_flower")
TOGETHER = (("heavenly_ready", "earthly_hand"), ("earthly_ready", "human_hand"))
WORDS = dict(zip((*READY, *OPENINGS), ("天聽", "地聽", "天和", "地和", "人和"), strict=True))
RULE_OF = dict(zip((*READY, *OPENINGS), range(31, 36), strict=True))
TILE_PARTS = ("hand.concealed", "hand.winning_tile", "hand.exposed", "hand.concealed_kongs", "hand.flowers")
NOTHING: frozenset[str] = frozenset()

ContextCheck = Callable[[Hand, Win, Seat, House], Sequence[Problem]]


def problems(hand: Hand, win: Win, seat: Seat, house: House, unknown: frozenset[str] = NOTHING) -> list[Problem]:
    """Every problem of tiles and context that does not need the parts in ``unknown`` (paths of the document)."""
    found = [*_value_problems(win, seat, unknown), *_tile_problems(hand, unknown), *_meld_problems(hand, unknown)]
    found += [*_count_problems(hand, win, unknown), *_copy_problems(hand, unknown), *_flower_problems(hand, unknown)]
    if not any(problem.code == "bad_value" for problem in found):
        found += context_problems(hand, win, seat, house, unknown)
    if _readable(found, unknown) and _surely_finished(hand, win, unknown) and not _is_win(hand, house):
        found.append(_not_a_win())
    return found


def context_problems(
    hand: Hand, win: Win, seat: Seat, house: House, unknown: frozenset[str] = NOTHING
) -> list[Problem]:
    """What of the context cannot hold together (``contradiction``), each naming the rule."""
    found: list[Problem] = []
    for needs, check in CONTEXT_CHECKS:
        if not unknown or unknown.isdisjoint(needs):
            found += check(hand, win, seat, house)
    return found


def _readable(found: Sequence[Problem], unknown: frozenset[str]) -> bool:
    """The concealed tiles are known, are tiles, and are as many as the melds leave."""
    wrong = {problem.path for problem in found if problem.code == "bad_tile"} | unknown
    return wrong.isdisjoint(TILE_PARTS[:4]) and not any(problem.code == "wrong_tile_count" for problem in found)


def _surely_finished(hand: Hand, win: Win, unknown: frozenset[str]) -> bool:
    """No flower win on an unfinished hand, whatever an unreadable method may have been: that takes seven flowers."""
    if unknown.isdisjoint(("win.method", "win.hand_complete")):
        return is_finished(win)
    return "hand.flowers" not in unknown and len(set(hand.flowers)) < 7


# Tiles


_METHODS, _READY, _OPENINGS = frozenset(METHODS), frozenset((*READY, None)), frozenset((*OPENINGS, None))


def plain_values(win: Win, seat: Seat) -> bool:
    """Every value is one that exists."""
    known = win.method in _METHODS and win.ready in _READY and win.opening in _OPENINGS
    return known and seat.dealer in WINDS and (seat.loser is None or seat.loser in WINDS)


def _value_problems(win: Win, seat: Seat, unknown: frozenset[str]) -> Iterator[Problem]:
    values: tuple[tuple[str, object, tuple[str | None, ...]], ...] = (
        ("win.method", win.method, METHODS),
        ("win.ready", win.ready, (*READY, None)),
        ("win.opening", win.opening, (*OPENINGS, None)),
        ("seat.winner", seat.winner, WINDS),
        ("seat.dealer", seat.dealer, WINDS),
        ("seat.round", seat.round, HONOURS),
        ("seat.loser", seat.loser, (*WINDS, None)),
    )
    for path, value, allowed in values:
        if path not in unknown and value not in allowed:
            words = ", ".join(map(str, allowed))
            yield Problem("bad_value", path, "{path} 須是 " + words + " 之一。", "{path} must be one of " + words + ".")


def _tile_problems(hand: Hand, unknown: frozenset[str]) -> Iterator[Problem]:
    places = [("hand.concealed", hand.concealed, FACES), ("hand.flowers", hand.flowers, FLOWERS)]
    places.append(("hand.winning_tile", () if hand.winning_tile is None else (hand.winning_tile,), FACES))
    for path, tiles, allowed in places:
        if path not in unknown:
            yield from [bad_tile(path, tile) for tile in tiles if tile not in allowed][:1]


def bad_tile(path: str, piece: str) -> Problem:
    """``piece`` is no tile that can stand at ``path``."""
    zh, en = f"「{piece}」不是這裡能有的牌。", f"{piece!r} is no tile that can be here."
    return Problem("bad_tile", path, "{path}：" + zh, "{path}: " + en)


def _meld_problems(hand: Hand, unknown: frozenset[str]) -> Iterator[Problem]:
    for part, melds, known in (("exposed", hand.exposed, EXPOSED), ("concealed_kongs", hand.concealed_kongs, KONGS)):
        for place, tiles in enumerate(melds):
            path = f"hand.{part}[{place}]"
            if tiles not in known and path not in unknown:
                yield bad_meld(path, tiles, kong=part == "concealed_kongs")


def bad_meld(path: str, tiles: Sequence[str], kong: bool = False) -> Problem:
    """``tiles`` are no exposed meld, or no concealed ``kong``."""
    text = "".join(tiles)
    zh = f"「{text}」不是{'四張相同的牌' if kong else '順子、刻子或槓子'}。"
    en = f"{text!r} is {'not four alike' if kong else 'no run, no three and no four alike'}."
    return Problem("bad_meld", path, "{path}：" + zh, "{path}: " + en)


def _count_problems(hand: Hand, win: Win, unknown: frozenset[str]) -> Iterator[Problem]:
    if not unknown.isdisjoint(("hand.exposed", "hand.concealed_kongs")):
        return
    melds = len(hand.exposed) + len(hand.concealed_kongs)
    if melds > 5:
        zh, en = f"吃碰槓共 {melds} 副，最多五副。", f"There are {melds} melds; a hand has at most five."
        yield Problem("wrong_tile_count", "hand.exposed", zh, en)
    elif "hand.concealed" not in unknown and _surely_finished(hand, win, unknown):
        yield from _concealed_count(hand, melds, hand.winning_tile is not None or "hand.winning_tile" in unknown)


def _concealed_count(hand: Hand, melds: int, last_told: bool) -> Iterator[Problem]:
    held, wanted = len(hand.concealed), 17 - 3 * melds - last_told
    if held != wanted:
        zh = f"{melds} 副吃碰槓之外，hand.concealed 須有 {wanted} 張（現有 {held} 張）"
        en = f"Beside {melds} melds hand.concealed must hold {wanted} tiles (it holds {held})"
        if not last_told:
            zh, en = f"{zh}，因為沒有寫明 winning_tile", f"{en}, as winning_tile is null"
        yield Problem("wrong_tile_count", "hand.concealed", zh + "。", en + ".")


def _copy_problems(hand: Hand, unknown: frozenset[str]) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    for path, tiles in _places(hand):
        for tile in tiles if path.split("[")[0] not in unknown and path not in unknown else ():
            counts[tile] += 1
            if counts[tile] == 5 and tile in UNIT:
                yield Problem("too_many_copies", path, f"{NAMES[tile]}超過四張。", f"There are more than four {tile}.")


def _places(hand: Hand) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "hand.concealed", hand.concealed
    yield "hand.winning_tile", () if hand.winning_tile is None else (hand.winning_tile,)
    for part, melds in (("exposed", hand.exposed), ("concealed_kongs", hand.concealed_kongs)):
        yield from ((f"hand.{part}[{place}]", tiles) for place, tiles in enumerate(melds))


def _flower_problems(hand: Hand, unknown: frozenset[str]) -> Iterator[Problem]:
    if "hand.flowers" not in unknown:
        for tile, number in Counter(hand.flowers).items():
            if number > 1 and tile in FLOWERS:
                zh, en = f"花牌{NAMES[tile]}只有一張，不能重複。", f"There is only one flower {tile} in a set."
                yield Problem("duplicate_flower", "hand.flowers", zh, en)


def _is_win(hand: Hand, house: House) -> bool:
    tiles = sum([UNIT[tile] for tile in hand.concealed]) + (UNIT[hand.winning_tile] if hand.winning_tile else 0)
    melds = hand.exposed or hand.concealed_kongs
    return is_standard(split(tiles)) or (house.ligu and not melds and is_ligu(tiles))


def _not_a_win() -> Problem:
    return Problem(
        "not_a_win", "hand", "這副牌不成和：湊不成五副一對，也不是嚦咕嚦咕。",
        "The tiles are no winning hand: neither five groups and a pair nor 嚦咕嚦咕 (seven pairs and a pung).",
    )  # fmt: skip


# Context


def _against(path: str, rule: int, zh: str, en: str) -> list[Problem]:
    return [Problem("contradiction", path, f"{zh}（第 {rule} 條）。", f"{en} (rule {rule}).")]


def _claimed_replacement(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.kong_replacement and win.method in CLAIMED:
        return _against(
            "win.kong_replacement", 24, "槓上開花須自摸", "A kong's replacement is drawn, never another's tile"
        )
    return ()


def _claimed_last_tile(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.last_tile and win.method in CLAIMED:
        return _against(
            "win.last_tile", 25, "海底撈月須自摸", "The last tile of the wall is drawn, never another's tile"
        )
    return ()


def _nothing_replaced(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if (
        not win.kong_replacement
        or hand.concealed_kongs
        or hand.flowers
        or any(len(meld) in (0, 4) for meld in hand.exposed)
    ):
        return ()
    return _against(
        "win.kong_replacement", 24, "沒有槓也沒有花，無從補牌", "There is neither kong nor flower to have been replaced"
    )


def _opening_exposed(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if not hand.exposed or not (win.ready or win.opening):
        return ()
    found: list[Problem] = []
    for path, value in (("win.ready", win.ready), ("win.opening", win.opening)):
        if value:
            word = WORDS[value]
            found += _against(path, RULE_OF[value], f"{word}時不能有吃、碰、明槓", f"{word} allows no exposed meld")
    return found


def _opening_player(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if not (win.ready or win.opening):
        return ()
    found: list[Problem] = []
    dealer = seat.winner == seat.dealer
    if win.ready == "heavenly_ready" and dealer:
        found += _against("win.ready", 31, "天聽是閑家的，莊家不能有", "天聽 is never the dealer's")
    if win.opening == "earthly_hand" and dealer:
        found += _against("win.opening", 34, "地和是閑家的，莊家不能有", "地和 is never the dealer's")
    if win.opening == "heavenly_hand" and not dealer:
        found += _against("win.opening", 33, "天和只有莊家能有", "天和 is the dealer's alone")
    return found


def _heavenly_claimed(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.opening == "heavenly_hand" and win.method in CLAIMED:
        return _against("win.opening", 33, "天和須自摸", "天和 is self-drawn")
    return ()


def _not_together(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.ready and win.opening and (win.ready, win.opening) not in TOGETHER:
        ready, opening = WORDS[win.ready], WORDS[win.opening]
        rule = RULE_OF[win.opening]
        return _against("win.opening", rule, f"{ready}與{opening}不能同時成立", f"{ready} and {opening} cannot meet")
    return ()


def _robbed_copy(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    tile = hand.winning_tile
    if win.method != "robbed_kong" or tile is None:
        return ()
    if tile in hand.concealed or any(tile in meld for meld in (*hand.exposed, *hand.concealed_kongs)):
        zh = f"加槓者亮著另外三張{NAMES.get(tile, tile)}，本家不能再有一張"
        return _against("hand.winning_tile", 12, zh, f"Whoever added the kong shows the other three {tile}")
    return ()


def _nothing_to_rob(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.method != "robbed_kong" or hand.winning_tile is not None or not hand.concealed:
        return ()
    melded = {tile for meld in (*hand.exposed, *hand.concealed_kongs) for tile in meld}
    if any(hand.concealed.count(tile) == 1 and tile not in melded for tile in hand.concealed):
        return ()
    return _against("hand.winning_tile", 12, "沒有一張牌可能是搶來的", "No tile of this hand can have been robbed")


def _loser(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if (win.method in WITH_LOSER) == (seat.loser is not None):
        return ()
    if seat.loser is None:
        zh, en = "須寫明放銃、被搶槓或被搶花的是誰", "Say who discarded, or whose kong or flower was robbed"
    else:
        zh, en = "自摸與八仙過海沒有放銃者", "A self-drawn win and 八仙過海 have no loser"
    return _against("seat.loser", _METHOD_RULE[win.method], zh, en)


def _own_loser(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.method in WITH_LOSER and seat.loser == seat.winner:
        return _against(
            "seat.loser", _METHOD_RULE[win.method], "放銃者不能是和牌者自己", "The loser cannot be the winner"
        )
    return ()


_METHOD_RULE = {"discard": 9, "robbed_kong": 12, "self_draw": 23, "eight_flowers": 29, "robbed_flower": 30}


def _flowers_fit(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.method not in FLOWER_WINS:
        return ()
    kinds = len(set(hand.flowers))
    if win.method == "eight_flowers" and kinds != 8:
        return _against("hand.flowers", 29, "八仙過海須有全部八花", "八仙過海 needs all eight flowers")
    if win.method == "robbed_flower" and kinds < 7:
        return _against("hand.flowers", 30, "七搶一須持七花", "七搶一 needs the seven flowers held (or all eight)")
    return ()


def _unfinished(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if is_finished(win):
        return ()
    found: list[Problem] = []
    for name in ("kong_replacement", "last_tile", "ready", "opening"):
        if getattr(win, name):
            zh, en = f"手牌未和的花和不能有 win.{name}", f"A flower win on an unfinished hand cannot have win.{name}"
            found += _against(f"win.{name}", 29, zh, en)
    return found


def _not_played(hand: Hand, win: Win, seat: Seat, house: House) -> Sequence[Problem]:
    if win.method in FLOWER_WINS and _METHOD_RULE[win.method] in house.off:
        return _against("win.method", _METHOD_RULE[win.method], "這個牌桌不採此花和", "This house does not play it")
    return ()


CONTEXT_CHECKS: tuple[tuple[tuple[str, ...], ContextCheck], ...] = (
    (("win.method",), _claimed_replacement),
    (("win.method",), _claimed_last_tile),
    (("hand.exposed", "hand.concealed_kongs", "hand.flowers"), _nothing_replaced),
    ((), _opening_exposed),
    (("seat.winner", "seat.dealer"), _opening_player),
    (("win.method",), _heavenly_claimed),
    ((), _not_together),
    (("win.method",), _robbed_copy),
    (("win.method", *TILE_PARTS[:4]), _nothing_to_rob),
    (("win.method", "seat.loser"), _loser),
    (("win.method", "seat.loser", "seat.winner"), _own_loser),
    (("win.method", "hand.flowers"), _flowers_fit),
    (("win.method", "win.hand_complete"), _unfinished),
    (("win.method", "rules"), _not_played),
)
"""The parts without which each check would err (nothing set, where unreadable, breaks no rule), and the check."""


def unknown_tile(candidates: Sequence[str]) -> Problem:
    """Which tile came last is not given, and decides."""
    zh = "最後一張是哪張會影響臺數，請寫明 hand.winning_tile"
    en = "Which tile came last decides the score: give hand.winning_tile"
    tiles = format_tiles(candidates)
    zh, en = f"{zh}（可能是 {tiles}）。", f"{en} (it can be {tiles})."
    return Problem("winning_tile_unknown", "hand.winning_tile", zh, en)
