"""Seeded random hand documents: wins built to hit every rule, near misses, and documents that are simply wrong."""

import copy
import json
import random
from collections import Counter
from typing import Any

Document = dict[str, Any]
Rng = random.Random

SUITS, WINDS, DRAGONS = "mps", "ESWN", "CFP"
HONOURS = WINDS + DRAGONS
KINDS = [f"{n}{suit}" for suit in SUITS for n in range(1, 10)] + list(HONOURS)
OPTIONS: dict[str, list[Any]] = {
    "concealed_kong_keeps_quanqiu": [False, True],
    "pinghe_two_sided_only": [False, True],
    "drop_own_exhausted_waits": [False, True],
    "flower_order": ["梅蘭菊竹", "梅蘭竹菊"],
    "robbed_flower_all_pay": [False, True],
    "ligu": [True, False],
}


NUMBERED = [rule for rule in range(3, 37) if rule not in (13, 26, 27, 28)]
NAMED = ["門風刻", "圈風刻", "箭字刻", "圈箭刻", "字一色", "字一色減除", "正花", "花槓", "滿花"]
CAN_BE_OFF = [rule for rule in range(1, 37) if rule not in (27, 28, 29, 30)]


class Full(Exception):
    """The pool has no copies left for what was wanted; draw again."""


# --- tiles of a whole hand ---------------------------------------------------------------------------------------


def chow(first: str) -> list[str]:
    return [f"{int(first[0]) + step}{first[1]}" for step in range(3)]


def take(pool: Counter[str], group: list[str]) -> list[str]:
    """Take a group out of the four copies of each tile."""
    if Counter(group) - pool:
        raise Full
    pool.subtract(group)
    return group


def draw_groups(rng: Rng, wanted: list[list[list[str]]]) -> list[list[str]]:
    """One group from each list of choices, within four copies a tile."""
    for _ in range(200):
        pool = Counter(dict.fromkeys(KINDS, 4))
        try:
            return [take(pool, list(rng.choice(choices))) for choices in wanted]
        except Full:
            continue
    raise Full


def chows(suits: str = SUITS, low: int = 1, high: int = 9) -> list[list[str]]:
    return [chow(f"{n}{suit}") for suit in suits for n in range(low, high - 1)]


def alike(kinds: list[str], number: int = 3) -> list[list[str]]:
    return [[kind] * number for kind in kinds]


def of_suits(suits: str, low: int = 1, high: int = 9) -> list[str]:
    return [f"{n}{suit}" for suit in suits for n in range(low, high + 1)]


def theme_any(rng: Rng) -> list[list[list[str]]]:
    return [chows() if rng.random() < 0.6 else alike(KINDS) for _ in range(5)] + [alike(KINDS, 2)]


def theme_chows(rng: Rng) -> list[list[list[str]]]:
    eyes = of_suits(SUITS) if rng.random() < 0.85 else list(HONOURS)
    return [chows()] * 5 + [alike(eyes, 2)]


def theme_pungs(rng: Rng) -> list[list[list[str]]]:
    extra = [chows()] * rng.choice([0, 0, 0, 1, 2])
    return [alike(KINDS)] * (5 - len(extra)) + extra + [alike(KINDS, 2)]


def theme_narrow(rng: Rng) -> list[list[list[str]]]:
    """Few neighbouring numbers of one suit: many decompositions, 五張 of a wait, 111222333."""
    suit, low = rng.choice(SUITS), rng.randint(1, 5)
    high, other = low + rng.choice([3, 4, 4]), rng.choice(SUITS)
    near = [chows(suit, low, high), alike(of_suits(suit, low, high))]
    far = [chows(other), alike(KINDS)]
    groups = [rng.choice(near) for _ in range(rng.randint(3, 4))]
    return groups + [rng.choice(far) for _ in range(5 - len(groups))] + [alike(of_suits(suit, low, high), 2)]


def theme_thrice(rng: Rng) -> list[list[list[str]]]:
    """111222333: three pungs or three chows, by discard often 三暗刻 against 平和."""
    first = f"{rng.randint(1, 7)}{rng.choice(SUITS)}"
    return [[chow(first)]] * 3 + [chows()] * 2 + [alike(of_suits(SUITS), 2)]


def theme_flush(rng: Rng) -> list[list[list[str]]]:
    suit = rng.choice(SUITS)
    return [chows(suit) if rng.random() < 0.6 else alike(of_suits(suit)) for _ in range(5)] + [alike(of_suits(suit), 2)]


def theme_half_flush(rng: Rng) -> list[list[list[str]]]:
    suit, number = rng.choice(SUITS), rng.randint(0, 4)
    own = [chows(suit) if rng.random() < 0.5 else alike(of_suits(suit)) for _ in range(5 - number)]
    return own + [alike(list(HONOURS))] * number + [alike([*of_suits(suit), *HONOURS], 2)]


def theme_honours(rng: Rng) -> list[list[list[str]]]:
    return [alike(list(HONOURS))] * 5 + [alike(list(HONOURS), 2)]


def theme_winds(rng: Rng) -> list[list[list[str]]]:
    winds = rng.sample(WINDS, 4)
    fourth = [[winds[3]] * 3] if rng.random() < 0.4 else rng.choice([chows(), alike(KINDS)])
    eyes = alike(KINDS, 2) if len(fourth) == 1 else [[rng.choice([winds[3], winds[3], "C"])] * 2]
    return [[[w] * 3] for w in winds[:3]] + [fourth, rng.choice([chows(), alike(KINDS), alike(list(DRAGONS))]), eyes]


def theme_dragons(rng: Rng) -> list[list[list[str]]]:
    dragons = rng.sample(DRAGONS, 3)
    third = [[dragons[2]] * 3] if rng.random() < 0.4 else chows()
    eyes = alike(KINDS, 2) if len(third) == 1 else [[rng.choice([dragons[2], dragons[2], "E"])] * 2]
    rest = [rng.choice([chows(), alike(KINDS), alike(list(WINDS))]) for _ in range(2)]
    return [[[d] * 3] for d in dragons[:2]] + [third, *rest, eyes]


THEMES = [theme_any, theme_chows, theme_pungs, theme_narrow, theme_flush, theme_half_flush]
THEMES += [theme_honours, theme_winds, theme_dragons, theme_chows, theme_chows, theme_narrow, theme_thrice]


def ligu_tiles(rng: Rng) -> list[str]:
    """A pung and seven pairs, sometimes of few kinds so that they also read as a standard hand."""
    suit, low = rng.choice(SUITS), rng.randint(1, 3)
    kinds = rng.choice([KINDS, KINDS, list(HONOURS), of_suits(suit), of_suits(suit) + list(HONOURS)])
    kinds = rng.choice([kinds, kinds, of_suits(suit, low, low + 6)])
    groups = draw_groups(rng, [alike(kinds)] + [alike(kinds, 2)] * 7)
    return [tile for group in groups for tile in group]


# --- a hand document -----------------------------------------------------------------------------------------------


def text(tiles: list[str]) -> str:
    return " ".join(tiles)


def expose(rng: Rng, groups: list[list[str]]) -> dict[str, list[list[str]]]:
    """Decide for each group whether it is concealed, exposed, or a kong; the pair stays in the hand."""
    used = Counter(tile for group in groups for tile in group)
    style = rng.choice(["closed", "closed", "mixed", "mixed", "open", "kongs", "closed kongs"])
    hand: dict[str, list[list[str]]] = {"concealed": [groups[-1]], "exposed": [], "concealed_kongs": []}
    for group in groups[:-1]:
        can_kong = len(set(group)) == 1 and used[group[0]] == 3
        place, kong = placed(rng, style, can_kong)
        hand[place].append(group + group[:1] * kong)
    return hand


def placed(rng: Rng, style: str, can_kong: bool) -> tuple[str, bool]:
    """Where a group of this style goes, and whether as a kong."""
    roll = rng.random()
    if style == "closed":
        return "concealed", False
    if style == "open":
        kong = can_kong and roll < 0.25
        return ("concealed_kongs" if kong and roll < 0.06 else "exposed"), kong
    if style == "mixed":
        return ("exposed" if roll < 0.4 else "concealed"), can_kong and roll < 0.15
    if not can_kong or roll < 0.3:
        return ("exposed" if style == "kongs" and roll < 0.15 else "concealed"), False
    return ("exposed" if style == "kongs" and roll < 0.6 else "concealed_kongs"), True


def masked(rng: Rng, kong: list[str]) -> str:
    """A concealed kong as it may be written: one tile seen, two face down, or all seen."""
    return rng.choice([text(kong), f"X{kong[0]}{kong[0]}X", f"{kong[0]}XXX", f"XX X{kong[0]}"])


def some_flowers(rng: Rng) -> str:
    number = rng.choice([0] * 11 + [1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8])
    colour = rng.choice(["1234", "5678", "12345678", "12345678"])
    return "".join(sorted(rng.sample(colour, min(number, len(colour))))) + "f" if number else ""


def seats(rng: Rng) -> Document:
    streak = rng.choice([0, 0, 1, 2, 3, 7])
    shown = rng.choice([None, None, 0, streak, streak + 1, max(0, streak - 1)])
    winner = rng.choice(WINDS)
    dealer = winner if rng.random() < 0.35 else rng.choice(WINDS)
    round_wind = rng.choice(WINDS) if rng.random() < 0.8 else rng.choice(DRAGONS)
    return {"winner": winner, "dealer": dealer, "round": round_wind, "dealer_streak": streak, "shown_streak": shown}


def other(rng: Rng, player: str) -> str:
    return rng.choice([wind for wind in WINDS if wind != player])


def fill_win(rng: Rng, document: Document, kongs: bool) -> None:
    """How it was won, mostly so that it holds together."""
    seat, hand = document["seat"], document["hand"]
    held = Counter(hand["concealed"] + hand["exposed_tiles"])
    methods = ["self_draw"] * 6 + ["discard"] * 7 + ["eight_flowers", "robbed_flower"]
    can_rob = [tile for tile in hand["concealed"] if held[tile] == 1 and len(tile) == 2]
    method = rng.choice(methods + ["robbed_kong"] * (3 if can_rob else 0))
    win: Document = {"method": method}
    if method == "robbed_kong":
        move_last(hand, rng.choice(can_rob))
    if method in ("eight_flowers", "robbed_flower"):
        win["hand_complete"] = rng.random() < 0.75
        hand["flowers"] = "12345678f" if method == "eight_flowers" or rng.random() < 0.4 else seven(rng)
    drawn = method == "self_draw" or win.get("hand_complete")
    if drawn:
        win["kong_replacement"] = rng.random() < 0.3 and bool(kongs or hand["flowers"])
        win["last_tile"] = rng.random() < 0.15
    if not hand["exposed"] and rng.random() < 0.45 and (drawn or method == "discard"):
        win |= opening(rng, seat["winner"] == seat["dealer"], bool(drawn))
    seat["loser"] = None if method in ("self_draw", "eight_flowers") else other(rng, seat["winner"])
    document["win"] = win


def seven(rng: Rng) -> str:
    return "".join(sorted(rng.sample("12345678", 7))) + "f"


def opening(rng: Rng, is_dealer: bool, drawn: bool) -> Document:
    """A ready or opening that this player can have."""
    choices = [{"ready": "earthly_ready"}, {"opening": "human_hand"}]
    choices.append({"ready": "earthly_ready", "opening": "human_hand"})
    if is_dealer and drawn:
        choices += [{"opening": "heavenly_hand"}] * 2
    if not is_dealer:
        choices += [{"ready": "heavenly_ready"}, {"opening": "earthly_hand"}]
        choices.append({"ready": "heavenly_ready", "opening": "earthly_hand"})
    return dict(rng.choice(choices))


def move_last(hand: Document, tile: str) -> None:
    """Make this tile the winning one."""
    hand["concealed"].append(hand["winning_tile"])
    hand["concealed"].remove(tile)
    hand["winning_tile"] = tile


def random_rules(rng: Rng) -> Document:
    """Every house option at random, or a few of them; sometimes other values or rules switched off."""
    rules: Document = {name: rng.choice(OPTIONS[name]) for name in OPTIONS if rng.random() < 0.7}
    if rng.random() < 0.3:
        items = rng.sample([*map(str, NUMBERED), *NAMED * 2], rng.randint(1, 12))
        rules["tai"] = {item: rng.randint(0, 20) for item in items}
    if rng.random() < 0.3:
        rules["off"] = rng.sample(CAN_BE_OFF, rng.randint(1, 8))
    return rules


def stakes(rng: Rng) -> Document:
    found: Document = {"stake": {"base": rng.choice([0, 30, 100, 300]), "tai": rng.choice([0, 10, 20, 100])}}
    sides = [{"between": rng.sample(WINDS, 2), "base": rng.randint(0, 50), "tai": rng.randint(0, 10)} for _ in range(2)]
    found["side_stakes"] = rng.choice([[], [], sides[:1], sides])
    return found if rng.random() < 0.7 else {}


def winning_deal(rng: Rng) -> Document:
    """A win, complete in tiles and context; half of them under random house rules."""
    while True:
        try:
            return build(rng)
        except Full:
            continue


def build(rng: Rng) -> Document:
    theme = rng.choice(THEMES)
    if rng.random() < 0.1:
        melds: dict[str, list[list[str]]] = {"concealed": [ligu_tiles(rng)], "exposed": [], "concealed_kongs": []}
    else:
        melds = expose(rng, draw_groups(rng, theme(rng)))
    concealed = [tile for group in melds["concealed"] for tile in group]
    rng.shuffle(concealed)
    hand: Document = {"winning_tile": concealed.pop(), "concealed": concealed, "flowers": ""}
    if theme is not theme_chows or rng.random() < 0.2:
        hand["flowers"] = some_flowers(rng)
    hand["exposed"] = melds["exposed"]
    hand["exposed_tiles"] = [tile for group in melds["exposed"] + melds["concealed_kongs"] for tile in group]
    hand["concealed_kongs"] = [masked(rng, kong) for kong in melds["concealed_kongs"]]
    document: Document = {"hand": hand, "seat": seats(rng), **stakes(rng)}
    fill_win(rng, document, any(len(group) == 4 for group in melds["exposed"] + melds["concealed_kongs"]))
    if rng.random() < 0.5:
        document["rules"] = random_rules(rng)
    return written(rng, document)


def written(rng: Rng, document: Document) -> Document:
    """Put tiles into notation; sometimes leave the winning tile unsaid."""
    hand, win = document["hand"], document["win"]
    del hand["exposed_tiles"]
    hand["exposed"] = [text(rng.sample(meld, len(meld))) for meld in hand["exposed"]]
    if win["method"] in ("eight_flowers", "robbed_flower") and not win["hand_complete"]:
        hand["winning_tile"] = None
        hand["concealed"] = hand["concealed"][: rng.choice([0, 7, 16])]
    elif rng.random() < 0.12 or (win.get("opening") == "heavenly_hand" and rng.random() < 0.5):
        hand["concealed"].append(hand["winning_tile"])
        hand["winning_tile"] = None
    hand["concealed"] = text(hand["concealed"])
    return document


# --- near misses and wrong documents ------------------------------------------------------------------------------


def near_miss(rng: Rng) -> Document:
    """A win with one thing changed: another tile, another claim, another player."""
    document = copy.deepcopy(winning_deal(rng))
    for _ in range(rng.choice([1, 1, 2])):
        rng.choice([change_tile, change_claim, change_seat, change_flowers, change_winning])(rng, document)
    return document


def change_tile(rng: Rng, document: Document) -> None:
    tiles = document["hand"]["concealed"].split()
    if tiles:
        tiles[rng.randrange(len(tiles))] = rng.choice(KINDS)
    if rng.random() < 0.15:
        tiles = tiles[1:] if rng.random() < 0.5 else [*tiles, rng.choice(KINDS)]
    document["hand"]["concealed"] = text(tiles)


def change_winning(rng: Rng, document: Document) -> None:
    if document["hand"]["winning_tile"]:
        document["hand"]["winning_tile"] = rng.choice([rng.choice(KINDS), None])


def change_claim(rng: Rng, document: Document) -> None:
    win = document["win"]
    key = rng.choice(["method", "kong_replacement", "last_tile", "ready", "opening", "hand_complete"])
    values = {
        "method": ["self_draw", "discard", "robbed_kong"],
        "ready": ["heavenly_ready", "earthly_ready", None],
        "opening": ["heavenly_hand", "earthly_hand", "human_hand", None],
    }
    win[key] = rng.choice(values.get(key, [True, False]))


def change_seat(rng: Rng, document: Document) -> None:
    key = rng.choice(["winner", "dealer", "loser"])
    document["seat"][key] = rng.choice([*WINDS, None] if key == "loser" else list(WINDS))


def change_flowers(rng: Rng, document: Document) -> None:
    document["hand"]["flowers"] = rng.choice(["", "1f", "15f", "11f", "1234f", "12345678f", "2345678f"])


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    found = [(value, key) for key in keys]
    for key in keys:
        found += nodes(value[key])
    return found


ODDITIES: list[Any] = json.loads(
    r"""[null, true, -1, 0, 3.5, 1.0, Infinity, NaN, 1000000000000000000000000000000, [], ["123m"], {}, {"E": 1}, [[]],
    "self_draw", "E", "C", "", "X", "XXXX", "9z", "123", "m", "EEEEE", "🀀", "東", "\ufe0f", "1f", "111m222m", "½m",
    "٣m", "１m", "\ud800"]"""
)


def mutated(rng: Rng, document: Document) -> Any:
    """A document in which some values, keys or whole branches are not what they should be."""
    broken = json.loads(json.dumps(document))
    for _ in range(rng.randint(1, 3)):
        places = nodes(broken)
        if not places:
            return rng.choice(ODDITIES)
        container, key = rng.choice(places)
        act = rng.random()
        if act < 0.2:
            del container[key]
        elif act < 0.3 and isinstance(container, dict):
            container[rng.choice(["Hand", "winning", "ready ", ""])] = rng.choice(ODDITIES)
        else:
            container[key] = copy.deepcopy(rng.choice(ODDITIES))
    return broken


def deal(seed: int) -> Document:
    """The seeded mixture: five wins to one near miss."""
    rng = Rng(seed)
    return near_miss(rng) if rng.random() < 0.16 else winning_deal(rng)
