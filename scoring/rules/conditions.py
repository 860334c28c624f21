"""The conditions that rules are made of, by family; each holds one fact and states it in both languages."""

from __future__ import annotations

from snaptai.scoring.facts import ALL_FLOWERS, Facts
from snaptai.scoring.readings import LIGU, STANDARD, Reading
from snaptai.scoring.rules.rule import FLOWERS, HONOUR_PUNGS, SPECIAL_WIN, Condition
from snaptai.scoring.suits import SUIT_BITS, SUIT_MASK

WIND_BITS = 15 << 27
DRAGON_BITS = 7 << 31
HONOUR_BITS = WIND_BITS | DRAGON_BITS
HONOUR_SHIFT = 3 * SUIT_BITS
SEASONS, PLANTS = 15, 240

# How the hand was won

SELF_DRAWN = Condition(lambda d, r: d.drawn, "和牌張是自己摸得", "the last tile is drawn by oneself")
CLAIMED = Condition(
    lambda d, r: not d.drawn, "和的是他人的牌（非自摸）", "the last tile is another player's, not drawn"
)
BY_DISCARD = Condition(lambda d, r: d.win.method == "discard", "和的是他人打出的牌", "the last tile is a discard")
BY_ROBBED_KONG = Condition(
    lambda d, r: d.win.method == "robbed_kong",
    "和的是他人加槓的牌",
    "the last tile is added to another's pung",
    needs=SPECIAL_WIN,
)
REPLACEMENT = Condition(
    lambda d, r: d.win.kong_replacement or (d.drawn and d.win.method != "self_draw"),
    "和牌張是槓或花的補牌",
    "the last tile replaces a kong or flower",
    needs=SPECIAL_WIN,
)
LAST_TILE = Condition(
    lambda d, r: d.win.last_tile, "和牌張是海底牌", "the last tile is the last of the wall", needs=SPECIAL_WIN
)
EIGHT_FLOWERS = Condition(
    lambda d, r: d.win.method == "eight_flowers",
    "以八仙過海和牌",
    "the win is declared on eight flowers",
    needs=SPECIAL_WIN,
)
ROBBED_FLOWER = Condition(
    lambda d, r: d.win.method == "robbed_flower",
    "以七搶一和牌",
    "the win is declared by robbing the eighth flower",
    needs=SPECIAL_WIN,
)


def ready(value: str, zh: str, en: str) -> Condition:
    """``win.ready`` is ``value``."""
    return Condition(lambda d, r: d.win.ready == value, zh, en, SPECIAL_WIN)


def opening(value: str, zh: str, en: str) -> Condition:
    """``win.opening`` is ``value``."""
    return Condition(lambda d, r: d.win.opening == value, zh, en, SPECIAL_WIN)


# Melds and waits

NO_EXPOSED = Condition(lambda d, r: not d.exposed, "沒有吃、碰、明槓", "nothing is exposed by chow, pung or kong")
ONE_TILE_LEFT = Condition(
    lambda d, r: len(d.melds) == 5, "五副都在門前、手上僅剩一張", "five melds lie in front and one tile is left"
)
ALL_EXPOSED = Condition(
    lambda d, r: not d.kongs or d.house.concealed_kong_keeps_quanqiu,
    "五副都是吃碰明槓而無暗槓",
    "none of the five melds is a concealed kong",
)
HAD_A_WAIT = Condition(
    lambda d, r: d.win.opening != "heavenly_hand",
    "和牌前有聽牌（天和沒有）",
    "there was a wait (heavenly hand has none)",
)
ONE_WAIT = Condition(lambda d, r: len(d.waits) == 1, "只聽一種牌", "exactly one kind of tile completes the hand")
SEVERAL_WAITS = Condition(lambda d, r: len(d.waits) > 1, "非獨聽（聽兩種以上）", "at least two kinds complete the hand")


def _two_sided(d: Facts, r: Reading) -> bool:
    """The last tile is an end of a run, not 3 of 123 or 7 of 789."""
    if not d.house.pinghe_two_sided_only:
        return True
    if r.won is None or r.won.pung or d.last is None:
        return False
    start = r.won.first % 9
    return (d.last == r.won.first and start != 6) or (d.last == r.won.first + 2 and start != 0)


TWO_SIDED = Condition(_two_sided, "和牌張補在順子兩面聽的一端", "the last tile completes a run waiting on both ends")

# Groups

IS_STANDARD = Condition(lambda d, r: r.form == STANDARD, "五副一對的牌型", "five groups and a pair")
IS_LIGU = Condition(lambda d, r: r.form == LIGU, "七個對子與一個刻子", "seven pairs and a pung")
NO_PUNGS = Condition(lambda d, r: not r.pungs, "沒有刻子或槓", "no pung and no kong")
ALL_PUNGS = Condition(lambda d, r: r.pungs.bit_count() == 5, "除將牌外全為刻子", "all five groups are pungs or kongs")


def concealed_pungs(number: int, zh: str, en: str) -> Condition:
    """At least ``number`` pungs drawn by oneself, concealed kongs among them."""
    return Condition(lambda d, r: r.concealed_pungs >= number, zh, en)


def pung_of(kind: int, zh: str, en: str) -> Condition:
    """A pung or kong of an honour, kind 27–33."""
    return Condition(lambda d, r: r.pungs >> kind & 1, zh, en, HONOUR_PUNGS)


SEAT_PUNG = Condition(
    lambda d, r: r.pungs >> d.seat_wind & 1, "有開門序的風刻", "there is a pung of the seat wind", needs=HONOUR_PUNGS
)
ROUND_WIND_PUNG = Condition(
    lambda d, r: d.round < 31 and r.pungs >> d.round & 1,
    "有圈序的風刻",
    "there is a pung of the round wind",
    needs=HONOUR_PUNGS,
)
ROUND_DRAGON_PUNG = Condition(
    lambda d, r: d.round > 30 and r.pungs >> d.round & 1,
    "有圈序的箭刻",
    "there is a pung of the dragon of the round",
    needs=HONOUR_PUNGS,
)


def _all_pungs(honours: int) -> Condition:
    zh, en = (
        ("東南西北四刻", "pungs of all four winds") if honours == WIND_BITS else ("中發白三刻", "pungs of all dragons")
    )
    return Condition(lambda d, r: r.pungs & honours == honours, zh + "全齊", en, HONOUR_PUNGS)


def _all_but_the_pair(honours: int) -> Condition:
    zh, en = ("東南西北", "winds") if honours == WIND_BITS else ("中發白", "dragons")
    return Condition(
        lambda d, r: r.pair is not None and r.pungs & honours == honours & ~(1 << r.pair) != honours,
        f"{zh}組成刻子與將牌",
        f"the {en} make the pair and pungs of all the others",
        HONOUR_PUNGS,
    )


BIG_WINDS, LITTLE_WINDS = _all_pungs(WIND_BITS), _all_but_the_pair(WIND_BITS)
BIG_DRAGONS, LITTLE_DRAGONS = _all_pungs(DRAGON_BITS), _all_but_the_pair(DRAGON_BITS)
_WITH_ALL_HONOURS = ((19, BIG_WINDS), (20, LITTLE_WINDS), (21, BIG_DRAGONS), (22, LITTLE_DRAGONS))
HAS_BIG_OR_LITTLE = Condition(
    lambda d, r: any(c.holds(d, r) and number not in d.house.off for number, c in _WITH_ALL_HONOURS),
    "包含大小四喜或大小三元",
    "a big or little winds or dragons pattern is in it",
    HONOUR_PUNGS,
)

# Suits


def suits(d: Facts) -> int:
    """How many of 萬筒索 the hand has."""
    every = d.every
    return bool(every & SUIT_MASK) + bool(every >> SUIT_BITS & SUIT_MASK) + bool(every >> 2 * SUIT_BITS & SUIT_MASK)


NO_HONOURS = Condition(lambda d, r: not d.every >> HONOUR_SHIFT, "沒有字牌", "no honour tile")
SOME_HONOURS = Condition(lambda d, r: d.every >> HONOUR_SHIFT, "有字牌", "there are honour tiles")
ONLY_HONOURS = Condition(lambda d, r: not d.every & (1 << HONOUR_SHIFT) - 1, "全為字牌", "every tile is an honour")
ONE_SUIT = Condition(lambda d, r: suits(d) == 1, "數牌全為一種花色", "the suited tiles are of one suit")

# Flowers

NO_FLOWERS = Condition(lambda d, r: not d.flowers, "沒有花牌", "no flower")
OWN_SEASON = Condition(
    lambda d, r: d.flowers & d.own_season, "有合開門序的春夏秋冬", "the season of the seat's number", needs=FLOWERS
)
OWN_PLANT = Condition(
    lambda d, r: d.flowers & d.own_plant, "有合開門序的梅蘭菊竹", "the plant of the seat's number", needs=FLOWERS
)
ALL_SEASONS = Condition(lambda d, r: d.flowers & SEASONS == SEASONS, "春夏秋冬全齊", "all four seasons", needs=FLOWERS)
ALL_PLANTS = Condition(lambda d, r: d.flowers & PLANTS == PLANTS, "梅蘭菊竹全齊", "all four plants", needs=FLOWERS)
EVERY_FLOWER = Condition(lambda d, r: d.flowers == ALL_FLOWERS, "八張花牌全齊", "all eight flowers", needs=FLOWERS)
