"""A lesson file: chosen on Data it leads to Learn, where its lessons are the set that is open."""

from __future__ import annotations

import pytest

from bleu_core.teaching.lessons import all_lessons, set_text
from tests.core.test_lesson_files import ONE, SEVERAL


def choose(app, name: str, data: bytes, uploader: str = "file-outputs"):
    app.test.file_uploader(key=uploader).set_value([(name, data, "text/plain")])
    app.run()
    return app


@pytest.mark.parametrize(
    ("uploader", "key"), [("file-outputs", "lesson-file"), ("file-any", "lesson-file-any")]
)
@pytest.mark.parametrize("name", ["my.toml", "my.txt"])
def test_a_lesson_file_is_recognised_and_opens_on_learn(open_app, uploader, key, name) -> None:
    app = choose(open_app("data.py"), name, SEVERAL.encode(), uploader)
    told = app.message(key)
    assert f"{name} is a lesson file: Monday, group 3, 3 lessons." in told
    assert "2. The cat" in told
    app.press("Open on Learn")
    assert app.test.query_params == {"lessons": set_text(SEVERAL.encode())}
    lesson = app.component("lesson")
    assert (lesson["number"], lesson["of"]) == (1, 3)


def test_its_faults_are_told_and_nothing_is_opened(open_app) -> None:
    text = ONE.replace("A.m1", "A.m9").replace("{A.t1}", "{A.<b>}")
    app = choose(open_app("data.py"), "**my**.toml", text.encode())
    told = app.message("lesson-file")
    assert "**my**.toml, line 3: There is no fact “A.<b>”." in told
    assert "**my**.toml, line 5: There is no fact “A.m9”." in told
    assert "Open on Learn" not in [button.label for button in app.test.button]


def test_a_text_that_is_no_lesson_file_is_compared_as_ever(open_app) -> None:
    app = choose(open_app("data.py"), "a.txt", b"[bench] is a word here\n")
    assert not app.shows("lesson-file")


def test_a_link_opens_a_set_and_a_lesson_of_it(open_app) -> None:
    link = {"lessons": set_text(SEVERAL.encode()), "lesson": "cat"}
    app = open_app("learn.py", **link)
    lesson = app.component("lesson")
    assert (lesson["title"], lesson["number"], lesson["of"]) == ("The cat", 2, 3)
    assert app.component("bench")["candidates"] == ["The cat sat"]
    assert app.test.query_params == link


def test_a_link_whose_set_is_broken_opens_the_built_in_lessons_and_says_so(open_app) -> None:
    link = set_text(SEVERAL.encode())[:-9]
    app = open_app("learn.py", lessons=link)
    assert app.component("lesson")["of"] > 3
    assert app.component("bench")


def test_from_a_set_there_is_a_way_back_to_all_lessons(open_app) -> None:
    app = open_app("learn.py", lessons=set_text(SEVERAL.encode()))
    app.press("All built-in lessons")
    assert app.test.query_params == {}
    assert app.component("lesson")["of"] == len(all_lessons())
    assert "All built-in lessons" not in [button.label for button in app.test.button]
