"""Segments of a data set: those that a filter chooses, in an order, and the open one."""

import streamlit as st

from pages.ui import open_job

job = open_job.get()
st.caption("The segments of a data set are shown here soon.")
