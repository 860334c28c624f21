"""The page's entry script: Streamlit runs it from top to bottom at every tap."""

import streamlit as st

from snaptai.ui.page import shell

st.set_page_config(page_title="拍臺 SnapTai", page_icon="🀄", layout="wide", initial_sidebar_state="collapsed")
shell.show()
