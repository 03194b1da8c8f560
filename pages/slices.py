"""Slices: on which parts of the test set, and under which settings, the verdict holds."""

import streamlit as st

from pages.ui import holding, slicing

parts, settings = st.tabs(
    ["Parts of the test set", "Does the verdict hold?"], on_change="rerun", key="slices-tab"
)
if parts.open:
    with parts:
        slicing.show()
if settings.open:
    with settings:
        holding.show()
