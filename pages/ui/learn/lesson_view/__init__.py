"""The open lesson: text, question, prediction, answer, and its buttons."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import Lesson, PreparedBench, answers, lesson_set
from bleu_core.teaching.lessons.prediction import DONT_KNOW, LONGEST_PREDICTION
from pages.ui import classroom, state
from pages.ui.learn import lesson_list, predictions
from pages.ui.store import load_sample
from pages.ui.widgets.components import component

_mount = component(__file__, '<article class="lesson paper"></article>')


def lesson_data(
    lesson: Lesson, lessons: str, contents: PreparedBench, seen: bool
) -> dict[str, Any]:
    """All data of the component; the answer only if it may be seen."""
    known = answers.facts(lesson, load_sample())
    names = list(lesson_set(lessons).lessons)
    in_class = classroom.current_room() is not None
    prediction = predictions.prediction_of(lesson)
    answer = known[lesson.answer]
    reveal = {
        "value": answer,
        "answer": lesson.answer_text(answer),
        "right": predictions.is_right_prediction(lesson),
        "why": answers.filled(lesson.why, known).split("\n\n"),
    }
    return {
        "name": lesson.name,
        "number": lesson.number,
        "of": len(names),
        "title": lesson.title,
        "text": answers.filled(lesson.text, known).split("\n\n"),
        "question": answers.filled(lesson.question, known),
        "kind": "choice" if lesson.choices else "number",
        "choices": [list(choice) for choice in lesson.choices],
        "longest": LONGEST_PREDICTION,
        "prediction": prediction,
        "dont_know": DONT_KNOW,
        "correctable": in_class,  # until the answer is revealed
        "wall": state.current().wall,
        "asks": not in_class or (classroom.is_student() and not state.current().wall),
        "leads": not classroom.is_student(),
        "unreadable": predictions.unreadable_prediction(lesson),
        "keep": None
        if state.current().wall or in_class or prediction is None
        else [predictions.lesson_key(lesson), prediction],
        "source": lesson.source,
        "variants": [
            {"name": name, "label": label, "on": name in variants_on(lesson, contents)}
            for name, (label, _) in lesson.variants.items()
        ],
        "previous": names[lesson.number - 2] if lesson.number > 1 else None,
        "next": names[lesson.number] if lesson.number < len(names) else None,
        "reveal": reveal if seen else None,
    }


def variants_on(lesson: Lesson, contents: PreparedBench) -> list[str]:
    """The variants that are on the bench."""
    return [name for name, (_, prepared) in lesson.variants.items() if prepared == contents]


def draw_open_lesson(lesson: Lesson, seen: bool) -> None:
    """Draw the lesson, with its answer if that may be seen."""
    current = state.current().bench
    contents = exercise.contents(current)
    st.session_state["variants-on"] = variants_on(lesson, contents)
    _mount(
        data=lesson_data(lesson, current.lessons, contents, seen),
        key="lesson",
        on_predict_change=_take_prediction,
        on_variant_change=_open_variant,
        on_go_change=lambda: lesson_list.open_lesson(st.session_state["lesson"]["go"]),
        on_wall_change=lambda: state.change(wall=not state.current().wall),
    )


def _take_prediction() -> None:
    prediction = st.session_state["lesson"]["predict"]
    if prediction is not None:
        predictions.make_prediction(exercise.lesson(state.current().bench), str(prediction))


def _open_variant() -> None:
    current = state.current().bench
    wanted = exercise.lesson(current).variants.get(st.session_state["lesson"]["variant"])
    if wanted:
        state.change(bench=exercise.own(current, wanted[1]))
