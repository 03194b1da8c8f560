"""A lesson: text, question, the student's prediction, answer and explanation.

Python gets "predict" (the prediction, which `prediction_cookie.js` saves once it counts), "variant"
(a change of the bench that the lesson offers), "go" (another lesson) and "wall" (to the view for
the wall, or back).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bleu_core.teaching.lessons import Lesson, Prepared, answers, lesson_set
from bleu_core.teaching.lessons.prediction import DONT_KNOW, LONGEST
from pages.ui import state
from pages.ui.classroom import following
from pages.ui.learn import predictions
from pages.ui.sample import load_sample
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<article class="lesson paper"></article>')


def lesson_view(
    data: dict[str, Any],
    *,
    on_predict: Callable[[], None],
    on_variant: Callable[[], None],
    on_go: Callable[[], None],
    on_wall: Callable[[], None],
) -> None:
    """Draw `lesson_data` under the key "lesson"."""
    _mount(
        data=data,
        key="lesson",
        on_predict_change=on_predict,
        on_variant_change=on_variant,
        on_go_change=on_go,
        on_wall_change=on_wall,
    )


def lesson_data(lesson: Lesson, lessons: str, contents: Prepared, seen: bool) -> dict[str, Any]:
    """All data of the component; the answer only if it may be seen."""
    known = answers.facts(lesson, load_sample())
    names = list(lesson_set(lessons).lessons)
    in_class = following.stage() is not None  # asked elsewhere
    prediction = None if in_class else predictions.of(lesson)
    data: dict[str, Any] = {
        "name": lesson.name,
        "number": lesson.number,
        "of": len(names),
        "title": lesson.title,
        "text": answers.filled(lesson.text, known).split("\n\n"),
        "question": answers.filled(lesson.question, known),
        "kind": lesson.kind,
        "choices": [list(choice) for choice in lesson.choices],
        "prediction": prediction,
        "dont_know": DONT_KNOW,
        "longest": LONGEST,
        "wall": state.current().wall,
        "asks": not in_class,
        "leads": not following.is_following(),
        "unreadable": predictions.unreadable(lesson),
        "keep": None
        if state.current().wall or prediction is None
        else [predictions.key(lesson), prediction],
        "source": lesson.source,
        "variants": [
            {"name": name, "label": label, "on": prepared == contents}
            for name, (label, prepared) in lesson.variants.items()
        ],
        "previous": names[lesson.number - 2] if lesson.number > 1 else None,
        "next": names[lesson.number] if lesson.number < len(names) else None,
        "reveal": None,
    }
    if seen:
        answer = known[lesson.answer]
        data["reveal"] = {
            "value": answer,
            "answer": lesson.answer_text(answer),
            "right": None if in_class else predictions.is_right(lesson),
            "why": answers.filled(lesson.why, known).split("\n\n"),
        }
    return data
