"""A lesson: its text, a question, the student's prediction, the reveal and why.

To Python go "predict" (the prediction), "variant" (a change of the bench that the
lesson offers) and "go" (another lesson).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bleu_core.teaching.lessons import Lesson, Prepared, all_lessons, answers
from pages.ui.sample import load_sample
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<article class="lesson paper"></article>')


def lesson_view(
    data: dict[str, Any],
    *,
    on_predict: Callable[[], None],
    on_variant: Callable[[], None],
    on_go: Callable[[], None],
) -> None:
    """Draw what `lesson_data` gives, under the key "lesson"."""
    _mount(
        data=data,
        key="lesson",
        on_predict_change=on_predict,
        on_variant_change=on_variant,
        on_go_change=on_go,
    )


def lesson_data(
    lesson: Lesson, prediction: str | None, teacher: bool, contents: Prepared
) -> dict[str, Any]:
    """All that the component draws. The answer is in it only once it may be seen."""
    known = answers.facts(lesson.name, load_sample())
    names = list(all_lessons())
    data: dict[str, Any] = {
        "name": lesson.name,
        "number": lesson.number,
        "of": len(names),
        "title": lesson.title,
        "text": answers.filled(lesson.text, known).split("\n\n"),
        "question": answers.filled(lesson.question, known),
        "choices": [list(choice) for choice in lesson.choices],
        "prediction": prediction,
        "source": lesson.source,
        "variants": [
            {"name": name, "label": label, "on": prepared == contents}
            for name, (label, prepared) in lesson.variants.items()
        ],
        "previous": names[lesson.number - 2] if lesson.number > 1 else None,
        "next": names[lesson.number] if lesson.number < len(names) else None,
        "reveal": None,
    }
    if prediction is not None or teacher:
        answer = known[lesson.answer]
        data["reveal"] = {
            "answer": dict(lesson.choices).get(answer, answer),
            "right": None if prediction is None else answers.is_right(lesson, prediction, answer),
            "why": answers.filled(lesson.why, known).split("\n\n"),
        }
    return data
