"""The navigation: links to the screens that carry the comparison and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.ui import login, state
from pages.ui.frame.navigation.person import person
from pages.ui.widgets.mounting import UI, component

_mount = component("frame/navigation/navigation.js", "<span></span>")
# For the page, not the component: the links are Streamlit's.
_CSS = (UI / "frame/navigation/page.css").read_text(encoding="utf-8")


def navigation(screens: Sequence[Any], current: Any) -> None:
    """Draw the links to the `st.Page`s; `current` is the open one.

    Streamlit's own navigation has no query in its links, so that in a new tab they open the sample,
    and on a phone it is a drawer that covers the page.
    """
    with st.container(horizontal=True, key="navigation"):
        st.html(f"<style>{_CSS}</style>")
        params = state.link()
        for screen in screens:
            st.page_link(screen, label=screen.title, query_params=params)
        _mount(
            data={
                "links": [state.address(screen.url_path) for screen in screens],
                "current": screens.index(current),
            },
            key="links",
        )
        if who := login.person():
            person(who)
