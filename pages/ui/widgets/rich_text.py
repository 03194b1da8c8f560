"""Rich text and glossary tips: sentences with styled words and links to glossary entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.explain.comparison import Comparison
from bleu_core.present.document import USER_TONES, Span
from bleu_core.present.tables.comparison_tables import unattributed_note
from bleu_core.text import glossary
from pages.ui import state
from pages.ui.widgets.components import component


def glossary_help(name: str, note: str = "") -> str:
    """Markdown for Streamlit's `help`: the short text, `note`, and a link to the entry."""
    entry = glossary.find_entry(name)
    text = f"{entry.short} {note}".rstrip()
    return f"{text} [{entry.term} in the glossary ↗]({glossary_link()}{quote(entry.name)})"


def glossary_tips(names: Iterable[str]) -> dict[str, Any]:
    """The data a component needs to explain these terms."""
    return {
        "link": glossary_link(),
        "short": {name: glossary.short_definition(name) for name in sorted(set(names))},
    }


def glossary_link() -> str:
    """The address of an entry without its name."""
    return state.address("learn", term="")


def visible_span(span: Span) -> Span:
    """A span whose user's text has pictures of control characters: they would turn ours around."""
    return span._replace(text=one_line(span.text)) if span.tone in USER_TONES else span


_mount_rich_text = component("widgets/prose/prose.js", '<p class="prose"></p>')


def draw_rich_text(spans: Sequence[Span], *, key: str, small: bool = False) -> str | None:
    """Draw spans of text as one paragraph; return the `opens` of the span just clicked."""
    terms = glossary_tips(span.term for span in spans if span.term)
    shown = [list(visible_span(span)) for span in spans]
    result = _mount_rich_text(
        data={"spans": shown, "glossary": terms, "small": small},
        key=key,
        on_open_change=lambda: None,
    )
    opened: str | None = result.get("open")
    return opened


def draw_unattributed(compared: Comparison) -> None:
    if note := unattributed_note(compared.ledger):
        st.caption(note, help=glossary_help("unattributed"))
