"""Messages on the workspace: files that cannot be used, damaged parts and backups."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int
from bleu_core.messages import Area

workspace = Area("workspace")


@workspace.error("This was deleted meanwhile.")
def gone() -> str: ...
@workspace.error("Another window changed this meanwhile.")
def changed_meanwhile() -> str: ...
@workspace.error("Another window changed this mark meanwhile.")
def mark_changed_meanwhile() -> str: ...


# The file as a whole.
@workspace.error(
    "The workspace {path} is busy: another window or program has been writing to it for "
    "{seconds:duration}. Try again."
)
def busy(path: str, seconds: float) -> str: ...
@workspace.error(
    "The workspace {path} is damaged: {why:reason}. `bleuscope workspace restore` puts the file "
    "aside, and brings back the last backup with all that is intact in the file."
)
def damaged(path: str, why: str) -> str: ...
@workspace.error(
    "The disk of the workspace {path} is full ({reason}): this was not written. What was kept "
    "before is intact; make room, and try again."
)
def disk_full(path: str, reason: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. The disk is full, or it fails. What was asked "
    "for was not written; what was kept before is intact. Make room, and try again."
)
def disk_fails(path: str, reason: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. Allow the user who runs BLEUscope to read and "
    "write {where}, or set BLEUSCOPE_HOME to a folder that can be written, or to off to keep "
    "nothing."
)
def not_permitted(path: str, reason: str, where: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. Set BLEUSCOPE_HOME to a folder that can be "
    "written, or to off to keep nothing."
)
def unusable(path: str, reason: str) -> str: ...
@workspace.warning(
    "The workspace {path} is opened for reading only, because it, or its folder, may not be "
    "written by the user who runs BLEUscope: nothing that is said or compared now is kept."
)
def read_only(path: str) -> str: ...
@workspace.error(
    "{path} was written by a newer BLEUscope. Update this one, or set BLEUSCOPE_HOME to another "
    "folder."
)
def newer(path: str) -> str: ...
@workspace.error(
    "{path} is of an earlier version and has to be brought up to date, which takes the right to "
    "write it and its folder {folder}."
)
def outdated(path: str, folder: str) -> str: ...


# Why a file is damaged: what `damaged` and others go on with.
@workspace.error("its tables cannot be read")
def tables_unreadable() -> str: ...
@workspace.error("it is of an earlier version, and damaged in a part")
def outdated_damaged() -> str: ...
@workspace.error("its header has been damaged")
def header_damaged() -> str: ...
@workspace.error(
    "it is an SQLite file of another program, or its header is damaged; it is left as it is"
)
def other_program() -> str: ...
@workspace.error("its header says version {version}, which there is not")
def version_unknown(version: int) -> str: ...
@workspace.error("its tables are not those that were made")
def tables_changed() -> str: ...
@workspace.error("it is empty")
def is_empty() -> str: ...


@workspace.error()
def structure(reason: str) -> str:
    """What SQLite says of a file."""
    return f"{reason[:1].upper()}{reason[1:].strip().rstrip('.')}."


# What is damaged by itself: `comparison` is what it goes by, such as “A → B”.


@workspace.warning()
def damaged_text(comparison: str, part: str, name: str) -> str:
    parts = {
        "system": f"the output of “{name}”",
        "reference": f"reference {name}",
        "source": "the source",
        "documents": "the documents",
        "metadata": f"the column “{name}”",
    }
    return (
        f"{comparison}: the text of {parts.get(part, 'a part')} is damaged. That concerns no other "
        "text, and nothing that was said of its segments. Open the same files again: that mends it."
    )


@workspace.warning(
    "{comparison}: the imported scores “{name}” of “{system}” are damaged and left out. That "
    "concerns nothing else. Import them again: that mends it."
)
def damaged_scores(comparison: str, name: str, system: str) -> str: ...


@workspace.warning()
def damaged_annotation(comparison: str, kind: str, segment: int) -> str:
    """`segment` counts from 1; 0 is one that cannot be read."""
    where = f"segment {format_int(segment)}" if segment else "a segment"
    return (
        f"{comparison}: one thing said of {where}, it seems a {kind}, is damaged and left out. Say "
        f"it anew, or bring it back from a backup: `bleuscope workspace restore`."
    )


@workspace.warning(
    "{comparison}: its entry in the list is damaged, so that its name, its settings or a date may "
    "be wrong. That concerns none of its texts, and nothing that was said of it. Open its files "
    "again: that mends it."
)
def damaged_entry(comparison: str) -> str: ...
@workspace.warning(
    "{comparison}: which text is which is damaged in one place. That concerns nothing that was "
    "said of it. Open its files again: that mends it."
)
def damaged_part(comparison: str) -> str: ...
@workspace.warning(
    "{comparison}: the name or the date of a file that was imported is damaged, so that it is not "
    "listed. That concerns nothing that it says."
)
def damaged_import(comparison: str) -> str: ...
@workspace.warning(
    "The blind session {session} is damaged and not shown. That concerns no other session. Bring "
    "it back from a backup: `bleuscope workspace restore`."
)
def damaged_session(session: str) -> str: ...
@workspace.warning(
    "The blind session {session} has a damaged line in its log. That concerns no other session. "
    "Bring it back from a backup: `bleuscope workspace restore`."
)
def damaged_log(session: str) -> str: ...
@workspace.warning(
    "One thing that {annotator} answered in the blind session {session} is damaged and left out. "
    "Answer it anew, or bring it back from a backup: `bleuscope workspace restore`."
)
def damaged_answer(session: str, annotator: str) -> str: ...
@workspace.warning(
    "The saved slice “{name}” is damaged and left out. Save it anew under this name."
)
def damaged_slice(name: str) -> str: ...
@workspace.warning(
    "A run of the suite “{title}” is damaged and left out. That concerns no other run, and no "
    "comparison. Bring it back from a backup: `bleuscope workspace restore`; or run the suite "
    "again and keep that."
)
def damaged_suite_run(title: str) -> str: ...
@workspace.warning(
    "What “{system}” gave on “{test_set}” in one run of a suite is damaged, so that nothing is "
    "held against it. The run is shown as it was. Bring it back from a backup: `bleuscope "
    "workspace restore`; or run the suite again and keep that."
)
def damaged_suite_output(system: str, test_set: str) -> str: ...
@workspace.warning("A label to choose from is damaged and left out. Save the labels anew.")
def damaged_label() -> str: ...
@workspace.warning("A row of the table {table} is damaged and left out.")
def damaged_row(table: str) -> str: ...


# What the command says that has read all of it.
@workspace.note("{path}: all is intact. Comparisons: {comparisons}.")
def intact(path: str, comparisons: int) -> str: ...
@workspace.note("{path}: all is intact.")
def server_intact(path: str) -> str: ...
@workspace.warning("{path}: what is damaged is named here.")
def damaged_in(path: str) -> str: ...
@workspace.note("`bleuscope workspace restore` brings back what a backup has of it.")
def restore_helps() -> str: ...


# Comparisons and slices.
@workspace.error(
    "The texts that are kept under this link are not all those that it was made for. Open its "
    "files again: that mends it, and costs nothing that was said of its segments."
)
def other_texts() -> str: ...
@workspace.error("{texts:joined}")
def damaged_texts(texts: Sequence[str]) -> str: ...
@workspace.error(
    "A part of what is kept of this comparison is damaged, so that it was not copied. `bleuscope "
    "workspace check` names what is damaged."
)
def not_copied() -> str: ...
@workspace.error(
    "A text of this comparison is damaged, so that it was not copied. Open its files again: that "
    "mends it."
)
def text_not_copied() -> str: ...
@workspace.error("There is a slice called “{name:short}” already.")
def slice_exists(name: str) -> str: ...
@workspace.error(
    "At most {most:int} slices are saved; with {more:int} more there would be {total:int}."
)
def too_many_slices(most: int, more: int, total: int) -> str: ...


# Backups.
@workspace.warning("No backup was made, because {path} is damaged. {problems:joined}")
def no_backup(path: str, problems: Sequence[str]) -> str: ...
@workspace.error("The backup {path} is damaged: {problems:joined} Choose another one.")
def backup_damaged(path: str, problems: Sequence[str]) -> str: ...
