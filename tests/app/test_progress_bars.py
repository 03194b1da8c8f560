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


def short_work() -> None:
    import streamlit as st

    from pages.ui.widgets.progress_bars import draw_while_running, start_button

    def start() -> None:  # and it has ended before anything is drawn
        st.session_state["result"] = "done"

    st.text(st.session_state.get("result", "none"))
    draw_while_running(lambda: False, lambda: start_button("start", start, "start"))
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1


def test_the_page_is_drawn_again_after_work_that_took_no_time() -> None:
    app = AppTest.from_function(short_work).run()
    before = app.session_state["runs"]
    app.button[0].click().run()
    assert app.text[0].value == "done"
    assert app.session_state["runs"] == before + 1  # the first was broken off, for the second
    app.run()
    assert app.session_state["runs"] == before + 2
