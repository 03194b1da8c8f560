"""The screen before the login: why, and the way to the login and back."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

import streamlit as st

from bleu_core.workspace.team.server_login import server_login
from pages.ui import login
from pages.ui.widgets.mounting import component

_mount = component("frame/login_screen/login_screen.js", '<div class="login"></div>')


def login_screen() -> None:
    """Draw the screen; nothing in the address is looked up."""
    asked = server_login()
    if asked is None:
        return
    query = urlencode(st.query_params.to_dict())
    path = urlsplit(st.context.url or "").path or "/"
    back = path + (f"?{query}" if query else "")
    _mount(
        data={
            "why": login.why_not(),
            "provider": urlsplit(asked.provider).hostname,
            # Absolute: the provider answers to this address only.
            "login": f"{asked.address}/auth/login?{urlencode({'back': back})}",
        },
        key="login",
    )
