"""Learn in a room, without a browser: the teacher's desk, the students' pages, the wall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import all_lessons
from bleu_core.teaching.room import TEACHER, Room
from pages.ui import classroom
from pages.ui.learn import predictions

from .conftest import App

NAMES = list(all_lessons())
NUMBER = "the-the-the"
Enter = Callable[..., App]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    made = Room("token-of-students", "token-of-the-teacher")
    monkeypatch.setattr(classroom, "current_room", lambda: made)
    return made


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch, room: Room) -> Enter:
    """enter("ana"): Learn as a student of that name, or as `TEACHER`, in a session of its own."""

    def go_in(name: str, **params: str) -> App:
        monkeypatch.setattr(classroom, "visitor", lambda: name)
        return App("learn.py", main="class_main.py", **params)

    return go_in


def test_each_sees_their_own_page(enter: Enter) -> None:
    controls = {"Reveal answer", "Teacher mode"}
    for name, params, seen, has_list in (
        (TEACHER, {}, controls, True),
        (TEACHER, {"wall": "yes"}, {"Reveal answer"}, False),
        ("ana", {}, set(), False),
        ("ana", {"wall": "yes"}, set(), False),
    ):
        app = enter(name, **params)
        assert app.shows("class")
        assert app.labels & controls == seen
        assert app.shows("lessons") == has_list
        if has_list:
            assert not app.component("lessons")["told"]  # nobody predicts there
        lesson = app.component("lesson")
        assert lesson["asks"] == (name == "ana" and not params)
        assert lesson["leads"] == (name == TEACHER)


def test_the_teacher_opens_lessons_for_all_and_no_link_or_student_does(
    enter: Enter, room: Room
) -> None:
    room.open(NAMES[2])
    for name, params in ((TEACHER, {}), (TEACHER, {"wall": "yes"}), ("ana", {})):
        app = enter(name, lesson=NAMES[5], **params)
        assert app.component("lesson")["name"] == NAMES[2]
        app.set(view=replace(app.view, bench=Bench(lesson=NAMES[4])))
        assert app.component("lesson")["name"] == NAMES[2]
    classroom.lead_to(NAMES[3])
    assert room.stage[0].name == NAMES[2]
    teacher = enter(TEACHER)
    classroom.lead_to(NAMES[6])
    teacher.run()
    for app in (teacher, enter("ana")):
        assert app.component("lesson")["name"] == NAMES[6]


def test_a_student_corrects_a_typo_until_it_is_revealed(enter: Enter, room: Room) -> None:
    room.open(NUMBER)
    lesson = all_lessons()[NUMBER]
    for name, typed, saved in (
        ("ana", ["many", "22", "2", "abc"], "2"),
        ("ben", ["7"], "7"),
        ("cleo", ["?"], "I don’t know"),
        ("eve", [], None),
    ):
        app = enter(name)
        for text in typed:
            predictions.make_prediction(lesson, text)
        app.run()
        assert app.component("class")["saved"] == saved
    assert room.answers(NUMBER) == {"ana": "2", "ben": "7", "cleo": "?"}
    room.reveal(NUMBER)
    predictions.make_prediction(lesson, "2")  # eve is too late
    own = {name: enter(name).component("lesson") for name in ("ana", "ben", "cleo", "eve")}
    assert [lesson["prediction"] for lesson in own.values()] == ["2", "7", "?", None]
    assert [lesson["reveal"]["right"] for lesson in own.values()] == [True, False, None, None]
    assert [lesson["keep"] for lesson in own.values()] == [None] * 4


def test_the_answer_is_sent_to_the_desk_alone_until_it_is_revealed(
    enter: Enter, room: Room
) -> None:
    room.open(NUMBER)
    for name, params in ((TEACHER, {"wall": "yes"}), ("ana", {})):
        app = enter(name, **params)
        app.set(teacher=True)
        assert "2/7" not in app.sent
        assert app.component("class")["tally"] is None
        assert app.component("lesson")["reveal"] is None
        assert "sides" not in app.component("bench")
    desk = enter(TEACHER)
    assert desk.component("class")["tally"]
    assert desk.component("lesson")["reveal"] is None
    desk.set(teacher=True)
    assert desk.component("lesson")["reveal"]["answer"] == "2"
    desk.press("Reveal answer")
    for name, params in ((TEACHER, {"wall": "yes"}), (TEACHER, {}), ("ana", {})):
        app = enter(name, **params)
        assert app.component("class")["tally"]
        assert app.component("lesson")["reveal"]["answer"] == "2"
        assert app.component("bench")["sides"]
