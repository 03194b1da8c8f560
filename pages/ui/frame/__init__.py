"""The frame of every screen: style sheet, navigation, masthead, notices.

- `header`: navigation, masthead, and the workspace's problems
- `settings`: the settings of the score
- `explain_difference`: from these settings to those of another score
- `palette`: the command palette
- `navigation/`, `masthead/`: their scripts
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
# Inlined: it needs no request of its own.
ICON = f"data:image/svg+xml;base64,{b64encode(_DRAWN.encode()).decode()}"
# The style sheet of the page, which `door.first_paint` puts there. Components inherit the colours,
# which are custom properties. The navigation's links are Streamlit's, and not in a component.
STYLE = theme.CSS + "".join(
    (UI / "frame" / name).read_text(encoding="utf-8")
    for name in ("page_style.css", "navigation/page.css")
)


def draw_logo() -> None:
    """Draw the logo in Streamlit's header."""
    st.logo(ICON, size="small")
