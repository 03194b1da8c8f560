"""Problems of the workspace, on every screen."""

from __future__ import annotations

from pages.ui import user_workspace
from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw what could not be saved or read, and what is damaged."""
    problem = user_workspace.problem()
    if problem:
        notice("warning", "This could not be kept, or read.", [problem], key="workspace-problem")
    closed, damage = user_workspace.condition()
    if closed:
        notice("warning", "Nothing that is said now is kept.", [closed], key="workspace-closed")
    if damage:
        notice("warning", "A part of what is kept is damaged.", damage, key="workspace-damage")
