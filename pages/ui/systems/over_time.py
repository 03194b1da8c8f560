"""Runs in their order, what each step changed, and the run that broke it."""

from __future__ import annotations

from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    notice("info", "Nothing yet.", [], key="nothing-yet")
