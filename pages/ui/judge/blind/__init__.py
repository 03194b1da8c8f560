"""The blind session: one item per screen, judged by keyboard, each answer saved at once.

This file sends the items; `blind.js` is the component, and `sitting.js` its state. The browser
saves answers over HTTP (viewer/annotation_answers.py).
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_datetime
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.item_answers import answer_to_fields
from bleu_core.people.sessions.task import is_done
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import state, user_workspace
from pages.ui.judge.session_details import ask_confirmation, is_own_session
from pages.ui.judgements import annotator
from pages.ui.store import load_sample
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.components import component
from pages.ui.widgets.download import draw_download

REASONS = (
    "I do not understand it",
    "Broken text",
    "Not my language or field",
    "I recognize the system",
)
NOWHERE = (
    "Answers are saved in a workspace, and this server has none. To get one, start BLEUscope by "
    "its command, or set BLEUSCOPE_HOME."
)
UNKNOWN = (
    "The link is from another machine, or the session was deleted. Ask its creator for the task "
    "file, and import it on the Judge screen."
)
_mount = component(__file__, '<div class="blind"></div>')


def draw_blind_session() -> None:
    """Draw the session of the view for this visitor, or why it cannot be drawn."""
    space, me = user_workspace.current(), annotator.current_annotator()
    try:
        session = sessions.find_session(space, state.current().task) if space else None
        if space and session and me in dict(session.task.orders):
            annotator.draw_cookie()
            _draw_desk(session, me, session_payload(space, session, me))
            return
    except (WorkspaceError, Gone) as error:
        why = error_sentences(error)
        draw_alert("error", "The session cannot be read:", why, key="blind-unread")
        return
    if space is None:
        draw_alert("info", "You cannot judge here.", [NOWHERE], key="blind-nowhere")
    elif session is None:
        draw_alert("info", "Session not found.", [UNKNOWN], key="blind-unknown")
    else:
        # Annotators are not listed: each knows their own name.
        sentences = [f"“{one_line(me)}” is not an annotator of this session."] if me else []
        sentences.append(
            "Enter your name as the creator of the session wrote it. Your answers are saved under "
            "it."
        )
        draw_alert("info", "Annotator name", sentences, key="blind-who")
        annotator.draw_name_field()
    leaving = {"task": "", "judge_tab": "sessions"}
    st.button("Go to Judge", key="blind-out", on_click=state.change, kwargs=leaving)


def session_payload(space: Workspace, session: Session, annotator: str) -> dict[str, Any]:
    """The data that blind.js draws: the `Task` of sitting.js, and its items while it is open."""
    task = session.task
    order = dict(task.orders)[annotator]
    given = {one.item: one for one in answers.load_answers(space, session.id, annotator)}
    is_open = [item not in given or not is_done(given[item], task.ask) for item in order]
    closed = ""
    if session.unblinded is not None:
        when = format_datetime(session.unblinded)
        closed = f"This session was closed on {when}. It accepts no more answers."
    items = [
        asdict(task.items[item])
        | {"answer": answer_to_fields(given[item]) if item in given else {}}
        for item in order
    ]
    return {
        "session": session.id,
        "annotator": annotator,
        "name": task.name,
        "ask": task.ask,
        "size": len(order),
        "start": is_open.index(True) if any(is_open) else len(order),
        "reasons": list(REASONS),
        "closed": closed,
        "items": [] if closed else items,
    }


def _draw_desk(session: Session, me: str, data: dict[str, Any]) -> None:
    """Draw the component, and below its end what can be done then."""
    result = _mount(
        data=data,
        key="blind",
        on_end_change=lambda: None,
        on_failed_change=lambda: None,
        on_leave_change=lambda: _leave(session),
    )
    if not data["closed"] and result.get("end") != f"{session.id} {me}":
        return
    with st.container(horizontal=True, vertical_alignment="center", key="blind-end"):
        if session.unblinded and session.plan:
            show = partial(_leave, session, "results")
            st.button("Results", type="primary", on_click=show)
        elif is_own_session(session):
            st.button("Unblind …", type="primary", on_click=_ask_to_unblind, args=(session,))
        if session.plan:
            st.caption("Your answers are saved here, with the session. You need not send them.")
        else:
            st.caption("Send this file to the creator of the session.")
        draw_download(
            "Download my answers",
            partial(_answers_file, session, me),
            "answers.jsonl",
            "application/jsonl",
            key="blind-answers-file",
        )


def _answers_file(session: Session, annotator: str) -> bytes:
    load = partial(answers.load_answers, session=session.id, annotator=annotator)
    return session_files.write_answers(session.task, user_workspace.ask(load, [])).encode()


def _ask_to_unblind(session: Session) -> None:
    _leave(session)
    ask_confirmation("unblind", session.id)


def _leave(session: Session, judge_tab: str = "sessions") -> None:
    """Go to a tab; the test set opens only for the creator, or once unblinded."""
    changed: dict[str, str] = {}
    if session.plan and (session.unblinded is not None or is_own_session(session)):
        here = session.plan.test_set
        changed = {"data": "" if here == load_sample().digest else here}
    state.change(task="", session=session.id, judge_tab=judge_tab, **changed)
