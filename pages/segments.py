"""Segments: one line of search, order and filters, the worklist, and the open segment beside it."""

import streamlit as st

from pages.ui import open_comparison, segment_filter, state, user_workspace
from pages.ui.judgements import saved_annotations
from pages.ui.query import visit_of
from pages.ui.segments import filter_controls, opened_segment, worklist, worklist_table


@st.fragment
def worklist_and_segment() -> None:
    """Draw the worklist and the segment: a click runs this fragment alone."""
    opened_segment.follow_pair()
    segment_filter.rerun_if_filter_changed()
    comparison = open_comparison.current_comparison()
    annotations = saved_annotations.own_annotations(comparison)
    filter_controls.draw_filters(comparison)
    worklist.draw_missing_metrics(comparison)
    lines = worklist.worklist_segments(comparison)
    opened = worklist.opened_index(comparison, lines)
    worklist_table.draw_idle_order(comparison)
    opened_segment.draw_missing_segment(len(comparison))
    opened_segment.draw_unknown_systems(comparison)
    left, right = st.columns([34, 66], gap="small")
    # Draw the segment before the list beside it.
    with right, st.container(key="opened"):
        with st.container(key="way-back"):
            opened_segment.draw_way_back()
        opened_segment.draw_system_choice(comparison)
        opened_segment.draw_opened_segment(comparison, opened, annotations)
    with left, st.container(key="list", gap="small"):
        filter_controls.draw_strip(comparison)
        filter_controls.draw_active_filters(comparison, lines, opened)
        worklist_table.draw_worklist(comparison, lines, opened, annotations)
    # Last, so that the page does not wait for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))


segment_filter.note_filter_drawn()
opened_segment.draw_whole_page()
worklist_and_segment()
