"""Rich text: sentences with styled words, such as the verdict, set as text."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.present.account.spans import Span
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

_mount = component("widgets/prose/prose.js", '<p class="prose"></p>')


def prose(spans: Sequence[Span], *, key: str, small: bool = False) -> str | None:
    """Draw spans of text as one paragraph; return what the span just pressed opens."""
    terms = glossary_tip.tips(span.term for span in spans if span.term)
    result = _mount(
        data={"spans": [list(span) for span in spans], "glossary": terms, "small": small},
        key=key,
        on_open_change=lambda: None,
    )
    opened: str | None = result.get("open")
    return opened
