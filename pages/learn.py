"""Learn: lessons on BLEU, with a bench where everything can be changed."""

from dataclasses import replace

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import Lesson
from pages.ui import state
from pages.ui.classroom import following, who
from pages.ui.classroom.handing_in import hand_in
from pages.ui.classroom.top import top
from pages.ui.classroom.turns import turn
from pages.ui.learn import (
    covering,
    lesson_list,
    lesson_saving,
    open_lesson,
    panels,
    print_style,
    worksheet_menu,
)
from pages.ui.learn.bench import bench
from pages.ui.learn.glossary_view import glossary_view


def lessons() -> None:
    """Draw the list of lessons at the left; the open one, its panel and the bench."""
    print_style.apply()
    top()
    lesson = exercise.lesson(state.current().bench)
    seen = covering.may_see(lesson)
    if seen:
        following.note_seen(lesson)
    if following.is_following():
        if not following.is_at_challenge():  # so that a phone shows the bench
            open_lesson.show(lesson, seen)
        workplace(lesson, seen)
        return
    left, right = st.columns([5, 16], gap="large")
    with left, st.container(key="rail"):
        lesson_list.show(lesson)
        worksheet_menu.menu()
        if seen:
            lesson_saving.menu()
    with right:
        open_lesson.show(lesson, seen)
        workplace(lesson, seen)


def wall() -> None:
    """Draw the question and the bench alone, in large type, for a projector."""
    with st.container(key="wall-view"):
        top()
        lesson = exercise.lesson(state.current().bench)
        seen = covering.may_see(lesson)
        if not who.room():  # a room has its own question
            open_lesson.show(lesson, seen)
        if not following.is_at_vote():  # the wall has all texts of the bench then
            workplace(lesson, seen)


def workplace(lesson: Lesson, seen: bool) -> None:
    """Draw a lesson's panel and the bench."""
    # They would give the answer away.
    panel = lesson.panel if seen else ""
    panels.show(panel, lesson)
    bench_and_its_panel(panel, covered=not seen)


@st.fragment
def bench_and_its_panel(panel: str, covered: bool) -> None:
    """Draw the bench and its counts: only this runs after an edit."""
    with turn():
        above = st.container()
        sides = bench(covered)
        shown = state.current().bench
        with above:
            panels.show_of_bench(panel, exercise.contents(shown), sides)
            if not covered:
                panels.challenge(exercise.lesson(shown), exercise.contents(shown).candidates[0])
            hand_in(exercise.lesson(shown), exercise.contents(shown).candidates[0])


def glossary() -> None:
    """Draw every term, searchable; a link opens one."""
    glossary_view(state.current().bench.term, on_open=note_term)


def note_term() -> None:
    opened = st.session_state["glossary"]["open"]
    if opened:
        state.change(bench=replace(state.current().bench, term=str(opened)))


def in_tabs() -> None:
    """Draw the lessons or the glossary."""
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
