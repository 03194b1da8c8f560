"""Sentences with coloured words, such as the verdict: set as text."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bleu_core.verdict import Span

_JS = """
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".prose");
  root.replaceChildren(...data.map(([text, tone]) => {
    const span = document.createElement("span");
    span.textContent = text;
    if (tone) span.className = tone;
    return span;
  }));
}
"""
_CSS = """
.prose {
  font: 20px/1.5 var(--st-font); color: var(--st-text-color); margin: 4px 0; max-width: 100ch;
}
.strong, .a, .b, .gain, .loss { font-weight: 650; font-variant-numeric: tabular-nums; }
.a { color: light-dark(#0064a0, #6cb4ee); }
.b { color: light-dark(#b84e00, #f5a163); }
.gain { color: light-dark(#0c7563, #4fc9b2); }
.loss { color: light-dark(#a3286c, #ee8dc3); }
"""
_mount = st.components.v2.component(
    "bleuscope_prose", html='<p class="prose"></p>', js=_JS, css=_CSS
)


def prose(spans: Sequence[Span], *, key: str) -> None:
    """Show spans of text as one paragraph."""
    _mount(data=[list(span) for span in spans], key=key)
