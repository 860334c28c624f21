"""Stakes and house rules as a small form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from snaptai.scoring.house import FLOWER_ORDERS, OPTIONS, RULEBOOK
from snaptai.ui.page.session import Page


def stakes_form(page: Page) -> None:
    """底, the price of a 臺 and the house rules for hands without a table; remembered for the next one."""
    stake = page.store.setting("stake", {"base": 0, "tai": 0})
    with st.expander(page.say("stakes_title")):
        given = stake_inputs(page, stake, "quick")
        rules = rule_inputs(page, page.store.setting("rules", {}), "quick")
        dragons = st.toggle(page.say("dragon_rounds"), page.store.setting("dragon_rounds", False), key="quick-dragons")
    changed = {"stake": given, "rules": rules, "dragon_rounds": dragons}
    before = {
        "stake": stake,
        "rules": page.store.setting("rules", {}),
        "dragon_rounds": page.store.setting("dragon_rounds", False),
    }
    if changed != before:
        for name, value in changed.items():
            page.store.set_setting(name, value)
        st.rerun()


def stake_inputs(page: Page, stake: Mapping[str, int], key: str) -> dict[str, int]:
    """底 and 每臺."""
    left, right = st.columns(2)
    base = left.number_input(page.say("base"), min_value=0, value=stake["base"], step=10, key=f"{key}-base")
    tai = right.number_input(page.say("per_tai"), min_value=0, value=stake["tai"], step=10, key=f"{key}-tai")
    return {"base": int(base), "tai": int(tai)}


def rule_inputs(page: Page, rules: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Every house-rule option; only what differs from the rulebook comes back."""
    chosen: dict[str, Any] = {}
    for name in OPTIONS:
        standard = getattr(RULEBOOK, name)
        if name == "flower_order":
            value: Any = st.segmented_control(
                page.say("rule_flower_order"), FLOWER_ORDERS, default=rules.get(name, standard), required=True,
                key=f"{key}-{name}",
            )  # fmt: skip
        else:
            value = st.toggle(page.say(f"rule_{name}"), rules.get(name, standard), key=f"{key}-{name}")
        if value != standard:
            chosen[name] = value
    return chosen
