"""The blind session: one item per screen, judged by keyboard, saved press by press.

The browser gets nothing that identifies systems: items are known by their places in the annotator's
own order, because their numbers in the plan would reveal repeats. It gets nothing about other
annotators, not even names.
"""

from __future__ import annotations

import streamlit as st

from bleu_core.workspace import Gone, WorkspaceError, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import state, user_workspace
from pages.ui.judge.blind import presses, who
from pages.ui.judge.blind.given import given
from pages.ui.judge.blind.sent_back import offer
from pages.ui.judgements import annotator
from pages.ui.sample import load_sample
from pages.ui.widgets.mounting import component
from pages.ui.widgets.notice import notice, reasons

_mount = component(__file__, '<div class="blind"></div>')
NOWHERE = (
    "A session is judged where a workspace keeps the answers, and there is none here. "
    "BLEUscope has one when it is started by its command, or with BLEUSCOPE_HOME."
)
UNKNOWN = (
    "Its link is of another machine, or it was deleted. Whoever planned it can send its task as a "
    "file, which is imported on the Judge screen."
)


def show() -> None:
    """Draw the session of the view for this visitor, or why it cannot be drawn."""
    space = user_workspace.current()
    if space is None:
        notice("info", "Nothing can be judged here.", [NOWHERE], key="blind-nowhere")
        _way_out()
        return
    if closed := user_workspace.why_only_read():
        notice("info", "Nothing can be judged here.", [closed], key="blind-only-read")
        _way_out()
        return
    try:
        session = sessions.find_session(space, state.current().task)
        if session is None:
            notice("info", "This session is not here.", [UNKNOWN], key="blind-unknown")
            _way_out()
        elif annotator.me() not in dict(session.task.orders):
            who.ask(session.task)
            _way_out()
        else:
            annotator.remember()
            _desk(session, given(space, session, annotator.me()))
    except (WorkspaceError, Gone) as error:
        notice("error", "The session cannot be read.", reasons(error), key="blind-unread")


def _desk(session: Session, data: dict[str, object]) -> None:
    _mount(
        data=data,
        key=presses.KEY,
        on_presses_change=presses.answer,
        on_leave_change=lambda: _leave(session),
    )
    if presses.at(session, annotator.me()) >= len(session.task.items) or data["closed"]:
        offer(session, annotator.me())


def _leave(session: Session) -> None:
    """Go to the sessions of this session's test set, if that is here."""
    here = session.plan.test_set if session.plan else ""
    changed = {"data": "" if here == load_sample().digest else here} if here else {}
    state.change(task="", judge_tab="sessions", **changed)


def _way_out() -> None:
    st.button(
        "To the Judge screen",
        key="blind-out",
        on_click=lambda: state.change(task="", judge_tab="sessions"),
    )
