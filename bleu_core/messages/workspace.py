"""The workspace: unusable files, backups, slices."""

from __future__ import annotations

from bleu_core.messages import Area

workspace = Area("workspace")


@workspace.error("This was deleted in the meantime.")
def gone() -> str: ...


# The file as a whole.
@workspace.error(
    "The workspace {path} is busy: another window or program has been writing to it for "
    "{seconds:duration}. Try again."
)
def busy(path: str, seconds: float) -> str: ...


@workspace.error()
def damaged(path: str, why: str, backup: str) -> str:
    """`backup` is the name of the last one, "" if there is none."""
    remedy = (
        f"Run “bleuscope workspace restore {backup}” to move it aside and restore this backup."
        if backup
        else "There is no backup. Move the file away to start with an empty workspace."
    )
    return f"The workspace {path} is damaged: {why.strip().rstrip('.')}. {remedy}"


@workspace.error()
def text_damaged(path: str, text: str, backup: str) -> str:
    """`text` is what the text is in the comparisons that have it; `backup` as for `damaged`."""
    restore = f", or run “bleuscope workspace restore {backup}” to restore this backup"
    return (
        f"The workspace {path} is damaged: the text of {text} is not what was saved. Comparisons "
        "without this text can still be opened. To repair the others, load their files again"
        f"{restore if backup else ''}."
    )


@workspace.error("{path} is damaged: {why:reason}.")
def file_damaged(path: str, why: str) -> str: ...
@workspace.error(
    "{path} cannot be used: {reason}. The disk is full or failing, so this was not saved. Data "
    "saved earlier is intact. Free some space and try again."
)
def disk_full(path: str, reason: str) -> str: ...
@workspace.error(
    "{path} cannot be used: {reason}. Allow the user who runs BLEUscope to read and write it, or "
    "set BLEUSCOPE_HOME to a writable folder, or to off to save nothing."
)
def unusable(path: str, reason: str) -> str: ...
@workspace.error(
    "The workspace {path} is missing or empty, but it has backups. Run “bleuscope workspace "
    "restore” to restore the last one. To start with an empty workspace instead, delete {backups}."
)
def lost(path: str, backups: str) -> str: ...
@workspace.error(
    "{path} cannot be used as a workspace: {why}. It was left unchanged. Use another file, or set "
    "BLEUSCOPE_HOME to another folder."
)
def not_a_workspace(path: str, why: str) -> str: ...


# Reasons that complete `not_a_workspace`.
@workspace.error("it is an SQLite file of another program, or its header or tables are damaged")
def other_program() -> str: ...
@workspace.error(
    "another version of BLEUscope wrote it (format {version}; this version uses format {known})"
)
def other_version(version: int, known: int) -> str: ...


# Results of `bleuscope workspace`.
@workspace.error(
    "{path} has invalid data: {what}. BLEUscope did not write it, or another version did."
)
def invalid_rows(path: str, what: str) -> str: ...
@workspace.note("{path} is intact.")
def intact(path: str) -> str: ...
@workspace.error("{path} already exists. Use another name, or delete it first.")
def file_exists(path: str) -> str: ...
@workspace.error("{path} is in use. Stop the app and other commands, then try again.")
def in_use(path: str) -> str: ...
@workspace.error(
    "{path} already has saved data. Run with --replace to move it aside (nothing is deleted), or "
    "set BLEUSCOPE_HOME to an empty folder."
)
def home_used(path: str) -> str: ...


# Slices.
@workspace.error("The limit is {most:int} saved slices; {more:int} more would make {total:int}.")
def too_many_slices(most: int, more: int, total: int) -> str: ...
