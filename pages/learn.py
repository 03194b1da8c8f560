"""Learn: BLEU taken apart, lesson by lesson, on a bench where everything can be changed."""

from dataclasses import replace

import streamlit as st

from bleu_core.teaching import exercise
from pages.ui import state
from pages.ui.learn import lesson_list, open_lesson, panels, print_style
from pages.ui.learn.bench import bench
from pages.ui.learn.glossary_view import glossary_view


def lessons() -> None:
    """The list of lessons at the left; the open one, its panel and the bench."""
    print_style.apply()
    left, right = st.columns([1, 4], gap="large")
    lesson = exercise.lesson(state.current().bench)
    with left, st.container(key="rail"):
        teacher = lesson_list.show(lesson)
    with right:
        # What a panel shows would answer the question.
        panel = lesson.panel if open_lesson.show(lesson, teacher) else ""
        panels.show(panel, lesson)
        bench_and_its_panel(panel)


@st.fragment
def bench_and_its_panel(panel: str) -> None:
    """The bench, and what a lesson counts on it: only this runs after an edit."""
    above = st.container()
    sides = bench()
    if panel == "permutations":
        with above:
            panels.permutations(sides["A"])


def glossary() -> None:
    """Every term, searchable; a link opens one."""
    glossary_view(state.current().bench.term, on_open=note_term)


def note_term() -> None:
    opened = st.session_state["glossary"]["open"]
    if opened:
        state.change(bench=replace(state.current().bench, term=str(opened)))


NAMES = ["Lessons and bench", "Glossary"]
opens_glossary = bool(state.current().bench.term)
tabs = st.tabs(NAMES, default=NAMES[opens_glossary], key="learn-tabs", on_change="rerun")
for tab, draw in zip(tabs, (lessons, glossary), strict=True):
    if tab.open:
        with tab:
            draw()
