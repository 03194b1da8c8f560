"""Learn: lessons on BLEU, with a bench where everything can be changed."""

from dataclasses import replace

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import Lesson
from pages.ui import classroom, state
from pages.ui.learn import lesson_list, lesson_view, panels, predictions
from pages.ui.learn.bench import draw_bench
from pages.ui.learn.glossary_view import glossary_view

PRINT_CSS = """<style>@media print {
  .st-key-lesson { min-height: 0 !important; }
  .stAppHeader, [data-testid="stColumn"]:has(.st-key-rail), [data-testid="stToolbar"],
  [role="tablist"], .st-key-header, .st-key-ignored { display: none !important; }
  .stApp, .stApp *:has([data-testid="stMainBlockContainer"]), [data-testid="stMain"] {
    position: static !important; overflow: visible !important; height: auto !important;
    display: block !important; background: #fff !important;
  }
  [data-testid="stMainBlockContainer"] { padding: 0 !important; max-width: none !important; }
  [data-testid="stPlotlyChart"] { break-inside: avoid; }
  h3, :has(> * > [data-testid="stHeading"]) { break-after: avoid; }
  [data-testid="stColumn"] { width: 100% !important; flex: 1 1 100% !important; }
}</style>"""


def lessons() -> None:
    """Draw the list of lessons at the left; the open one, its panel and the bench."""
    st.html(PRINT_CSS)  # it contains no user text
    lesson = exercise.lesson(state.current().bench)
    seen = predictions.may_see(lesson)
    if classroom.is_student():
        lesson_and_class(lesson, seen)
        return
    classroom.draw_class()
    left, right = st.columns([5, 16], gap="large")
    with left, st.container(key="rail"):
        lesson_list.draw_lesson_list(lesson)
    with right:
        lesson_view.draw_open_lesson(lesson, seen)
        workplace(lesson, seen)


def wall() -> None:
    """Draw the question and the bench alone, in large type, for a projector."""
    with st.container(key="wall-view"):
        lesson = exercise.lesson(state.current().bench)
        lesson_and_class(lesson, predictions.may_see(lesson))


def lesson_and_class(lesson: Lesson, seen: bool) -> None:
    """Draw a lesson, the answers of the class, if there is one, and the bench."""
    lesson_view.draw_open_lesson(lesson, seen)
    classroom.draw_class()
    workplace(lesson, seen)


def workplace(lesson: Lesson, seen: bool) -> None:
    # They would give the answer away.
    panel = lesson.panel if seen else ""
    panels.draw_panel(panel, lesson)
    bench_and_its_panel(panel, covered=not seen)


@st.fragment
def bench_and_its_panel(panel: str, covered: bool) -> None:
    """Draw the bench and its counts: after an edit, mostly only this runs."""
    bench = state.current().bench
    lesson, contents = exercise.lesson(bench), exercise.contents(bench)
    if lesson_view.variants_on(lesson, contents) != st.session_state["variants-on"]:
        st.rerun()  # to draw the lesson's buttons
    above = st.container()
    sides = draw_bench(covered)
    with above:
        if draw := panels.BENCH_PANELS.get(panel):
            draw(contents, sides)
        if not covered:
            panels.draw_challenge(lesson, contents.candidates[0])


def glossary() -> None:
    """Draw every term, searchable; a link opens one."""
    glossary_view(state.current().bench.term, on_open=note_term)


def note_term() -> None:
    opened = st.session_state["glossary"]["open"]
    if opened:
        state.change(bench=replace(state.current().bench, term=str(opened)))


def in_tabs() -> None:
    names = ["Lessons and bench", "Glossary"]
    opens_glossary = bool(state.current().bench.term)
    tabs = st.tabs(names, default=names[opens_glossary], key="learn-tabs", on_change="rerun")
    for tab, draw in zip(tabs, (lessons, glossary), strict=True):
        if tab.open:
            with tab:
                draw()


if state.current().wall:
    wall()
else:
    in_tabs()
