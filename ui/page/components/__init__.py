"""The page's own components: each its JavaScript and one CSS file, registered once when this module is imported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _component(name: str, *parts: str) -> Any:
    """``parts`` are further scripts that it is made of."""
    return st.components.v2.component(
        f"snaptai_{name}",
        html=f'<div class="{name}"></div>',
        css="".join(_read(f"{part}.css") for part in ("common", "waiting", name)),
        js="".join(_read(f"{part}.js") for part in ("common", *parts, name)),
    )


photos = _component("photos", "camera")
editor = _component("editor", "photo")
choices = _component("choices")
result = _component("result")
drawing = _component("drawing")
watch = _component("watch")
