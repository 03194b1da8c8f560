"""Presses in a blind session: each is processed once, for the item that it was made on.

The browser sends all unanswered presses, in order, again and again; see widgets/components.py. A
press names its session, its annotator and the place of its item, so it does not matter what is
shown, or who judges, when it arrives.
"""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from bleu_core.messages import press as say
from bleu_core.workspace import Conflict, Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import login, user_workspace
from pages.ui.judgements.annotator import me
from pages.ui.widgets.notice import reasons

KEY = "blind"
NOTHING: dict[str, Any] = {"sending": "", "presses": [], "session": "", "annotator": ""}


def sent() -> dict[str, Any]:
    """The browser's last message."""
    state = st.session_state.get(KEY) or {}
    message: dict[str, Any] = state.get("presses") or NOTHING
    return message


def is_of(session: Session, annotator: str) -> bool:
    """Whether the last message comes from this annotator's desk in this session."""
    return (sent()["session"], sent()["annotator"]) == (session.id, annotator)


def at(session: Session, annotator: str) -> int:
    """The place of the item that the browser shows; past the last one: the end."""
    return int(sent()["at"]) if is_of(session, annotator) else 0


def known() -> dict[str, Any]:
    """Answers to what was sent, and the server session that answers."""
    return {
        "answered": st.session_state.get("blind-answered", ""),
        "answers": st.session_state.get("blind-answers", {}),
        "run": st.session_state.setdefault("session", secrets.token_hex(8)),
    }


def answer() -> None:
    """Save the presses; those answered before are only answered again."""
    message, space = sent(), user_workspace.current()
    done: dict[str, Any] = st.session_state.get("blind-answers", {})
    st.session_state["blind-answers"] = {
        press["id"]: done[press["id"]] if press["id"] in done else _say(space, press)
        for press in message["presses"]
    }
    st.session_state["blind-answered"] = message["sending"]
    if space and message["session"]:
        _stand(space, message)


def _say(space: Workspace | None, press: dict[str, Any]) -> dict[str, str]:
    """Save an answer: {}, or {"there"} the text of another window, or {"problem"} a reason."""
    if space is None:
        return {"problem": say.no_workspace()}
    session, annotator = str(press["session"]), str(press["annotator"])
    if not _may_say(annotator):
        return {"problem": say.other_annotator()}
    kind, side, text, seen = (str(press[name]) for name in ("kind", "side", "text", "seen"))
    try:
        item = _item(space, session, annotator, int(press["at"]))
        answers.say_answer(space, session, annotator, item, kind, side, text, seen)
    except Conflict as conflict:
        return {"there": conflict.there}
    except Gone:
        return {"problem": say.session_deleted()}
    except (WorkspaceError, ValueError) as error:
        return {"problem": reasons(error)[0]}
    return {}


def _stand(space: Workspace, message: dict[str, Any]) -> None:
    """Save the annotator's place, for a browser that does not know it."""
    of = str(message["session"]), str(message["annotator"])
    if not _may_say(of[1]):
        return
    place = (*of, int(message["at"]))
    if st.session_state.get("blind-stood") == place:
        return
    try:
        answers.stand_at(space, *of, _item(space, *of, place[-1]))
    except (WorkspaceError, Gone, ValueError):
        return  # past the last item; otherwise the presses report the problem
    st.session_state["blind-stood"] = place


def _may_say(annotator: str) -> bool:
    """Whether this visitor may answer under a name; with a login, only under their own."""
    return not login.is_asked() or annotator == me()


def _item(space: Workspace, session: str, annotator: str, place: int) -> int:
    """The number in the plan of the item at a place of an annotator's order."""
    result = sessions.find_session(space, session)
    if result is None:
        raise Gone
    order = dict(result.task.orders).get(annotator, ())
    if not 0 <= place < len(order):
        raise ValueError(say.no_item())
    return order[place]
