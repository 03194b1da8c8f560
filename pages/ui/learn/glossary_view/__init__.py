"""The glossary, searched in the browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from bleu_core.text import glossary
from pages.ui.widgets.components import component

_mount = component(__file__, '<div class="glossary"></div>')


def glossary_view(term: str, *, on_open: Callable[[], None]) -> None:
    """Draw all entries, with that of `term` open, under the key "glossary"."""
    _mount(
        data={"term": term, "entries": [asdict(entry) for entry in glossary.entries()]},
        key="glossary",
        on_open_change=on_open,
    )
