"""Saving the bench as a lesson file, and how a lesson is printed."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import escape_markdown
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import set_text
from bleu_core.teaching.lessons.files import LONGEST_PARAGRAPH, LONGEST_TITLE
from bleu_core.teaching.lessons.sets import RIGHT, possible_answers, question_file
from pages.ui import classroom, state
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.download import draw_download

MADE_LESSON_KEY = "lesson-file-made"


def draw_lesson_saving() -> None:
    """Draw a form for the question; then the file, to download or open. It reveals BLEU."""
    if classroom.current_room() and not classroom.is_teacher():
        return
    panel = st.popover("Ask a question", icon=":material/quiz:", key="ask", on_change="rerun")
    if not panel.open:
        st.session_state.pop(MADE_LESSON_KEY, None)
        return
    with panel:
        st.caption("Make a lesson file with the texts that are on the bench now.")
        _draw_lesson_form()
        if data := st.session_state.get(MADE_LESSON_KEY):
            _made_lesson(data)


def _draw_lesson_form() -> None:
    bench = exercise.contents(state.current().bench)
    result = possible_answers(bench)
    with st.form("ask-form", border=False):
        title = st.text_input("Title", max_chars=LONGEST_TITLE, key="ask-title")
        question = st.text_area(
            "Question", height=80, max_chars=LONGEST_PARAGRAPH, key="ask-question"
        )
        fact = st.selectbox(
            "Answer",
            list(result),
            format_func=lambda name: escape_markdown(f"{name} = {result[name]}"),
            key="ask-fact",
            help="Recomputed whenever the lesson is opened. p is the modified precision; m and t "
            "are its numerator and denominator.",
        )
        choices = st.text_area(
            "Or choices, one per line",
            height=80,
            max_chars=LONGEST_PARAGRAPH,
            key="ask-choices",
            help=escape_markdown(f"Put {RIGHT} before the right choice."),
        )
        why = st.text_area(
            "Explanation (optional)", height=80, max_chars=LONGEST_PARAGRAPH, key="ask-why"
        )
        if not st.form_submit_button("Create lesson", type="primary"):
            return
    st.session_state.pop(MADE_LESSON_KEY, None)
    try:
        data = question_file(bench, title, question, fact or "", choices, why)
        st.session_state[MADE_LESSON_KEY] = data
    except TomlFaults as error:
        draw_alert("error", "The lesson is not complete:", error.problems, key="ask-faults")


def _made_lesson(data: bytes) -> None:
    draw_download(
        "Download lesson file",
        data,
        "my-lesson.toml",
        "application/toml",
        width="stretch",
        key="ask-download",
    )
    st.button(
        "Open lesson", on_click=_open_made_lesson, args=(data,), width="stretch", key="ask-open"
    )


def _open_made_lesson(data: bytes) -> None:
    st.session_state.pop(MADE_LESSON_KEY, None)
    state.change(bench=Bench(lessons=set_text(data)))


_PRINT_CSS = """<style>@media print {
  .stAppHeader, [data-testid="stColumn"]:has(.st-key-rail), [data-testid="stToolbar"],
  [role="tablist"], .st-key-masthead, .st-key-ignored { display: none !important; }
  .stApp, .stApp *:has([data-testid="stMainBlockContainer"]), [data-testid="stMain"] {
    position: static !important; overflow: visible !important; height: auto !important;
    display: block !important; background: #fff !important;
  }
  [data-testid="stMainBlockContainer"] { padding: 0 !important; max-width: none !important; }
  [data-testid="stColumn"] { width: 100% !important; flex: 1 1 100% !important; }
}</style>"""


def apply_print_style() -> None:
    """Add the style sheet to the page. It contains no user text."""
    st.html(_PRINT_CSS)
