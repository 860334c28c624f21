"""How it was won, as tappable sections: only what can hold together is offered, the rest says why not.

Why something cannot be is never decided here: the hand document with it chosen is given to scoring, whose sentence is
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from snaptai.scoring.tiles import WINDS
from snaptai.ui.page.around import Around, document
from snaptai.ui.page.names import wind_name
from snaptai.ui.page.state import Context
from snaptai.ui.page.texts import say
from snaptai.vision.draft import HandDraft

Score = Callable[[dict[str, Any], str], dict[str, Any]]
MULTIPLE = ("extras",)
READY = ("heavenly_ready", "earthly_ready")
OPENING = ("heavenly_hand", "earthly_hand", "human_hand")
KONGS = ("concealed", "added", "claimed", "flower")
FLOWER_WIN = 7
"""With so many flowers a hand can win whatever its other tiles are."""
FLOWER_WINS = ("eight_flowers", "robbed_flower")


@dataclass(frozen=True, slots=True)
class Asking:
    """What sections are made from; ``answer`` is the score document of the sheet as it stands, or None."""

    draft: HandDraft
    context: Context
    around: Around
    answer: Mapping[str, Any] | None
    lang: str
    score: Score

    def say(self, key: str, **values: object) -> str:
        """A text in the page's language."""
        return say(key, self.lang, **values)


def contradictions(asking: Asking, context: Context) -> list[str]:
    """Why ``context`` cannot hold together, in scoring's words; empty where it can or too little is known."""
    if not (context.winner and context.method and asking.around.winds and asking.around.dealer and asking.around.round):
        return []
    answer = asking.score(document(asking.draft, context, asking.around), asking.lang)
    return [each["message"] for each in answer.get("errors", ()) if each["code"] == "contradiction"]


def _why_not(asking: Asking, changed: Context) -> str | None:
    already = contradictions(asking, asking.context)
    return next((text for text in contradictions(asking, changed) if text not in already), None)


def _option(value: str, label: str, on: bool, off: str | None = None, **more: object) -> dict[str, Any]:
    return {"value": value, "label": label, "on": on, "off": None if on else off, **more}


def player_label(asking: Asking, player: str) -> dict[str, str]:
    """A player's name with the seat below it, or the seat alone."""
    wind = asking.around.winds.get(player)
    seat = wind_name(wind, asking.lang) if wind else ""
    if not (name := asking.around.called(player)):
        return {"label": seat}
    dealer = ("莊 " if asking.lang == "zh" else "dealer ") if player == asking.around.dealer else ""
    return {"label": name, "sub": f"{dealer}{seat}".strip()}


def _name(asking: Asking, player: str) -> str:
    return asking.around.called(player) or wind_name(player, asking.lang)


def _section(
    name: str, title: str, options: Iterable[dict[str, Any]], likely: bool = False, **more: object
) -> dict[str, Any]:
    """What is ``likely`` to be chosen, or is chosen, lies open."""
    given = list(options)
    open_at_first = likely or any(option["on"] for option in given)
    return {"id": name, "title": title, "options": given, "many": name in MULTIPLE, "open": open_at_first, **more}


def who(asking: Asking) -> dict[str, Any]:
    """The winner."""
    players = [
        {"value": player, "on": player == asking.context.winner, "off": None, **player_label(asking, player)}
        for player in asking.around.players
    ]
    return _section("winner", asking.say("who_won"), players)


def _ways(asking: Asking, methods: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """One option a method, or one for each other player where somebody pays alone."""
    options = []
    for method, text in methods:
        alone = method in ("self_draw", "eight_flowers")
        losers = [None] if alone else [p for p in asking.around.players if p != asking.context.winner]
        for loser in losers:
            changed = replace(asking.context, method=method, loser=loser)
            on = (asking.context.method, asking.context.loser) == (method, loser)
            off = None if on else _method_off(asking, changed)
            label = asking.say(text, name=_name(asking, loser) if loser else "")
            options.append(_option(f"{method}:{loser or ''}", label, on, off))
    return options


def _method_off(asking: Asking, changed: Context) -> str | None:
    """A method is judged without the extras, which give way to it."""
    bare = settled_extras(asking, changed, keep=())
    return next(iter(contradictions(asking, bare)), None)


def how(asking: Asking) -> dict[str, Any]:
    """Self-draw, or whose discard."""
    ways = _ways(asking, (("self_draw", "self_draw"), ("discard", "by_discard")))
    return _section("how", asking.say("how_won"), ways)


def other_ways(asking: Asking) -> dict[str, Any]:
    """搶槓 and the flower wins."""
    methods = (
        ("robbed_kong", "by_robbed_kong"), ("eight_flowers", "eight_flowers"), ("robbed_flower", "by_robbed_flower"),
    )  # fmt: skip
    likely = len(asking.draft.hand().flowers) >= FLOWER_WIN
    return _section("how", asking.say("other_ways"), _ways(asking, methods), likely, fold=True, layout="flow")


def _kong_off(asking: Asking, kind: str) -> str | None:
    hand = asking.draft.hand()
    lacking = {
        "concealed": not hand.concealed_kongs,
        "added": not any(len(meld) == 4 for meld in hand.exposed),
        "flower": not hand.flowers,
    }
    missing = {"concealed": "no_concealed_kong", "added": "no_exposed_kong", "flower": "no_flower"}
    if kind == "claimed":
        return asking.say("claimed_kong_off")
    if lacking[kind]:
        return asking.say(missing[kind])
    return _why_not(asking, replace(asking.context, kong=kind))


def extras(asking: Asking) -> dict[str, Any]:
    """槓上開花 and what was replaced, 海底, the ready and opening hands."""
    context = asking.context
    title = asking.say("kong_title")
    options = [
        _option(f"kong:{kind}", f"{title}・{asking.say('kong_' + kind)}", context.kong == kind, _kong_off(asking, kind))
        for kind in KONGS
    ]
    flag = replace(context, last_tile=True)
    options.append(_option("last_tile:", asking.say("last_tile"), context.last_tile, _why_not(asking, flag)))
    for field, values in (("ready", READY), ("opening", OPENING)):
        for value in values:
            off = _why_not(asking, replace(context, **{field: value}))
            options.append(_option(f"{field}:{value}", asking.say(value), getattr(context, field) == value, off))
    if flower_win := context.method in FLOWER_WINS:
        options.insert(0, _option("hand_complete:", asking.say("hand_complete"), context.hand_complete))
    return _section("extras", asking.say("extras"), options, flower_win, fold=True, layout="flow")


def winning_tile(asking: Asking) -> dict[str, Any] | None:
    """The kinds that can have been last, where they change the result."""
    error = (asking.answer or {}).get("error", {})
    if error.get("code") != "winning_tile_unknown":
        return None
    options = [
        _option(each["tile"], f"{each['tai']} {asking.say('tai')}", False, None, tile=each["tile"])
        for each in error.get("candidates", ())
    ]
    hint = asking.say("which_won_hint")
    return _section("winning_tile", asking.say("which_won"), options, asks=True, layout="tiles", hint=hint)


def dice(asking: Asking, opening: str | None, rolled: str | None) -> list[dict[str, Any]]:
    """The dealer's dice, or the opened wall itself, at a table; folded away where ``rolled`` says nobody was asked."""
    totals = [_option(str(n), str(n), str(n) == rolled) for n in range(3, 19)]
    hint = asking.say("dice_hint", dealer=asking.around.dealer)
    walls = [
        {"value": player, "on": player == opening, "off": None, **player_label(asking, player)}
        for player in asking.around.players
    ]
    if rolled is None:
        return [_section("opening_wall", asking.say("opening_title"), walls, fold=True, open=False)]
    return [
        _section("dice", asking.say("dice_title"), totals, layout="six", hint=hint),
        _section("opening_wall", asking.say("opening_title"), walls),
    ]


def seat_questions(asking: Asking, rounds: tuple[str, ...]) -> list[dict[str, Any]]:
    """Dealer, round and streak, where no table knows them."""
    context = asking.context

    def named(value: str) -> str:
        return wind_name(value, asking.lang)

    seats = ({**_option(wind, "", context.dealer == wind), **player_label(asking, wind)} for wind in WINDS)
    return [
        _section("dealer", asking.say("dealer_title"), seats),
        _section("round", asking.say("round_title"), (_option(w, named(w), context.round == w) for w in rounds)),
        _section(
            "streak",
            asking.say("streak_title"),
            (_option(str(n), str(n), n == context.streak) for n in range(12)),
            fold=True,
            open=context.streak > 0,
            layout="six",
        ),
        *([shown_streak(asking)] if context.streak else []),
        _section(
            "dealer_dice",
            asking.say("dice_title"),
            (_option(str(n), str(n), False) for n in range(3, 19)),
            fold=True,
            layout="six",
            hint=asking.say("dealer_dice_hint"),
        ),
    ]


def shown_streak(asking: Asking) -> dict[str, Any]:
    """What the dealer's die shows, where there is a streak to show."""
    around = asking.around
    options = [_option("", asking.say("shown_same"), around.shown is None)]
    options += [_option(str(n), str(n), around.shown == n) for n in range(around.streak)]
    return _section(
        "shown", asking.say("shown_title"), options, fold=True, open=around.shown is not None, layout="flow"
    )


def dealer_wind(total: int) -> str:
    """The dealer's 開門序 when the dealer's three dice add up to ``total``: the pointed player is E."""
    return WINDS[(1 - total) % 4]


def chosen(asking: Asking, section: str, value: str) -> Context:
    """The context after an option was tapped; extras that no longer hold together with it are taken off."""
    context = asking.context
    if section == "winner":
        same = context.loser == value
        changed = replace(
            context, winner=value, loser=None if same else context.loser, method=None if same else context.method
        )
    elif section == "how":
        method, _, loser = value.partition(":")
        changed = replace(context, method=method, loser=loser or None)
    elif section == "extras":
        return _toggled(context, *value.partition(":")[::2])
    elif section == "streak":
        changed = replace(context, streak=int(value), shown=None)
    elif section == "shown":
        changed = replace(context, shown=int(value) if value else None)
    elif section == "dealer_dice":
        changed = replace(context, dealer=dealer_wind(int(value)))
    else:
        changed = replace(context, **{section: value})
    return settled_extras(asking, changed)


def _toggled(context: Context, field: str, value: str) -> Context:
    if field in ("last_tile", "hand_complete"):
        return replace(context, **{field: not getattr(context, field)})
    return replace(context, **{field: None if getattr(context, field) == value else value})


def settled_extras(
    asking: Asking, context: Context, keep: tuple[str, ...] = ("kong", "last_tile", "ready", "opening", "hand_complete")
) -> Context:
    """``context`` with only those extras of ``keep`` that hold together with the rest."""
    bare = replace(context, kong=None, last_tile=False, ready=None, opening=None, hand_complete=False)
    for name in keep:
        if value := getattr(context, name):
            tried = replace(bare, **{name: value})
            bare = tried if not contradictions(asking, tried) else bare
    return bare
