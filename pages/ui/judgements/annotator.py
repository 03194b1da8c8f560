"""Who says what is said here: a name that the browser remembers, so that two people have two.

The workspace may be shared, and a session ends with its tab: a cookie is what
tells two people apart without asking either. Whoever gives no name is nobody in
particular, which is right for one. On a server with a login the login says it.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted
from bleu_core.workspace import NAMELESS, sessions
from bleu_core.workspace.annotators import check_name
from bleu_core.workspace.kinds import LONGEST_NAME
from pages.ui import login, user_workspace
from pages.ui.widgets.mounting import component
from pages.ui.widgets.notice import notice, reasons

COOKIE = "bleuscope-annotator"
_remember = component(__file__)


def me() -> str:
    """The name that this visitor gave, in this session or an earlier one; '' for none.

    Where a login is asked for it is that of who is logged in, and cannot be another.
    """
    if login.is_asked():
        who = login.person()
        return who.name if who else NAMELESS
    if "annotator" not in st.session_state:
        st.session_state["annotator"] = _usable(unquote(st.context.cookies.get(COOKIE, "")))
    name: str = st.session_state["annotator"]
    return name


def spoken(name: str) -> str:
    """A name as it stands in a sentence."""
    return name or "somebody without a name"


def call(name: str) -> str:
    """Take a name as this visitor's from now on; why it cannot be one, or ''."""
    try:
        check_name(name)
    except ValueError as error:
        return reasons(error)[0]
    st.session_state["annotator"] = st.session_state["annotator-changed"] = name
    return ""


def remember() -> None:
    """Let the browser keep a name that was changed here; drawn by each screen that changes it."""
    changed = st.session_state.get("annotator-changed")
    _remember(
        data={"name": COOKIE, "value": None if changed is None else quote(changed, safe="")},
        key="annotator-cookie",
    )


def own_name() -> None:
    """The field for the name, and what becomes of what was said under the one before."""
    former = me()
    if login.is_asked():
        st.text(f"In exports you are {visible(former)}, as you are logged in.")
        return
    said = user_workspace.ask(lambda space: workspace.segments_of(space, former), 0)
    with st.form("annotator-form", border=False):
        st.text_input(
            "Your name, in exports",
            former,
            max_chars=LONGEST_NAME,
            key="annotator-typed",
            help="Kept in this browser. People with different names have verdicts, labels and "
            "notes of their own; those who give none share theirs.",
        )
        # Who gives a name was the nameless one; who changes it may be somebody else.
        if said:
            st.checkbox(
                f"What {former or 'was'} said here{'' if former else ' without a name'} "
                f"({counted(said, 'segment')}) goes with the new name",
                value=not former,
                key=_takes(former),
            )
        plans = user_workspace.ask(lambda space: sessions.named_in(space, former), 0)
        if plans:
            st.caption(
                f"{counted(plans, 'blind session')} in your name: a plan is never changed, so to "
                "judge or to unblind come back under it."
            )
        st.form_submit_button("Save the name", on_click=_change)
    remember()
    if wrong := st.session_state.pop("annotator-wrong", ""):
        notice("error", wrong, key="annotator-wrong-told")


def _change() -> None:
    former, name = me(), workspace.name_of(st.session_state["annotator-typed"])
    if wrong := call(name):
        st.session_state["annotator-wrong"] = wrong
    elif st.session_state.get(_takes(former)) and name != former:
        user_workspace.ask(lambda space: workspace.hand_over(space, former, name), None)


def _takes(former: str) -> str:
    """The key of the checkbox: each name before has its own, unticked where there was one."""
    return f"annotator-takes-{former}"


def _usable(name: str) -> str:
    """The name of a cookie, which anything on this host may have written."""
    try:
        check_name(name)
    except ValueError:
        return NAMELESS
    return name
