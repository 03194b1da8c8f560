"""What every "?" says: the glossary's short text, and the way to the entry.

A link opens the Learn screen in a new tab, on the comparison and the settings
that are open here. Scripts that draw a name import glossary_tip.js, and their
sheets glossary_tip.css.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from bleu_core.text import glossary
from pages.ui import state


def help_of(name: str, note: str = "") -> str:
    """Markdown for Streamlit's `help`: what the number is, `note`, and a link to its entry."""
    entry = glossary.find(name)
    text = f"{entry.short} {note}".rstrip()
    return f"{text} [{entry.term} in the glossary ↗]({link()}{quote(entry.name)})"


def tips(names: Iterable[str]) -> dict[str, Any]:
    """What a component needs to say what these numbers are."""
    return {"link": link(), "short": {name: glossary.short(name) for name in sorted(set(names))}}


def link() -> str:
    """The address of an entry but for its name."""
    return state.address("learn", term="")
