"""Slices of a data set: by its columns, by document, by length."""

import streamlit as st

from pages.ui import open_job

job = open_job.get()
st.caption("The slices of a data set are shown here soon.")
