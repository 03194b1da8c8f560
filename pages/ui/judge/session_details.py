"""One session: judging, files, unblinding, deletion and log; and imported files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_count, join_words
from bleu_core.messages import screen
from bleu_core.messages.session import other_file
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.plan import Ask
from bleu_core.people.sessions.task import ItemAnswer, annotator_progress
from bleu_core.readers import File, ReadError, sandbox
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.sessions import Session
from pages.ui import state, user_workspace
from pages.ui.judgements import annotator
from pages.ui.judgements.annotator import current_annotator
from pages.ui.open_comparison import open_digest
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download

# Most annotators named in a sentence.
MOST_NAMES = 20


# The id of an imported file, and what it gave: a tone, a title, and sentences.
_IMPORTED_KEY = "session-came"


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
    if file is None:
        return
    key, *told = st.session_state.get(_IMPORTED_KEY, ("",))
    if key != file.file_id:
        st.session_state[_IMPORTED_KEY] = (file.file_id, *_import_file(file))
        run_again()  # because the list is above
    draw_alert(*told, key="session-came-told")


def _import_file(file: Any) -> tuple[str, str, list[str]]:
    upload, space = File(one_line(file.name, 60), file.getvalue()), user_workspace.current()
    importers = {session_files.TASK_KIND: _import_task, session_files.ANSWERS_KIND: _import_answers}
    importer = importers.get(session_files.kind_of(upload))
    try:
        if space is None:
            raise Gone
        if importer is None:
            raise ReadError([other_file(upload.name, "task or answers of a blind session")])
        return "info", *importer(upload, space)
    except (ValueError, Gone, WorkspaceError) as error:
        return "error", "Nothing was imported:", error_sentences(error)


def _import_task(file: File, space: Workspace) -> tuple[str, list[str]]:
    task = sandbox.run(session_files.read_task, file)
    is_new = sessions.save_task(space, task)
    state.change(session=task.session)
    name = one_line(task.name, 60)
    if not is_new:
        return f"Nothing imported: session “{name}” is already here.", []
    who = join_words((one_line(name, 40) for name, _ in task.orders), MOST_NAMES, last="or")
    items = format_count(len(task.items), "item")
    return f"Task “{name}” imported.", [f"{items} for {who} to judge."]


def _import_answers(file: File, space: Workspace) -> tuple[str, list[str]]:
    lines = sandbox.run(session_files.read_answer_lines, file)
    session = sessions.find_session(space, lines[0][1]["session"])
    if session is None:
        raise ValueError(screen.answers_without_session())
    found = session_files.read_answers(lines, session.task, file.name)
    new, same, stays = answers.import_answers(space, session.id, found)
    if not (new or same or stays):
        raise ValueError(screen.file_without_answers(file.name))
    state.change(session=session.id)
    sentences = [screen.answers_imported(new, same)]
    if stays:
        orders = dict(session.task.orders)
        names = [one_line(name, 40) for name, _ in stays]
        # Each annotator sees the items in another order.
        places = [orders[name].index(item) + 1 for name, item in stays]
        sentences.append(screen.answers_stay(names, places))
    return "Imported." if new else "Nothing imported:", [*sentences]


def draw_session_problems(digest: str | None = None) -> None:
    """Draw which sessions of a comparison, or of all, cannot be read, and why."""
    load = partial(sessions.session_problems, digest=digest)
    if problems := user_workspace.ask(load, []):
        draw_alert("error", "Sessions that cannot be read:", problems, key="sessions-unread")


QUESTIONS: dict[Ask, str] = {
    "better": "which output is better",
    "rating": "a rating of each output, from 1 to 5",
}
_ASKED = "session-asked"


def draw_session_details(session: Session) -> None:
    answered = user_workspace.ask(lambda space: answers.load_answers(space, session.id), [])
    done = annotator_progress(session.task, answered)
    st.subheader(escape_markdown(session.task.name) or "Unnamed session", anchor=False)
    task, plan, me = session.task, session.plan, current_annotator()
    items = format_count(len(task.items), "item")
    about = f"{items} per annotator. Question: {QUESTIONS[task.ask]}."
    if plan is None:
        origin = "Created on another machine: export your answers and send them back."
    else:
        maker = one_line(annotator.name_in_sentence(plan.made_by), 60)
        origin = f"Created by {maker}, with {format_count(len(plan.systems), 'system')}."
    st.text(f"{about} {origin}")
    with st.container(horizontal=True, vertical_alignment="center"):
        if not session.unblinded and me not in done:
            names = join_words((one_line(name, 40) for name in done), 5, last="or")
            st.text(f"To judge, set your name to {names}.")
        elif not session.unblinded:
            label = "Continue judging" if done[me] else "Judge"
            if done[me] == len(task.items):
                label = "Review your answers"
            opening = {"task": session.id}
            st.button(label, "judge-it", type="primary", on_click=state.change, kwargs=opening)
        if session.unblinded and _is_of_open_set(session):
            opening = {"judge_tab": "results", "session": session.id}
            st.button("Results", type="primary", on_click=state.change, kwargs=opening)
        _draw_downloads(session, answered)
        ask, is_own = partial(st.button, on_click=ask_confirmation), is_own_session(session)
        if is_own and not session.unblinded:
            ask("Unblind …", key="unblind", args=("unblind", session.id))
        if is_own or not plan:
            ask("Delete …", key="delete-session", args=("delete", session.id))
    asked, of = st.session_state.get(_ASKED, ("", ""))
    if of == session.id:
        _draw_confirmation(asked, session, done)
    if wrong := st.session_state.pop("session-wrong", ""):
        draw_alert("error", wrong, key="session-wrong-told")


def _is_of_open_set(session: Session) -> bool:
    return session.plan is not None and session.plan.test_set == open_digest()


def is_own_session(session: Session) -> bool:
    """Whether this visitor created it, and so may unblind it."""
    return session.plan is not None and session.plan.made_by == current_annotator()


def _draw_downloads(session: Session, answered: list[ItemAnswer]) -> None:
    # Annotators learn nothing about others' answers before it is unblinded.
    me, is_blind = current_annotator(), session.unblinded is None
    of_all = is_own_session(session) and not (is_blind and me in dict(session.task.orders))
    answered = [one for one in answered if of_all or one.annotator == me]
    whose = "of all annotators" if of_all else "that you gave"
    draw = partial(draw_download, mime="application/jsonl")
    draw(
        "Export task",
        session_files.write_task(session.task).encode(),
        file_name(session, "task.jsonl"),
        key="export-task",
        help="For annotators on other machines, who import it and send their answers back: the "
        "texts to judge, without system names, scores or anything about the sampling.",
    )
    draw(
        "Export answers",
        session_files.write_answers(session.task, answered).encode(),
        file_name(session, "answers.jsonl"),
        key="export-answers",
        disabled=not answered,
        help=f"Answers {whose} so far, for the creator of the session.",
    )


def file_name(session: Session, what: str) -> str:
    name = re.sub(r"[^\w-]+", "-", session.task.name).strip("-")[:40] or "session"
    return f"{name}-{what}"


def ask_confirmation(what: str, session: str) -> None:
    """Ask whether to unblind or delete a session; '' for neither."""
    st.session_state[_ASKED] = (what, session)


def _draw_confirmation(asked: str, session: Session, done: dict[str, int]) -> None:
    """Draw the question whether to unblind or delete, and its buttons."""
    then: dict[str, str] = {}
    if asked == "unblind":
        total = len(session.task.items)
        left = {one_line(name, 40): total - n for name, n in done.items() if n < total}
        incomplete = [screen.session_incomplete(list(left), list(left.values()))] if left else []
        title = "Unblind this incomplete session?" if left else "Unblind this session?"
        button = "Unblind incomplete session" if left else "Unblind"
        sentences = [
            *incomplete,
            "Nobody can then judge, change answers or import them, and you see which system is "
            "which. This cannot be undone.",
        ]
        act = partial(answers.unblind, session=session.id, who=current_annotator())
        if _is_of_open_set(session):
            then = {"judge_tab": "results"}
    else:
        title, button = "Delete this session?", "Delete permanently"
        judged = format_count(sum(done.values()), "item")
        sentences = [
            f"Its plan and its answers ({judged}) are deleted. This cannot be undone. "
            "Backups of the workspace contain it until newer backups replace them."
        ]
        act = partial(sessions.delete_session, session=session.id)
    draw_alert("warning", title, sentences, key=f"{asked}-confirm")
    with st.container(horizontal=True):
        sure, args = f"{asked}-sure", (act, then)
        st.button(button, type="primary", key=sure, on_click=_end_dialog, args=args)
        st.button("Cancel", on_click=ask_confirmation, args=("", ""))


def _end_dialog(what: Callable[[Workspace], None], then: dict[str, str]) -> None:
    ask_confirmation("", "")
    try:
        user_workspace.ask(what, None)
        state.change(**then)
    except ValueError as error:
        st.session_state["session-wrong"] = error_sentences(error)[0]
