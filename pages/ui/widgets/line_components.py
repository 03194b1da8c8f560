"""Small components: recent comparisons, and the switch to a subset of segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pages.ui.widgets.components import component

_mount_recent = component("widgets/recent.js", '<nav class="recent"></nav>')


def draw_recent(
    title: str, items: Sequence[dict[str, Any]], *, line: bool, key: str
) -> tuple[str | None, bool]:
    """Draw the list, or its only item in a line.

    Return the id of the one just opened, and whether all are wanted.

    Items: {"id", "href", "title", "a", "b", "more": number of further systems, "size",
    "delta": a cell of a table or None, "beginning", "when"}.
    """
    result = _mount_recent(
        data={"title": title, "line": line, "items": list(items)},
        key=key,
        height=24 if line else 34 + 56 * len(items),  # nothing moves when it is drawn
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    return result.get("open"), bool(result.get("all"))


_mount_subset_line = component("widgets/subset_line.js", '<div class="subset"></div>')


def draw_subset_line(
    told: str,
    where: str,
    *,
    on: bool,
    all_segments: str,
    tone: str,
    code: str,
    key: str,
    switch: Callable[[], None],
    change: Callable[[], None],
) -> None:
    """Draw a sentence, an expression as typed, and buttons to `switch` it and to `change` it.

    `on` tells whether only the segments of the expression are shown: `tone` is "strong" if so,
    "warning" if a part was requested, else "muted"; `code` is that of the reason, or "".
    """
    label = all_segments if on else "Show only these"
    data = {"told": told, "where": where, "switch": label, "tone": tone, "code": code}
    _mount_subset_line(data=data, key=key, on_only_change=switch, on_filter_change=change)
