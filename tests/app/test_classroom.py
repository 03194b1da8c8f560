"""Learn in a room, without a browser: the teacher's desk, the student's strip, the wall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bleu_core import corpus_bleu
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import all_lessons
from pages.ui import classroom
from pages.ui.classroom.views import lead_class
from pages.ui.view import View

from .conftest import App

NAMES = list(all_lessons())
TEACHER = ""
Enter = Callable[..., App]


@pytest.fixture
def room(monkeypatch) -> Room:
    made = Room("K7QMX")
    monkeypatch.setattr(classroom, "current_room", lambda: made)
    return made


@pytest.fixture
def enter(monkeypatch, room: Room) -> Enter:
    """enter("ana"): Learn as a student of that name, or as the teacher, in a session of its own."""

    def go_in(name: str, **params: str) -> App:
        be(monkeypatch, name)
        return App("learn.py", **params)

    return go_in


def be(monkeypatch, name: str) -> None:
    monkeypatch.setattr(classroom, "current_student", lambda: name)
    monkeypatch.setattr(classroom, "is_teacher", lambda: name == TEACHER)


def test_without_a_room_there_is_no_class_and_in_it_each_sees_their_own(enter: Enter) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(classroom, "current_room", lambda: None)
        assert not any(map(App("learn.py").shows, ("desk", "strip", "wall")))
    for name, params, shown in (
        (TEACHER, {}, "desk"),
        (TEACHER, {"wall": "yes"}, "wall"),
        ("ana", {}, "strip"),
        ("ana", {"wall": "yes"}, "wall"),
    ):
        app = enter(name, **params)
        assert [key for key in ("desk", "strip", "wall") if app.shows(key)] == [shown]


def test_the_teacher_leads_the_class_and_no_link_or_wall_does(enter: Enter, room: Room) -> None:
    room.lead(lesson=NAMES[0], phase="open")
    teacher = enter(TEACHER)
    teacher.set(view=replace(teacher.view, bench=Bench(lesson=NAMES[3])))
    assert (room.stage.lesson, room.stage.phase) == (NAMES[3], "waiting")
    student = enter("ana")
    assert student.component("lesson")["name"] == NAMES[3]
    assert student.link == {"lesson": NAMES[3]}
    room.lead(lesson=NAMES[2])
    for name in (TEACHER, "ana"):
        assert enter(name, lesson=NAMES[5]).component("lesson")["name"] == NAMES[2]
    assert room.stage.lesson == NAMES[2]
    wall = enter(TEACHER, wall="yes")
    room.lead(lesson=NAMES[4])
    wall.run()
    assert room.stage.lesson == NAMES[4]
    assert wall.component("wall")["title"] == all_lessons()[NAMES[4]].title


def test_what_answers_is_sent_to_the_desk_alone_until_revealed(enter: Enter, room: Room) -> None:
    for phase in ("waiting", "open", "closed"):
        room.lead(lesson="the-the-the", phase=phase)
        for name, params in ((TEACHER, {"wall": "yes"}), ("ana", {})):
            app = enter(name, **params)
            assert "2/7" not in app.sent
            for each in app.components.values():
                assert not each.get("answer")
                assert not each.get("reveal")
            assert "sides" not in app.component("bench")
    room.lead(phase="revealed")
    assert enter("ana").component("strip")["answer"].endswith(" 2")
    room.lead(lesson="the-the-the", phase="open")
    for params, is_seen in (({}, True), ({"wall": "yes"}, False)):
        app = enter(TEACHER, **params)
        app.set(teacher=True)
        assert ("sides" in app.component("bench")) == is_seen


def test_all_pages_know_when_the_class_ends(enter: Enter, room: Room) -> None:
    room.end = 1_800_000_000.0
    pages = enter(TEACHER), enter(TEACHER, wall="yes"), enter("ana")
    shown = zip(pages, ("desk", "wall", "strip"), strict=True)
    assert {page.component(name)["end"] for page, name in shown} == {room.end}


def test_the_desk_has_the_answer_before_the_reveal(enter: Enter, room: Room) -> None:
    room.lead(lesson="the-the-the", phase="open")
    assert enter(TEACHER).component("desk")["answer"] == "Answer: 2"


def test_the_projector_has_the_text_of_the_question_and_then_its_explanation(
    enter: Enter, room: Room
) -> None:
    room.lead(lesson="the-the-the", phase="closed")
    wall = enter(TEACHER, wall="yes").component("wall")
    assert (bool(wall["text"]), wall["why"]) == (True, [])
    room.lead(phase="revealed")
    wall = enter(TEACHER, wall="yes").component("wall")
    assert (wall["text"], "2/7" in "".join(wall["why"])) == ([], True)


def test_a_student_is_told_of_their_own_answer(enter: Enter, room: Room) -> None:
    room.lead(lesson="the-the-the", phase="open")
    room.answer("ana", "2")
    room.answer("ben", "7")
    room.answer("cleo", "?")
    strip = enter("ana").component("strip")
    assert (strip["mine"], strip["right"]) == ("2", None)
    assert strip["dont_know"] == ["?", "I don’t know"]
    room.lead(phase="revealed")
    own = {name: enter(name).component("strip") for name in ("ana", "ben", "cleo", "eve")}
    assert [own[name]["mine"] for name in own] == ["2", "7", "I don’t know", None]
    assert [own[name]["right"] for name in own] == [True, False, None, None]


def test_a_vote_is_offered_where_there_are_two_candidates(enter: Enter, room: Room) -> None:
    room.lead(lesson="the-the-the")
    assert enter(TEACHER).component("desk")["activities"] == ["question"]
    room.lead(lesson="two-candidates", activity="vote", phase="open")
    strip = enter("ana").component("strip")
    assert strip["dont_know"] is None
    assert "vote" in strip["activities"]
    assert [value for value, _ in strip["choices"]] == ["A", "B", "equal"]
    assert strip["candidates"] == list(all_lessons()["two-candidates"].prepared.candidates)


def test_an_edit_is_scored_and_handed_in_once_it_is_the_best(enter: Enter, room: Room) -> None:
    prepared = all_lessons()["game"].prepared
    text, reference = prepared.candidates[0], prepared.references[0]
    room.lead(lesson="game", activity="challenge", phase="open")
    enter("ana")
    assert not room.edits("game")  # nothing is edited yet
    better = text.replace("Minister", "The minister", 1)
    for name, edited in (("ana", better), ("ana", text + " "), ("ben", reference), ("", better)):
        app = enter(name, lesson="game", cand=edited, ref=reference)
    assert [(who_, edit.text) for who_, edit in room.edits("game").items()] == [("ana", better)]
    ben = enter("ben", lesson="game", cand=reference, ref=reference)
    assert "lesson.many_changes" in ben.codes("handed-in")
    assert app.component("desk")["stage"]["activity"] == "challenge"
    # Whatever references and settings the bench of a student has.
    enter("eve", lesson="game", cand=better, ref=better, **{"bench-order": "1"})
    references = [[text] for text in prepared.references]
    told = corpus_bleu([better], references, prepared.config).score
    assert room.edits("game")["eve"].score == pytest.approx(told)


def test_a_teacher_leads_to_what_there_is_and_no_student_leads(enter: Enter, room: Room) -> None:
    enter(TEACHER)
    for wanted in (None, {}, {"lesson": "nowhere"}, {"phase": "over"}, {"activity": "dance"}):
        lead_class(wanted)
    assert room.stage == Room("K7QMX").stage
    lead_class({"lesson": NAMES[2], "phase": "open"})
    assert (room.stage.lesson, room.stage.phase) == (NAMES[2], "open")
    enter("ana")
    lead_class({"phase": "closed"})
    assert room.stage.phase == "open"


def test_who_follows_has_the_classs_lesson_until_they_go_alone(enter: Enter, room: Room) -> None:
    room.lead(lesson="the-the-the", phase="revealed")
    teacher, student = enter(TEACHER), enter("ana")
    assert [app.shows("lessons") for app in (student, teacher)] == [False, True]
    lessons = [app.component("lesson") for app in (student, teacher)]
    assert [lesson["asks"] for lesson in lessons] == [False, False]
    assert [lesson["leads"] for lesson in lessons] == [False, True]
    assert "2/7" in lessons[0]["reveal"]["why"][0]
    assert student.component("bench")["sides"]
    student.set(class_alone=True)
    assert student.shows("lessons")
    assert student.component("lesson")["asks"]
    room.lead(lesson=NAMES[1], phase="open")
    app = enter("ana")
    room.lead(lesson=NAMES[2])
    app.set(class_alone=True, view=View(bench=Bench(lesson=NAMES[6])))
    assert app.component("lesson")["name"] == NAMES[6]
    app.set(class_alone=False)
    assert app.component("lesson")["name"] == NAMES[2]


def test_who_has_seen_the_answer_is_not_counted(enter: Enter, room: Room) -> None:
    room.lead(lesson="two-candidates", phase="open")
    for name, alone_first in (("ana", True), ("ben", False)):
        app = enter(name)
        app.set(class_alone=alone_first)
        app.set(teacher=True)  # as a prediction would, it shows the answer
    assert [room.has_seen(name, "two-candidates") for name in ("ana", "ben")] == [True, False]
    assert [room.answer(name, "10") for name in ("ana", "ben")] == [False, True]
    assert [enter(name).component("strip")["has_seen"] for name in ("ana", "ben")] == [True, False]
    for phase in ("revealed", "open"):
        room.lead(phase=phase)
    assert not room.answer("cleo", "10")
    assert enter("cleo").component("strip")["has_seen"]
    room.lead(activity="vote")
    assert room.answer("cleo", "A")
    assert not enter("ben").component("strip")["has_seen"]


def test_a_votes_reveal_leaves_the_question_for_afterwards(enter: Enter, room: Room) -> None:
    room.lead(lesson="two-candidates", activity="vote", phase="revealed")
    assert "sides" not in enter("ana").component("bench")
    room.lead(activity="question", phase="revealed")
    room.lead(activity="vote", phase="waiting")
    assert "sides" not in enter("ana").component("bench")
    room.lead(phase="revealed")
    assert enter("ana").component("bench")["sides"]
    room.lead(lesson="two-candidates", activity="vote", phase="open")
    wall = enter(TEACHER, wall="yes")
    assert wall.component("wall")["references"]
    assert not wall.shows("bench")
    room.lead(phase="revealed")
    assert enter(TEACHER, wall="yes").shows("bench")


def test_for_a_challenge_the_bench_is_next_to_what_is_asked(enter: Enter, room: Room) -> None:
    room.lead(lesson="game", activity="challenge", phase="open")
    student = enter("ana")
    assert student.component("bench")["sides"]
    assert not student.shows("lesson")
    room.lead(phase="revealed")
    assert enter("ana").shows("lesson")
