"""A slow scorer that enumerates everything, written from rulebook, rulings and interface alone.

It imports nothing of the engine. `score(document)` gives `{"error": code, ...}` or the meaning of a score document:
every reading that reaches the best total, with its items and what they displace, and the payments that follow.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Any

Document = dict[str, Any]
Item = tuple[int, int, str]  # rule, tai, which of the rule's items

WINDS, DRAGONS = "ESWN", "CFP"
KINDS = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + list(WINDS + DRAGONS)
FLOWERS = [f"{n}f" for n in range(1, 9)]
FLOWER_WINS = ("eight_flowers", "robbed_flower")
HOUSE = {
    "concealed_kong_keeps_quanqiu": False,
    "pinghe_two_sided_only": False,
    "drop_own_exhausted_waits": False,
    "flower_order": "梅蘭菊竹",
    "robbed_flower_all_pay": False,
    "ligu": True,
    "tai": {},
    "off": [],
}
PARTS = {(1, "seat"): "門風刻", (1, "round"): "圈風刻", (2, "pung"): "箭字刻", (2, "round"): "圈箭刻"}
PARTS |= {(13, ""): "字一色", (13, "minus"): "字一色減除"}
PARTS |= {(26, "own"): "正花", (26, "full"): "花槓", (26, "all"): "滿花"}
WIN = {"hand_complete": False, "kong_replacement": False, "last_tile": False, "ready": None, "opening": None}
HAND = {"winning_tile": None, "exposed": [], "concealed_kongs": [], "flowers": ""}
SEAT = {"loser": None, "dealer_streak": 0, "shown_streak": None}

# 裁定, "What displaces what". "2 pung" leaves the +1 of a dragon round alone; 26 inside itself is handled beside it.
DISPLACES = {
    4: ["23"],
    17: ["16"],
    18: ["3", "8", "16", "17"],
    13: ["8"],
    19: ["1"],
    21: ["2 pung"],
    22: ["2 pung"],
    31: ["3"],
    32: ["3"],
    34: ["3", "31"],
    35: ["3", "32"],
    33: ["3", "4", "23", "24"],
    36: ["3"],
    29: ["26"],
    30: ["26"],
}


def tiles(text: str) -> list[str]:
    """Read the notation `123m EEE 15f`, sorted."""
    found, digits = [], ""
    for char in text.replace(" ", ""):
        if char.isdigit():
            digits += char
        elif digits:
            found += [digit + char for digit in digits]
            digits = ""
        else:
            found.append(char)
    return sorted(found, key=(KINDS + FLOWERS + ["X"]).index)


@dataclass(frozen=True)
class Group:
    """A chow, pung, kong or (in 嚦咕) a pair, and whether the hand keeps it hidden."""

    tiles: tuple[str, ...]
    concealed: bool

    @property
    def is_chow(self) -> bool:
        return len(set(self.tiles)) == 3

    @property
    def is_triplet(self) -> bool:
        return len(self.tiles) >= 3 and not self.is_chow


@dataclass(frozen=True)
class Reading:
    """One way to see the hand: its groups, its pair, and the group that the winning tile completed."""

    form: str
    groups: tuple[Group, ...]
    pair: tuple[str, ...]
    won: tuple[str, ...] | None


class Deal:
    """A hand document with its defaults filled in."""

    def __init__(self, document: Document) -> None:
        hand, win, seat = HAND | document["hand"], WIN | document["win"], SEAT | document["seat"]
        self.concealed = tiles(hand["concealed"])
        self.winning = tiles(hand["winning_tile"])[0] if hand["winning_tile"] else None
        self.exposed = [tiles(meld) for meld in hand["exposed"]]
        self.kongs = [unmask(tiles(meld)) for meld in hand["concealed_kongs"]]
        self.flowers = tiles(hand["flowers"])
        self.method, self.complete = win["method"], win["hand_complete"]
        self.kong_replacement, self.last_tile = win["kong_replacement"], win["last_tile"]
        self.ready, self.opening = win["ready"], win["opening"]
        self.winner, self.dealer, self.loser, self.round = (seat[k] for k in ("winner", "dealer", "loser", "round"))
        self.streak, self.shown = seat["dealer_streak"], seat["shown_streak"]
        self.stake = {"base": 100, "tai": 20} | document.get("stake", {})
        self.side_stakes = document.get("side_stakes", [])
        self.house = HOUSE | document.get("rules", {})

    @property
    def melds(self) -> list[list[str]]:
        return self.exposed + self.kongs

    @property
    def unfinished(self) -> bool:
        return self.method in FLOWER_WINS and not self.complete

    @property
    def self_drawn(self) -> bool:
        """A flower win that completed the hand counts as self-drawn (裁定 27–30)."""
        return self.method == "self_draw" or (self.method in FLOWER_WINS and self.complete)

    @property
    def held(self) -> Counter[str]:
        """Every tile of the hand but the winning one."""
        return Counter(self.concealed) + Counter(chain.from_iterable(self.melds))


def unmask(kong: list[str]) -> list[str]:
    """Face-down tiles beside one kind are that kind."""
    known = [tile for tile in kong if tile != "X"]
    return [known[0]] * len(kong) if known and len(set(known)) == 1 else kong


# --- shapes -----------------------------------------------------------------------------------------------------


def splits(rest: list[str]) -> list[tuple[tuple[str, ...], ...]]:
    """Every way to split sorted tiles into chows and pungs."""
    if not rest:
        return [()]
    first, found = rest[0], []
    for group in ((first,) * 3, chow_from(first)):
        if group and all(rest.count(tile) >= group.count(tile) for tile in group):
            left = list(rest)
            for tile in group:
                left.remove(tile)
            found += [(group, *more) for more in splits(left)]
    return found


def chow_from(tile: str) -> tuple[str, ...]:
    """The chow that begins with this tile, or () where none does."""
    if len(tile) == 1 or int(tile[0]) > 7:
        return ()
    return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))


def standard_shapes(concealed: list[str]) -> list[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]]:
    """Every (groups, pair) of the concealed tiles."""
    shapes = []
    for kind in sorted(set(concealed)):
        if concealed.count(kind) >= 2:
            left = list(concealed)
            left.remove(kind)
            left.remove(kind)
            shapes += [(groups, (kind, kind)) for groups in splits(left)]
    return shapes


def ligu_shapes(concealed: list[str]) -> list[tuple[tuple[str, ...], ...]]:
    """Every pung + seven pairs of 17 concealed tiles; four alike may be two pairs."""
    count, shapes = Counter(concealed), []
    for kind in KINDS:
        if len(concealed) == 17 and count[kind] >= 3:
            left = count - Counter({kind: 3})
            if all(number % 2 == 0 for number in left.values()):
                pairs = [(tile, tile) for tile in KINDS for _ in range(left[tile] // 2)]
                shapes.append(((kind,) * 3, *pairs))
    return shapes


def completes(deal: Deal, tile: str) -> bool:
    """Whether this tile makes the concealed tiles a whole hand, in any form the house plays."""
    whole = sorted([*deal.concealed, tile], key=KINDS.index)
    return bool(standard_shapes(whole)) or (plays_ligu(deal) and bool(ligu_shapes(whole)))


def plays_ligu(deal: Deal) -> bool:
    return bool(deal.house["ligu"]) and 36 not in deal.house["off"] and not deal.melds


def wait_kinds(deal: Deal) -> list[str]:
    """Every kind that completes the hand, also one of which it holds all four."""
    return [kind for kind in KINDS if completes(deal, kind)]


def live(deal: Deal, kinds: list[str]) -> list[str]:
    """The kinds of which the hand does not hold all four itself."""
    return [kind for kind in kinds if deal.held[kind] < 4]


def counted_waits(deal: Deal) -> list[str]:
    """The waits as the house counts them (rule 11)."""
    if deal.opening == "heavenly_hand":
        return []
    kinds = wait_kinds(deal)
    return live(deal, kinds) if deal.house["drop_own_exhausted_waits"] else kinds


def readings(deal: Deal) -> list[Reading]:
    """Every decomposition with every group that the winning tile can complete."""
    whole = sorted(deal.concealed + ([deal.winning] if deal.winning else []), key=KINDS.index)
    fixed = tuple(Group(tuple(m), False) for m in deal.exposed) + tuple(Group(tuple(k), True) for k in deal.kongs)
    found = []
    for groups, pair in standard_shapes(whole):
        for won in winning_groups(deal, (*groups, pair)):
            found.append(Reading("standard", fixed + hidden(deal, groups, won), pair, won))
    if plays_ligu(deal):
        for groups in ligu_shapes(whole):
            for won in winning_groups(deal, groups):
                found.append(Reading("ligu", hidden(deal, groups, won), (), won))
    return found


def winning_groups(deal: Deal, groups: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...] | None]:
    """The groups that hold the winning tile; None for 天和, where there was no wait."""
    if deal.opening == "heavenly_hand":
        return [None]
    return sorted({group for group in groups if deal.winning in group})


def hidden(deal: Deal, groups: tuple[tuple[str, ...], ...], won: tuple[str, ...] | None) -> tuple[Group, ...]:
    """The hand's own groups; the one completed by another's tile is not concealed (裁定 16–18)."""
    taken = None if deal.self_drawn else won
    result, pending = [], taken
    for group in groups:
        result.append(Group(group, group != pending))
        if group == pending:
            pending = None
    return tuple(result)


# --- the rules, each adding what its condition gives ------------------------------------------------------------


def held_items(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Every item whose own condition holds, before any displaces another."""
    found: list[Item] = []
    for rules in (honours, hand_state, patterns, concealed_pungs, suits, the_draw, openings):
        found += rules(deal, reading, waits)
    return amended(deal, found + flower_items(deal))


def amended(deal: Deal, found: list[Item]) -> list[Item]:
    """The house's own 臺; a rule that is switched off neither counts nor displaces."""
    return [(rule, value(deal, rule, tai, part), part) for rule, tai, part in found if rule not in deal.house["off"]]


def value(deal: Deal, rule: int, tai: int, part: str = "") -> int:
    """What an item is worth here, by its rule's number or, where the rule has several, its name."""
    name = PARTS.get((rule, part.split(" ")[0]), str(rule))
    return int(deal.house["tai"].get(name, tai))


def triplets(reading: Reading, kinds: str) -> list[str]:
    """Kinds among these of which the reading has a pung or kong."""
    return [g.tiles[0] for g in reading.groups if g.is_triplet and g.tiles[0] in list(kinds)]


def honours(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 1, 2, 19–22."""
    winds, dragons, pair = triplets(reading, WINDS), triplets(reading, DRAGONS), reading.pair[:1]
    found = [(1, 1, "seat")] * winds.count(deal.winner) + [(1, 1, "round")] * winds.count(deal.round)
    found += [(2, 1, "pung")] * len(dragons) + [(2, 1, "round")] * dragons.count(deal.round)
    if len(winds) == 4:
        found.append((19, 16, ""))
    if len(winds) == 3 and pair and pair[0] in WINDS:
        found.append((20, 8, ""))
    if len(dragons) == 3:
        found.append((21, 8, ""))
    if len(dragons) == 2 and pair and pair[0] in DRAGONS:
        found.append((22, 4, ""))
    return found


def hand_state(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 3, 4, 5, 6, 11."""
    found = []
    if not deal.exposed:
        found.append((3, 1, ""))
        if deal.self_drawn:
            found.append((4, 2, ""))
    all_open = deal.melds if deal.house["concealed_kong_keeps_quanqiu"] else deal.exposed
    if len(all_open) == 5 and deal.method == "discard":
        found.append((5, 2, ""))
    if len(all_open) == 5 and deal.self_drawn:
        found.append((6, 1, ""))
    if len(waits) == 1:
        found.append((11, 1, ""))
    return found


def patterns(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 7, 8, 36."""
    found = []
    if reading.form == "ligu":
        return [(36, 8, "")]
    if is_pinghe(deal, reading, waits):
        found.append((7, 2, ""))
    if all(group.is_triplet for group in reading.groups):
        found.append((8, 4, ""))
    return found


def is_pinghe(deal: Deal, reading: Reading, waits: list[str]) -> bool:
    """Rule 7, with the house's stricter reading of the wait."""
    if deal.method not in ("discard", "robbed_kong") or deal.flowers or len(waits) < 2:
        return False
    if not all(group.is_chow for group in reading.groups) or len(reading.pair[0]) == 1:
        return False
    return not deal.house["pinghe_two_sided_only"] or two_sided(reading.won, deal.winning)


def two_sided(won: tuple[str, ...] | None, tile: str | None) -> bool:
    """The tile completes a chow at an end that is not 3 of 123 or 7 of 789."""
    if won is None or tile is None or len(won) != 3:
        return False
    low, high = won[0], won[2]
    return (tile == low and low[0] != "7") or (tile == high and high[0] != "3")


def concealed_pungs(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 16–18: who has four has three too, until the larger displaces it."""
    number = sum(group.is_triplet and group.concealed for group in reading.groups)
    if reading.form == "ligu":
        return []
    return [(rule, tai, "") for rule, least, tai in ((16, 3, 2), (17, 4, 5), (18, 5, 12)) if number >= least]


def suits(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 13, 14, 15; what is taken off 字一色 is for the big pattern that the house counts beside it."""
    every = list(chain(reading.pair, *(group.tiles for group in reading.groups)))
    colours = {tile[1] for tile in every if len(tile) == 2}
    has_honour = any(len(tile) == 1 for tile in every)
    if not colours:
        coexists = {19, 20, 21, 22} & {item[0] for item in honours(deal, reading, waits)} - set(deal.house["off"])
        return [(13, 16, ""), *([(13, -4, "minus")] if coexists else [])]
    if len(colours) > 1:
        return []
    return [(15, 4, "")] if has_honour else [(14, 12, "")]


def the_draw(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 12, 23, 24, 25."""
    found = []
    if deal.method == "robbed_kong":
        found.append((12, 1, ""))
    if deal.self_drawn:
        found.append((23, 1, ""))
        if deal.kong_replacement or deal.method in FLOWER_WINS:
            found.append((24, 1, ""))
        if deal.last_tile:
            found.append((25, 1, ""))
    return found


def openings(deal: Deal, reading: Reading, waits: list[str]) -> list[Item]:
    """Rules 31–35."""
    ready = {"heavenly_ready": (31, 8, ""), "earthly_ready": (32, 6, "")}
    opening = {"heavenly_hand": (33, 16, ""), "earthly_hand": (34, 16, ""), "human_hand": (35, 8, "")}
    return [table[key] for table, key in ((ready, deal.ready), (opening, deal.opening)) if key]


def flower_items(deal: Deal) -> list[Item]:
    """Rules 26, 29, 30; who wins by 七搶一 has all eight, however the document lists them."""
    flowers = FLOWERS if deal.method in FLOWER_WINS else deal.flowers
    number = WINDS.index(deal.winner)
    plants = {"梅": "5f", "蘭": "6f", "菊": "7f", "竹": "8f"}
    own = {"seasons": FLOWERS[number], "plants": plants[deal.house["flower_order"][number]]}
    found = [(26, 1, f"own {colour}") for colour, tile in own.items() if tile in flowers]
    for colour, four in (("seasons", FLOWERS[:4]), ("plants", FLOWERS[4:])):
        if set(four) <= set(flowers):
            found.append((26, 2, f"full {colour}"))
    if set(FLOWERS) <= set(flowers):
        found.append((26, 8, "all"))
    special = {"eight_flowers": (29, 8, ""), "robbed_flower": (30, 8, "")}
    return found + ([special[deal.method]] if deal.method in special else [])


# --- displacing, choosing, paying -------------------------------------------------------------------------------


def displacers(item: Item, others: list[Item]) -> set[int]:
    """The rules among the others that rule this item out."""
    rule, _, part = item
    by = {other[0] for other in others if {str(rule), f"{rule} {part}"} & set(DISPLACES.get(other[0], []))}
    parts = {other[2] for other in others if other[0] == 26}
    if rule == 26 and part != "all" and ("all" in parts or part.replace("own", "full") in parts - {part}):
        by.add(26)
    return by


def judge(held: list[Item]) -> dict[str, Any]:
    """Split what is held into awarded items and displaced ones with the awarded rules that may be named for it."""
    awarded = [item for item in held if not displacers(item, held)]
    displaced = [(item[0], displacers(item, awarded) or displacers(item, held)) for item in held if item not in awarded]
    items = sorted((rule, tai) for rule, tai, _ in awarded)
    return {"items": items, "tai": sum(tai for _, tai in items), "displaced": sorted(displaced, key=lambda d: d[0])}


def best_readings(deal: Deal) -> list[dict[str, Any]]:
    """All readings that reach the best total; empty where the tiles are no whole hand."""
    waits = counted_waits(deal)
    judged = [judge(held_items(deal, r, waits)) | {"reading": r, "waits": waits} for r in readings(deal)]
    best = max((j["tai"] for j in judged), default=0)
    return [j for j in judged if j["tai"] == best]


def settle(deal: Deal, tai: int) -> dict[str, Any]:
    """Rules 9 and 10 and the stakes: who pays the winner what."""
    dealer_wins = deal.winner == deal.dealer
    shown = deal.streak if deal.shown is None else deal.shown
    streak = min(shown, deal.streak) if dealer_wins else deal.streak
    extra = [(9, value(deal, 9, 1))] + ([(10, value(deal, 10, 2) * streak)] if streak else [])
    extra = [item for item in extra if item[0] not in deal.house["off"]]
    alone = deal.method in ("discard", "robbed_kong") or (
        deal.method == "robbed_flower" and not deal.house["robbed_flower_all_pay"]
    )
    payers = [deal.loser] if alone else [player for player in WINDS if player != deal.winner]
    payments, involved = {}, False
    for payer in payers:
        with_dealer = deal.dealer in (payer, deal.winner)
        involved = involved or with_dealer
        total = tai + (sum(t for _, t in extra) if with_dealer else 0)
        payments[payer] = (total, amount(deal, payer, total))
    return {"payments": payments, "dealer_items": extra if involved else []}


def amount(deal: Deal, payer: str, tai: int) -> int:
    """底 and 臺 at the table's stake and at every side stake between the two."""
    sides = [side for side in deal.side_stakes if set(side["between"]) == {payer, deal.winner}]
    return sum(stake["base"] + tai * stake["tai"] for stake in [deal.stake, *sides])


# --- what a document may not say ---------------------------------------------------------------------------------


def problems(deal: Deal) -> list[str]:
    """Codes of what is wrong before scoring, in the interface's order."""
    found = []
    if any(set(kong) == {"X"} for kong in deal.kongs):
        return ["concealed_kong_unknown"]
    wanted = 16 - 3 * len(deal.melds) + (deal.winning is None)
    if not deal.unfinished and len(deal.concealed) != wanted:
        found.append("wrong_tile_count")
    every = deal.held + Counter([deal.winning] if deal.winning else [])
    if any(number > 4 for number in every.values()):
        found.append("too_many_copies")
    if len(set(deal.flowers)) != len(deal.flowers):
        found.append("duplicate_flower")
    return found + ["contradiction"] * any(contradictions(deal))


def can_have_been_robbed(deal: Deal) -> bool:
    """Whether the winner holds no other copy of the robbed tile; where it is unknown, of one of his tiles."""
    if deal.winning:
        return deal.held[deal.winning] == 0
    return not deal.concealed or any(deal.held[kind] == 1 for kind in deal.concealed)


def contradictions(deal: Deal) -> list[bool]:
    """The interface's list, one truth each."""
    by_other = deal.method in ("discard", "robbed_kong")
    needs_loser = by_other or deal.method == "robbed_flower"
    flags = deal.kong_replacement or deal.last_tile
    has_kong = any(len(meld) == 4 for meld in deal.melds)
    pair = (deal.ready, deal.opening)
    together = (("heavenly_ready", "earthly_hand"), ("earthly_ready", "human_hand"))
    flowers = len(set(deal.flowers))
    return [
        by_other and flags,
        deal.unfinished and bool(flags or deal.ready or deal.opening),
        deal.kong_replacement and not (has_kong or deal.flowers),
        bool(deal.exposed and (deal.ready or deal.opening)),
        deal.opening == "heavenly_hand" and (deal.winner != deal.dealer or by_other),
        deal.winner == deal.dealer and (deal.ready == "heavenly_ready" or deal.opening == "earthly_hand"),
        all(pair) and pair not in together,
        deal.method == "robbed_kong" and not can_have_been_robbed(deal),
        needs_loser != (deal.loser is not None),
        deal.loser == deal.winner,
        deal.method == "eight_flowers" and flowers < 8,
        deal.method == "robbed_flower" and flowers < 7,
    ]


# --- the whole -----------------------------------------------------------------------------------------------------


def score(document: Document) -> dict[str, Any]:
    """Score a document whose keys, types and notation are right."""
    deal = Deal(document)
    wrong = problems(deal)
    if wrong:
        return {"error": wrong[0], "codes": wrong}
    if deal.unfinished:
        judged = judge(amended(deal, flower_items(deal))) | {"reading": None, "waits": []}
        return finish(deal, [judged], set())
    if deal.winning is None and deal.opening != "heavenly_hand":
        return score_unknown(document, deal)
    best = best_readings(deal)
    return finish(deal, best, warnings(deal)) if best else {"error": "not_a_win", "codes": ["not_a_win"]}


def score_unknown(document: Document, deal: Deal) -> dict[str, Any]:
    """Try every kind that can have been last; only where all give the same items is there a score."""
    kinds = sorted(set(deal.concealed), key=KINDS.index)
    if deal.method == "robbed_kong":
        kinds = [kind for kind in kinds if deal.held[kind] == 1]
    tried = {kind: with_last(document, deal, kind) for kind in kinds}
    best = {kind: best_readings(candidate) for kind, candidate in tried.items()}
    if not readings(as_drawn(document)):
        return {"error": "not_a_win", "codes": ["not_a_win"]}
    unknown = {"error": "winning_tile_unknown", "codes": ["winning_tile_unknown"]}
    unknown["candidates"] = {kind: (found[0]["tai"], [j["items"] for j in found]) for kind, found in best.items()}
    choices = [{tuple(judged["items"]) for judged in found} for found in best.values()]
    common = set.intersection(*choices)
    if not common:
        return unknown
    agreed = [judged for judged in chain.from_iterable(best.values()) if tuple(judged["items"]) in common]
    tied = {"if_ties_differ": unknown} if any(len(choice) > 1 for choice in choices) else {}
    return finish(deal, agreed, {"winning tile unknown"}) | tied


def with_last(document: Document, deal: Deal, kind: str) -> Deal:
    """The same deal with this kind taken out of the hand as the winning tile."""
    candidate = Deal(document)
    candidate.concealed = list(deal.concealed)
    candidate.concealed.remove(kind)
    candidate.winning = kind
    return candidate


def as_drawn(document: Document) -> Deal:
    """The deal read without a winning tile, to see whether the tiles are a whole hand at all."""
    deal = Deal(document)
    deal.opening = "heavenly_hand"
    return deal


def finish(deal: Deal, best: list[dict[str, Any]], warned: set[str]) -> dict[str, Any]:
    """Everything a score document says."""
    tai = best[0]["tai"]
    return {"tai": tai, "readings": best, "warnings": warned, **settle(deal, tai)}


def warnings(deal: Deal) -> set[str]:
    """What rulings say must be warned of."""
    found = set()
    if all({24, 25} <= {rule for rule, _ in judged["items"]} for judged in best_readings(deal)):
        found.add("24 with 25")
    if deal.kongs and (deal.opening or deal.ready):
        found.add("opening with a concealed kong")
    if exhausted_decides(deal):
        found.add("own exhausted wait")
    return found


def exhausted_decides(deal: Deal) -> bool:
    """Whether 獨聽 or 平和 hangs on a kind of which the hand holds all four."""
    results = []
    for option in (False, True):
        deal.house = deal.house | {"drop_own_exhausted_waits": option}
        best = best_readings(deal)
        results.append({tuple(i for i in j["items"] if i[0] in (7, 11)) for j in best})
    return results[0] != results[1]


def waits(document: Document) -> list[dict[str, Any]]:
    """What each wait of a 16-tile hand would score by discard and by self-draw."""
    found = []
    for kind in wait_kinds(Deal(document)):
        wait: dict[str, Any] = {"tile": kind, "exhausted": Deal(document).held[kind] >= 4}
        if not wait["exhausted"]:
            for method in ("discard", "self_draw"):
                deal = Deal(document)
                deal.winning, deal.method, deal.loser = kind, method, None
                wait[method] = best_readings(deal)[0]["tai"]
        found.append(wait)
    return found
