"""The rule table: the rulebook's thirty-six rules, a row for each item that can stand on a sheet.

Where a rule has several items (seat and round wind, each flower colour) it has several rows, keyed 1a, 1b …
``displaces`` is the whole list of rulings.md; ``checked`` refuses a table in which it does not make sense.
"""

from __future__ import annotations

from collections.abc import Iterable

from snaptai.scoring.rules import conditions as c
from snaptai.scoring.rules import evidence as e
from snaptai.scoring.rules.rule import Rule


def _dragon(letter: str, kind: int, name: str, english: str) -> Rule:
    when = (c.pung_of(kind, f"有{name}的刻子", f"there is a pung of {english} dragons"),)
    zh, en = "{tiles}是箭刻，計{tai}臺。", "{tiles} is a dragon pung: {tai} tai."
    return Rule(f"2{letter}", "箭字刻", 1, "一.2", when, e.pungs_among(1 << kind), zh, en)


def checked(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rows in order. Raises ValueError on duplicate keys, and on exclusions unknown, in a circle or with a gap."""
    rows = tuple(rules)
    by_key = {rule.key: rule for rule in rows}
    if len(by_key) != len(rows) or [rule.number for rule in rows] != sorted(rule.number for rule in rows):
        raise ValueError("rule keys must be unique and in order")
    if unknown := {key for rule in rows for key in rule.displaces} - set(by_key):
        raise ValueError(f"exclusions name unknown rows: {sorted(unknown)}")
    for rule in rows:
        _refuse_cycle(rule, by_key, (rule.key,))
        _refuse_gap(rule, by_key)
    return rows


def _refuse_cycle(rule: Rule, by_key: dict[str, Rule], path: tuple[str, ...]) -> None:
    for key in rule.displaces:
        if key in path:
            raise ValueError(f"exclusions run in a circle: {' → '.join((*path, key))}")
        _refuse_cycle(by_key[key], by_key, (*path, key))


def _refuse_gap(rule: Rule, by_key: dict[str, Rule]) -> None:
    """Whatever is ruled out by what ``rule`` rules out, ``rule`` must rule out too, or no item would say why."""
    for key in rule.displaces:
        if missing := set(by_key[key].displaces) - set(rule.displaces):
            raise ValueError(f"{rule.key} displaces {key} but not {sorted(missing)}, which {key} displaces")


_FLOWERS = ("26a", "26b", "26c", "26d", "26e")

RULES = checked([
    Rule("1a", "門風刻", 1, "一.1", (c.SEAT_PUNG,), e.seat_pung,
         "{tiles}是合開門序的風刻，計{tai}臺。", "{tiles} is a pung of the seat wind: {tai} tai."),
    Rule("1b", "圈風刻", 1, "一.1", (c.ROUND_WIND_PUNG,), e.round_pung,
         "{tiles}是合圈序的風刻，計{tai}臺。", "{tiles} is a pung of the round wind: {tai} tai."),
    _dragon("a", 31, "中", "red"),
    _dragon("b", 32, "發", "green"),
    _dragon("c", 33, "白", "white"),
    Rule("2d", "圈箭刻", 1, "一.2", (c.ROUND_DRAGON_PUNG,), e.round_pung,
         "{tiles}是合圈序的箭刻，加計{tai}臺。", "{tiles} is a pung of the round's dragon: {tai} tai more."),
    Rule("3", "門清", 1, "一.3", (c.NO_EXPOSED,), e.every_tile,
         "{tiles}，無吃、碰、明槓，計{tai}臺。", "{tiles} has no exposed meld: {tai} tai."),
    Rule("4", "不求自摸", 2, "一.4", (c.NO_EXPOSED, c.SELF_DRAWN), e.last_tile,
         "無吃、碰、明槓而自己摸進{tile}，計{tai}臺。", "{tile} is drawn with no exposed meld: {tai} tai.", ("23",)),
    Rule("5", "全求", 2, "一.5", (c.ONE_TILE_LEFT, c.ALL_EXPOSED, c.BY_DISCARD), e.melds,
         "{tiles}，五副都在門前，單釣{tile}和銃，計{tai}臺。",
         "{tiles} all lie in front and {tile} was claimed for the pair: {tai} tai."),
    Rule("6", "半求", 1, "一.6", (c.ONE_TILE_LEFT, c.ALL_EXPOSED, c.SELF_DRAWN), e.melds,
         "{tiles}，五副都在門前，單釣{tile}自摸，計{tai}臺。",
         "{tiles} all lie in front and {tile} was drawn for the pair: {tai} tai."),
    Rule("7", "平和", 2, "一.7",
         (c.IS_STANDARD, c.NO_FLOWERS, c.NO_HONOURS, c.NO_PUNGS, c.CLAIMED, c.SEVERAL_WAITS, c.TWO_SIDED), e.every_tile,
         "{tiles}，全是順子，無花、無字、無刻，非獨聽、非自摸，計{tai}臺。",
         "{tiles}: runs only, no flower, honour or pung, several waits, not drawn: {tai} tai."),
    Rule("8", "對對和", 4, "一.8", (c.IS_STANDARD, c.ALL_PUNGS), e.all_pungs,
         "{tiles}，全是刻子，計{tai}臺。", "{tiles}: all five groups are pungs: {tai} tai."),
    Rule("9", "作莊", 1, "一.9", (), e.nothing,
         "莊家和放皆加計{tai}臺。", "The dealer wins or pays: {tai} tai."),
    Rule("10", "連拉", 2, "一.10", (), e.nothing,
         "莊家連莊，連拉共計{tai}臺。", "The dealer's streak, dealer and counterpart: {tai} tai."),
    Rule("11", "獨聽", 1, "一.11", (c.HAD_A_WAIT, c.ONE_WAIT), e.last_tile,
         "只聽{tile}一種，計{tai}臺。", "{tile} is the only kind that completes the hand: {tai} tai."),
    Rule("12", "搶槓", 1, "一.12", (c.BY_ROBBED_KONG,), e.last_tile,
         "他人加槓的{tile}恰成和，計{tai}臺。", "{tile}, added to another's pung, completes the hand: {tai} tai."),
    Rule("13a", "字一色", 16, "一.13", (c.ONLY_HONOURS,), e.every_tile,
         "{tiles}，全為字牌，計{tai}臺。", "{tiles} are all honours: {tai} tai.", ("8",)),
    Rule("13b", "字一色減除", -4, "一.13", (c.IS_STANDARD, c.ONLY_HONOURS, c.HAS_BIG_OR_LITTLE), e.every_tile,
         "{tiles}，包含大小四喜或大小三元，與字一色必然並存，計{tai}臺。",
         "{tiles} hold big or little winds or dragons, as all honours must: {tai} tai."),
    Rule("14", "清一色", 12, "一.14", (c.ONE_SUIT, c.NO_HONOURS), e.every_tile,
         "{tiles}，全為一種花色，計{tai}臺。", "{tiles} are all of one suit: {tai} tai."),
    Rule("15", "湊一色", 4, "一.15", (c.ONE_SUIT, c.SOME_HONOURS), e.every_tile,
         "{tiles}，除字牌外全為一種花色，計{tai}臺。", "{tiles} are one suit and honours: {tai} tai."),
    Rule("16", "三暗刻", 2, "一.16", (c.concealed_pungs(3, "有三副暗刻", "there are three concealed pungs"),),
         e.concealed_pungs, "{tiles}是配得或摸得的刻子，計{tai}臺。", "{tiles} are concealed pungs: {tai} tai."),
    Rule("17", "四暗刻", 5, "一.17", (c.concealed_pungs(4, "有四副暗刻", "there are four concealed pungs"),),
         e.concealed_pungs, "{tiles}是配得或摸得的刻子，計{tai}臺。", "{tiles} are concealed pungs: {tai} tai.",
         ("16",)),
    Rule("18", "五暗刻", 12, "一.18", (c.concealed_pungs(5, "有五副暗刻", "there are five concealed pungs"),),
         e.concealed_pungs, "{tiles}是配得或摸得的刻子，計{tai}臺。", "{tiles} are concealed pungs: {tai} tai.",
         ("3", "8", "16", "17")),
    Rule("19", "大四喜", 16, "一.19", (c.BIG_WINDS,), e.pungs_among(c.WIND_BITS),
         "{tiles}，東南西北四刻全齊，計{tai}臺。", "{tiles}: pungs of all four winds: {tai} tai.", ("1a", "1b")),
    Rule("20", "小四喜", 8, "一.20", (c.LITTLE_WINDS,), e.pungs_and_pair_among(c.WIND_BITS),
         "{tiles}，東南西北的三刻與將牌，計{tai}臺。",
         "{tiles}: three wind pungs and the fourth as pair: {tai} tai."),
    Rule("21", "大三元", 8, "一.21", (c.BIG_DRAGONS,), e.pungs_among(c.DRAGON_BITS),
         "{tiles}，中發白三刻全齊，計{tai}臺。", "{tiles}: pungs of all three dragons: {tai} tai.", ("2a", "2b", "2c")),
    Rule("22", "小三元", 4, "一.22", (c.LITTLE_DRAGONS,), e.pungs_and_pair_among(c.DRAGON_BITS),
         "{tiles}，中發白的二刻與將牌，計{tai}臺。", "{tiles}: two dragon pungs and the third as pair: {tai} tai.",
         ("2a", "2b", "2c")),
    Rule("23", "自摸", 1, "一.23", (c.SELF_DRAWN,), e.last_tile,
         "和牌張{tile}自己摸得，計{tai}臺。", "{tile} is drawn by oneself: {tai} tai."),
    Rule("24", "槓上開花", 1, "一.24", (c.SELF_DRAWN, c.REPLACEMENT), e.kongs_or_flowers,
         "{tile}是槓或花的補牌，計{tai}臺。", "{tile} replaced a kong or flower: {tai} tai."),
    Rule("25", "海底撈月", 1, "一.25", (c.SELF_DRAWN, c.LAST_TILE), e.last_tile,
         "{tile}是海底牌，計{tai}臺。", "{tile} is the last tile of the wall: {tai} tai."),
    Rule("26a", "正花", 1, "一.26", (c.OWN_SEASON,), e.own_season,
         "{tiles}合開門序，計{tai}臺。", "{tiles} is the seat's own season: {tai} tai."),
    Rule("26b", "正花", 1, "一.26", (c.OWN_PLANT,), e.own_plant,
         "{tiles}合開門序，計{tai}臺。", "{tiles} is the seat's own plant: {tai} tai."),
    Rule("26c", "花槓", 2, "一.26", (c.ALL_SEASONS,), e.flowers_among(c.SEASONS),
         "{tiles}，同色四花齊，計{tai}臺。", "{tiles}: all four seasons: {tai} tai.", ("26a",)),
    Rule("26d", "花槓", 2, "一.26", (c.ALL_PLANTS,), e.flowers_among(c.PLANTS),
         "{tiles}，同色四花齊，計{tai}臺。", "{tiles}: all four plants: {tai} tai.", ("26b",)),
    Rule("26e", "滿花", 8, "一.26", (c.EVERY_FLOWER,), e.flowers_among(255),
         "{tiles}，八花全齊，計{tai}臺。", "{tiles}: all eight flowers: {tai} tai.", ("26a", "26b", "26c", "26d")),
    Rule("27", "花和", 0, "一.27", (), e.nothing,
         "花牌齊集即可和牌，以八仙過海或七搶一計。", "Winning on flowers, counted as 29 or 30."),
    Rule("28", "配牌花和", 0, "一.28", (), e.nothing,
         "配牌即得的花和，以八仙過海或七搶一計。", "Winning on flowers dealt, counted as 29 or 30."),
    Rule("29", "八仙過海", 8, "一.29", (c.EIGHT_FLOWERS,), e.flowers_among(255),
         "集齊八花（{tiles}）和牌，計{tai}臺。", "{tiles}: won on all eight flowers: {tai} tai.", _FLOWERS),
    Rule("30", "七搶一", 8, "一.30", (c.ROBBED_FLOWER,), e.flowers_among(255),
         "持七花搶入他人一花，湊齊八花（{tiles}）和牌，計{tai}臺。",
         "{tiles}: the eighth flower robbed: {tai} tai.", _FLOWERS),
    Rule("31", "天聽", 8, "一.31", (c.ready("heavenly_ready", "宣告天聽", "heavenly ready was declared"),), e.last_tile,
         "天聽而和{tile}，計{tai}臺。", "Heavenly ready, won on {tile}: {tai} tai.", ("3",)),
    Rule("32", "地聽", 6, "一.32", (c.ready("earthly_ready", "宣告地聽", "earthly ready was declared"),), e.last_tile,
         "地聽而和{tile}，計{tai}臺。", "Earthly ready, won on {tile}: {tai} tai.", ("3",)),
    Rule("33", "天和", 16, "一.33", (c.opening("heavenly_hand", "配牌即和", "the deal itself won"),), e.every_tile,
         "莊家配牌即成和：{tiles}，計{tai}臺。", "The dealer was dealt the complete hand {tiles}: {tai} tai.",
         ("3", "4", "23", "24")),
    Rule("34", "地和", 16, "一.34",
         (c.opening("earthly_hand", "起牌天聽即和", "won on the first draw or a first discard"),), e.last_tile,
         "起牌天聽即和{tile}，計{tai}臺。", "Ready as dealt and won at once on {tile}: {tai} tai.", ("3", "31")),
    Rule("35", "人和", 8, "一.35",
         (c.opening("human_hand", "地聽後第一巡即和", "won within a turn of earthly ready"),), e.last_tile,
         "地聽宣告後第一巡即和{tile}，計{tai}臺。", "Won on {tile} in the first turn after earthly ready: {tai} tai.",
         ("3", "32")),
    Rule("36", "嚦咕嚦咕", 8, "一.36", (c.IS_LIGU,), e.every_tile,
         "{tiles}，七個對子與一個刻子，計{tai}臺。", "{tiles}: seven pairs and a pung: {tai} tai.", ("3",)),
])  # fmt: skip

SETTLED = ("9", "10")
"""Rows that count between the dealer and each counterpart, not on the hand."""
UNFINISHED_ROWS = frozenset((*_FLOWERS, "29", "30"))
"""Rows that count on an unfinished flower win (29)."""
BY_KEY = {rule.key: rule for rule in RULES}


def _names_by_number() -> dict[str, tuple[str, ...]]:
    names: dict[str, dict[str, None]] = {}
    for rule in RULES:
        if rule.tai:
            names.setdefault(str(rule.number), {})[rule.name] = None
    return {number: tuple(found) for number, found in names.items()}


NAMES_BY_NUMBER = _names_by_number()
"""A rule's number to the names of its items."""
