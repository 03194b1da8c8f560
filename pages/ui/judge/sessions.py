"""Blind sessions: the list, a new plan, files, unblinding."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import counted, day, whole
from bleu_core.people.sessions.task import progress
from bleu_core.workspace import answers, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import kept_comparisons, state, user_workspace
from pages.ui.judge import sessions_files, sessions_new, sessions_opened
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

NONE_YET = "No blind session of this test set yet."
HOW = "Plan one, or import the task that you were sent."


def show() -> None:
    """Draw the tab; without a workspace, why."""
    if user_workspace.current() is None:
        why = ["Blind sessions live in a workspace.", user_workspace.why_nothing()]
        notice("info", "There are no sessions here.", why, key="no-sessions")
        return
    if closed := user_workspace.why_only_read():
        notice("info", "Nothing is planned, judged or imported here.", [closed], key="only-read")
    else:
        _who()
    result = listed()
    _table(result)
    if opened := chosen(result):
        sessions_opened.show(opened)
    if not closed:
        sessions_new.show(result)
        sessions_files.show()


def listed() -> list[Session]:
    """Sessions of the open test set, and others that this visitor may judge."""
    nothing: list[Session] = []
    digest, me = kept_comparisons.open_digest(), annotator.me()
    return [
        one
        for one in user_workspace.ask(sessions.sessions, nothing)
        if one.plan is None or one.plan.test_set == digest or me in dict(one.task.orders)
    ]


def chosen(found: list[Session]) -> Session | None:
    """The open session: the one of the link, else the newest one."""
    requested = state.current().session
    return next((result for result in found if result.id == requested), next(iter(found), None))


def _who() -> None:
    me = annotator.me()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"You are {unmarked(me)}." if me else "You have given no name yet.")
        with st.popover("Change your name" if me else "Give your name", type="tertiary"):
            annotator.own_name()


def _table(found: list[Session]) -> None:
    opened = chosen(found)
    pressed = table(
        [
            {"label": "session"},
            {"label": "state"},
            {"label": "judged", "help": "Items that each annotator is done with, of all."},
            {"label": "test set", "wide": True},
            {"label": "here since", "wide": True},
        ],
        [_row(result) for result in found],
        ids=[result.id for result in found],
        selected=opened.id if opened else None,
        key="sessions",
        label="Sessions",
        empty=NONE_YET if user_workspace.is_only_read() else f"{NONE_YET} {HOW}",
    )
    if pressed and opened and pressed != opened.id:
        state.change(session=pressed)
        run_again()


def _row(one: Session) -> list[Cell]:
    answered = user_workspace.ask(lambda space: answers.answers(space, one.id), [])
    done = progress(one.task, answered)
    total = whole(len(one.task.items))
    parts = [f"{visible(name, 30)} {whole(number)} of {total}" for name, number in done.items()]
    is_complete = all(number == len(one.task.items) for number in done.values())
    return [
        {"t": visible(one.task.name, 60) or "without a name", "tone": "strong"},
        _state(one, is_complete),
        " · ".join(parts),
        _test_set(one),
        day(one.made),
    ]


def _state(one: Session, is_complete: bool) -> str:
    if one.unblinded:
        return f"unblinded {day(one.unblinded)}"
    return "complete, blind" if is_complete else "being judged"


def _test_set(one: Session) -> str:
    if one.plan is None:
        return "elsewhere: a task"
    is_open = one.plan.test_set == kept_comparisons.open_digest()
    return f"{'this one' if is_open else 'another'}, {counted(len(one.plan.systems), 'system')}"
