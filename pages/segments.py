"""Segments: charts that choose segments, the worklist, and the open segment beside it."""

import streamlit as st

from pages.ui import open_comparison, state, user_workspace
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
from pages.ui.widgets.notice import notice


@st.fragment
def worklist_and_segment() -> None:
    """A fragment: a click runs this and nothing of the rest."""
    more_systems.follow_pair()
    comparison = open_comparison.get()
    annotations = saved.own(comparison)
    metrics.say_what_is_missing(comparison)
    lines, problems = worklist.lines(comparison, annotations)
    opened = worklist.opened(comparison, lines)
    left, right = st.columns([35, 65], gap="medium")
    worklist_table.say_if_order_is_idle(comparison)
    opened_segment.say_if_there_is_none(comparison)
    more_systems.say_what_is_not_shown(comparison)
    # What was asked for comes first: the segment, then the list beside it.
    with right:
        more_systems.choose(comparison)
        with st.container(key="opened"):
            opened_segment.show(comparison, opened, annotations)
    with left:
        filter_controls.show(comparison)
        if problems:
            notice("error", "Not understood, and left out:", problems, key="filter-error")
        filter_controls.show_active(comparison, lines, opened)
        worklist_table.show(comparison, lines, opened, annotations)
    # Last, so that nobody waits for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))


charts.show()
worklist_and_segment()
