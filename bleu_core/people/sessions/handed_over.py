"""Read a file of a session from elsewhere and write it again, so that only known fields remain.

The app calls these by `readers.sandbox`, in a process with limits.
"""

from __future__ import annotations

from bleu_core.people.sessions import answers_file, plan_file, task_file
from bleu_core.readers import File


def plan(file: File) -> str:
    """The plan in a file, written again; ReadError if there is none."""
    return plan_file.written(plan_file.read(file))


def task(file: File) -> str:
    """The task in a file, written again; ReadError if there is none."""
    return task_file.written(task_file.read(file))


def answers(file: File, ours: File) -> str:
    """The answers in a file to the task in `ours`, written again.

    Raises
    ------
    ReadError
        If it has no answers, or invalid ones.
    """
    known = task_file.read(ours)
    return answers_file.written(known, answers_file.read(file, known))
