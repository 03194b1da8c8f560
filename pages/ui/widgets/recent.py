"""A quiet line of links to comparisons that are kept; names are set as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pages.ui.widgets.mounting import component

_mount = component("widgets/recent.js", '<nav class="recent"></nav>')


def recent(items: Sequence[dict[str, Any]], *, key: str) -> tuple[str | None, bool]:
    """Draw the line; answer the id of the one that was just opened, and whether all are wanted.

    `items` are {"id", "href", "title", "a", "b", "more", "about", "when"} each;
    "more" says how many systems there are beside these two.
    """
    result = _mount(
        data={"items": list(items)},
        key=key,
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    return result.get("open"), bool(result.get("all"))
