"""Colours of screens, figures and reports, defined once in theme.css beside this file."""

from __future__ import annotations

import re
from importlib.resources import files

_SHEET = (files("bleu_core.common") / "theme.css").read_text(encoding="utf-8")
CSS = re.sub(r" */\*.*?\*/\n", "", _SHEET, flags=re.DOTALL)


def colour(name: str, dark: bool = False) -> str:
    """A colour by its name in theme.css, as "#rrggbb"."""
    (value,) = re.findall(rf"--{name}: ([^;]+);", CSS)
    colours = re.findall(r"#\w+", value)
    code: str = colours[-1 if dark else 0]
    return code if len(code) == 7 else "#" + "".join(2 * digit for digit in code[1:])


def faint(name: str, share: float) -> str:
    """A colour with the opacity `share`, as "rgba(0,114,178,0.15)"."""
    red, green, blue = bytes.fromhex(colour(name)[1:])
    return f"rgba({red},{green},{blue},{share})"
