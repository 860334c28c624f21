"""The page's entry script: Streamlit runs it from top to bottom at every tap."""

from pathlib import Path

import streamlit as st

from snaptai.ui.page import shell

st.set_page_config(page_title="拍臺 SnapTai", page_icon="🀄", layout="wide", initial_sidebar_state="collapsed")
st.html(Path(shell.__file__).with_name("page.css"))
QUIET = Path(shell.__file__).with_name("page.js").read_text(encoding="utf-8")
with st.container(key="quiet"):
    st.html(f"<script>{QUIET}</script>", unsafe_allow_javascript=True)
shell.show()
