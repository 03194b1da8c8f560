"""The glossary as a list that is searched in the browser.

To Python goes "open", the name of the entry that was opened, for the link.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from bleu_core.text import glossary
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="glossary"></div>')


def glossary_view(term: str, *, on_open: Callable[[], None]) -> None:
    """Draw all entries, that of `term` open, under the key "glossary"."""
    _mount(
        data={"term": term, "entries": [asdict(entry) for entry in glossary.entries()]},
        key="glossary",
        on_open_change=on_open,
    )
