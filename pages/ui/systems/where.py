"""Where systems disagree: segments and documents whose scores differ most."""

from __future__ import annotations

from pages.ui import open_comparison, state, store
from pages.ui.systems.where_documents import documents
from pages.ui.systems.where_segments import segments
from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw the tab."""
    comparison = open_comparison.get()
    systems = store.systems(comparison.evalset, state.current().config)
    if len(systems) < 2:
        notice(
            "info",
            "One system has nobody to disagree with.",
            ["Load the outputs of several systems on the Data screen."],
            key="one-system",
        )
        return
    segments(systems, comparison.a, comparison.b)
    documents(systems, comparison.a, comparison.b)
