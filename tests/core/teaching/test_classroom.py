"""A room: what it takes, and what it tells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from bleu_core.teaching.answers_file import answers_csv
from bleu_core.teaching.lessons import Lesson, all_lessons, answers
from bleu_core.teaching.lessons.prediction import count_answers
from bleu_core.teaching.room import COOKIE, TEACHER, Room, server_room
from pages.ui.store import load_sample

STUDENTS, TEACHERS = "0123456789abcdef", "token-of-the-teacher"
NUMBER, CHOICE = "the-the-the", "why-not-recall"


def facts(lesson: Lesson) -> Mapping[str, str]:
    return answers.facts(lesson, load_sample())


@pytest.fixture
def room() -> Room:
    room = Room(STUDENTS, TEACHERS, f"{NUMBER},{CHOICE}")
    for student in "st":
        room.join(student)
    return room


def test_an_answer_to_the_open_question_can_be_corrected_until_it_is_revealed(room: Room) -> None:
    assert room.answer("s", NUMBER, "12")  # a typo
    assert room.answer("s", NUMBER, "1")
    assert not room.answer("t", CHOICE, "A")  # not open
    assert not room.answer("u", NUMBER, "1")  # has not joined
    room.reveal(NUMBER)
    assert not room.answer("s", NUMBER, "2")
    assert not room.answer("t", NUMBER, "2")
    room.open(CHOICE)
    assert room.answer("t", CHOICE, "A")
    room.open(NUMBER)
    lesson, is_revealed = room.stage
    assert (lesson.name, is_revealed) == (NUMBER, True)
    assert not room.answer("t", NUMBER, "2")  # still revealed
    assert (room.answers(NUMBER), room.answers(CHOICE)) == ({"s": "1"}, {"t": "A"})


def test_nothing_but_the_lessons_of_the_room_can_be_opened(room: Room) -> None:
    before = room.stage
    for change in (room.open, room.reveal):
        with pytest.raises(KeyError):
            change("zero")
    assert room.stage == before
    assert not room.answer("s", "zero", "1")


def test_forty_answer_at_once() -> None:
    room, names = Room(STUDENTS, TEACHERS), [str(i) for i in range(40)]
    [lesson, _] = room.stage
    with ThreadPoolExecutor(40) as students:
        assert all(students.map(room.join, names))
        assert all(students.map(lambda name: room.answer(name, lesson.name, name), names))
    assert room.answers(lesson.name) == {name: name for name in names}


def test_a_cookie_holds_for_the_token_that_it_was_given_for(room: Room) -> None:
    name = f"{COOKIE}8501"
    student, other = room.new_cookie(STUDENTS), room.new_cookie(STUDENTS)
    assert student
    assert other
    known = room.visitor({"other": "x", name: student})
    assert known
    assert known not in (TEACHER, room.visitor({name: other}))
    assert room.visitor({name: str(room.new_cookie(TEACHERS))}) == TEACHER
    for token in ("", STUDENTS[:-1], STUDENTS.upper(), TEACHERS + "x", "é"):
        assert room.new_cookie(token) is None
    wrong = ["", ".", STUDENTS, f"{STUDENTS}.teacher", f"x.{known}", known, "é", f"{student}0"]
    for value in wrong:
        assert room.visitor({name: value}) is None
    assert room.visitor({"bleuscope-8501": student}) is None
    # A server of another room on this machine, whose cookie the browser sends too.
    assert room.visitor({f"{COOKIE}1": f"another.{known}", name: student}) == known


@pytest.fixture
def fresh_room() -> Iterator[None]:
    server_room.cache_clear()
    yield
    server_room.cache_clear()


@pytest.mark.usefixtures("fresh_room")
def test_the_environment_opens_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BLEUSCOPE_CLASS", raising=False)
    assert server_room() is None
    server_room.cache_clear()
    # Without both tokens it does not start, so that nobody is let in by an empty one.
    monkeypatch.setenv("BLEUSCOPE_CLASS", f"{STUDENTS} ")
    with pytest.raises(ValueError, match="unpack"):
        server_room()
    monkeypatch.setenv("BLEUSCOPE_CLASS", f"{STUDENTS} {TEACHERS}")
    monkeypatch.setenv("BLEUSCOPE_LESSONS", "zero,chance")
    opened = server_room()
    assert opened is not None
    assert (opened.students_token, opened.teachers_token) == (STUDENTS, TEACHERS)
    assert opened.stage[0].name == "zero"
    assert server_room() is opened


def test_choices_are_counted_in_their_order_and_the_right_one_is_marked() -> None:
    lesson = all_lessons()[CHOICE]
    right = facts(lesson)[lesson.answer]
    wrong = next(value for value, _ in lesson.choices if value != right)
    tally = count_answers(lesson, facts(lesson), [right, right, wrong, "?"])
    assert [(bar["label"], bar["count"], bar["right"]) for bar in tally["bars"]] == [
        (text, {right: 2, wrong: 1}.get(value, 0), value == right) for value, text in lesson.choices
    ]
    assert [re.findall(r"\d+", note) for note in tally["notes"]] == [["2", "4", "50"], ["1"]]


def test_the_file_has_every_answer_without_a_name_and_no_formula(room: Room) -> None:
    lesson, formula = all_lessons()[NUMBER], '=HYPERLINK("http://evil.example")'
    given = {"5f" * 16: facts(lesson)[lesson.answer], "6e" * 16: formula, "7d" * 16: "?"}
    given |= {"8c" * 16: "-0.5", "9b" * 16: "+0.5"}
    before = room.joined
    for student, text in given.items():
        room.join(student)
        assert room.answer(student, NUMBER, text)
    data = answers_csv(room, facts).decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(data))
    assert head == ["lesson", "student", "answer", "right"]
    right, *_ = given.values()
    assert rows == [
        [lesson.title, f"{before + 1}", right, "yes"],
        [lesson.title, f"{before + 2}", f"'{formula}", "no"],
        [lesson.title, f"{before + 3}", "I don’t know", "no"],
        [lesson.title, f"{before + 4}", "-0.5", "no"],
        [lesson.title, f"{before + 5}", "0.5", "no"],
    ]
    assert "5f5f" not in data
