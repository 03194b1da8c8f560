"""What stands out: slices that the finder found."""

from __future__ import annotations

from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    notice("info", "Nothing looks for slices yet.", key="found-none")
