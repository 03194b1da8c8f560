"""Controls for the n-grams listed: a kind of evidence, a search, an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from bleu_core.explain.ngrams import KINDS
from pages.ui import state
from pages.ui.query_fields import LONGEST_TEXT
from pages.ui.widgets.controls import follow

POINTS = {
    "size": "most BLEU points, either way",
    "points_with_folded": "points, losses first",
    "-points_with_folded": "points, gains first",
}
MATCHED = POINTS | {
    "p": "most certain first (p)",
    "-wins": "most segments first",
}
OVER = {
    "over_delta": "over-produced more by A than by B",
    "-over_delta": "over-produced more by B than by A",
    "-over_a": "over-produced most by A",
    "-over_b": "over-produced most by B",
    **POINTS,
}
MISSED = {
    "missed_delta": "missed more by A than by B",
    "-missed_delta": "missed more by B than by A",
    "-missed_a": "missed most by A",
    "-missed_b": "missed most by B",
    "-limit": "most often in references",
    **POINTS,
}
# The orders of each kind of evidence, the default first.
SORTS = {
    "matched": MATCHED,
    "over-produced by A": OVER,
    "over-produced by B": {"-over_delta": OVER["-over_delta"]} | OVER,
    "missed by A": MISSED,
    "missed by B": {"-missed_delta": MISSED["-missed_delta"]} | MISSED,
}
KIND = (
    "Matched: credited n-grams, and who has more. Over-produced: in the output and not credited. "
    "Missed: in a reference and not produced."
)


def show() -> tuple[str, str, str]:
    """Draw the controls; return kind, text and order."""
    kind = _choose_kind(state.current().phrases.kind)
    return kind, *search_and_order(SORTS[kind])


def search_and_order(sorts: Mapping[str, str]) -> tuple[str, str]:
    """Draw a search and the labelled orders; return both."""
    view = state.current().phrases
    with st.container(horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Search n-grams",
            view.text,
            **follow("gram-text", view.text, lambda chosen: change(text=chosen)),
            placeholder='Search; "in": whole tokens; /…/: regular expression',
            max_chars=LONGEST_TEXT,
            label_visibility="collapsed",
        )
        sort = view.sort if view.sort in sorts else next(iter(sorts))
        st.selectbox(
            "Order",
            list(sorts),
            list(sorts).index(sort),
            format_func=sorts.__getitem__,
            **follow("gram-sort", sort, lambda chosen: change(sort=chosen)),
            label_visibility="collapsed",
        )
    return text or "", sort


def _choose_kind(asked: str) -> str:
    kinds = list(KINDS)
    kind = asked if asked in kinds else kinds[0]
    st.segmented_control(
        "Evidence",
        kinds,
        default=kind,
        **follow("gram-kind", kind, lambda chosen: change(kind=chosen or kind)),
        help=KIND,
        label_visibility="collapsed",
    )
    return kind


def change(**changes: Any) -> None:
    """Change what the screen shows."""
    state.change(phrases=replace(state.current().phrases, **changes))
