"""The script of every run: page, header, and the open comparison."""

import streamlit as st

import pages.ui.preloaded  # noqa: F401 - waits for the thread that loads it
from pages.ui import frame, open_comparison, segment_filter, state, store, user_workspace, view
from pages.ui.data import health, reading
from pages.ui.frame.header import draw_header
from pages.ui.frame.settings import draw_settings
from pages.ui.query import visit_of
from pages.ui.widgets.alert import draw_alert

OF_COMPARISON = (view.OVERVIEW, view.SEGMENTS, view.NGRAMS, view.SLICES, view.SYSTEMS)

frame.begin_page()
st.set_page_config(page_title="BLEUscope", page_icon=frame.ICON, layout="wide")
state.open_view()
screens = [
    st.Page("overview.py", title="Overview", default=True),
    st.Page("segments.py", title="Segments", url_path=view.SEGMENTS),
    st.Page("ngrams.py", title="N-grams", url_path=view.NGRAMS),
    st.Page("slices.py", title="Slices", url_path=view.SLICES),
    st.Page("systems.py", title="Systems", url_path=view.SYSTEMS),
    st.Page("suites.py", title="Suites", url_path=view.SUITES),
    st.Page("judge.py", title="Judge", url_path=view.JUDGE),
    st.Page("learn.py", title="Learn", url_path=view.LEARN),
    st.Page("data.py", title="Data", url_path=view.DATA),
]
page = st.navigation(screens, position="hidden")
reading.drop_when_left(on_data=page.url_path == view.DATA)
# A blind judge is sent nothing that could identify the systems.
is_blind = page.url_path == view.JUDGE and bool(state.current().task)
# Learn and Suites need no comparison.
is_alone = page.url_path in (view.LEARN, view.SUITES)
has_header = not is_blind and not (page.url_path == view.LEARN and state.current().wall)
data = None if is_blind or is_alone else store.evalset(state.current().data)
if has_header:
    draw_header(screens, page, data)  # before what may take time
else:
    frame.draw_logo()
above = st.container()
comparison = None
if not is_blind and not is_alone:
    comparison = open_comparison.comparison_or_explain()
if ignored := state.ignored():
    with above:
        draw_alert("warning", "Ignored:", ignored, key="ignored")
is_shown = True
# A place of its own, also for nothing: were what follows moved, the browser would draw it anew, and
# keys typed meanwhile into one of its fields would be lost.
with st.container():
    if comparison:
        is_shown = segment_filter.draw_part_line(comparison, page.url_path)
        if page.url_path in OF_COMPARISON:
            health.draw_warning(comparison, offers_undo=page.url_path == view.OVERVIEW)
    if has_header:
        frame.draw_workspace_problems()
if data is not None:
    draw_settings(data, comparison)  # over the page, before what may take time
if is_shown and (comparison or is_blind or is_alone or page.url_path == view.DATA):
    page.run()
if comparison:
    # Last, so that the page does not wait for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))
