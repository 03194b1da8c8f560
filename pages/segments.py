"""Segments: charts to select on, the worklist, and the open segment beside it."""

import streamlit as st

from pages.ui import open_comparison, segment_filter, state, user_workspace
from pages.ui.judgements import saved_annotations
from pages.ui.query import visit_of
from pages.ui.segments import charts, filter_controls, opened_segment, worklist, worklist_table


@st.fragment
def worklist_and_segment() -> None:
    """Draw the worklist and the segment: a click runs this fragment alone."""
    opened_segment.follow_pair()
    segment_filter.rerun_if_filter_changed()
    comparison = open_comparison.current_comparison()
    annotations = saved_annotations.own_annotations(comparison)
    worklist.draw_missing_metrics(comparison)
    lines = worklist.worklist_segments(comparison)
    opened = worklist.opened_index(comparison, lines)
    left, right = st.columns([35, 65], gap="medium")
    worklist_table.draw_idle_order(comparison)
    opened_segment.draw_missing_segment(len(comparison))
    opened_segment.draw_unknown_systems(comparison)
    # Draw the segment before the list beside it.
    with right:
        opened_segment.draw_system_choice(comparison)
        with st.container(key="opened"):
            opened_segment.draw_opened_segment(comparison, opened, annotations)
    with left:
        filter_controls.draw_filters(comparison)
        filter_controls.draw_active_filters(comparison, lines, opened)
        worklist_table.draw_worklist(comparison, lines, opened, annotations)
    # Last, so that the page does not wait for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))


segment_filter.draw_filter(open_comparison.current_comparison(), slash=False)
charts.draw_charts()
worklist_and_segment()
