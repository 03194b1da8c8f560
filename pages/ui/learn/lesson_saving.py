"""Save a question about the current bench as a lesson file."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import unmarked
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import set_text
from bleu_core.teaching.lessons.reading import LONG, SHORT
from bleu_core.teaching.lessons.writing import RIGHT, possible_answers, question_file
from pages.ui import state
from pages.ui.classroom import who
from pages.ui.widgets.notice import notice

MADE = "lesson-file-made"


def menu() -> None:
    """Draw a form for the question; then the file, to download or open. It reveals BLEU."""
    if who.room() and not who.is_teacher():
        return
    panel = st.popover("Ask a question", icon=":material/quiz:", key="ask", on_change="rerun")
    if not panel.open:
        st.session_state.pop(MADE, None)
        return
    with panel:
        st.caption("On the texts that are on the bench now: it becomes a lesson file.")
        _form()
        if data := st.session_state.get(MADE):
            _made(data)


def _form() -> None:
    bench = exercise.contents(state.current().bench)
    result = possible_answers(bench)
    with st.form("ask-form", border=False):
        title = st.text_input("Title", max_chars=SHORT, key="ask-title")
        question = st.text_area("Question", height=80, max_chars=LONG, key="ask-question")
        fact = st.selectbox(
            "The answer",
            list(result),
            format_func=lambda name: unmarked(f"{name} = {result[name]}"),
            key="ask-fact",
            help="It is counted anew wherever the lesson is opened. p is modified precision, m and "
            "t its numerator and denominator.",
        )
        choices = st.text_area(
            "Or choices, one a line",
            height=80,
            max_chars=LONG,
            key="ask-choices",
            help=unmarked(f"The right one with {RIGHT} before it."),
        )
        why = st.text_area("Why (optional)", height=80, max_chars=LONG, key="ask-why")
        if not st.form_submit_button("Make the lesson", type="primary"):
            return
    st.session_state.pop(MADE, None)
    try:
        st.session_state[MADE] = question_file(bench, title, question, fact or "", choices, why)
    except TomlFaults as error:
        notice("error", "This is no lesson yet:", error.problems, key="ask-faults")


def _made(data: bytes) -> None:
    st.download_button(
        "Download the lesson file",
        data,
        "my-lesson.toml",
        "application/toml",
        on_click="ignore",
        width="stretch",
        key="ask-download",
    )
    st.button("Open it here", on_click=_open, args=(data,), width="stretch", key="ask-open")


def _open(data: bytes) -> None:
    st.session_state.pop(MADE, None)
    state.change(bench=Bench(lessons=set_text(data)))
