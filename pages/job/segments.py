"""Segments of a data set: those that the filter selects, in an order, and the open one."""

from functools import partial

import streamlit as st

from pages.ui import filter_line, open_job
from pages.ui.segments import job_list, job_segment, job_table, job_taking, opened_segment


@st.fragment
def worklist_and_segment() -> None:
    """Draw the worklist and the segment: a click runs this fragment alone."""
    filter_line.follow()
    job = open_job.get()
    job_list.say_if_order_is_missing(job)
    opened_segment.say_if_there_is_none(len(job), "data set")
    left, right = st.columns([35, 65], gap="medium")
    with left:
        job_table.order(job)
        found = job_list.found_or_wait(job)
    opened = job_segment.opened(job, found)
    # The segment first, then the list beside it.
    if found or opened:
        with right, st.container(key="opened"):
            job_segment.show(job, opened)
    if found:
        with left:
            job_table.told(job, found, opened)
            job_table.show(job, found, opened)
            job_taking.button(job, found)


job = open_job.get()
if job_list.is_there(job):
    filter_line.draw(job_list.names(job), partial(job_list.judge, job))
    worklist_and_segment()
