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
from bleu_core.messages import option, text_of
from bleu_core.messages import workspace as messages

if TYPE_CHECKING:
    from bleu_core.workspace import Workspace
    from bleu_core.workspace.backups import Backup

LATEST = "latest"
READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW = click.Path(writable=True, dir_okay=False, path_type=Path)


@click.group()
def workspace() -> None:
    """Check, back up, restore or move what is kept between visits."""


@workspace.command()
@click.argument("file", required=False, type=READABLE)
def check(file: Path | None) -> int:
    """Read all that is kept, and say what is intact. Exits with 2 if anything is damaged.

    With FILE, which `export` has written, all of that is read instead.
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
    for backup in backups.listed(home):
        click.echo(f"Backup of {format_datetime(backup.made)}: {backup.path.name}")
    for path, damage in problems.items():
        print_messages(_status(path, damage))
    if not any(problems.values()):
        return FINE
    print_messages([messages.restore_helps()])
    return BAD_INPUT


@workspace.command("export")
@click.argument("file", type=NEW)
def export_(file: Path) -> int:
    """Write all that is kept to FILE, people's and shared workspaces too; the app may go on.

    What is damaged is in it as it is, and named; the exit code is 2 then. The file is for its
    owner alone, and holds all texts and all that was said of them.
    """
    from bleu_core.workspace import archive

    home = _home()
    with workspace_errors_as_bad_input(), progress_line() as stage:
        exported = archive.export_archive(home, file, stage("Exporting"))
    size = format_bytes(sum(entry.size for entry in exported.entries))
    files = f"{format_count(len(exported.entries), 'file')} of {home}"
    done = f"Exported {files}, {size} before they were packed, to {file}."
    print_messages([done, *exported.problems])
    return BAD_INPUT if exported.problems else FINE


@workspace.command("import")
@click.argument("file", type=READABLE)
@click.option("--replace", is_flag=True, help="Put aside what is kept here; nothing is deleted.")
def import_(file: Path, replace: bool) -> int:
    """Put what FILE has, which `export` wrote, where nothing is kept yet. End the app first.

    All of the file is read before anything is changed.
    """
    from bleu_core.workspace import archive

    home = _home()
    with workspace_errors_as_bad_input(), progress_line() as stage:
        aside, damaged = archive.import_archive(file, home, replace, stage("Importing"))
    print_messages([f"Imported {file} into {home}.", *damaged])
    if aside:
        print_messages([f"What was kept before is in {aside}; delete it when you do not need it."])
    return BAD_INPUT if damaged else FINE


@workspace.command()
def backup() -> int:
    """Make a backup now; one is made each day that something is kept, and five stay."""
    from bleu_core.workspace import backups

    space = _existing()
    with workspace_errors_as_bad_input():
        print_messages([f"Backed up to {backups.make(space.path)}."])
    return FINE


@workspace.command()
@click.argument("name", default=LATEST)
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(name: str, yes: bool) -> int:
    """Bring back a backup: NAME as `check` lists it, or the latest.

    The present file is put aside, never deleted. If it is damaged, all that is
    intact in it comes along. The app may go on running.
    """
    from bleu_core.workspace.row_copy import problems, restore

    space = _existing()
    chosen = _chosen(space, name)
    damage = problems(space)
    print_messages(damage)
    what = f"the backup of {format_datetime(chosen.made)}" if chosen else "a new file"
    more = "all that is intact in the present one" if damage else "nothing of the present one"
    if not yes:
        click.confirm(f"Restore {what}, with {more}?", abort=True, err=True)
    with workspace_errors_as_bad_input():
        aside = restore(space, chosen)
    print_messages([f"Restored {what}, with {more}."])
    if aside:
        print_messages([f"The file of before is {aside}; delete it when you do not need it."])
    left = problems(space)
    print_messages(left)
    return BAD_INPUT if left else FINE


def _status(path: Path, damage: Sequence[str]) -> list[str]:
    """The messages on a database: that it is intact, or its damage."""
    from bleu_core.common.environment import SERVER_FILE
    from bleu_core.workspace import EVERY, Workspace, WorkspaceError, recent_comparisons

    if damage:
        return [messages.damaged_in(str(path)), *damage]
    if path.name == SERVER_FILE:
        return [messages.server_intact(str(path))]
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
    if not space.path.exists():
        raise BadInput([option.workspace_empty(str(folder))])
    return space


def _chosen(space: Workspace, name: str) -> Backup | None:
    """The backup of a name; None for the latest if there is none."""
    from bleu_core.workspace import backups

    by_name = {backup.path.name: backup for backup in backups.listed(space.folder)}
    if name == LATEST:
        return next(iter(by_name.values()), None)
    if name not in by_name:
        raise BadInput([option.unknown_backup(name, str(space.folder), list(by_name))])
    return by_name[name]
