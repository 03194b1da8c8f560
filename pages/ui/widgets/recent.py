"""A line of links to saved comparisons; names are set as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pages.ui.widgets.mounting import component

_mount = component("widgets/recent.js", '<nav class="recent"></nav>')


def recent(items: Sequence[dict[str, Any]], *, key: str) -> tuple[str | None, bool]:
    """Draw the line; return the id of the one just opened, and whether all are wanted.

    `items` are {"id", "href", "title", "a", "b", "more", "about", "when"} each; "more" is the
    number of further systems.
    """
    result = _mount(
        data={"items": list(items)},
        key=key,
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    return result.get("open"), bool(result.get("all"))
