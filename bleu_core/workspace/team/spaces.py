"""Where the workspaces of a server with a login are: each person's own, and one a thing shared."""

from __future__ import annotations

from pathlib import Path

from bleu_core.common.place import PEOPLE, SHARED
from bleu_core.workspace.team.person import Person


def own(home: Path, person: Person) -> Path:
    """The folder of a person's own workspace."""
    return home / PEOPLE / person.id


def shared(home: Path, share: str) -> Path:
    """The folder of a comparison that is shared, by its id."""
    return home / SHARED / share
