"""Where systems disagree: segments and documents on which their scores lie far apart."""

from __future__ import annotations

from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    notice("info", "Nothing yet.", [], key="nothing-yet")
