"""Where texts are kept that are handed over here, in sentences."""

from __future__ import annotations

import string

from bleu_core.workspace import Workspace
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
