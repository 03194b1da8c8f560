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


def short_work() -> None:
    import streamlit as st

    from pages.ui.cache import CACHE, result
    from pages.ui.widgets.progress_bars import draw_result

    @result(key=lambda: ["short work"])
    def work() -> str:  # and it has ended before anything is drawn
        return "done"

    if "runs" not in st.session_state:
        CACHE.drop(lambda key: "short work" in str(key))
    st.text(work.ready() or "none")
    draw_result(work, (), st.text, what="Working", start="start", key="work")
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1


def test_the_page_is_drawn_again_after_work_that_took_no_time() -> None:
    app = Script(short_work)
    before = app.test.session_state["runs"]
    app.press("start")
    app.until(lambda: app.test.text[0].value == "done")
    assert app.test.session_state["runs"] > before
