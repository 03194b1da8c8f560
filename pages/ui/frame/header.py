"""The top of every screen: navigation, masthead, and the workspace's problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bleu_core import Comparison, EvalSet
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int
from bleu_core.metrics.signature import summarize_settings
from pages.ui import open_comparison, state, store, user_workspace
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
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.components import component

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
                "answered": st.session_state.get("pair-answered", ""),
                "glossary": rich_text.glossary_tips(("delta",)),
            },
            key="masthead",
            on_pair_change=_compare_chosen,
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


def draw_workspace_problems() -> None:
    """Draw why data could not be saved, read or backed up."""
    problem = user_workspace.problem()
    if problem:
        title = "The workspace could not be read or written."
        draw_alert("warning", title, [problem], key="workspace-problem")
    if failed := user_workspace.backup_problem():
        draw_alert("warning", "The last backup failed.", [failed], key="workspace-backup")
