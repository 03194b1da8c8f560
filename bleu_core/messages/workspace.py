"""The workspace: unusable files, damaged parts and backups."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int
from bleu_core.messages import Area

workspace = Area("workspace")


@workspace.error("This was deleted in the meantime.")
def gone() -> str: ...
@workspace.error("Another window changed this in the meantime.")
def changed_meanwhile() -> str: ...
@workspace.error("Another window changed this error annotation in the meantime.")
def mark_changed_meanwhile() -> str: ...


# The file as a whole.
@workspace.error(
    "The workspace {path} is busy: another window or program has been writing to it for "
    "{seconds:duration}. Try again."
)
def busy(path: str, seconds: float) -> str: ...
@workspace.error(
    "The workspace {path} is damaged: {why:reason}. Run `bleuscope workspace restore` to move the "
    "file aside and restore the last backup, with everything that is intact in the file."
)
def damaged(path: str, why: str) -> str: ...
@workspace.error(
    "The disk of the workspace {path} is full ({reason}): this change was not saved. Data saved "
    "earlier is intact. Free some space and try again."
)
def disk_full(path: str, reason: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. The disk is full or failing. This change was "
    "not saved; data saved earlier is intact. Free some space and try again."
)
def disk_fails(path: str, reason: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. Allow the user who runs BLEUscope to read and "
    "write {where}. Or set BLEUSCOPE_HOME to a writable folder, or to off to save nothing."
)
def not_permitted(path: str, reason: str, where: str) -> str: ...
@workspace.error(
    "{path} is a folder, not the file with the saved data. Move the folder away, or set "
    "BLEUSCOPE_HOME to another folder."
)
def is_folder(path: str) -> str: ...
@workspace.error(
    "The workspace {path} cannot be used: {reason}. Set BLEUSCOPE_HOME to a writable folder, or "
    "to off to save nothing."
)
def unusable(path: str, reason: str) -> str: ...
@workspace.warning(
    "The workspace {path} is read-only, because the user who runs BLEUscope cannot write to it or "
    "to its folder. Nothing is saved."
)
def read_only(path: str) -> str: ...
@workspace.error(
    "{path} was written by a newer BLEUscope. Update this one, or set BLEUSCOPE_HOME to another "
    "folder."
)
def newer(path: str) -> str: ...
@workspace.error(
    "The workspace {path} is missing or empty, but it has backups. Run `bleuscope workspace "
    "restore` to restore the last one. To start with an empty workspace instead, delete {backups}."
)
def lost(path: str, backups: str) -> str: ...
@workspace.error(
    "{path} is from an earlier version and must be upgraded. Allow the user who runs BLEUscope to "
    "write to it and its folder {folder}."
)
def outdated(path: str, folder: str) -> str: ...


# Why a file is damaged: reasons for `damaged` and other messages.
@workspace.error("its tables cannot be read")
def tables_unreadable() -> str: ...
@workspace.error("it is from an earlier version, and a part of it is damaged")
def outdated_damaged() -> str: ...
@workspace.error("its header is damaged")
def header_damaged() -> str: ...
@workspace.error(
    "it is an SQLite file of another program, or its header is damaged; it was left unchanged"
)
def other_program() -> str: ...
@workspace.error("its header has version {version}, which does not exist")
def version_unknown(version: int) -> str: ...
@workspace.error("its tables are not those that BLEUscope creates")
def tables_changed() -> str: ...
@workspace.error("it is empty")
def is_empty() -> str: ...


@workspace.error()
def structure(reason: str) -> str:
    """`reason` is SQLite's."""
    return f"{reason[:1].upper()}{reason[1:].strip().rstrip('.')}."


# Damaged parts. `comparison` is its title, such as “A → B”.


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
        f"{comparison}: the text of {parts.get(part, 'a part')} is damaged. Other texts and the "
        "annotations are not affected. Open the same files again to repair this."
    )


@workspace.warning(
    "{comparison}: the imported scores “{name}” of “{system}” are damaged and were skipped. "
    "Nothing else is affected. Import them again to repair this."
)
def damaged_scores(comparison: str, name: str, system: str) -> str: ...


@workspace.warning()
def damaged_annotation(comparison: str, kind: str, segment: int) -> str:
    """`segment` is from 1; 0 if it cannot be read."""
    where = f"segment {format_int(segment)}" if segment else "a segment"
    return (
        f"{comparison}: an annotation of {where}, apparently a {kind}, is damaged and was skipped. "
        "Add it again, or restore it from a backup: `bleuscope workspace restore`."
    )


@workspace.warning(
    "{comparison}: its entry in the list is damaged, so its name, settings or a date may be "
    "wrong. Its texts and annotations are not affected. Open its files again to repair this."
)
def damaged_entry(comparison: str) -> str: ...
@workspace.warning(
    "{comparison}: the assignment of one text is damaged. Its annotations are not affected. Open "
    "its files again to repair this."
)
def damaged_part(comparison: str) -> str: ...
@workspace.warning(
    "{comparison}: the name or date of an imported file is damaged, so the file is not listed. "
    "Its contents are not affected."
)
def damaged_import(comparison: str) -> str: ...
@workspace.warning(
    "The blind session {session} is damaged and not shown. Other sessions are not affected. "
    "Restore it from a backup: `bleuscope workspace restore`."
)
def damaged_session(session: str) -> str: ...
@workspace.warning(
    "The blind session {session} has a damaged line in its log. Other sessions are not affected. "
    "Restore it from a backup: `bleuscope workspace restore`."
)
def damaged_log(session: str) -> str: ...
@workspace.warning(
    "An answer by {annotator} in the blind session {session} is damaged and was skipped. Answer "
    "again, or restore it from a backup: `bleuscope workspace restore`."
)
def damaged_answer(session: str, annotator: str) -> str: ...
@workspace.warning(
    "The saved slice “{name}” is damaged and was skipped. Save it again under this name."
)
def damaged_slice(name: str) -> str: ...
@workspace.warning(
    "A run of the suite “{title}” is damaged and was skipped. Other runs and comparisons are not "
    "affected. Restore it from a backup with `bleuscope workspace restore`, or run the suite "
    "again and save it."
)
def damaged_suite_run(title: str) -> str: ...
@workspace.warning(
    "In one run of a suite, the output of “{system}” on “{test_set}” is damaged, so it cannot be "
    "a baseline. The results of the run are still shown. Restore it from a backup with `bleuscope "
    "workspace restore`, or run the suite again and save it."
)
def damaged_suite_output(system: str, test_set: str) -> str: ...
@workspace.warning("A label is damaged and was skipped. Save the labels again.")
def damaged_label() -> str: ...
@workspace.warning("A row of the table {table} is damaged and was skipped.")
def damaged_row(table: str) -> str: ...


# Results of `bleuscope workspace check`.
@workspace.note("{path} is intact. Comparisons: {comparisons}.")
def intact(path: str, comparisons: int) -> str: ...
@workspace.warning("{path} has damaged parts:")
def damaged_in(path: str) -> str: ...
@workspace.warning("{path} cannot be checked now:")
def unchecked(path: str) -> str: ...
@workspace.note("`bleuscope workspace restore` restores these parts if a backup has them.")
def restore_helps() -> str: ...


# Comparisons and slices.
@workspace.error(
    "Some of the texts saved under this link are not the original ones. Open its files again to "
    "repair this; annotations are not affected."
)
def other_texts() -> str: ...
@workspace.error("{texts:joined}")
def damaged_texts(texts: Sequence[str]) -> str: ...
@workspace.error(
    "A part of this saved comparison is damaged, so it was not copied. `bleuscope workspace "
    "check` lists damaged parts."
)
def not_copied() -> str: ...
@workspace.error(
    "A text of this comparison is damaged, so it was not copied. Open its files again to repair "
    "this."
)
def text_not_copied() -> str: ...
@workspace.error("A slice “{name:short}” already exists.")
def slice_exists(name: str) -> str: ...
@workspace.error("The limit is {most:int} saved slices; {more:int} more would make {total:int}.")
def too_many_slices(most: int, more: int, total: int) -> str: ...


# Backups.
@workspace.warning("No backup was made, because {path} is damaged. {problems:joined}")
def no_backup(path: str, problems: Sequence[str]) -> str: ...
@workspace.error("The backup {path} is damaged: {problems:joined} Choose another backup.")
def backup_damaged(path: str, problems: Sequence[str]) -> str: ...
