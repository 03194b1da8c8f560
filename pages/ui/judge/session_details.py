"""One session: judging, files, unblinding, deletion and log; and imported files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import (
    format_count,
    format_datetime,
    format_recent_time,
    join_words,
)
from bleu_core.messages import screen
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.drawing import pair_counts
from bleu_core.people.sessions.json_lines import kind_of
from bleu_core.people.sessions.plan import Ask, Sampling
from bleu_core.people.sessions.task import BlindTask, ItemAnswer, annotator_progress
from bleu_core.readers import File, ReadError, sandbox
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.answers import COMPLETE, GIVEN_UP, AnswerImport
from bleu_core.workspace.sessions import Session
from pages.ui import open_comparison, state, user_workspace
from pages.ui.judgements import annotator
from pages.ui.judgements.annotator import current_annotator
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.table import draw_table

# Most annotators named in a sentence.
MOST_NAMES = 20


@dataclass(frozen=True)
class _FileResult:
    """The result of an imported file."""

    id: str
    tone: str
    title: str
    told: tuple[str, ...] = ()


def draw_session_files() -> None:
    """Draw a field for a file, and the result of the last one."""
    with st.expander("Import session file", key="session-import"):
        file = st.file_uploader(
            "Task or answers",
            type=["jsonl"],
            key="session-file",
            help="A task is added as a session. Answers are added to their session; existing "
            "answers do not change.",
        )
    came: _FileResult | None = st.session_state.get("session-came")
    if file is not None and (came is None or came.id != file.file_id):
        st.session_state["session-came"] = _take_file(file)
        run_again()  # because the list is above
    if file is not None and came is not None:
        draw_alert(came.tone, came.title, came.told, key="session-came-told")


def _take_file(file: Any) -> _FileResult:
    upload, space = File(one_line(file.name, 60), file.getvalue()), user_workspace.current()
    readers = {
        session_files.TASK_KIND: _import_task,
        session_files.ANSWERS_KIND: _import_answers,
    }
    reader = readers.get(kind_of(upload))
    try:
        if space is None:
            raise Gone
        if reader is None:
            raise ReadError([screen.no_session_file(upload.name)])
        return reader(file.file_id, upload, space)
    except (ValueError, Gone, WorkspaceError) as error:
        why = tuple(error_sentences(error))
        return _FileResult(file.file_id, "error", "Nothing was imported:", why)


def _import_task(key: str, file: File, space: Workspace) -> _FileResult:
    task = sandbox.run(session_files.read_task, file)
    is_new = sessions.save_task(space, task, current_annotator())
    state.change(session=task.session)
    name = one_line(task.name, 60)
    if not is_new:
        return _FileResult(key, "info", f"Nothing imported: session “{name}” is already here.")
    who = join_words((one_line(name, 40) for name, _ in task.orders), MOST_NAMES, last="or")
    summary = f"{format_count(len(task.items), 'item')} for {who} to judge."
    return _FileResult(key, "info", f"Task “{name}” imported.", (summary,))


def _import_answers(key: str, file: File, space: Workspace) -> _FileResult:
    session = sessions.find_session(space, sandbox.run(session_files.session_of, file))
    if session is None:
        raise ValueError(screen.answers_without_session())
    task = session_files.write_task(session.task)
    found = sandbox.run(session_files.read_answers_to, file, task)
    imported = answers.import_answers(space, session.id, file.name, found, current_annotator())
    if not (imported.new or imported.same or imported.stays):
        raise ValueError(screen.file_without_answers(file.name))
    state.change(session=session.id)
    title = "Imported." if imported.new else "Nothing imported: all its answers are already here."
    if not imported.new and imported.stays:
        title = "Nothing imported: other answers are already here."
    return _FileResult(key, "info", title, tuple(_result_sentences(imported, session.task)))


def _result_sentences(imported: AnswerImport, task: BlindTask) -> list[str]:
    sentences = [screen.answers_imported(imported.new, imported.same)]
    if imported.stays:
        orders = dict(task.orders)
        names = [one_line(name, 40) for name, _ in imported.stays]
        # Each annotator sees the items in another order.
        places = [orders[name].index(item) + 1 for name, item in imported.stays]
        sentences.append(screen.answers_stay(names, places))
    return sentences


QUESTIONS: dict[Ask, str] = {
    "better": "which output is better",
    "rating": "a rating of each output, from 1 to 5",
}
WHICH: dict[Sampling, str] = {
    "random": "at random",
    "balanced": "in equal numbers by size of |Δ|",
    "filter": "at random, from segments that matched a filter",
}
_ASKED = "session-asked"


def draw_session_details(session: Session) -> None:
    """Draw the session, and what can be done with it now."""
    answered = user_workspace.ask(lambda space: answers.load_answers(space, session.id), [])
    done = annotator_progress(session.task, answered)
    st.subheader(escape_markdown(session.task.name) or "Unnamed session", anchor=False)
    st.text(_draw_description(session))
    with st.container(horizontal=True, vertical_alignment="center"):
        _draw_judge_button(session, done)
        _draw_results_button(session)
        _draw_downloads(session, answered)
        _draw_endings(session)
    asked, of = st.session_state.get(_ASKED, ("", ""))
    if of == session.id:
        {"unblind": _confirm_unblinding, "delete": _confirm_deletion}[asked](session, done)
    if wrong := st.session_state.pop("session-wrong", ""):
        draw_alert("error", wrong, key="session-wrong-told")
    with st.expander("Session log", key="session-log-opened"):
        _draw_log(session)


def is_own_session(session: Session) -> bool:
    """Whether this visitor created it, and so may unblind it."""
    return session.plan is not None and session.plan.made_by == current_annotator()


def _draw_description(session: Session) -> str:
    task, plan = session.task, session.plan
    parts = [
        f"{format_count(len(task.items), 'item')} per annotator. Question: {QUESTIONS[task.ask]}."
    ]
    if plan:
        parts.append(
            f"Created by {one_line(annotator.name_in_sentence(plan.made_by), 60)}: "
            f"{format_count(len(pair_counts(plan)), 'pair')} of "
            f"{format_count(len(plan.systems), 'system')}, segments sampled {WHICH[plan.sampling]}."
        )
    if plan and is_own_session(session):
        kinds = Counter(item.kind for item in plan.items)
        parts.append(
            f"{format_count(kinds['judged'], 'segment')}, "
            f"{format_count(kinds['repeat'], 'repeat')}, "
            f"{format_count(kinds['check'], 'attention check')}."
        )
    if not plan:
        parts.append("Created on another machine: export your answers and send them back.")
    return " ".join(parts)


def _draw_judge_button(session: Session, done: dict[str, int]) -> None:
    me = current_annotator()
    if session.unblinded:
        return
    if me not in done:
        names = join_words((one_line(name, 40) for name in done), 5, last="or")
        st.text(f"To judge, set your name to {names}.")
        return
    label = "Judge" if not done[me] else "Continue judging"
    if done[me] == len(session.task.items):
        label = "Review your answers"
    opening = {"task": session.id}
    st.button(label, type="primary", key="judge-it", on_click=state.change, kwargs=opening)


def _draw_results_button(session: Session) -> None:
    here = session.plan and session.plan.test_set == open_comparison.open_digest()
    if session.unblinded and here:
        opening = {"judge_tab": "results", "session": session.id}
        st.button("Results", type="primary", on_click=state.change, kwargs=opening)


def _draw_downloads(session: Session, answered: list[ItemAnswer]) -> None:
    with st.popover("Files", key="session-files"):
        st.caption(
            "Task: for annotators on other machines, who import it and send their answers back.",
            help="It contains the texts to judge. It does not contain system names, scores or "
            "anything about the sampling.",
        )
        _draw_download(session, "task", session_files.write_task(session.task))
        # Annotators learn nothing about others' answers.
        of_all = is_own_session(session)
        answered = [one for one in answered if of_all or one.annotator == current_annotator()]
        whose = "of all annotators" if of_all else "that you gave"
        st.caption(f"Answers {whose} so far, for the creator of the session.")
        text = session_files.write_answers(session.task, answered)
        _draw_download(session, "answers", text, disabled=not answered)


def _draw_download(session: Session, kind: str, text: str, **look: Any) -> None:
    name = re.sub(r"[^\w-]+", "-", session.task.name).strip("-")[:40] or "session"
    draw_download(
        f"Export {kind}",
        text.encode(),
        f"{name}-{kind}.jsonl",
        "application/jsonl",
        on_click=_log_download,
        args=(session.id, f"{kind} exported"),
        key=f"export-{kind}",
        **look,
    )


def _log_download(session: str, what: str) -> None:
    me = current_annotator()
    user_workspace.ask(lambda space: sessions.log_event(space, session, me, what), None)


def _draw_endings(session: Session) -> None:
    if is_own_session(session) and not session.unblinded:
        args = ("unblind", session.id)
        st.button("Unblind …", key="unblind", on_click=_ask_confirmation, args=args)
    if is_own_session(session) or not session.plan:
        args = ("delete", session.id)
        st.button("Delete …", key="delete-session", on_click=_ask_confirmation, args=args)


def _ask_confirmation(what: str, session: str) -> None:
    st.session_state[_ASKED] = (what, session)


def _confirm_unblinding(session: Session, done: dict[str, int]) -> None:
    total = len(session.task.items)
    left = {name: total - number for name, number in done.items() if number < total}
    sentences = [
        "Nobody can then judge, change answers or import them, and you see which system is which. "
        "The log records the time and your name. This cannot be undone."
    ]
    if left:
        names = [one_line(name, 40) for name in left]
        sentences = [screen.session_incomplete(names, list(left.values())), *sentences]
    title = "Unblind this incomplete session?" if left else "Unblind this session?"
    draw_alert("warning", title, sentences, key="unblind-confirm")
    why = GIVEN_UP if left else COMPLETE
    with st.container(horizontal=True):
        st.button(
            "Unblind incomplete session" if left else "Unblind",
            type="primary",
            key="unblind-sure",
            on_click=_end_dialog,
            args=(lambda space: answers.unblind(space, session.id, current_annotator(), why),),
        )
        st.button("Cancel", on_click=_ask_confirmation, args=("", ""))


def _confirm_deletion(session: Session, done: dict[str, int]) -> None:
    judged = sum(done.values())
    draw_alert(
        "warning",
        "Delete this session?",
        [
            f"Its plan, its log and its answers ({format_count(judged, 'item')}) are deleted. This "
            "cannot be undone. Backups of the workspace contain it until newer backups replace "
            "them."
        ],
        key="delete-confirm",
    )
    with st.container(horizontal=True):
        st.button(
            "Delete permanently",
            type="primary",
            key="delete-sure",
            on_click=_end_dialog,
            args=(lambda space: sessions.delete_session(space, session.id),),
        )
        st.button("Cancel", on_click=_ask_confirmation, args=("", ""))


def _end_dialog(what: Callable[[Workspace], None]) -> None:
    _ask_confirmation("", "")
    try:
        user_workspace.ask(what, None)
    except ValueError as error:
        st.session_state["session-wrong"] = error_sentences(error)[0]


def _draw_log(session: Session) -> None:
    events = user_workspace.ask(lambda space: sessions.load_log(space, session.id), [])
    draw_table(
        [{"label": "time"}, {"label": "user"}, {"label": "event"}],
        [
            [
                {"t": format_datetime(one.at), "title": format_recent_time(one.at)},
                one_line(annotator.name_in_sentence(one.who), 40),
                one_line(one.what, 200),
            ]
            for one in events
        ],
        key="session-log",
        label="Session log",
    )
