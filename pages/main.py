"""The script of every run: page, navigation, and the open comparison or data set."""

import streamlit as st

from pages.ui import login, open_comparison, open_job, state, store, subset, user_workspace
from pages.ui.data import uploads
from pages.ui.frame import page_style, share_dialog, share_line, workspace_notices
from pages.ui.frame.login_screen import login_screen
from pages.ui.frame.masthead import masthead, masthead_of_job
from pages.ui.frame.navigation import navigation
from pages.ui.query import visit_of
from pages.ui.suites import kept as suite_runs
from pages.ui.view import DATA, JUDGE, LEARN, NGRAMS, SEGMENTS, SLICES, SUITES, SYSTEMS
from pages.ui.widgets.notice import notice

st.set_page_config(page_title="BLEUscope", page_icon=page_style.ICON, layout="wide")
page_style.apply()
if login.is_asked() and login.person() is None:
    login_screen()
    st.stop()  # nothing in the address is looked up
state.open_view(store.evalset)
share_line.settle()
# A data set has screens of its own, under the same titles and addresses.
screens = [
    st.Page(state.file_of("overview.py"), title="Overview", default=True),
    st.Page(state.file_of("systems.py"), title="Systems", url_path=SYSTEMS),
    st.Page(state.file_of("segments.py"), title="Segments", url_path=SEGMENTS),
    st.Page(state.file_of("ngrams.py"), title="N-grams", url_path=NGRAMS),
    st.Page(state.file_of("slices.py"), title="Slices", url_path=SLICES),
    st.Page(state.file_of("judge.py"), title="Judge", url_path=JUDGE),
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
    has_suites = page.url_path == SUITES or suite_runs.titles()
    navigation([one for one in screens if one.url_path != SUITES or has_suites], page)
    share_line.show()
above = st.container()
comparison = job = None
if state.current().job and not is_alone:
    job = open_job.get_or_explain()
elif not is_blind and not is_alone:
    comparison = open_comparison.get_or_explain()
if ignored := state.ignored():
    with above:
        notice(
            "warning",
            "Part of this link was not understood and is left out:",
            ignored,
            key="ignored",
        )
is_shown = True
if comparison:
    masthead(comparison)
    share_dialog.show_if_asked()
    is_shown = subset.line(comparison, page.url_path)
if job:
    masthead_of_job(job)
if not is_blind and not is_wall:  # they may name a comparison
    workspace_notices.show()
if is_shown and (comparison or job or is_blind or is_alone or page.url_path == DATA):
    page.run()
if comparison:
    # Last, so that nobody waits for the disk.
    user_workspace.note_visit(comparison.evalset.digest, visit_of(state.current()))
