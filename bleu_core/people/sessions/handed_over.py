"""A stranger's file of a session, read and written anew: what is left has only what we write.

The app has this done by `readers.apart`, in a process with limits; what comes back is text, which
costs in proportion to what it says.
"""

from __future__ import annotations

from bleu_core.people.sessions import answers_file, plan_file, task_file
from bleu_core.readers import File


def plan(file: File) -> str:
    """The plan in a file, as `plan_file.written` has it; ReadError where there is none."""
    return plan_file.written(plan_file.read(file))


def task(file: File) -> str:
    """The task in a file, as `task_file.written` has it; ReadError where there is none."""
    return task_file.written(task_file.read(file))


def answers(file: File, ours: File) -> str:
    """The answers in a file to the task in `ours`, as `answers_file.written` has them.

    Raises
    ------
    ReadError
        Where it has no answers, or some that cannot be given.
    """
    known = task_file.read(ours)
    return answers_file.written(known, answers_file.read(file, known))
