"""A lesson file: chosen on Data it leads to Learn, where its lessons are the set that is open."""

from __future__ import annotations

import pytest

from bleu_core.teaching.lessons import lesson_set, set_text
from tests.core.teaching.test_lesson_files import ONE, SEVERAL

from .conftest import App

SET = set_text(SEVERAL.encode())


def choose(name: str, data: bytes) -> App:
    app = App("data.py")
    app.choose("file-any", [(name, data, "text/plain")])
    return app


def lesson_file(app: App) -> str:
    """The key of its notice, or ""."""
    return next((key for key in app.components if key.startswith("lesson-file-")), "")


@pytest.mark.parametrize("name", ["my.txt", "my.toml"])
def test_a_lesson_file_is_recognised_and_opens_on_learn(name: str) -> None:
    app = choose(name, SEVERAL.encode())
    told = app.component(lesson_file(app))
    assert not app.shows("file-roles")
    assert name in told["title"]
    titles = [lesson.title for lesson in lesson_set(SET).lessons.values()]
    assert told["sentences"] == titles
    app.press("Open in Learn")
    assert app.link == {"lessons": SET}
    lesson = app.component("lesson")
    assert (lesson["number"], lesson["of"]) == (1, 3)


def test_its_faults_are_told_and_nothing_is_opened() -> None:
    text = ONE.replace("A.m1", "A.m9").replace("{A.t1}", "{A.<b>}")
    app = choose("**my**.toml", text.encode())
    assert app.codes(lesson_file(app)) == ["toml.fault"] * 2
    for place in ("**my**.toml, line 3: ", "A.<b>", "**my**.toml, line 5: ", "A.m9"):
        assert place in app.message(lesson_file(app))
    assert "Open in Learn" not in app.labels
    assert not lesson_file(choose("a.txt", b"[bench] is a word here\n"))
