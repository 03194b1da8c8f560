"""The script of every run on a server for a class: Learn, and nothing that knows of comparisons."""

import streamlit as st

from pages.ui import classroom, frame, state

frame.begin_page()
st.set_page_config(page_title="BLEUscope", page_icon=frame.ICON, layout="wide")
frame.draw_logo()
# Twice, as the first page of an app has no address of its own, and links lead to ./learn.
screens = [
    st.Page("learn.py", title="Class", url_path="class", default=True),
    st.Page("learn.py", title="Learn", url_path="learn"),
]
page = st.navigation(screens, position="hidden")
state.open_view()
if classroom.enter():
    page.run()
