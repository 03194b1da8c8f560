"""The workspace: files that cannot be used, damaged parts and backups."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_duration, format_int, truncate
from bleu_core.messages import message

HOME = "BLEUSCOPE_HOME"
_RESTORE = "`bleuscope workspace restore`"


def trimmed(why: str) -> str:
    """Return a reason that another program gave, without its full stop."""
    return why.strip().rstrip(".")


@message()
def gone() -> str:
    return "This was deleted meanwhile."


@message()
def changed_meanwhile() -> str:
    return "Another window changed this meanwhile."


@message()
def mark_changed_meanwhile() -> str:
    return "Another window changed this mark meanwhile."


# The file as a whole.


@message()
def busy(path: str, seconds: float) -> str:
    return (
        f"The workspace {path} is busy: another window or program has been writing to it for "
        f"{format_duration(seconds)}. Try again."
    )


@message()
def damaged(path: str, why: str) -> str:
    return (
        f"The workspace {path} is damaged: {trimmed(why)}. {_RESTORE} puts the file aside, and "
        "brings back the last backup with all that is intact in the file."
    )


@message()
def disk_full(path: str, reason: str) -> str:
    return (
        f"The disk of the workspace {path} is full ({reason}): this was not written. What was kept "
        "before is intact; make room, and try again."
    )


@message()
def disk_fails(path: str, reason: str) -> str:
    return (
        f"The workspace {path} cannot be used: {reason}. The disk is full, or it fails. What was "
        "asked for was not written; what was kept before is intact. Make room, and try again."
    )


@message()
def not_permitted(path: str, reason: str, where: str) -> str:
    return (
        f"The workspace {path} cannot be used: {reason}. Allow the user who runs BLEUscope to read "
        f"and write {where}, or set {HOME} to a folder that can be written, or to off to keep "
        "nothing."
    )


@message()
def unusable(path: str, reason: str) -> str:
    return (
        f"The workspace {path} cannot be used: {reason}. Set {HOME} to a folder that can be "
        "written, or to off to keep nothing."
    )


@message("warning")
def read_only(path: str) -> str:
    return (
        f"The workspace {path} is opened for reading only, because it, or its folder, may not be "
        "written by the user who runs BLEUscope: nothing that is said or compared now is kept."
    )


@message()
def newer(path: str) -> str:
    return (
        f"{path} was written by a newer BLEUscope. Update this one, or set {HOME} to another "
        "folder."
    )


@message()
def outdated(path: str, folder: str) -> str:
    return (
        f"{path} is of an earlier version and has to be brought up to date, which takes the right "
        f"to write it and its folder {folder}."
    )


# Why a file is damaged: what `damaged` and others go on with.


@message()
def tables_unreadable() -> str:
    return "its tables cannot be read"


@message()
def outdated_damaged() -> str:
    return "it is of an earlier version, and damaged in a part"


@message()
def header_damaged() -> str:
    return "its header has been damaged"


@message()
def other_program() -> str:
    return "it is an SQLite file of another program, or its header is damaged; it is left as it is"


@message()
def version_unknown(version: int) -> str:
    return f"its header says version {version}, which there is not"


@message()
def tables_changed() -> str:
    return "its tables are not those that were made"


@message()
def is_empty() -> str:
    return "it is empty"


@message()
def structure(reason: str) -> str:
    """What SQLite says of a file."""
    return f"{reason[:1].upper()}{trimmed(reason[1:])}."


# What is damaged by itself: `comparison` is what it goes by, such as “A → B”.


@message("warning")
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


@message("warning")
def damaged_scores(comparison: str, name: str, system: str) -> str:
    return (
        f"{comparison}: the imported scores “{name}” of “{system}” are damaged and left out. That "
        "concerns nothing else. Import them again: that mends it."
    )


@message("warning")
def damaged_annotation(comparison: str, kind: str, segment: int) -> str:
    """`segment` counts from 1; 0 is one that cannot be read."""
    where = f"segment {format_int(segment)}" if segment else "a segment"
    return (
        f"{comparison}: one thing said of {where}, it seems a {kind}, is damaged and left out. Say "
        f"it anew, or bring it back from a backup: {_RESTORE}."
    )


@message("warning")
def damaged_entry(comparison: str) -> str:
    return (
        f"{comparison}: its entry in the list is damaged, so that its name, its settings or a date "
        "may be wrong. That concerns none of its texts, and nothing that was said of it. Open its "
        "files again: that mends it."
    )


@message("warning")
def damaged_part(comparison: str) -> str:
    return (
        f"{comparison}: which text is which is damaged in one place. That concerns nothing that "
        "was said of it. Open its files again: that mends it."
    )


@message("warning")
def damaged_import(comparison: str) -> str:
    return (
        f"{comparison}: the name or the date of a file that was imported is damaged, so that it is "
        "not listed. That concerns nothing that it says."
    )


@message("warning")
def damaged_session(session: str) -> str:
    return (
        f"The blind session {session} is damaged and not shown. That concerns no other session. "
        f"Bring it back from a backup: {_RESTORE}."
    )


@message("warning")
def damaged_log(session: str) -> str:
    return (
        f"The blind session {session} has a damaged line in its log. That concerns no other "
        f"session. Bring it back from a backup: {_RESTORE}."
    )


@message("warning")
def damaged_answer(session: str, annotator: str) -> str:
    return (
        f"One thing that {annotator} answered in the blind session {session} is damaged and left "
        f"out. Answer it anew, or bring it back from a backup: {_RESTORE}."
    )


@message("warning")
def damaged_slice(name: str) -> str:
    return f"The saved slice “{name}” is damaged and left out. Save it anew under this name."


@message("warning")
def damaged_suite_run(title: str) -> str:
    return (
        f"A run of the suite “{title}” is damaged and left out. That concerns no other run, and no "
        f"comparison. Bring it back from a backup: {_RESTORE}; or run the suite again and keep "
        "that."
    )


@message("warning")
def damaged_suite_output(system: str, test_set: str) -> str:
    return (
        f"What “{system}” gave on “{test_set}” in one run of a suite is damaged, so that nothing "
        "is held against it. The run is shown as it was. Bring it back from a backup: "
        f"{_RESTORE}; or run the suite again and keep that."
    )


@message("warning")
def damaged_label() -> str:
    return "A label to choose from is damaged and left out. Save the labels anew."


@message("warning")
def damaged_row(table: str) -> str:
    return f"A row of the table {table} is damaged and left out."


# What the command says that has read all of it.


@message("note")
def intact(path: str, comparisons: int) -> str:
    return f"{path}: all is intact. Comparisons: {comparisons}."


@message("note")
def server_intact(path: str) -> str:
    """The file of a server's people, which has no comparisons."""
    return f"{path}: all is intact."


@message("warning")
def damaged_in(path: str) -> str:
    """What comes before each thing that is damaged."""
    return f"{path}: what is damaged is named here."


@message("note")
def restore_helps() -> str:
    return f"{_RESTORE} brings back what a backup has of it."


# Comparisons and slices.


@message()
def other_texts() -> str:
    return (
        "The texts that are kept under this link are not all those that it was made for. Open its "
        "files again: that mends it, and costs nothing that was said of its segments."
    )


@message()
def damaged_texts(texts: Sequence[str]) -> str:
    """Each text that is needed, as `damaged_text` has it."""
    return " ".join(texts)


@message()
def not_copied() -> str:
    return (
        "A part of what is kept of this comparison is damaged, so that it was not copied. "
        "`bleuscope workspace check` names what is damaged."
    )


@message()
def text_not_copied() -> str:
    return (
        "A text of this comparison is damaged, so that it was not copied. Open its files again: "
        "that mends it."
    )


@message()
def slice_exists(name: str) -> str:
    return f"There is a slice called “{truncate(name)}” already."


@message()
def too_many_slices(most: int, more: int, total: int) -> str:
    return (
        f"At most {format_int(most)} slices are saved; with {format_int(more)} more there would be "
        f"{format_int(total)}."
    )


# Backups.


@message("warning")
def no_backup(path: str, problems: Sequence[str]) -> str:
    return f"No backup was made, because {path} is damaged. {' '.join(problems)}"


@message()
def backup_damaged(path: str, problems: Sequence[str]) -> str:
    return f"The backup {path} is damaged: {' '.join(problems)} Choose another one."
