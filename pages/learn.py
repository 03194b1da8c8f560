"""Learn: BLEU taken apart, lesson by lesson, on a bench where everything can be changed."""

import streamlit as st

from pages.ui import state
from pages.ui.learn import classroom

names = ["Lessons and bench", "Glossary"]
term = state.current().bench.term
tabs = st.tabs(names, default=names[bool(term)], key="learn-tabs", on_change="rerun")
for tab, draw in zip(tabs, (classroom.lessons, classroom.glossary), strict=True):
    if tab.open:
        with tab:
            draw()
