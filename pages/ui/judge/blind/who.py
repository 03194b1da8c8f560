"""Ask for the annotator's name if the visitor is not one of the session's annotators."""

from __future__ import annotations

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import visible
from bleu_core.messages import press
from bleu_core.people.sessions.task import Task
from bleu_core.workspace.kinds import LONGEST_NAME
from pages.ui import login
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice


def ask(task: Task) -> None:
    """Draw the field for a name. Annotators are not listed: each knows their own name."""
    me = annotator.me()
    if login.is_asked():
        notice(
            "info",
            "This session was planned for others.",
            [
                f"You are logged in as “{visible(me)}”, who is not among those who judge it. "
                "Whoever plans another can name you so."
            ],
            key="blind-who",
        )
        return
    sentences = [
        f"“{visible(me)}” is not among those who judge this session." if me else "",
        "Give your name as whoever planned the session wrote it: your answers are kept under it.",
    ]
    notice("info", "Who judges?", [sentence for sentence in sentences if sentence], key="blind-who")
    with st.form("blind-who-form", border=False, width=420):
        st.text_input("Your name", max_chars=LONGEST_NAME, key="blind-name")
        st.form_submit_button("Begin", type="primary", on_click=_take, args=(task,))
    if wrong := st.session_state.pop("blind-name-wrong", ""):
        notice("error", wrong, key="blind-name-wrong-told")


def _take(task: Task) -> None:
    name = workspace.name_of(st.session_state["blind-name"])
    names = [one for one, _ in task.orders]
    alike = [one for one in names if one.casefold() == name.casefold()]
    meant = name if name in names or len(alike) != 1 else alike[0]
    if meant not in names:
        st.session_state["blind-name-wrong"] = (
            press.unknown_name(visible(name)) if name else press.no_name()
        )
    elif wrong := annotator.call(meant):
        st.session_state["blind-name-wrong"] = wrong
