"""The frame of every screen: style sheet, navigation, masthead, sharing, notices.

- `header`: navigation, who is logged in, masthead, the login screen
- `sharing`: sharing the open comparison, and the workspace's problems
- `palette`: the command palette
- `navigation/`, `masthead/`, `login_screen/`: their scripts
"""

from base64 import b64encode

import streamlit as st

from bleu_core.common import theme
from pages.ui.widgets.components import UI

_DRAWN = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="6" width="11" height="22" rx="2" fill="{theme.colour("figure-a")}"/>
<rect x="18" y="12" width="11" height="16" rx="2" fill="{theme.colour("figure-b")}"/>
</svg>
"""
# Inlined: without a login, no file of Streamlit's is served.
ICON = f"data:image/svg+xml;base64,{b64encode(_DRAWN.encode()).decode()}"
# Components inherit the colours, which are custom properties.
_CSS = theme.CSS + (UI / "frame/page_style.css").read_text(encoding="utf-8")


def apply_style() -> None:
    """Put the style sheet into the page. It contains no user's text."""
    st.html(f"<style>{_CSS}</style>")
    st.logo(ICON, size="small")
