"""One session: judge it, its files, unblinding, deletion, and its log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import streamlit as st

from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import counted, moment, when
from bleu_core.common.wording import listed
from bleu_core.messages import screen
from bleu_core.people.sessions import answers_file, plan_file, task_file
from bleu_core.people.sessions.drawing import pairs_of
from bleu_core.people.sessions.plan import Sampling
from bleu_core.people.sessions.task import Answer, progress
from bleu_core.workspace import Workspace, answers, sessions, unblinding
from bleu_core.workspace.sessions import Session
from bleu_core.workspace.unblinding import COMPLETE, GIVEN_UP
from pages.ui import kept_comparisons, state, user_workspace
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.table import table

ASKED = {
    "better": "which is better",
    "score": "a mark from 0 to 100 each",
    "spans": "errors in the text",
}
WHICH: dict[Sampling, str] = {
    "random": "at random",
    "document": "at random, each document by its share",
    "slice": "at random, each part of a slice by its share",
    "balanced": "as many of each size of |Δ|",
    "filter": "at random, of the segments that fulfilled a filter",
}
_ASKED_OF = "session-asked"


def show(session: Session) -> None:
    """Draw the session, and what can be done with it now."""
    answered = user_workspace.ask(lambda space: answers.answers(space, session.id), [])
    done = progress(session.task, answered)
    st.subheader(unmarked(session.task.name) or "A session without a name", anchor=False)
    st.text(_about(session))
    may_write = not user_workspace.is_only_read()
    with st.container(horizontal=True, vertical_alignment="center"):
        if may_write:
            _judge(session, done)
        _results(session)
        _files(session, answered)
        if may_write:
            _endings(session)
    asked, of = st.session_state.get(_ASKED_OF, ("", ""))
    if of == session.id and may_write:
        {"unblind": _confirm_unblinding, "delete": _confirm_deletion}[asked](session, done)
    if wrong := st.session_state.pop("session-wrong", ""):
        notice("error", wrong, key="session-wrong-told")
    with st.expander("Log", key="session-log-opened"):
        _log(session)


def is_mine(session: Session) -> bool:
    """Whether this visitor made it, and so may see the systems in the end."""
    return session.plan is not None and session.plan.made_by == annotator.me()


def _about(session: Session) -> str:
    task, plan = session.task, session.plan
    questions = listed(ASKED[ask] for ask in task.asks)
    parts = [f"{counted(len(task.items), 'item')} for each annotator. Asked: {questions}."]
    if plan:
        parts.append(
            f"Planned by {visible(annotator.spoken(plan.made_by), 60)}: "
            f"{counted(len(pairs_of(plan)), 'pair')} of {counted(len(plan.systems), 'system')}, "
            f"segments drawn {WHICH[plan.sampling]}."
        )
    if plan and is_mine(session):
        kinds = Counter(item.kind for item in plan.items)
        parts.append(
            f"{counted(kinds['judged'], 'segment')}, {counted(kinds['repeat'], 'repeat')}, "
            f"{counted(kinds['check'], 'attention check')}."
        )
    if not plan:
        parts.append("It was planned on another machine: send your answers back when you are done.")
    return " ".join(parts)


def _judge(session: Session, done: dict[str, int]) -> None:
    me = annotator.me()
    if session.unblinded:
        return
    if me not in done:
        names = listed((visible(name, 40) for name in done), 5, last="or")
        st.text(f"To judge it, give your name as {names}.")
        return
    label = "Judge" if not done[me] else "Go on judging"
    if done[me] == len(session.task.items):
        label = "Look through your answers"
    st.button(label, type="primary", key="judge-it", on_click=_begin, args=(session.id,))


def _begin(session: str) -> None:
    state.change(task=session)


def _results(session: Session) -> None:
    here = session.plan and session.plan.test_set == kept_comparisons.open_digest()
    if session.unblinded and here:
        st.button("Results", type="primary", on_click=_to_results, args=(session.id,))


def _to_results(session: str) -> None:
    state.change(judge_tab="results", session=session)


def _files(session: Session, answered: list[Answer]) -> None:
    name = re.sub(r"[^\w-]+", "-", session.task.name).strip("-")[:40] or "session"
    with st.popover("Files", key="session-files"):
        st.caption(
            "The task is for annotators on other machines: they import it, judge, and send their "
            "answers back. It has the texts to be judged and no names of systems, no scores and "
            "nothing of what was drawn."
        )
        st.download_button(
            "Export the task",
            task_file.written(session.task).encode(),
            f"{name}-task.jsonl",
            on_click=_noted,
            args=(session.id, "task exported"),
            key="export-task",
        )
        # Annotators learn nothing about others' answers.
        of_all = is_mine(session)
        answered = [one for one in answered if of_all or one.annotator == annotator.me()]
        whose = "of all annotators" if of_all else "that you gave"
        st.caption(f"The answers {whose}, as they are here, for whoever made the plan.")
        st.download_button(
            "Export the answers",
            answers_file.written(session.task, answered).encode(),
            f"{name}-answers.jsonl",
            on_click=_noted,
            args=(session.id, "answers exported"),
            key="export-answers",
            disabled=not answered,
        )
        if session.plan is not None and is_mine(session):
            st.caption(
                "The plan has the key: which system stands where. It is for you alone, to keep or "
                "to move the session to another machine."
            )
            st.download_button(
                "Export the plan with its key",
                plan_file.written(session.plan).encode(),
                f"{name}-plan.jsonl",
                on_click=_noted,
                args=(session.id, "plan exported"),
                key="export-plan",
            )


def _noted(session: str, what: str) -> None:
    if user_workspace.is_only_read():
        return
    me = annotator.me()
    user_workspace.ask(lambda space: sessions.note(space, session, me, what), None)


def _endings(session: Session) -> None:
    if is_mine(session) and not session.unblinded:
        st.button("Unblind …", key="unblind", on_click=_ask, args=("unblind", session.id))
    if is_mine(session) or not session.plan:
        st.button("Delete …", key="delete-session", on_click=_ask, args=("delete", session.id))


def _ask(what: str, session: str) -> None:
    st.session_state[_ASKED_OF] = (what, session)


def _confirm_unblinding(session: Session, done: dict[str, int]) -> None:
    total = len(session.task.items)
    left = {name: total - number for name, number in done.items() if number < total}
    sentences = [
        "Then nobody can judge in it, change an answer or import one any more, and you see which "
        "system is which. That moment stands in the log with your name, and cannot be undone."
    ]
    if left:
        names = [visible(name, 40) for name in left]
        sentences = [screen.session_incomplete(names, list(left.values())), *sentences]
    title = "Give this session up and unblind it?" if left else "Unblind this session?"
    notice("warning", title, sentences, key="unblind-confirm")
    why = GIVEN_UP if left else COMPLETE
    with st.container(horizontal=True):
        st.button(
            "Give up and unblind" if left else "Unblind",
            type="primary",
            key="unblind-sure",
            on_click=_done,
            args=(lambda space: unblinding.unblind(space, session.id, annotator.me(), why),),
        )
        st.button("Not yet", on_click=_ask, args=("", ""))


def _confirm_deletion(session: Session, done: dict[str, int]) -> None:
    judged = sum(done.values())
    notice(
        "warning",
        "Delete this session?",
        [
            f"Its plan and its log go, and what was answered: {counted(judged, 'item')}. This "
            "cannot be undone. In backups of the workspace it stays until others have taken "
            "their places."
        ],
        key="delete-confirm",
    )
    with st.container(horizontal=True):
        st.button(
            "Delete for good",
            type="primary",
            key="delete-sure",
            on_click=_done,
            args=(lambda space: sessions.delete_session(space, session.id),),
        )
        st.button("Keep it", on_click=_ask, args=("", ""))


def _done(what: Callable[[Workspace], None]) -> None:
    _ask("", "")
    try:
        user_workspace.ask(what, None)
    except ValueError as error:
        st.session_state["session-wrong"] = reasons(error)[0]


def _log(session: Session) -> None:
    events = user_workspace.ask(lambda space: sessions.log(space, session.id), [])
    table(
        [{"label": "when"}, {"label": "who"}, {"label": "what"}],
        [
            [
                {"t": moment(one.at), "title": when(one.at)},
                visible(annotator.spoken(one.who), 40),
                visible(one.what, 200),
            ]
            for one in events
        ],
        key="session-log",
        label="Log of the session",
    )
