"""The colours of screens, figures and reports: theme.css beside this file has each of them once."""

from __future__ import annotations

import re
from importlib.resources import files

_SHEET = (files("bleu_core.common") / "theme.css").read_text(encoding="utf-8")
CSS = re.sub(r" */\*.*?\*/\n", "", _SHEET, flags=re.DOTALL)


def colour(name: str, dark: bool = False) -> str:
    """A colour by its name there, as "#rrggbb".

    >>> colour("figure-a"), colour("a"), colour("a", dark=True)
    ('#0072b2', '#0064a0', '#6cb4ee')
    """
    (value,) = re.findall(rf"--{name}: ([^;]+);", CSS)
    found = re.findall(r"#\w+", value)
    chosen: str = found[-1 if dark else 0]
    return chosen if len(chosen) == 7 else "#" + "".join(2 * digit for digit in chosen[1:])


def faint(name: str, share: float) -> str:
    """A colour with so much of its strength.

    >>> faint("figure-a", 0.15)
    'rgba(0,114,178,0.15)'
    """
    red, green, blue = bytes.fromhex(colour(name)[1:])
    return f"rgba({red},{green},{blue},{share})"
