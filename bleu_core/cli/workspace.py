"""`bleuscope workspace`: is what is kept intact, a backup of it, and the way back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import BAD_INPUT, FINE, BadInput, say
from bleu_core.cli.keeping import told
from bleu_core.numerals import moment
from bleu_core.wording import listed

if TYPE_CHECKING:
    from bleu_core.workspace import Workspace
    from bleu_core.workspace.backups import Backup

LATEST = "latest"


@click.group()
def workspace() -> None:
    """Check, back up or restore what is kept between visits."""


@workspace.command()
def check() -> int:
    """Read all that is kept, and say what is intact. Exits with 2 if anything is damaged."""
    from bleu_core.workspace import backups, recent
    from bleu_core.workspace.restoring import problems

    space = _existing()
    wrong = problems(space)
    with told():
        closed = "" if wrong else space.closed()
        number = 0 if wrong else len(recent(space, -1))
    for backup in backups.listed(space.folder):
        click.echo(f"Backup of {moment(backup.made)}: {backup.path.name}")
    if not wrong:
        say([f"{space.path}: all is intact. Comparisons: {number}.", *filter(None, [closed])])
        return FINE
    say([f"{space.path}: what is damaged is named here.", *wrong])
    say(["`bleuscope workspace restore` brings back what a backup has of it."])
    return BAD_INPUT


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
    from bleu_core.workspace.restoring import problems, restore

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


def _existing() -> Workspace:
    from bleu_core.workspace import Workspace, home
    from bleu_core.workspace.place import VARIABLE

    folder = home()
    if folder is None:
        raise BadInput([f"Nothing is kept: {VARIABLE} is set to off."])
    space = Workspace(folder)
    if not space.path.exists():
        raise BadInput([f"Nothing is kept in {folder} yet."])
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
    known = listed(one.path.name for one in found) or "none"
    raise BadInput([f"There is no backup {name} in {space.folder}. There are: {known}."])
