"""The line that says of which segments a screen speaks, and switches between those and all."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.widgets.mounting import component

_mount = component("widgets/subset_line.js", '<div class="subset"></div>')


def subset_line(
    told: str, where: str, *, on: bool, tone: str, code: str, key: str, switch: Callable[[], None]
) -> None:
    """Draw it.

    Parameters
    ----------
    told : str
        A sentence that comes before the expression.
    where : str
        The expression: text as it was typed.
    on : bool
        Whether only the segments of the expression are shown.
    tone : str
        "strong" where the screen shows a part, "warning" where it shows all against what was
        asked, else "muted".
    code : str
        That of why the part is not shown, or "".
    switch : function
        Called when the switch is pressed.
    """
    data = {"told": told, "where": where, "on": on, "tone": tone, "code": code}
    _mount(data=data, key=key, on_only_change=switch)
