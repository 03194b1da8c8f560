"""The open segment: its texts with their matches, and its annotations."""

from __future__ import annotations

import streamlit as st

from bleu_core import Comparison
from bleu_core.messages import link
from bleu_core.segments.annotations import Annotations
from pages.ui import opinions, state
from pages.ui.judgements import saved
from pages.ui.segments import more_systems, presses
from pages.ui.segments.segment_view import segment_data, segment_view
from pages.ui.widgets.notice import notice


def show(comparison: Comparison, segment: int | None, annotations: Annotations) -> None:
    """Draw the segment of this index, or that the list is empty."""
    if segment is None:
        notice("info", "No segment fulfils the filter.", key="none-left")
        return
    edits, where = _edits(comparison, segment), state.current().where
    others = more_systems.shown(comparison)
    segment_view(
        segment_data(
            comparison,
            segment,
            edits,
            where,
            opinions.counted(comparison),
            others,
        ),
        saved.panel(comparison, segment, annotations, others),
        presses.known(comparison, segment),
        key=presses.KEY,
        on_press=presses.answer,
        on_edit=lambda: None,
        on_make_b=more_systems.make_b,
    )


def say_if_there_is_none(size: int, of: str) -> None:
    """Draw a note if the link's segment does not exist, until the next action."""
    requested = state.current().segment
    if requested > size:
        state.correct(segment=0)
        st.session_state["beyond"] = requested, state.current()
    requested, view = st.session_state.get("beyond", (0, None))
    if view == state.current():
        title = link.unknown_segment(requested, size, of)
        notice("warning", title, ["The first of the list is shown."], key="no-such-segment")


def _edits(comparison: Comparison, segment: int) -> dict[str, str]:
    """The edited hypotheses of this segment; none once another was opened."""
    edit = st.session_state.get("segment", {}).get("edit") or {}
    if (edit.get("comparison"), edit.get("segment")) != (saved.called(comparison), segment):
        st.session_state["edit-ended"] = edit
    if edit == st.session_state.get("edit-ended", {}):
        return {}
    return {side: str(text) for side, text in edit["texts"].items() if side in ("a", "b")}
