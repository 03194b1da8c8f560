"""The blind session: one item per screen, judged by keyboard, each answer saved at once.

This file sends items and saves answers; `blind.js` is the component, and `sitting.js` its state.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_datetime
from bleu_core.messages import screen
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

PRESSES_KEY = "blind"
NOTHING: dict[str, Any] = {"sending": "", "changes": [], "session": "", "annotator": ""}


def last_message() -> dict[str, Any]:
    """The browser's last message."""
    state = st.session_state.get(PRESSES_KEY) or {}
    message: dict[str, Any] = state.get("presses") or NOTHING
    return message


def is_message_of(session: Session, annotator: str) -> bool:
    """Whether the last message comes from this annotator's desk in this session."""
    return (last_message()["session"], last_message()["annotator"]) == (session.id, annotator)


def client_state() -> dict[str, Any]:
    """Answers to what was sent, and the server session that answers."""
    return {
        "answered": st.session_state.get("blind-answered", ""),
        "answers": st.session_state.get("blind-answers", {}),
        "run": st.session_state.setdefault("session", secrets.token_hex(8)),
    }


def answer_presses() -> None:
    """Save the changes."""
    message, space = last_message(), user_workspace.current()
    st.session_state["blind-answers"] = {
        change["id"]: _save_answer(space, change) for change in message["changes"]
    }
    st.session_state["blind-answered"] = message["sending"]


def _save_answer(space: Workspace | None, change: dict[str, Any]) -> dict[str, Any]:
    """Save an answer; return {}, or the {"problem"}."""
    if space is None:
        return {"problem": screen.no_workspace()}
    session, annotator = str(change["session"]), str(change["annotator"])
    try:
        item = _item_at(space, session, annotator, int(change["at"]))
        answers.save_answer(space, session, annotator, item, json.loads(change["text"]))
    except Gone:
        return {"problem": screen.session_deleted()}
    except (WorkspaceError, ValueError) as error:
        return {"problem": error_sentences(error)[0]}
    return {}


def _item_at(space: Workspace, session: str, annotator: str, place: int) -> int:
    """The number of the item at a place of an annotator's order; -1 for none."""
    result = sessions.find_session(space, session)
    if result is None:
        raise Gone
    order = dict(result.task.orders).get(annotator, ())
    return order[place] if 0 <= place < len(order) else -1


REASONS = (
    "I do not understand it",
    "Broken text",
    "Not my language or field",
    "I recognize the system",
)


def session_payload(space: Workspace, session: Session, annotator: str) -> dict[str, Any]:
    """The data that blind.js draws; blind.js and sitting.js describe it.

    All items are sent once: when the browser has told nothing yet, or requests them.
    """
    task = session.task
    order = dict(task.orders)[annotator]
    given = {one.item: one for one in answers.load_answers(space, session.id, annotator)}
    open_places = (
        place
        for place, item in enumerate(order)
        if item not in given or not is_done(given[item], task.ask)
    )
    items = []
    is_known = is_message_of(session, annotator) and not last_message()["wants"]
    if session.unblinded is None and not is_known:
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
        "start": next(open_places, len(order)),
        "reasons": list(REASONS),
        "closed": _closed(session),
        "items": items,
        **client_state(),
    }


def _closed(session: Session) -> str:
    if session.unblinded is None:
        return ""
    closed = format_datetime(session.unblinded)
    return f"This session was closed on {closed}. It accepts no more answers."


def offer_answer_export(session: Session, annotator: str) -> None:
    """Draw the download of the annotator's own answers, and whether anyone needs it."""
    if session.plan:
        st.caption("Your answers are saved here, with the session. You need not send them.")
    else:
        st.caption("Send this file to the creator of the session.")
    draw_download(
        "Download my answers",
        partial(_answers_file, session, annotator),
        "answers.jsonl",
        "application/jsonl",
        key="blind-answers-file",
    )


def _answers_file(session: Session, annotator: str) -> bytes:
    own_answers = user_workspace.ask(
        lambda here: answers.load_answers(here, session.id, annotator), []
    )
    return session_files.write_answers(session.task, own_answers).encode()


def ask_annotator() -> None:
    """Draw the field for a name. Annotators are not listed: each knows their own name."""
    me = annotator.current_annotator()
    sentences = [
        f"“{one_line(me)}” is not an annotator of this session." if me else "",
        "Enter your name as the creator of the session wrote it. Your answers are saved under it.",
    ]
    draw_alert("info", "Annotator name", list(filter(None, sentences)), key="blind-who")
    annotator.draw_name_field()


_mount = component(__file__, '<div class="blind"></div>')
NOWHERE = (
    "Answers are saved in a workspace, and this server has none. To get one, start BLEUscope by "
    "its command, or set BLEUSCOPE_HOME."
)
UNKNOWN = (
    "The link is from another machine, or the session was deleted. Ask its creator for the task "
    "file, and import it on the Judge screen."
)


def draw_blind_session() -> None:
    """Draw the session of the view for this visitor, or why it cannot be drawn."""
    space = user_workspace.current()
    if space is None:
        draw_alert("info", "You cannot judge here.", [NOWHERE], key="blind-nowhere")
        _way_out()
        return
    try:
        session = sessions.find_session(space, state.current().task)
        if session is None:
            draw_alert("info", "Session not found.", [UNKNOWN], key="blind-unknown")
            _way_out()
        elif annotator.current_annotator() not in dict(session.task.orders):
            ask_annotator()
            _way_out()
        else:
            annotator.draw_cookie()
            data = session_payload(space, session, annotator.current_annotator())
            _draw_desk(session, data)
    except (WorkspaceError, Gone) as error:
        why = error_sentences(error)
        draw_alert("error", "The session cannot be read:", why, key="blind-unread")


def _draw_desk(session: Session, data: dict[str, Any]) -> None:
    _mount(
        data=data,
        key=PRESSES_KEY,
        on_presses_change=answer_presses,
        on_leave_change=lambda: _leave(session),
    )
    me = annotator.current_annotator()
    is_at_end = is_message_of(session, me) and last_message()["at"] >= len(session.task.items)
    if is_at_end or data["closed"]:
        with st.container(horizontal=True, vertical_alignment="center", key="blind-end"):
            if session.unblinded and session.plan:
                opening = {"judge_tab": "results"}
                st.button(
                    "Results", type="primary", on_click=_leave, args=(session,), kwargs=opening
                )
            elif is_own_session(session):
                st.button("Unblind …", type="primary", on_click=_ask_to_unblind, args=(session,))
            offer_answer_export(session, me)


def _ask_to_unblind(session: Session) -> None:
    _leave(session)
    ask_confirmation("unblind", session.id)


def _leave(session: Session, judge_tab: str = "sessions") -> None:
    """Go to the sessions, or to another tab; the creator to those of this session's test set.

    For others, as long as the session is blind, no comparison of its systems is opened.
    """
    changed: dict[str, str] = {}
    if session.plan and (session.unblinded is not None or is_own_session(session)):
        here = session.plan.test_set
        changed = {"data": "" if here == load_sample().digest else here}
    state.change(task="", session=session.id, judge_tab=judge_tab, **changed)


def _way_out() -> None:
    leaving = {"task": "", "judge_tab": "sessions"}
    st.button("Go to Judge", key="blind-out", on_click=state.change, kwargs=leaving)
