"""The top of every screen: navigation, who is logged in, masthead; and the login screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from bleu_core import Comparison, EvalSet
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int
from bleu_core.metrics.signature import summarize_settings
from bleu_core.workspace.team.login import server_login
from pages.ui import login, open_comparison, state, store
from pages.ui.frame import sharing
from pages.ui.frame.settings import draw_settings
from pages.ui.store import SAMPLE_IS, is_sample
from pages.ui.view import (
    DATA,
    JUDGE,
    LEARN,
    NGRAMS,
    OVERVIEW,
    SCREEN_KEYS,
    SEGMENTS,
    SLICES,
    SUITES,
    SYSTEMS,
)
from pages.ui.widgets import rich_text
from pages.ui.widgets.components import component

_mount_person = component("frame/navigation/person.js", '<div class="person"></div>')

_mount_navigation = component("frame/navigation/navigation.js", "<span></span>")

# The names of the groups are for screen readers; dividers show them.
_GROUPS = {
    "Compare": (OVERVIEW, SYSTEMS, SEGMENTS, NGRAMS, SLICES),
    "People": (JUDGE,),
    "More": (LEARN, DATA, SUITES),
}


def draw_navigation(screens: Sequence[Any], current: Any) -> None:
    """Draw the links to the `st.Page`s, which are in the order of the groups; `current` is open.

    Streamlit's own navigation has no query in its links, so that in a new tab they open the sample,
    and on a phone it is a drawer that covers the page.
    """
    with st.container(horizontal=True, key="navigation"):
        params = state.link()
        for number, addresses in enumerate(_GROUPS.values()):
            with st.container(horizontal=True, key=f"screens-{number}"):
                for screen in screens:
                    if screen.url_path in addresses:
                        st.page_link(screen, label=screen.title, query_params=params)
        _mount_navigation(
            data={
                "groups": list(_GROUPS),
                "links": [state.address(screen.url_path) for screen in screens],
                "keys": [SCREEN_KEYS[screen.url_path] for screen in screens],
                "current": screens.index(current),
            },
            key="links",
        )
        if who := login.person():  # the name that all their annotations carry
            _mount_person(data={"name": who.name, "email": who.email}, key="person")


# Characters of a data set's path.
LONGEST_PATH = 300

_mount_masthead = component("frame/masthead/masthead.js", '<header class="masthead"></header>')


def draw_masthead(comparison: Comparison) -> None:
    """Draw the line below the navigation."""
    data = comparison.evalset
    names = list(data.systems)
    references = format_count(len(data.references), "reference")
    with st.container(horizontal=True, vertical_alignment="center", key="masthead-line"):
        _mount_masthead(
            data={
                "systems": [one_line(name) for name in names],
                "a": names.index(comparison.a),
                "b": names.index(comparison.b),
                "badge": _badge(data),
                "segments": format_count(len(data), "segment"),
                # Two systems are the usual case.
                "size": f"{format_int(len(names))} systems" if len(names) > 2 else "",
                "references": references if len(names) > 2 else "",
                "settings": summarize_settings(comparison.config, len(data.references)),
                "signature": comparison.score_a.signature,
                "share": sharing.share_button(),
                "answered": st.session_state.get("pair-answered", ""),
                "glossary": rich_text.glossary_tips(("delta",)),
            },
            key="masthead",
            on_pair_change=_compare_chosen,
            on_share_change=sharing.request_share_dialog,
        )
        draw_settings(comparison)


def _badge(data: EvalSet) -> list[str]:
    """Return the kind of comparison with its tooltip; nothing for an ordinary one."""
    if data.origin:
        (_, where), *_ = data.origin.facts
        return ["Data set", one_line(where, LONGEST_PATH)]
    return ["Sample", SAMPLE_IS] if is_sample(data) else []


def _compare_chosen() -> None:
    """Compare the chosen systems; a choice for a deleted test set is ignored."""
    chosen: dict[str, Any] | None = st.session_state["masthead"]["pair"]
    data = store.evalset(state.current().data)
    if not chosen or data is None:
        return
    st.session_state["pair-answered"] = chosen["id"]
    names = dict(enumerate(data.systems))
    a, b = names.get(chosen["a"]), names.get(chosen["b"])
    if a is not None and b is not None and a != b:
        open_comparison.choose_pair(data, a, b)


_mount_login_screen = component("frame/login_screen/login_screen.js", '<div class="login"></div>')


def draw_login_screen() -> None:
    """Draw the screen; nothing in the address is looked up."""
    asked = server_login()
    if asked is None:
        return
    query = urlencode(st.query_params.to_dict())
    path = urlsplit(st.context.url or "").path or "/"
    back = path + (f"?{query}" if query else "")
    _mount_login_screen(
        data={
            "why": login.why_not(),
            "provider": urlsplit(asked.provider).hostname,
            # Absolute: the provider answers to this address only.
            "login": f"{asked.address}/auth/login?{urlencode({'back': back})}",
        },
        key="login",
    )
