"""The frame of every screen: icon, header, settings.

- `header`: screens, the pair of systems, and search, in one row
- `settings`: the dialog of the settings of the score, those of another score, and robustness
"""

from base64 import b64encode

import streamlit as st

from bleu_core.common import theme
from pages.ui import user_workspace
from pages.ui.widgets.alert import draw_alert

_DRAWN = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="6" width="11" height="22" rx="2" fill="{theme.colour("figure-a")}"/>
<rect x="18" y="12" width="11" height="16" rx="2" fill="{theme.colour("figure-b")}"/>
</svg>
"""
# Inlined: it needs no request of its own.
ICON = f"data:image/svg+xml;base64,{b64encode(_DRAWN.encode()).decode()}"


def begin_page() -> None:
    """Draw what follows on the page itself; first of all in its script.

    A press that comes as the refresh of a section ends is run in the thread of the refresh and
    begins in the place of that section (Streamlit 1.67): the page would be drawn inside it, and the
    browser would fail and show nothing more.
    """
    st.container.__self__.__enter__()  # the page; `with` it would surround the whole script


def draw_logo() -> None:
    """Draw the logo in Streamlit's header, for pages without ours."""
    st.logo(ICON, size="small")


def draw_workspace_problems() -> None:
    """Draw why data could not be saved, read or backed up."""
    if problem := user_workspace.problem():
        title = "The workspace could not be read or written."
        draw_alert("warning", title, [problem], key="workspace-problem")
    if failed := user_workspace.backup_problem():
        draw_alert("warning", "The last backup failed.", [failed], key="workspace-backup")
