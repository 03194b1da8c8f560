"""Folders of the workspaces of a server with a login: one a person, one a shared comparison."""

from __future__ import annotations

from pathlib import Path

from bleu_core.common.place import PEOPLE, SHARED
from bleu_core.workspace.team.person import Person


def own(home: Path, person: Person) -> Path:
    """Return the folder of a person's own workspace."""
    return home / PEOPLE / person.id


def shared(home: Path, share: str) -> Path:
    """Return the folder of a shared comparison, by its id."""
    return home / SHARED / share
