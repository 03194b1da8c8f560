"""One-line components: recent comparisons, and the switch to a subset of segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pages.ui.widgets.components import component

_mount_recent = component("widgets/recent.js", '<nav class="recent"></nav>')


def draw_recent(items: Sequence[dict[str, Any]], *, key: str) -> tuple[str | None, bool]:
    """Draw the line; return the id of the one just opened, and whether all are wanted.

    Items: {"id", "href", "title", "a", "b", "more": number of further systems, "about", "when"}.
    """
    result = _mount_recent(
        data={"items": list(items)},
        key=key,
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    return result.get("open"), bool(result.get("all"))


_mount_subset_line = component("widgets/subset_line.js", '<div class="subset"></div>')


def draw_subset_line(
    told: str, where: str, *, on: bool, tone: str, code: str, key: str, switch: Callable[[], None]
) -> None:
    """Draw a sentence, an expression as typed, and the switch that calls `switch`.

    `on` tells whether only the segments of the expression are shown: `tone` is "strong" if so,
    "warning" if a part was requested, else "muted"; `code` is that of the reason, or "".
    """
    data = {"told": told, "where": where, "on": on, "tone": tone, "code": code}
    _mount_subset_line(data=data, key=key, on_only_change=switch)
