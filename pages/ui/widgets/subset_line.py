"""The line that names the segments a screen is about, with a switch to all of them."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.widgets.mounting import component

_mount = component("widgets/subset_line.js", '<div class="subset"></div>')


def subset_line(
    told: str, where: str, *, on: bool, tone: str, code: str, key: str, switch: Callable[[], None]
) -> None:
    """Draw the line.

    Parameters
    ----------
    told : str
        A sentence before the expression.
    where : str
        The expression as typed.
    on : bool
        Whether only the segments of the expression are shown.
    tone : str
        "strong" if the screen shows a part, "warning" if it shows all although a part was
        requested, else "muted".
    code : str
        Code of the reason why the part is not shown, or "".
    switch : function
        Called when the switch is pressed.
    """
    data = {"told": told, "where": where, "on": on, "tone": tone, "code": code}
    _mount(data=data, key=key, on_only_change=switch)
