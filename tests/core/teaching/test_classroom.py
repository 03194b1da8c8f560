"""A room: what it takes, what it tells to whom, and what of it stands in the teacher's file."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.teaching.classroom import room as rooms
from bleu_core.teaching.classroom.access import PREFIX, find_visitor, student_token, teacher_token
from bleu_core.teaching.classroom.answer_counts import (
    BEST,
    answers_csv,
    count_answers,
    room_update,
)
from bleu_core.teaching.classroom.room import (
    LONGEST,
    ClassEdit,
    Room,
    RoomError,
    as_code,
    new_code,
    server_room,
    teacher_secret,
)
from bleu_core.teaching.lessons import Lesson, all_lessons, answers
from bleu_core.teaching.lessons.prediction import MOST_BARS, bin_edges
from pages.ui.store import load_sample
from tests.core.refusing import refused

SECRET = "a secret of the teacher's own"
NUMBER, CHOICE, TWO = "the-the-the", "why-not-recall", "word-order"


def facts(lesson: Lesson) -> Mapping[str, str]:
    return answers.facts(lesson, load_sample())


@pytest.fixture
def room() -> Room:
    return Room("ABCDE")


def told(room: Room, is_teacher: bool = False) -> dict[str, Any]:
    return room_update(room, facts, is_teacher)


def test_an_answer_is_taken_once_and_only_while_the_question_is_open(room: Room) -> None:
    for phase, who, text, taken in (
        ("waiting", "s", "1", False),
        ("open", "s", "1", True),
        ("open", "s", "2", False),
        ("closed", "t", "3", False),
        ("open", "s", "3", False),  # the first counts, also when it is opened again
    ):
        room.lead(phase=phase)
        assert room.answer(who, text) is taken
    assert room.answers("", "question") == {"s": "1"}


def test_the_best_edit_of_a_student_counts(room: Room) -> None:
    room.lead(activity="challenge", phase="open")
    edits = [
        ClassEdit("a", 30.0),
        ClassEdit("b", 30.0),
        ClassEdit("c", 31.0),
        ClassEdit("x" * (LONGEST + 1), 99.0),
    ]
    assert [room.hand_in("s", edit) for edit in edits] == [True, False, True, False]
    room.lead(phase="closed")
    assert not room.hand_in("s", ClassEdit("d", 40.0))
    assert room.edits("") == {"s": ClassEdit("c", 31.0)}


def test_what_one_room_holds_is_bounded(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_STUDENTS", 2)
    room.lead(phase="open")
    assert [room.answer(name, name * 10_000) for name in "123"] == [True, True, False]
    assert not room.hand_in("3", ClassEdit("", 1.0))
    assert len(room.answers("", "question")["1"]) == LONGEST
    room.lead(activity="vote")
    assert not room.answer("3", "A")  # nor elsewhere
    assert room.answer("2", "A")
    assert [room.arrive(name) for name in "123"] == [True, True, False]
    assert room.arrive("teacher", is_teacher=True)
    more = [room.arrive("1") for _ in range(rooms.MOST_WINDOWS)]
    assert more.count(True) == rooms.MOST_WINDOWS - 1


def test_who_has_a_window_open_is_present_and_the_teacher_is_not_counted(room: Room) -> None:
    for name in ("s", "s", "teacher"):
        room.arrive(name, is_teacher=name == "teacher")
    present = [room.present]
    for name in ("s", "s", "teacher"):
        room.leave(name)
        present.append(room.present)
    assert present == [1, 1, 0, 0]


def test_nothing_but_what_there_is_can_be_led_to(room: Room) -> None:
    before = room.stage
    with pytest.raises(KeyError):
        room.lead(lesson="none")
    for wrong in ({"activity": "vote", "phase": "none"}, {"activity": "none"}):
        with pytest.raises(ValueError):  # noqa: PT011
            room.lead(**wrong)
    assert room.stage == before


def test_each_change_is_told_once_by_its_version(room: Room) -> None:
    heard: list[int] = []
    seen = room.version
    with room.listening(lambda: heard.append(room.version)):
        room.lead(phase="open")
        room.answer("s", "1")
        room.answer("s", "2")  # not taken
        room.arrive("s")
    room.leave("s")
    assert heard == [seen + 1, seen + 2, seen + 3]


def test_forty_answer_at_once(room: Room) -> None:
    room.lead(phase="open")
    before = room.version
    names = [str(i) for i in range(40)]
    with ThreadPoolExecutor(40) as students:
        assert all(students.map(room.answer, names, names))
    assert room.answers("", "question") == {name: name for name in names}
    assert room.version == before + 40
    assert sorted(one.number for one in room.all_answers()) == list(range(1, 41))


@pytest.mark.parametrize(("lesson", "activity"), [(NUMBER, "question"), (TWO, "vote")])
def test_the_class_sees_counts_then_bars_then_what_is_right(room, lesson, activity) -> None:
    room.lead(lesson=lesson, activity=activity, phase="open")
    for name, text in {"1": "A", "2": "A", "3": "2/7"}.items():
        assert room.answer(name, text)
    for phase in rooms.PHASES:
        room.lead(phase=phase)
        seen = told(room)
        assert seen["answered"] == 3
        assert told(room, is_teacher=True)["tally"]
        tally = seen["tally"]
        if phase in ("waiting", "open"):
            assert tally is None
            continue
        marked, notes = any(bar["right"] for bar in tally["bars"]), bool(tally["notes"])
        # Of a vote nothing is right: what is told of it is BLEU's opinion.
        assert marked == (phase == "revealed" and activity == "question")
        assert notes == (phase == "revealed")


def test_choices_are_counted_in_their_order_and_the_right_one_is_marked() -> None:
    lesson = all_lessons()[CHOICE]
    right = facts(lesson)[lesson.answer]
    wrong = next(value for value, _ in lesson.choices if value != right)
    given = [right, right, wrong, "?", "made up"]
    tally = count_answers(lesson, facts(lesson), given, is_revealed=True)
    assert [(bar.label, bar.count, bar.right) for bar in tally.bars] == [
        (text, {right: 2, wrong: 1}.get(value, 0), value == right) for value, text in lesson.choices
    ]
    assert [re.findall(r"\d+", note) for note in tally.notes] == [["2", "5", "40"], ["1"]]


def test_equal_numbers_are_one_bar_however_they_are_written() -> None:
    lesson = all_lessons()[NUMBER]
    given = ["2/7", "0.2857", "28,57%", "2", "7", "?"]
    tally = count_answers(lesson, facts(lesson), given, is_revealed=True)
    assert [(bar.count, bar.right) for bar in tally.bars] == [(4, True), (1, False)]
    assert tally.bars[0].label == facts(lesson)[lesson.answer]
    assert [re.findall(r"\d+", note) for note in tally.notes] == [["4", "6", "67"], ["1"]]
    # One answer of a million does not put the others into one bar.
    given = [*map(str, range(30)), "1000000"]
    tally = count_answers(lesson, facts(lesson), given, is_revealed=False)
    assert sum(bar.count for bar in tally.bars) == len(given)
    assert len([bar for bar in tally.bars if bar.count]) > 5
    assert tally.bars[-1].count == 1
    assert not any(bar.right for bar in tally.bars)


@given(st.lists(st.floats(-1e15, 1e15), min_size=2))
def test_every_number_is_in_one_bin_and_there_are_few(numbers: list[float]) -> None:
    edges = bin_edges(numbers)
    assert edges == sorted(set(edges))
    assert len(edges) - 1 <= MOST_BARS + 2
    assert all(edges[0] <= number < edges[-1] for number in numbers)


def test_only_numbers_beyond_three_interquartile_ranges_are_in_the_open_bins() -> None:
    # The quartiles of the ten are 10 and 12: 6 to either side are 4 and 18.
    middle = [10.0, 10, 10, 11, 11, 12, 12, 12]
    assert math.inf not in [abs(edge) for edge in bin_edges([4, *middle, 18])]
    edges = bin_edges([3.9, *middle, 18.1])
    assert (edges[0], edges[-1]) == (-math.inf, math.inf)


def test_the_record_is_told_while_it_stands_and_its_text_when_it_is_closed(room: Room) -> None:
    room.lead(lesson=TWO, activity="challenge", phase="open")
    for i in range(BEST + 3):
        room.hand_in(f"s{i}", ClassEdit(f"text {i}", 30.0 + i))
    room.hand_in("late", ClassEdit("text 1", 31.0))
    scores = [f"{30 + i:.2f}" for i in range(BEST + 2, 2, -1)]
    assert told(room)["best"] == [{"score": score} for score in scores]
    assert told(room)["answered"] == BEST + 4
    room.lead(phase="closed")
    assert told(room)["best"][0] == {"score": scores[0], "text": f"text {BEST + 2}"}


def test_the_file_has_every_answer_without_a_name_and_no_formula(room: Room) -> None:
    lesson = all_lessons()[NUMBER]
    right, formula = facts(lesson)[lesson.answer], '=HYPERLINK("http://evil.example")'
    room.lead(lesson=NUMBER, phase="open")
    for name, text in {"5f" * 16: right, "6e" * 16: formula, "7d" * 16: "?"}.items():
        room.answer(name, text)
    room.lead(activity="vote")
    room.answer("6e" * 16, "B")
    room.lead(activity="challenge")
    room.hand_in("6e" * 16, ClassEdit("@SUM(1)", 12.5))
    data = answers_csv(room, facts).decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(data))
    assert head == ["lesson", "asked", "student", "answer", "right", "BLEU"]
    assert rows == [
        [lesson.title, "question", "1", right, "yes", ""],
        [lesson.title, "question", "2", f"'{formula}", "no", ""],
        [lesson.title, "question", "3", "I don’t know", "no", ""],
        [lesson.title, "vote", "2", "B", "", ""],
        [lesson.title, "challenge", "2", "'@SUM(1)", "", "12.5"],
    ]
    assert "5f5f" not in data


def test_a_pass_holds_for_its_secret_and_no_other() -> None:
    mine, cookie = student_token(SECRET), f"{PREFIX}8501"
    name, _, seal = mine.partition(".")
    known = find_visitor({"other": "x", cookie: mine}, SECRET)
    assert (known.name, known.is_teacher) == (name, False)
    assert find_visitor({cookie: teacher_token(SECRET)}, SECRET).is_teacher
    assert student_token(SECRET) != mine
    forged = [f"teacher.{seal}", mine[:-1], mine + "0", name, f"{name}.", "", "teacher", "é" * 97]
    for text in forged:
        assert find_visitor({cookie: text}, SECRET) is None
    assert find_visitor({cookie: mine}, SECRET + "!") is None
    # A server of another room on this machine, whose cookie the browser sends too.
    other = {f"{PREFIX}1": student_token("another secret, of another room"), cookie: mine}
    assert find_visitor(other, SECRET) == known


def test_the_environment_opens_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BLEUSCOPE_CLASS", "BLEUSCOPE_TEACHER", "BLEUSCOPE_LESSONS"):
        monkeypatch.delenv(name, raising=False)
    assert server_room() is None
    monkeypatch.setenv("BLEUSCOPE_CLASS", " k7m2q ")
    monkeypatch.setenv("BLEUSCOPE_LESSONS", "zero,chance")
    monkeypatch.setenv("BLEUSCOPE_CLASS_END", "1800000000.5")
    opened = server_room()
    assert (opened.code, opened.stage.lesson) == ("K7M2Q", "zero")
    assert opened.end == 1_800_000_000.5
    assert server_room() is opened
    with refused("class_room.weak_secret", error=RoomError):
        teacher_secret()
    for code in ("K7M2", "K7M2QQ", "K7M20", "K7M2I", "K7-2Q"):
        monkeypatch.setenv("BLEUSCOPE_CLASS", code)
        with refused("class_room.wrong_code", error=RoomError):
            server_room()
    monkeypatch.setenv("BLEUSCOPE_CLASS", "K7M2Q")
    monkeypatch.setenv("BLEUSCOPE_LESSONS", "no-lesson-of-this-name")
    with refused("class_room.no_lessons", error=RoomError):
        server_room()


def test_codes_are_random_and_have_no_sign_that_looks_like_another() -> None:
    made = {new_code() for _ in range(500)}
    assert len(made) > 490
    assert not set("".join(made)) & set("0O1IL")
    assert all(as_code(f" {code.lower()} ") == code for code in made)
