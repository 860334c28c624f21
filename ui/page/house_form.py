"""Stakes and house rules as a small form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from snaptai.scoring.house import FLOWER_ORDERS, OPTIONS, RULEBOOK, find_house, make_house
from snaptai.ui.page.names import house_name
from snaptai.ui.page.session import Page, plain


def stakes_form(page: Page) -> None:
    """底, the price of a 臺 and the house rules for hands without a table; remembered for the next one."""
    stake = page.store.setting("stake", {"base": 0, "tai": 0})
    with st.expander(page.say("stakes_title")):
        given = stake_inputs(page, stake, "quick")
        rules = rule_inputs(page, page.store.setting("rules", {}), "quick")
        _switch(page, "dragon_rounds")
        keep_switch(page)
    changed = {"stake": given, "rules": rules}
    before = {"stake": stake, "rules": page.store.setting("rules", {})}
    if changed != before:
        for name, value in changed.items():
            page.store.set_setting(name, value)
        st.rerun()


def terms_form(page: Page) -> None:
    """底 and the price of a 臺 for a sheet on its own terms."""
    terms = page.sheet.terms or {}
    with st.expander(page.say("stakes_title")):
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


def stake_inputs(page: Page, stake: Mapping[str, int], key: str) -> dict[str, int]:
    """底 and 每臺."""
    left, right = st.columns(2)
    base = left.number_input(page.say("base"), min_value=0, value=stake["base"], step=10, key=f"{key}-base")
    tai = right.number_input(page.say("per_tai"), min_value=0, value=stake["tai"], step=10, key=f"{key}-tai")
    return {"base": int(base), "tai": int(tai)}


def rule_inputs(page: Page, rules: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A house that comes with SnapTai and every option; only what differs from the rulebook comes back."""
    houses = {house.house: house for house in map(find_house, ("rulebook", "common", "association"))}
    before = rules.get("house", RULEBOOK.house)
    house = st.segmented_control(
        page.say("rule_house"), houses, default=before if before in houses else None, required=before in houses,
        format_func=lambda name: house_name(name, page.lang), key=f"{key}-house",
    )  # fmt: skip
    start = make_house(rules) if house in (before, None) else houses[house]
    if start.source:
        st.caption(plain(start.source))
    own = f"{key}-{house}" if house != RULEBOOK.house else key
    chosen = start.to_document() | {name: _option(page, name, getattr(start, name), own) for name in OPTIONS}
    standard = RULEBOOK.to_document()
    return {name: value for name, value in chosen.items() if value != standard[name]}


def _option(page: Page, name: str, value: Any, key: str) -> Any:
    if name != "flower_order":
        return st.toggle(page.say(f"rule_{name}"), value, key=f"{key}-{name}")
    label = page.say("rule_flower_order")
    return st.segmented_control(label, FLOWER_ORDERS, default=value, required=True, key=f"{key}-{name}")
