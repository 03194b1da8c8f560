"""Sections that are drawn again while something is running."""

from streamlit.testing.v1 import AppTest


def script() -> None:
    import streamlit as st

    from pages.ui.widgets.progress_bars import draw_while_running

    def draw() -> None:
        if st.button("open"):
            st.session_state["opened"] = True

    running = st.session_state.setdefault("running", [])
    draw_while_running(lambda: running.pop(0) if running else False, draw)


def test_a_press_is_answered_in_the_run_in_which_work_ends() -> None:
    app = AppTest.from_function(script).run()
    app.session_state["running"] = [True, False]
    app.button[0].click().run()
    assert not app.session_state["running"]
    assert app.session_state["opened"]
