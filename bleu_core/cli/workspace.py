"""`bleuscope workspace`: check, back up, restore, export and import saved data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import (
    BAD_INPUT,
    FINE,
    BadInput,
    print_messages,
    workspace_errors_as_bad_input,
)
from bleu_core.cli.output import progress_line
from bleu_core.common.formatting import format_bytes, format_count, format_datetime
from bleu_core.messages import archive as archive_messages
from bleu_core.messages import codes, option, text_of
from bleu_core.messages import workspace as messages

if TYPE_CHECKING:
    from bleu_core.workspace import Workspace
    from bleu_core.workspace.backups import Backup

LATEST = "latest"
CHECK_EPILOG = """\b
Exit codes:
  0    Everything is intact.
  2    Something is damaged or cannot be checked, or nothing is saved.
"""
EXPORT_EPILOG = """\b
Example:
  bleuscope workspace export bleuscope-data.zip
\b
Exit codes:
  0    Everything was exported intact.
  2    Damaged parts were exported as they are and listed, or nothing was
       exported.
"""
IMPORT_EPILOG = """\b
Example:
  bleuscope workspace import bleuscope-data.zip
\b
Exit codes:
  0    Everything was imported intact.
  2    Damaged parts were imported as they are and listed, or nothing was
       imported.
"""
RESTORE_EPILOG = """\b
Examples:
  bleuscope workspace check      # lists the backups
  bleuscope workspace restore    # restores the latest one
\b
Exit codes:
  0    A backup was restored, and everything in it is intact.
  2    No backup was restored, or part of the restored data is damaged.
"""
# Codes of errors that say nothing about a file: it may be intact.
_UNCHECKED = {
    f"workspace.{name}"
    for name in ("busy", "disk_full", "disk_fails", "is_folder", "not_permitted", "unusable")
}
READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW = click.Path(writable=True, dir_okay=False, path_type=Path)


@click.group()
def workspace() -> None:
    """Check, back up, restore or move saved data."""


@workspace.command(epilog=CHECK_EPILOG)
@click.argument("file", required=False, type=READABLE)
def check(file: Path | None) -> int:
    """Check all saved data, and list the backups.

    With FILE, written by "export", check that file instead.
    """
    from bleu_core.workspace import archive, backups

    if file:
        with workspace_errors_as_bad_input(), progress_line() as stage:
            damaged = archive.find_archive_problems(file, stage("Reading"))
        state = archive_messages.archive_damaged if damaged else archive_messages.archive_intact
        print_messages([state(str(file)), *damaged])
        return BAD_INPUT if damaged else FINE
    home = _home()
    with progress_line() as stage:
        problems = archive.find_problems(home, stage("Reading"))
    if not problems:
        raise BadInput([option.workspace_empty(str(home))])
    unusable: list[str] = []
    for backup in backups.listed(home):
        name = str(backup.path)
        click.echo(f"Backup of {format_datetime(backup.made)}: {backup.path.name}")
        if problem := backups.problem(backup):
            if _was_checked([problem]):
                unusable.append(messages.backup_damaged(name, [problem]))
            else:
                unusable += [messages.unchecked(name), problem]
    print_messages(unusable)
    for path, damage in problems.items():
        print_messages(_status(path, damage))
    if any(damage and _was_checked(damage) for damage in problems.values()):
        print_messages([messages.restore_helps()])
    return BAD_INPUT if unusable or any(problems.values()) else FINE


@workspace.command("export", epilog=EXPORT_EPILOG)
@click.argument("file", type=NEW)
def export_(file: Path) -> int:
    """Export all saved data to FILE. The app can keep running.

    FILE includes damaged parts as they are. As it contains all texts and annotations,
    only its owner can read it.
    """
    from bleu_core.workspace import archive

    home = _home()
    with workspace_errors_as_bad_input(), progress_line() as stage:
        exported = archive.export_archive(home, file, stage("Exporting"))
    size = format_bytes(sum(entry.size for entry in exported.entries))
    files = f"{format_count(len(exported.entries), 'file')} of {home}"
    done = f"Exported {files} ({size} uncompressed) to {file}."
    print_messages([done, *exported.problems])
    return BAD_INPUT if exported.problems else FINE


@workspace.command("import", epilog=IMPORT_EPILOG)
@click.argument("file", type=READABLE)
@click.option("--replace", is_flag=True, help="Set aside existing saved data; it is not deleted.")
def import_(file: Path, replace: bool) -> int:
    """Import saved data from FILE, written by "export". Stop the app first.

    The workspace must be empty, unless you use --replace. The whole file is checked
    before anything changes.
    """
    from bleu_core.workspace import archive

    home = _home()
    with workspace_errors_as_bad_input(), progress_line() as stage:
        aside, damaged = archive.import_archive(file, home, replace, stage("Importing"))
    print_messages([f"Imported {file} into {home}.", *damaged])
    if aside:
        print_messages([f"The former data is in {aside}. Delete it when you no longer need it."])
    return BAD_INPUT if damaged else FINE


@workspace.command()
def backup() -> int:
    """Make a backup now.

    The app makes one automatically on each day on which something is saved. Only
    the five latest backups are stored.
    """
    from bleu_core.workspace import backups

    space = _existing()
    with workspace_errors_as_bad_input():
        print_messages([f"Backed up to {backups.make(space.path)}."])
    return FINE


@workspace.command(epilog=RESTORE_EPILOG)
@click.argument("name", default=LATEST)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def restore(name: str, yes: bool) -> int:
    """Restore a backup: NAME, as listed by "check", or the latest one.

    The current file is set aside, never deleted. If it is damaged, its intact parts
    are added to the restored backup. The app can keep running.
    """
    from bleu_core.workspace.row_copy import problems, restore

    space = _existing()
    chosen = _chosen(space, name)
    damage = problems(space)
    print_messages(damage)
    what = f"the backup of {format_datetime(chosen.made)}" if chosen else "a new file"
    more = "with all intact data of" if damage else "without any data of"
    what = f"{what}, {more} the current file"
    if not yes:
        click.confirm(f"Restore {what}?", abort=True, err=True)
    with workspace_errors_as_bad_input():
        aside = restore(space, chosen)
    print_messages([f"Restored {what}."])
    if aside:
        print_messages([f"The former file is {aside}. Delete it when you no longer need it."])
    left = problems(space)
    print_messages(left)
    return BAD_INPUT if left else FINE


def _was_checked(damage: Sequence[str]) -> bool:
    return _UNCHECKED.isdisjoint(codes(damage))


def _status(path: Path, damage: Sequence[str]) -> list[str]:
    """Messages on a database: that it is intact, or its damage."""
    from bleu_core.workspace import EVERY, Workspace, WorkspaceError, recent_comparisons

    if damage:
        state = messages.damaged_in if _was_checked(damage) else messages.unchecked
        return [state(str(path)), *damage]
    space = Workspace(path.parent)
    try:
        number, closed = len(recent_comparisons(space, EVERY)), space.closed()
    except WorkspaceError as error:
        return [text_of(error)]
    return [messages.intact(str(path), number), *filter(None, [closed])]


def _home() -> Path:
    from bleu_core.common.environment import HOME_VARIABLE
    from bleu_core.workspace import home

    folder = home()
    if folder is None:
        raise BadInput([option.workspace_off(HOME_VARIABLE)])
    return folder


def _existing() -> Workspace:
    from bleu_core.workspace import Workspace

    folder = _home()
    space = Workspace(folder)
    if not (space.path.exists() or space.is_lost()):
        raise BadInput([option.workspace_empty(str(folder))])
    return space


def _chosen(space: Workspace, name: str) -> Backup | None:
    """The backup of a name, or the latest one; None if there is no latest one."""
    from bleu_core.workspace import backups

    by_name = {backup.path.name: backup for backup in backups.listed(space.folder)}
    if name == LATEST:
        return next(iter(by_name.values()), None)
    if name not in by_name:
        raise BadInput([option.unknown_backup(name, str(space.folder), list(by_name))])
    return by_name[name]
