"""Sentences with coloured words, such as the verdict: set as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from bleu_core.account.spans import Span
from pages.ui.widgets import glossary_tip

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "bleuscope_prose",
    html='<p class="prose"></p>',
    js=glossary_tip.JS + (_HERE / "prose.js").read_text(encoding="utf-8"),
    css=glossary_tip.CSS + (_HERE / "prose.css").read_text(encoding="utf-8"),
)


def prose(spans: Sequence[Span], *, key: str) -> str | None:
    """Show spans of text as one paragraph; answer what the span that was just pressed opens."""
    terms = glossary_tip.tips(span.term for span in spans if span.term)
    result = _mount(
        data={"spans": [list(span) for span in spans], "glossary": terms},
        key=key,
        on_open_change=lambda: None,
    )
    opened: str | None = result.get("open")
    return opened
