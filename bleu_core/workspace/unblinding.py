"""Unblind a session: show its maker which system is which, once, with a line in the log."""

from __future__ import annotations

import time

from bleu_core.messages import session as messages
from bleu_core.people.sessions.task import progress
from bleu_core.workspace.answers import answers_of
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.sessions import add_line, row_of, session_of, task_of

COMPLETE, GIVEN_UP = "complete", "given up"


def unblind(workspace: Workspace, session: str, who: str, why: str) -> None:
    """Save that the maker of a session is shown which system is which; it takes no more answers.

    Parameters
    ----------
    session, who : str
    why : str
        `COMPLETE` or `GIVEN_UP`.

    Raises
    ------
    Gone
        If the session was deleted.
    ValueError
        If somebody else made it, or it is not complete.
    """
    if why not in (COMPLETE, GIVEN_UP):
        raise ValueError(messages.unblinding_reason([COMPLETE, GIVEN_UP]))
    with workspace.writing() as connection:
        row = row_of(connection, session)
        plan, task = session_of(row).plan, task_of(row["task"])
        if plan is None or plan.made_by != who:
            raise ValueError(messages.not_maker())
        if row["unblinded"] is not None:
            return
        done = progress(task, answers_of(connection, session))
        if why == COMPLETE and any(number < len(task.items) for number in done.values()):
            raise ValueError(messages.not_complete())
        connection.execute("UPDATE sessions SET unblinded = ? WHERE id = ?", (time.time(), session))
        add_line(connection, session, who, f"unblinded: {why}")
