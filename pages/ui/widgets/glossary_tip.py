"""Text of every "?": the glossary's short text, and a link to the entry.

A link opens the Learn screen in a new tab, with the current comparison and settings. Scripts that
draw terms import glossary_tip.js, and their style sheets glossary_tip.css.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from bleu_core.text import glossary
from pages.ui import state


def help_of(name: str, note: str = "") -> str:
    """Markdown for Streamlit's `help`: the short text, `note`, and a link to the entry."""
    entry = glossary.find(name)
    text = f"{entry.short} {note}".rstrip()
    return f"{text} [{entry.term} in the glossary ↗]({link()}{quote(entry.name)})"


def tips(names: Iterable[str]) -> dict[str, Any]:
    """The data a component needs to explain these terms."""
    return {"link": link(), "short": {name: glossary.short(name) for name in sorted(set(names))}}


def link() -> str:
    """The address of an entry without its name."""
    return state.address("learn", term="")
