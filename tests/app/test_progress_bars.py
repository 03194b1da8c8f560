"""Sections that are drawn again while something is running."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from .conftest import PATIENCE, App


class Script(App):
    """A page that is a function."""

    def __init__(self, script: Callable[[], None]) -> None:
        self.test = AppTest.from_function(script, default_timeout=PATIENCE)
        self.run()


def script() -> None:
    import streamlit as st

    from pages.ui.widgets.progress_bars import draw_while_running

    def draw() -> None:
        if st.button("open"):
            st.session_state["opened"] = True

    running = st.session_state.setdefault("running", [])
    draw_while_running(lambda: running.pop(0) if running else False, draw)


def test_a_press_is_answered_in_the_run_in_which_work_ends() -> None:
    app = Script(script)
    app.test.session_state["running"] = [True, False]
    app.press("open")
    assert not app.test.session_state["running"]
    assert app.test.session_state["opened"]
