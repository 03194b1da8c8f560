"""Segments of a data set: those that the filter selects, in an order, and the open one."""

from functools import partial

import streamlit as st

from pages.ui import job_results, segment_filter
from pages.ui.segments import dataset_list, dataset_segment, opened_segment


@st.fragment
def worklist_and_segment() -> None:
    """Draw the worklist and the segment: a click runs this fragment alone."""
    segment_filter.rerun_if_filter_changed()
    job = job_results.current_job()
    dataset_list.draw_missing_order(job)
    opened_segment.draw_missing_segment(len(job), "data set")
    left, right = st.columns([35, 65], gap="medium")
    with left:
        dataset_list.draw_order_choice(job)
        found = dataset_list.list_or_progress(job)
    opened = dataset_segment.opened_line(job, found)
    # The segment first, then the list beside it.
    if found or opened:
        with right, st.container(key="opened"):
            dataset_segment.draw_dataset_segment(job, opened)
    if found:
        with left:
            dataset_list.draw_list_summary(job, found, opened)
            dataset_list.draw_list(job, found, opened)
            dataset_list.draw_open_comparison(job, found)


job = job_results.current_job()
if dataset_list.has_statistics(job):
    segment_filter.draw_filter(
        dataset_list.dataset_column_names(job), partial(dataset_list.check_expression, job)
    )
    worklist_and_segment()
