"""Where texts are kept that are handed over here, and why they are not, in sentences."""

from __future__ import annotations

import string

from bleu_core import workspace
from bleu_core.workspace import Workspace
from bleu_core.workspace.place import VARIABLE
from pages.ui import kept_comparisons, user_workspace


def folder(space: Workspace) -> str:
    """Where the workspace is, as Markdown that shows each character."""
    return "".join(f"\\{c}" if c in string.punctuation else c for c in str(space.folder))


def what_becomes_of_texts() -> str:
    """What becomes of texts that are handed over here, as Markdown."""
    space = user_workspace.current()
    if space is None:
        return (
            "Texts stay in this server's memory, are gone when it ends, and reach nobody who does "
            "not have the link."
        )
    return (
        f"Texts are kept in the folder {folder(space)} until you delete them under "
        f"“{kept_comparisons.TAB}”; whoever can open this app here can open them."
    )


def why_nothing() -> str:
    """Why nothing is kept for this visitor, and what would change that."""
    if workspace.home() is None:
        return (
            f"{VARIABLE} is set to off: comparisons are gone when this server ends. To keep them, "
            f"start it without {VARIABLE}, or with {VARIABLE} set to a folder."
        )
    return user_workspace.problem() or (
        "This server asks nobody for a token, so comparisons are gone when it ends. To keep them, "
        "open the app by the command bleuscope, which makes a token; or set "
        f"{VARIABLE} to a folder, to keep those of all visitors for all of them."
    )
