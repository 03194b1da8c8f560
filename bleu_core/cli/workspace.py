"""`bleuscope workspace`: check, back up, restore, export and import saved data."""

from __future__ import annotations

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
from bleu_core.common.formatting import format_bytes
from bleu_core.messages import option, text_of
from bleu_core.messages import workspace as messages

if TYPE_CHECKING:
    from bleu_core.workspace import Workspace

LATEST = "latest"
RESTORE_EPILOG = """\b
Examples:
  bleuscope workspace check      # lists the backups
  bleuscope workspace restore    # restores the latest one
"""
READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW = click.Path(writable=True, dir_okay=False, path_type=Path)


@click.group()
def workspace() -> None:
    """Check, back up, restore or move saved data."""


@workspace.command()
@click.argument("file", required=False, type=READABLE)
def check(file: Path | None) -> int:
    """Check all saved data, and list the backups.

    With FILE, written by "export", check that file instead.
    """
    from bleu_core.workspace import WorkspaceError, backups, validation

    if file:
        with workspace_errors_as_bad_input():
            validation.check_file(file)
        print_messages([messages.intact(str(file))])
        return FINE
    space = _existing()
    problems = []
    for backup in backups.listed(space.folder):
        click.echo(f"Backup: {backup.name}")
        try:
            backups.check_copy(backup)
        except WorkspaceError as error:
            problems.append(text_of(error))
    try:
        space.check()
        validation.check_rows(space, space.path)
        print_messages([messages.intact(str(space.path))])
    except WorkspaceError as error:
        problems.append(text_of(error))
    print_messages(problems)
    return BAD_INPUT if problems else FINE


@workspace.command("export")
@click.argument("file", type=NEW)
def export_(file: Path) -> int:
    """Export the workspace to FILE, an SQLite file. The app can keep running.

    As FILE contains all texts and annotations, only its owner can read it.
    """
    space = _existing()
    with workspace_errors_as_bad_input():
        space.export(file)
    print_messages([f"Exported {space.path} ({format_bytes(file.stat().st_size)}) to {file}."])
    return FINE


@workspace.command("import")
@click.argument("file", type=READABLE)
@click.option("--replace", is_flag=True, help="Set aside existing saved data; it is not deleted.")
def import_(file: Path, replace: bool) -> int:
    """Import the workspace in FILE, written by "export". Stop the app first.

    The workspace must be empty, unless you use --replace.
    """
    space = _space()
    if (space.path.exists() or space.is_lost()) and not replace:
        raise BadInput([messages.home_used(str(space.path))])
    from bleu_core.workspace import validation

    with workspace_errors_as_bad_input():
        validation.check_file(file)
    return _restore(space, file, "Imported")


@workspace.command()
def backup() -> int:
    """Make a backup now, in place of an earlier one of today.

    The app makes one automatically on each day on which something is saved. Only
    those of the last five days are stored.
    """
    space = _existing()
    with workspace_errors_as_bad_input():
        print_messages([f"Backed up to {space.back_up()}."])
    return FINE


@workspace.command(epilog=RESTORE_EPILOG)
@click.argument("name", default=LATEST)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def restore(name: str, yes: bool) -> int:
    """Restore a backup: NAME, as listed by "check", or the latest one.

    Stop the app first. The current file is set aside, never deleted.
    """
    from bleu_core.workspace import backups

    space = _existing()
    by_name = {backup.name: backup for backup in backups.listed(space.folder)}
    chosen = next(iter(by_name.values()), None) if name == LATEST else by_name.get(name)
    if chosen is None:
        raise BadInput([option.unknown("backup", name, list(by_name))])
    if not yes:
        click.confirm(f"Restore {chosen.name}?", abort=True, err=True)
    return _restore(space, chosen, "Restored")


def _restore(space: Workspace, source: Path, done: str) -> int:
    from bleu_core.workspace import backups

    with workspace_errors_as_bad_input():
        aside = backups.restore(space.path, source)
    print_messages([f"{done} {source}."])
    if aside:
        print_messages([f"The former file is {aside}. Delete it when you no longer need it."])
    return FINE


def _space() -> Workspace:
    from bleu_core.common.environment import HOME_VARIABLE
    from bleu_core.workspace import Workspace, home

    folder = home()
    if folder is None:
        raise BadInput([option.workspace_off(HOME_VARIABLE)])
    return Workspace(folder)


def _existing() -> Workspace:
    space = _space()
    if not (space.path.exists() or space.is_lost()):
        raise BadInput([option.workspace_empty(str(space.folder))])
    return space
