"""Blind sessions: plans, files and answers."""

from __future__ import annotations

from bleu_core.common.formatting import truncate
from bleu_core.messages import Area

session = Area("session")


# Plans.
@session.error(
    "The session needs {number:# segment}, but outputs differ in only {there:int}; in "
    "{identical:int}, all are identical."
)
def too_few_segments(number: int, there: int, identical: int) -> str: ...
@session.error(
    "The session needs {number:# check}, but only {there:int} segments have outputs and a "
    "reference of several words."
)
def too_few_checks(number: int, there: int) -> str: ...


# Files: `kind` is the expected content, such as "answers to a blind session".
@session.error("{name} has no {kind}: its first line is missing or different.")
def other_file(name: str, kind: str) -> str: ...


# Lines of files.
@session.error("It cannot be read: {reason:short 200}.")
def line_unreadable(reason: str) -> str: ...
@session.error("An earlier line has this annotator's answer to the same item.")
def answered_twice() -> str: ...


# Answers.
@session.error()
def no_annotator(name: str) -> str:
    if not name:
        return "No annotator is named. Name an annotator of this session."
    return f"{truncate(name)} is not an annotator of this session."


@session.error("This session does not ask for {what:repr}.")
def not_asked(what: str) -> str: ...


# Saved sessions.
@session.error(
    "The session file would exceed a limit. {problem} Draw other segments with another seed, show "
    "fewer texts, or name fewer annotators."
)
def too_large(problem: str) -> str: ...
@session.error(
    "The blind session {session:short 8} in {path} cannot be read: {reason:reason}. Other sessions "
    "are not affected. Backups of the workspace may have it intact."
)
def unreadable(session: str, path: str, reason: str) -> str: ...
@session.error(
    "The session was unblinded {at:datetime}. Judgments after that are not blind, and are not "
    "accepted."
)
def unblinded(at: float) -> str: ...
@session.error("Only the creator of a session can unblind it.")
def not_maker() -> str: ...
