"""The forms of the table: opening one, seats and dealer, dice, fines, stakes and side bets, import."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import streamlit as st

from snaptai.scoring.errors import ScoringError
from snaptai.scoring.table.state import State
from snaptai.scoring.tiles import WINDS
from snaptai.ui.page.around import opened_wall
from snaptai.ui.page.evening import ImportProblem, import_table, load, open_wall, start
from snaptai.ui.page.house_form import following, rule_inputs, stake_inputs
from snaptai.ui.page.judged import LOCALE
from snaptai.ui.page.names import wind_name
from snaptai.ui.page.session import Page, current, plain

DICE = tuple(range(1, 7))
LONGEST_NAME = 12


def _change(page: Page, *events: dict[str, Any]) -> None:
    from snaptai.ui.page.ledger_view import change

    change(page, *events)


# Opening a table


def choose_table(page: Page) -> None:
    """A new table, or one of those kept."""
    left, right = st.columns([1, 1], gap="large")
    with left:
        _new_table(page)
    with right:
        _kept_tables(page)
        with st.expander(page.say("import"), key="import_table"):
            bring_in(page)


def _new_table(page: Page) -> None:
    st.subheader(page.say("new_table"))
    st.caption(page.say("new_table_hint"))
    _first_round(page)
    with st.container(key="new_table"):
        names = _names(page)
        dealer = st.segmented_control(
            page.say("first_dealer"),
            range(4),
            format_func=lambda n: plain(names[n]) if names[n] and names.count(names[n]) == 1 else "①②③④"[n],
            default=0,
            required=True,
            key="dealer",
        )
        stake = stake_inputs(page, page.store.setting("stake", {"base": 100, "tai": 20}), "table")
        usual = page.store.setting("rules", {})
        with st.expander(page.say("house_rules"), expanded=bool(usual), key="table_rules"):  # never changed unseen
            rules = rule_inputs(page, usual, "table")
            dragons = st.toggle(page.say("dragon_rounds"), False, key="table-dragons")
            price = st.number_input(page.say("false_win_price"), 0, value=0, step=10, key="table-false-win")
        if st.button(page.say("open_table"), type="primary", width="stretch", key="open_table"):
            house = {"rounds": "ESWNCFP" if dragons else "ESWN", "rules": rules, "false_win_each": int(price) or None}
            _open(page, names, int(dealer or 0), stake, house)


def _first_round(page: Page) -> None:
    """The hand at hand comes along, but not into a later round or a streak: a table begins with neither."""
    context = page.sheet.context
    if context.round not in (None, "E") or context.streak:
        streak = page.say("streak_short", n=context.streak) if context.streak else ""
        st.warning(page.say("table_begins", round=wind_name(context.round or "E", page.lang), streak=streak))


def _names(page: Page) -> list[str]:
    last = page.store.setting("last_players", [""] * 4)
    columns = [column for _ in range(2) for column in st.columns(2)]
    return [
        column.text_input(page.say("player_n", n=n + 1), last[n], key=f"player-{n}").strip()
        for n, column in enumerate(columns)
    ]


def _open(page: Page, names: list[str], dealer: int, stake: dict[str, int], house: dict[str, Any]) -> None:
    if not all(names) or len(set(names)) < 4:
        st.error(page.say("four_names"))
        return
    if long := [name for name in names if len(name) > LONGEST_NAME]:
        st.error(plain(page.say("long_name", name=long[0], n=LONGEST_NAME)))
        return
    wind = page.sheet.context.dealer
    opening = opened_wall(names, names[dealer], wind) if wind else None
    try:
        table = start(page.store, tuple(names), names[dealer], stake["base"], stake["tai"], opening, **house)
    except ScoringError as problem:
        st.error(problem.problems[0].message(LOCALE[page.lang]))
        return
    page.store.set_setting("last_players", names)
    page.store.set_setting("stake", stake)
    st.query_params["view"] = "score"
    _sit_down(table)


def _sit_down(table: str) -> None:
    """To the table, with the hand at hand: who won it and how stays said."""
    st.query_params["table"] = table
    page = current()
    if page.revision:
        page.save(page.sheet)
        st.session_state["fresh_choice"] = True
    st.rerun()


def _kept_tables(page: Page) -> None:
    kept = page.store.tables()
    if not kept:
        return
    st.subheader(page.say("kept_tables"))
    for table, created, _ in kept[:12]:
        evening = load(page.store, table)
        names = "・".join(evening.state.seats) if evening else table
        when = datetime.fromisoformat(created).astimezone()
        if st.button(plain(f"{when:%Y-%m-%d %H:%M}　{names}"), key=f"open-{table}", width="stretch"):
            _sit_down(table)


def bring_in(page: Page) -> None:
    """Import an export as a new table."""
    words = f"<style>.st-key-import button p::after {{ content: '{page.say('choose_file')}'; }}</style>"
    st.html(words)
    given = st.file_uploader(page.say("import"), type=["json", "csv"], key="import", label_visibility="collapsed")
    if given is None or not st.button(page.say("import_now"), key="import_now"):
        return
    try:
        table = import_table(page.store, given.getvalue())
    except ImportProblem as problem:
        st.error(page.say(str(problem)))
    except ScoringError as problem:
        st.error(problem.problems[0].message(LOCALE[page.lang]))
    else:
        st.query_params["table"] = table
        for word in ("sheet", "deal"):
            page.forget(word)
        st.rerun()


# Seats, dealer, dice


def _three_dice(page: Page, key: str) -> list[int]:
    columns = st.columns(3)
    return [
        int(column.segmented_control(page.say("die_n", n=n + 1), DICE, default=1, required=True, key=f"{key}-{n}") or 1)
        for n, column in enumerate(columns)
    ]


def seats(page: Page, state: State) -> None:
    """搬風 by dice and drawn winds, or seats agreed."""
    by_dice, agreed = st.tabs([page.say("draw_seats"), page.say("seats_agreed")])
    with by_dice:
        roller = state.last_winner
        if roller is None or state.jiang == 1:
            roller = st.segmented_control(
                page.say("roller"), state.seats, format_func=plain, default=state.seats[0], required=True, key="roller"
            )
        else:
            st.caption(plain(page.say("roller_is", name=roller)))
        dice = _three_dice(page, "seat-dice")
        drawn = "".join(st.text_input(page.say("drawn_winds"), placeholder="SENW", key="drawn").upper().split())
        if st.button(page.say("draw_seats"), type="primary", key="do_draw_seats"):
            _change(page, {"event": "draw_seats", "dice": dice, "drawn": drawn, "roller": roller})
    with agreed:
        order = [
            st.selectbox(f"{page.say('seat')} {wind_name(wind, page.lang)}", state.seats, n, key=f"sit-{n}")
            for n, wind in enumerate(WINDS)
        ]
        if st.button(page.say("sit"), type="primary", key="do_sit"):
            _change(page, {"event": "sit", "order": order})


def first_dealer(page: Page, state: State) -> None:
    """定莊 by the dice of the 東座, or by name."""
    by_dice, named = st.tabs([page.say("by_dice"), page.say("by_name")])
    with by_dice:
        dice = _three_dice(page, "dealer-dice")
        if st.button(page.say("find_dealer"), type="primary", key="do_find_dealer"):
            _change(page, {"event": "first_dealer", "dice": dice})
    with named:
        for name in state.seats:
            if st.button(plain(name), key=f"dealer-{name}", width="stretch"):
                _change(page, {"event": "first_dealer", "dealer": name})


def dice(page: Page, state: State, drawn: bool) -> None:
    """Where the wall was opened; with ``drawn`` that is all that is missing before the 荒局 is recorded."""
    title = page.say("opening_then_draw" if drawn else "opening_title")
    opening = st.segmented_control(title, state.seats, format_func=plain, key=f"opening_wall-{state.deal}")
    shown = None
    if state.streak:
        shown = st.segmented_control(
            page.say("shown_title"), range(state.streak + 1), default=state.streak, required=True, key="shown"
        )
    if opening and page.evening:
        fewer = int(shown) if shown is not None and shown != state.streak else None
        draw = [{"event": "exhaustive_draw"}] if drawn else []
        st.session_state.pop("drawn", None)
        _change(page, *open_wall(page.evening, opening, fewer), *draw)


# Fines, stakes, bets


def penalties(page: Page, state: State) -> None:
    """喊碰未碰, 詐和 and any other fine."""
    if state.phase not in ("dice", "play"):
        return
    with st.expander(page.say("penalties"), key="penalties"):
        if state.phase == "dice":
            st.caption(page.say("opening_first"))
        missed, false, other = st.tabs([page.say("missed_pung"), page.say("false_win"), page.say("other_fine")])
        with missed:
            player = st.segmented_control(page.say("who_called"), state.seats, format_func=plain, key="missed-player")
            others = [name for name in state.seats if name != player]
            discarder = st.segmented_control(
                page.say("who_discarded"), others, format_func=plain, key="missed-discarder"
            )
            ready = player and discarder and state.phase == "play"
            if st.button(page.say("record_it"), key="do_missed", disabled=not ready):
                _change(page, {"event": "missed_pung", "player": player, "discarder": discarder})
        with false:
            player = st.segmented_control(page.say("who_false"), state.seats, format_func=plain, key="false-player")
            usual = following("false-each", state.house.false_win_each or 0)
            each = st.number_input(page.say("each_gets"), 0, step=10, **usual)
            if st.button(page.say("record_it"), key="do_false", disabled=not player or state.phase != "play"):
                _change(page, {"event": "false_win", "player": player, "each": int(each)})
        with other:
            player = st.segmented_control(page.say("who_pays"), state.seats, format_func=plain, key="fine-player")
            to = st.segmented_control(
                page.say("to_whom"), [name for name in state.seats if name != player], format_func=plain,
                selection_mode="multi", key="fine-to",
            )  # fmt: skip
            amount = st.number_input(page.say("amount"), 0, value=0, step=10, key="fine-amount")
            reason = st.text_input(page.say("reason"), key="fine-reason")
            if st.button(page.say("record_it"), key="do_fine", disabled=not (player and to)):
                event = {"event": "penalty", "player": player, "to": list(to), "amount": int(amount)}
                _change(page, event | ({"reason": reason} if reason.strip() else {}))


def stakes(page: Page, state: State) -> None:
    """底 and 臺, house rules, 內插 and 外插; between deals only."""
    if state.phase == "play":
        st.caption(page.say("between_deals"))
        return
    stake = stake_inputs(page, {"base": state.house.base, "tai": state.house.tai}, "house")
    if st.button(page.say("change_stake"), key="do_stake"):
        _change(page, {"event": "stake", **stake})
    st.divider()
    rules = rule_inputs(page, state.house.rules, "house")
    if st.button(page.say("change_rules"), key="do_rules", disabled=rules == dict(state.house.rules)):
        _change(page, {"event": "rules", "rules": rules})
    st.divider()
    pair = st.segmented_control(
        page.say("inner_bet"), state.seats, format_func=plain, selection_mode="multi", key="inner"
    )
    inner = stake_inputs(page, {"base": 0, "tai": 0}, "inner")
    if st.button(page.say("set_bet"), key="do_inner", disabled=len(pair or ()) != 2):
        _change(page, {"event": "side_stake", "between": list(pair or ()), **inner})
    st.divider()
    bystander = st.text_input(page.say("bystander"), key="bystander")
    follows = st.segmented_control(page.say("outer_bet"), state.seats, format_func=plain, key="outer")
    outer = stake_inputs(page, {"base": 0, "tai": 0}, "outer")
    if st.button(page.say("set_bet"), key="do_outer", disabled=not (bystander.strip() and follows)):
        _change(page, {"event": "follow_bet", "bystander": bystander.strip(), "follows": follows, **outer})
