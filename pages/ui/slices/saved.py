"""Saved slices: expressions with a name."""

from __future__ import annotations

from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    notice("info", "Nothing is saved yet.", key="saved-none")
