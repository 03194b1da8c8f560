"""The annotator's name, which the browser remembers.

The workspace may be shared, and a session ends with its tab, so a cookie distinguishes annotators.
A visitor without a name is anonymous, which suits a single user.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import partial
from secrets import token_hex
from urllib.parse import quote, unquote

import streamlit as st

from bleu_core import workspace
from bleu_core.common.formatting import format_count
from bleu_core.messages import screen
from bleu_core.workspace import NAMELESS
from bleu_core.workspace.annotations import check_annotator_name
from bleu_core.workspace.label_types import LONGEST_NAME
from pages.ui import user_workspace
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.components import component

COOKIE = "bleuscope-annotator"
_remember = component(__file__)


# The name in a request of the viewer, which belongs to no session.
_asking: ContextVar[str | None] = ContextVar("asking", default=None)


def set_asking(cookies: Mapping[str, str]) -> None:
    """Set who asks in a request, by its cookies."""
    _asking.set(_usable_cookie(unquote(cookies.get(COOKIE, ""))))


def current_annotator() -> str:
    """The visitor's name, from this session or an earlier one; '' for none."""
    if (name := _asking.get()) is not None:
        return name
    if "annotator" not in st.session_state:
        st.session_state["annotator"] = _usable_cookie(unquote(st.context.cookies.get(COOKIE, "")))
    known: str = st.session_state["annotator"]
    return known


DEFAULT_NAME = "Annotator 1"


def ensure_name() -> None:
    """Give a visitor without a name the default one."""
    if not current_annotator():
        set_annotator(DEFAULT_NAME)


def name_in_sentence(name: str) -> str:
    return name or "unnamed annotator"


def set_annotator(name: str) -> None:
    """Set this visitor's name, which is valid."""
    st.session_state["annotator"] = name
    st.session_state["annotator-changed"] = name, token_hex(8)


def take_name(cookie: str | None) -> None:
    """Take the name that another tab of this browser has set."""
    if cookie is not None:
        st.session_state["annotator"] = _usable_cookie(unquote(cookie))


def draw_cookie() -> None:
    """Let the browser save a changed name; drawn by each screen that can change it."""
    name, change = st.session_state.get("annotator-changed", (None, ""))
    value = None if name is None else quote(name, safe="")
    _remember(data={"name": COOKIE, "value": value, "change": change}, key="annotator-cookie")


def draw_name_field() -> None:
    """Draw the field for the name, and the choice to take over earlier annotations."""
    former = current_annotator()
    number = user_workspace.ask(lambda space: workspace.count_segments(space, former), 0)
    with st.form("annotator-form", border=False):
        st.text_input(
            "Your name in exports",
            former,
            max_chars=LONGEST_NAME,
            key="annotator-typed",
            help="Saved in this browser. Each name has its own judgments, labels and notes; users "
            "without a name share theirs. Blind sessions stay under the names in their plan.",
        )
        # Users without a name share theirs, and one who changes a name may be another person.
        if number:
            st.checkbox(
                f"Move the annotations of {former or 'unnamed annotators'} "
                f"({format_count(number, 'segment')}) to the new name",
                key=_checkbox_key(former),
            )
        st.form_submit_button("Save name", on_click=_change)
    draw_cookie()
    if wrong := st.session_state.pop("annotator-wrong", ""):
        draw_alert("error", wrong, key="annotator-wrong-told")
    if stay := st.session_state.pop("annotator-stay", ""):
        draw_alert("info", stay, key="annotator-stay-told")


def _change() -> None:
    former = current_annotator()
    name = workspace.normalize_name(st.session_state["annotator-typed"])
    is_moved = name != former and st.session_state.get(_checkbox_key(former))
    if wrong := _name_problem(name) or (_move(former, name) if is_moved else ""):
        st.session_state["annotator-wrong"] = wrong
    else:
        set_annotator(name)


def _move(former: str, name: str) -> str:
    """Move the annotations of a former name; return why they were not moved, or ''."""
    move = partial(workspace.rename_annotator, annotator=former, name=name)
    if wrong := user_workspace.change(move):
        return wrong
    stay = user_workspace.ask(lambda space: workspace.count_segments(space, former), 0)
    if stay:
        st.session_state["annotator-stay"] = screen.segments_stay(stay)
    return ""


def _checkbox_key(former: str) -> str:
    """The key of the checkbox: one per earlier name, unticked at first."""
    return f"annotator-takes-{former}"


def _usable_cookie(name: str) -> str:
    """The name in a cookie, which anything on this host may have written."""
    return NAMELESS if _name_problem(name) else name


def _name_problem(name: str) -> str:
    try:
        check_annotator_name(name)
    except ValueError as error:
        return error_sentences(error)[0]
    return ""
