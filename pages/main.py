"""The script of every run: page, navigation, and the open comparison."""

import streamlit as st

from pages.ui import (
    frame,
    open_comparison,
    segment_filter,
    state,
    user_workspace,
)
from pages.ui.data import uploads
from pages.ui.frame import palette
from pages.ui.frame.header import draw_masthead, draw_navigation, draw_workspace_problems
from pages.ui.query import visit_of
from pages.ui.suites import saved_runs as suite_runs
from pages.ui.view import DATA, JUDGE, LEARN, NGRAMS, SEGMENTS, SLICES, SUITES, SYSTEMS
from pages.ui.widgets.alert import draw_alert

st.set_page_config(page_title="BLEUscope", page_icon=frame.ICON, layout="wide")
frame.draw_logo()
state.open_view()
screens = [
    st.Page("overview.py", title="Overview", default=True),
    st.Page("systems.py", title="Systems", url_path=SYSTEMS),
    st.Page("segments.py", title="Segments", url_path=SEGMENTS),
    st.Page("ngrams.py", title="N-grams", url_path=NGRAMS),
    st.Page("slices.py", title="Slices", url_path=SLICES),
    st.Page("judge.py", title="Judge", url_path=JUDGE),
    st.Page("learn.py", title="Learn", url_path=LEARN),
    st.Page("data.py", title="Data", url_path=DATA),
    st.Page("suites.py", title="Suites", url_path=SUITES),
]
page = st.navigation(screens, position="hidden")
uploads.drop_when_left(on_data=page.url_path == DATA)
# A blind judge is sent nothing that could identify the systems.
is_blind = page.url_path == JUDGE and bool(state.current().task)
# Learn and Suites need no comparison.
is_alone = page.url_path in (LEARN, SUITES)
is_wall = page.url_path == LEARN and state.current().wall
if not is_blind and not is_wall:
    # Shown only to those who have a suite.
    has_suites = page.url_path == SUITES or suite_runs.suite_titles()
    listed = [one for one in screens if one.url_path != SUITES or has_suites]
    draw_navigation(listed, page)
above = st.container()
comparison = None
if not is_blind and not is_alone:
    comparison = open_comparison.comparison_or_explain()
if ignored := state.ignored():
    with above:
        draw_alert("warning", "Ignored:", ignored, key="ignored")
is_shown = True
if comparison:
    draw_masthead(comparison)
    # A place of its own, also for nothing: were what follows moved, the browser would draw it anew,
    # and keys typed meanwhile into one of its fields would be lost.
    with st.container():
        is_shown = segment_filter.draw_part_line(comparison, page.url_path)
if not is_blind and not is_wall:  # both may name a comparison
    palette.draw_palette(listed, comparison)
    with st.container():
        draw_workspace_problems()
if is_shown and (comparison or is_blind or is_alone or page.url_path == DATA):
    page.run()
if comparison:
    # Last, so that the page does not wait for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))
