"""Segments: charts to select on, the worklist, and the open segment beside it."""

import streamlit as st

from pages.ui import filter_line, open_comparison, state, user_workspace
from pages.ui.judgements import saved
from pages.ui.query import visit_of
from pages.ui.segments import (
    charts,
    filter_controls,
    metrics,
    more_systems,
    opened_segment,
    worklist,
    worklist_table,
)


@st.fragment
def worklist_and_segment() -> None:
    """Draw the worklist and the segment: a click runs this fragment alone."""
    more_systems.follow_pair()
    filter_line.follow()
    comparison = open_comparison.get()
    annotations = saved.own(comparison)
    metrics.say_what_is_missing(comparison)
    lines = worklist.lines(comparison)
    opened = worklist.opened(comparison, lines)
    left, right = st.columns([35, 65], gap="medium")
    worklist_table.say_if_order_is_idle(comparison)
    opened_segment.say_if_there_is_none(len(comparison), "comparison")
    more_systems.say_what_is_not_shown(comparison)
    # The segment first, then the list beside it.
    with right:
        more_systems.choose(comparison)
        with st.container(key="opened"):
            opened_segment.show(comparison, opened, annotations)
    with left:
        filter_controls.show(comparison)
        filter_controls.show_active(comparison, lines, opened)
        worklist_table.show(comparison, lines, opened, annotations)
    # Last, so that nobody waits for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))


filter_line.show(open_comparison.get(), slash=False)
charts.show()
worklist_and_segment()
