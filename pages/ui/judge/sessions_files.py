"""Import of session files: a task, a plan, or answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from bleu_core import workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted
from bleu_core.common.wording import listed
from bleu_core.messages import screen
from bleu_core.people.sessions import answers_file, handed_over, json_lines, plan_file, task_file
from bleu_core.people.sessions.task import task_of
from bleu_core.readers import File, ReadError, apart
from bleu_core.workspace import Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.answers import Laid
from pages.ui import state, store, user_workspace
from pages.ui.judgements import annotator
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.rerun import run_again

SHOWN = 20


@dataclass(frozen=True)
class _Came:
    """The result of an imported file."""

    id: str
    tone: str
    title: str
    told: tuple[str, ...] = ()


def show() -> None:
    """Draw a field for a file, and the result of the last one."""
    file = st.file_uploader(
        "Import a task, answers that came back, or a plan",
        type=["jsonl"],
        key="session-file",
        help="A task is laid beside the sessions that are here; answers are laid onto their "
        "session, and nothing that is there is changed.",
    )
    came: _Came | None = st.session_state.get("session-came")
    if file is not None and (came is None or came.id != file.file_id):
        st.session_state["session-came"] = _taken(file)
        run_again()  # because the list is above
    if file is not None and came is not None:
        notice(came.tone, came.title, came.told, key="session-came-told")


def _taken(file: Any) -> _Came:
    upload, space = File(visible(file.name, 60), file.getvalue()), user_workspace.current()
    readers = {plan_file.KIND: _plan, task_file.KIND: _task, answers_file.KIND: _answers}
    reader = readers.get(json_lines.kind_of(upload))
    try:
        if space is None:
            raise Gone
        if reader is None:
            raise ReadError([screen.no_session_file(upload.name)])
        return reader(file.file_id, upload, space)
    except (ValueError, Gone, WorkspaceError) as error:
        return _Came(file.file_id, "error", "Nothing was imported:", tuple(reasons(error)))


def _ours(file: File, text: str) -> File:
    return File(file.name, text.encode())


def _task(key: str, file: File, space: Workspace) -> _Came:
    if state.share():
        raise ValueError(screen.task_into_share())
    task = task_file.read(_ours(file, apart.call(handed_over.task, file)))
    is_new = sessions.keep_task(space, task, annotator.me())
    state.change(session=task.session)
    name = visible(task.name, 60)
    if not is_new:
        return _Came(key, "info", f"Nothing new: the session “{name}” is here already.")
    who = listed((visible(name, 40) for name, _ in task.orders), SHOWN, last="or")
    summary = f"{counted(len(task.items), 'item')}, to be judged by {who}."
    return _Came(key, "info", f"The task “{name}” is here.", (summary,))


def _plan(key: str, file: File, space: Workspace) -> _Came:
    plan = plan_file.read(_ours(file, apart.call(handed_over.plan, file)))
    if state.share() and plan.test_set != state.current().data:
        raise ValueError(screen.plan_into_share())
    evalset = store.evalset(plan.test_set)
    if evalset is None:
        raise ValueError(screen.plan_without_texts())
    task = task_of(plan, evalset)
    if not workspace.find(space, plan.test_set):
        workspace.keep(space, evalset, state.current().config)
    sessions.keep_session(space, plan, task)
    state.change(session=task.session)
    return _Came(key, "info", f"The session “{visible(plan.name, 60)}” is here with its plan.")


def _answers(key: str, file: File, space: Workspace) -> _Came:
    session = sessions.find_session(space, apart.call(answers_file.session_of, file))
    if session is None:
        raise ValueError(screen.answers_without_session())
    task = File("the task", task_file.written(session.task).encode())
    text = apart.call(handed_over.answers, file, task)
    result = answers_file.read(_ours(file, text), session.task)
    imported = answers.lay_answers(space, session.id, file.name, result, annotator.me())
    state.change(session=session.id)
    title = "Imported." if imported.new else "Nothing new: all that it says is here."
    if not imported.new and imported.stays:
        title = "Nothing was imported: something else is there already."
    return _Came(key, "info", title, tuple(_told(imported)))


def _told(imported: Laid) -> list[str]:
    sentences = [screen.answers_imported(imported.new, imported.same)]
    if imported.stays:
        names = [visible(name, 40) for name, _ in imported.stays]
        sentences.append(screen.answers_stay(names, [item + 1 for _, item in imported.stays]))
    return sentences
