"""`bleuscope workspace`: is what is kept intact, a backup of it, and the way back to one.

And all of it as one file, to be kept elsewhere or moved to another machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import BAD_INPUT, FINE, BadInput, say
from bleu_core.cli.keeping import told
from bleu_core.cli.progress import progress_line
from bleu_core.common.numerals import counted, megabytes, moment
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
        return _check_archive(file)
    home = _home()
    with progress_line() as stage:
        found = archive.problems_of(home, stage("Reading"))
    if not found:
        raise BadInput([option.workspace_empty(str(home))])
    for backup in backups.listed(home):
        click.echo(f"Backup of {moment(backup.made)}: {backup.path.name}")
    say([sentence for path, wrong in found.items() for sentence in _told_of(path, wrong)])
    if not any(found.values()):
        return FINE
    say([messages.restore_helps()])
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
    with told(), progress_line() as stage:
        made = archive.export(home, file, stage("Exporting"))
    size = megabytes(sum(entry.size for entry in made.entries))
    say([
        f"Exported {counted(len(made.entries), 'file')} of {home}, {size} before they were "
        f"packed, to {file}.",
        *made.problems,
    ])  # fmt: skip
    return BAD_INPUT if made.problems else FINE


@workspace.command("import")
@click.argument("file", type=READABLE)
@click.option("--replace", is_flag=True, help="Put aside what is kept here; nothing is deleted.")
def import_(file: Path, replace: bool) -> int:
    """Put what FILE has, which `export` wrote, where nothing is kept yet. End the app first.

    All of the file is read before anything is changed.
    """
    from bleu_core.workspace import archive

    home = _home()
    with told(), progress_line() as stage:
        aside, damaged = archive.put(file, home, replace, stage("Importing"))
    say([f"Imported {file} into {home}.", *damaged])
    if aside:
        say([f"What was kept before is in {aside}; delete it when you do not need it."])
    return BAD_INPUT if damaged else FINE


@workspace.command()
def backup() -> int:
    """Make a backup now; one is made each day that something is kept, and five stay."""
    from bleu_core.workspace import backups

    space = _existing()
    with told():
        say([f"Backed up to {backups.make(space.path)}."])
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
    wrong = problems(space)
    say(wrong)
    what = f"the backup of {moment(chosen.made)}" if chosen else "a new file"
    more = "all that is intact in the present one" if wrong else "nothing of the present one"
    if not yes:
        click.confirm(f"Restore {what}, with {more}?", abort=True, err=True)
    with told():
        aside = restore(space, chosen)
    say([f"Restored {what}, with {more}."])
    if aside:
        say([f"The file of before is {aside}; delete it when you do not need it."])
    left = problems(space)
    say(left)
    return BAD_INPUT if left else FINE


def _told_of(path: Path, wrong: Sequence[str]) -> list[str]:
    """What is to be said of a database: that it is intact, or what of it is not."""
    from bleu_core.common.place import SERVER
    from bleu_core.workspace import EVERY, Workspace, WorkspaceError, recent

    if wrong:
        return [messages.damaged_in(str(path)), *wrong]
    if path.name == SERVER:
        return [messages.server_intact(str(path))]
    space = Workspace(path.parent)
    try:
        number, closed = len(recent(space, EVERY)), space.closed()
    except WorkspaceError as error:
        return [text_of(error)]
    return [messages.intact(str(path), number), *filter(None, [closed])]


def _check_archive(file: Path) -> int:
    from bleu_core.workspace import archive

    with told(), progress_line() as stage:
        damaged = archive.problems_of_archive(file, stage("Reading"))
    if not damaged:
        say([archive_messages.archive_intact(str(file))])
        return FINE
    say([archive_messages.archive_damaged(str(file)), *damaged])
    return BAD_INPUT


def _home() -> Path:
    from bleu_core.common.place import VARIABLE
    from bleu_core.workspace import home

    folder = home()
    if folder is None:
        raise BadInput([option.workspace_off(VARIABLE)])
    return folder


def _existing() -> Workspace:
    from bleu_core.workspace import Workspace

    folder = _home()
    space = Workspace(folder)
    if not space.path.exists():
        raise BadInput([option.workspace_empty(str(folder))])
    return space


def _chosen(space: Workspace, name: str) -> Backup | None:
    """The backup of a name; None for the latest where there is none."""
    from bleu_core.workspace import backups

    found = backups.listed(space.folder)
    if name == LATEST:
        return found[0] if found else None
    for one in found:
        if name == one.path.name:
            return one
    known = [one.path.name for one in found]
    raise BadInput([option.unknown_backup(name, str(space.folder), known)])
