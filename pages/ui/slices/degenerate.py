"""Degenerate output of A and B: copies, loops, what was cut off or lost."""

from __future__ import annotations

from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    notice("info", "Nothing looks for degenerate output yet.", key="degenerate-none")
