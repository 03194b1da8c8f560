"""Before a question is answered nothing that the page is sent, shown or not, has a figure of the
reveal: what is not there can be found by nobody."""

from __future__ import annotations

import json
import re

import pytest

from bleu_core.teaching.lessons import Lesson, all_lessons, answers
from bleu_core.teaching.lessons.prediction import DONT_KNOW
from pages.ui.learn import predictions
from pages.ui.sample import load_sample

LESSONS = all_lessons()
CLAIMED = re.compile(r"\{([^{}]+)\}")


def told_only_after(lesson: Lesson) -> set[str]:
    """Figures of the reveal that are told by nothing else: fractions, and those with decimals."""
    known = answers.facts(lesson, load_sample())
    asked = " ".join((lesson.text, lesson.question, *(text for _, text in lesson.choices)))
    before = answers.filled(asked, known) + " ".join(known[name] for name in CLAIMED.findall(asked))
    figures = {known[name] for name in CLAIMED.findall(lesson.why)}
    return {f for f in figures if re.search(r"\d[./]\d", f) and f not in before}


def told(app) -> str:
    nodes = app.test.main
    drawn = [json.loads(n.proto.json) for n in nodes if n.type == "bidi_component" and n.proto.json]
    others = [n.proto.SerializeToString() for n in nodes if n.type != "bidi_component" and n.proto]
    return json.dumps(drawn, ensure_ascii=False) + b"\n".join(others).decode("utf-8", "replace")


def has(text: str, figure: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d])", text) is not None


@pytest.mark.parametrize("name", LESSONS)
def test_nothing_that_a_page_is_sent_answers_its_question(open_app, name: str) -> None:
    app = open_app("learn.py", lesson=name)
    text, figures = told(app), told_only_after(LESSONS[name])
    assert not [figure for figure in figures if has(text, figure)]
    app.test.session_state["predictions"] = {predictions.key(LESSONS[name]): DONT_KNOW}
    app.run()
    text = told(app)
    assert all(has(text, figure) for figure in figures)


def test_most_reveals_have_such_figures() -> None:
    assert sum(bool(told_only_after(lesson)) for lesson in LESSONS.values()) > 0.7 * len(LESSONS)
