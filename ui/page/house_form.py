"""Stakes and house rules as a small form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import streamlit as st

from snaptai.scoring.house import FLOWER_ORDERS, OPTIONS, RULEBOOK, House, find_house, make_house
from snaptai.ui.page.around import remembered
from snaptai.ui.page.names import house_name
from snaptai.ui.page.session import Page, plain


def stakes_form(page: Page) -> None:
    """底, the price of a 臺 and the house rules for hands without a table; remembered for the next one, and shown."""
    stake, rules = remembered(page.store)
    with st.expander(page.say("stakes_title", **stake, rules=_rules_name(page, rules)), key="stakes"):
        given = {"stake": stake_inputs(page, stake, "quick"), "rules": rule_inputs(page, rules, "quick")}
        _switch(page, "dragon_rounds")
        keep_switch(page)
    changed = {name for name, before in (("stake", stake), ("rules", rules)) if given[name] != before}
    for name in changed:
        page.store.set_setting(name, given[name])
    if changed:
        st.rerun()


def _rules_name(page: Page, rules: Mapping[str, Any]) -> str:
    """The house, marked where it was changed."""
    house = make_house(rules)
    name = house_name(house.house, page.lang)
    return name if house == _houses().get(house.house) else page.say("rules_mixed", name=name)


def terms_form(page: Page) -> None:
    """底 and the price of a 臺 for a sheet on its own terms."""
    terms = page.sheet.terms or {}
    title = page.say("stakes_title", **terms["stake"], rules=_rules_name(page, terms["rules"]))
    with st.expander(title, key="stakes"):
        stake = stake_inputs(page, terms["stake"], f"own-{page.sheet_id}")
        _switch(page, "dragon_rounds")
    if stake != terms["stake"]:
        page.save(replace(page.sheet, terms={**terms, "stake": stake}))
        st.rerun()


def keep_switch(page: Page) -> None:
    """Whether corrected photos are kept for training."""
    _switch(page, "keep_corrections", help=page.say("keep_corrections_help"))


def _switch(page: Page, name: str, **options: Any) -> None:
    """A setting of this installation; what another phone chose stands until it is tapped here."""
    st.session_state[name] = page.store.setting(name, False)
    st.toggle(
        page.say(name), key=name, on_change=lambda: page.store.set_setting(name, st.session_state[name]), **options
    )


ENTERED = "entered here"


def following(key: str, stored: Any) -> dict[str, Any]:
    """Options of a widget that shows ``stored``, anew when another phone changed that; what is entered here stands."""
    shown = f"{key} shown"
    if key not in st.session_state or st.session_state.get(shown) not in (stored, ENTERED):
        st.session_state[key] = stored
    st.session_state[shown] = stored
    return {"key": key, "on_change": lambda: st.session_state.update({shown: ENTERED})}


def stake_inputs(page: Page, stake: Mapping[str, int], key: str) -> dict[str, int]:
    """底 and 每臺."""
    left, right = st.columns(2)
    base = left.number_input(page.say("base"), min_value=0, step=10, **following(f"{key}-base", stake["base"]))
    tai = right.number_input(page.say("per_tai"), min_value=0, step=10, **following(f"{key}-tai", stake["tai"]))
    return {"base": int(base), "tai": int(tai)}


@cache
def _houses() -> dict[str, House]:
    """The houses that come with SnapTai, read once: the page asks for them whenever it is drawn."""
    return {house.house: house for house in map(find_house, ("rulebook", "common", "association"))}


def rule_inputs(page: Page, rules: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A house that comes with SnapTai and every option; only what differs from the rulebook comes back."""
    houses, before = _houses(), rules.get("house", RULEBOOK.house)
    known = before in houses
    house = st.segmented_control(
        page.say("rule_house"), houses, required=known, format_func=lambda name: house_name(name, page.lang),
        **following(f"{key}-house", before if known else None),
    )  # fmt: skip
    start = make_house(rules) if house in (before, None) else houses[house]
    if start.source:
        st.caption(plain(start.source))
    chosen = start.to_document() | {name: _option(page, name, getattr(start, name), key) for name in OPTIONS}
    standard = RULEBOOK.to_document()
    return {name: value for name, value in chosen.items() if value != standard[name]}


def _option(page: Page, name: str, value: Any, key: str) -> Any:
    label, options = page.say(f"rule_{name}"), following(f"{key}-{name}", value)
    if name != "flower_order":
        return st.toggle(label, **options)
    return st.segmented_control(label, FLOWER_ORDERS, required=True, **options)
