"""The glossary as a list that is searched in the browser.

To Python goes "open", the name of the entry that was opened, for the link.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import streamlit as st

from bleu_core import glossary

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "bleuscope_glossary",
    html='<div class="glossary"></div>',
    js=(_HERE / "glossary_view.js").read_text(encoding="utf-8"),
    css=(_HERE / "glossary_view.css").read_text(encoding="utf-8"),
)


def glossary_view(term: str, *, on_open: Callable[[], None]) -> None:
    """Draw all entries, that of `term` open, under the key "glossary"."""
    _mount(
        data={"term": term, "entries": [asdict(entry) for entry in glossary.entries()]},
        key="glossary",
        on_open_change=on_open,
    )
