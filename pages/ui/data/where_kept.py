"""Where submitted texts are saved, in sentences."""

from __future__ import annotations

import string

from bleu_core.workspace import Workspace
from pages.ui import kept_comparisons, login, user_workspace


def folder(space: Workspace) -> str:
    """Return “in the folder …” as Markdown; with a login, whose folder."""
    if login.is_asked():
        return "on this server, yours alone until you share them"
    path = "".join(f"\\{c}" if c in string.punctuation else c for c in str(space.folder))
    return f"in the folder {path}"


def what_becomes_of_texts() -> str:
    """Return what happens to submitted texts, as Markdown."""
    space = user_workspace.own()
    if space is None:
        others = "nobody else" if login.is_asked() else "nobody who does not have the link"
        return f"Texts stay in this server's memory, are gone when it ends, and reach {others}."
    if login.is_asked():
        return (
            "Texts are kept on this server until you delete them under "
            f"“{kept_comparisons.TAB}”; nobody else who is logged in can open them until you share "
            "them."
        )
    return (
        f"Texts are kept {folder(space)} until you delete them under "
        f"“{kept_comparisons.TAB}”; whoever can open this app here can open them."
    )
