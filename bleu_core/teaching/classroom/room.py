"""A room: what the class sees and has answered. In memory only, lost when the process ends.

A server opens its room from environment variables, which `bleuscope class` sets; any ASGI server
(`uvicorn app:app`) can use them too: `BLEUSCOPE_CLASS`, the room's code; `BLEUSCOPE_TEACHER`,
the teacher's secret; `BLEUSCOPE_LESSONS`, the set of lessons. `bleuscope class` also sets
`BLEUSCOPE_CLASS_END`, when it stops the server.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

from bleu_core.common.environment import CLASS_VARIABLE
from bleu_core.messages import lesson, text_of
from bleu_core.teaching.lessons import Lesson, lesson_set

ACTIVITIES = ("question", "vote", "challenge")
PHASES = ("waiting", "open", "closed", "revealed")
# A limit for somebody who opens many browsers: beyond it no new student is counted.
MOST_STUDENTS = 400
LONGEST = 800  # characters of an answer, and of an edit
MOST_WINDOWS = 8  # of one browser; its reloads overlap


@dataclass(frozen=True)
class ClassStage:
    """What the class sees."""

    lesson: str = ""  # The name of a lesson of the room's set
    activity: str = "question"  # One of `ACTIVITIES`
    # One of `PHASES`: answers are accepted while it is open, and marked as right or wrong when it
    # is revealed.
    phase: str = "waiting"


@dataclass(frozen=True)
class ClassEdit:
    """A student's candidate A for the challenge, and its BLEU."""

    text: str
    score: float


@dataclass(frozen=True)
class ClassAnswer:
    """A student's answer, or edit, in one activity of a lesson."""

    lesson: str
    activity: str
    number: int  # The number of the student, from 1, in order of first answers
    answer: str | ClassEdit


class Room:
    """A room: its code and a set of lessons. All methods are thread-safe."""

    def __init__(self, code: str, lessons: str = "", end: float | None = None) -> None:
        self.code = code
        self.lessons = lessons
        self.end = end  # in seconds since 1970, if it is known
        # Kept, as `lesson_set` forgets the set of a link when many others were read.
        self._lessons = lesson_set(lessons).lessons
        self._lock = threading.RLock()
        self._version = 0
        self._stage = ClassStage(next(iter(self._lessons)))
        # By lesson and activity.
        self._answers: dict[tuple[str, str], dict[str, str | ClassEdit]] = {}
        self._numbers: dict[str, int] = {}  # students who answered
        self._revealed: set[str] = set()  # lessons whose answer the class has seen
        self._saw: set[tuple[str, str]] = set()  # (student, lesson) pairs seen alone
        self._windows: Counter[str] = Counter()  # open windows by visitor
        self._teachers: set[str] = set()
        self._listeners: set[Callable[[], object]] = set()

    @property
    def version(self) -> int:
        """A number that grows with each change."""
        return self._version

    @property
    def stage(self) -> ClassStage:
        return self._stage

    def lesson(self, name: str) -> Lesson:
        """A lesson of the room's set, the first for ''; KeyError for an unknown name."""
        return self._lessons[name or next(iter(self._lessons))]

    def lead(
        self, lesson: str | None = None, activity: str | None = None, phase: str | None = None
    ) -> None:
        """Show the class another lesson, activity or phase.

        KeyError or ValueError if there is none of this name; nothing changes then.
        """
        wanted = {"activity": activity, "phase": phase}
        changes = {name: value for name, value in wanted.items() if value is not None}
        for name, value in changes.items():
            if value not in (ACTIVITIES if name == "activity" else PHASES):
                raise ValueError(f"{value} is no {name}.")
        if lesson is not None:
            changes["lesson"] = self.lesson(lesson).name
        with self._lock:
            now = self._stage = replace(self._stage, **changes)
            if (now.activity, now.phase) == ("question", "revealed"):
                self._revealed.add(now.lesson)
        self._notify()

    @property
    def present(self) -> int:
        """The number of students who have the room open."""
        with self._lock:
            return len(self._windows.keys() - self._teachers)

    def has_place(self, name: str) -> bool:
        """Whether a student may open another window."""
        with self._lock:
            is_full = name not in self._windows and len(self._windows) >= MOST_STUDENTS
            return not is_full and self._windows[name] < MOST_WINDOWS

    def arrive(self, name: str, is_teacher: bool = False) -> bool:
        """Record a new window of a visitor; False if the room or the visitor has too many."""
        with self._lock:
            if not is_teacher and not self.has_place(name):
                return False
            self._windows[name] += 1
            if is_teacher:
                self._teachers.add(name)
        self._notify()
        return True

    def leave(self, name: str) -> None:
        """Record that a window was closed."""
        with self._lock:
            self._windows[name] -= 1
            if not self._windows[name]:
                del self._windows[name]
        self._notify()

    def was_revealed(self, lesson: str) -> bool:
        """Whether the answer of a lesson's question has been revealed to the class."""
        return lesson in self._revealed

    def note_seen(self, student: str, lesson: str) -> None:
        """Record that a student working alone has seen the answer of a lesson.

        An answer that they give afterwards predicts nothing, and is not taken.
        """
        with self._lock:
            if len(self._saw) < MOST_STUDENTS * len(self._lessons):
                self._saw.add((student, self.lesson(lesson).name))

    def has_seen(self, student: str, lesson: str) -> bool:
        """Whether a student was shown the answer of a lesson before the class was."""
        return (student, lesson) in self._saw

    def answer(self, student: str, answer: str) -> bool:
        """Accept a student's answer to the open activity.

        False if nothing is open, if there is one, or if this student, or the class, has seen what
        is right.
        """
        with self._lock:
            lesson, is_question = self._stage.lesson, self._stage.activity == "question"
            is_known = self.has_seen(student, lesson) or (is_question and lesson in self._revealed)
            if is_known or not self._listens_to(student) or student in self._here():
                return False
            self._take(student, answer[:LONGEST])
        self._notify()
        return True

    def hand_in(self, student: str, edit: ClassEdit) -> bool:
        """Accept a student's edit if it beats their last one; False if not, or if closed."""
        with self._lock:
            before = self._here().get(student)
            is_better = not isinstance(before, ClassEdit) or before.score < edit.score
            if not self._listens_to(student) or not is_better or len(edit.text) > LONGEST:
                return False
            self._take(student, edit)
        self._notify()
        return True

    def answers(self, lesson: str, activity: str) -> Mapping[str, str]:
        """The answers in an activity of a lesson, by student."""
        every = self._at(lesson, activity)
        return {who: answer for who, answer in every.items() if isinstance(answer, str)}

    def edits(self, lesson: str) -> Mapping[str, ClassEdit]:
        """The best edit of each student."""
        every = self._at(lesson, "challenge")
        return {who: edit for who, edit in every.items() if isinstance(edit, ClassEdit)}

    def all_answers(self) -> list[ClassAnswer]:
        """All answers and edits of the class, by activity in the order of opening."""
        with self._lock:
            return [
                ClassAnswer(lesson, activity, self._numbers[student], answer)
                for (lesson, activity), answers in self._answers.items()
                for student, answer in answers.items()
            ]

    @contextmanager
    def listening(self, listener: Callable[[], object]) -> Iterator[None]:
        """Call `listener` after each change, in the thread that made it."""
        with self._lock:
            self._listeners.add(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def _at(self, lesson: str, activity: str) -> dict[str, str | ClassEdit]:
        with self._lock:
            return dict(self._answers.get((self.lesson(lesson).name, activity), {}))

    def _here(self) -> dict[str, str | ClassEdit]:
        return self._answers.setdefault((self._stage.lesson, self._stage.activity), {})

    def _listens_to(self, student: str) -> bool:
        """Whether an answer of this student is accepted now."""
        is_known = student in self._numbers or len(self._numbers) < MOST_STUDENTS
        return self._stage.phase == "open" and is_known

    def _take(self, student: str, answer: str | ClassEdit) -> None:
        self._numbers.setdefault(student, len(self._numbers) + 1)
        self._here()[student] = answer

    def _notify(self) -> None:
        with self._lock:
            self._version += 1
            listeners = list(self._listeners)
        for listener in listeners:
            listener()


TEACHER = "BLEUSCOPE_TEACHER"
LESSONS = "BLEUSCOPE_LESSONS"
END = "BLEUSCOPE_CLASS_END"  # in seconds since 1970
# For reading aloud and typing on a phone: without characters that look alike.
SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
SHORTEST_SECRET = 16


class RoomError(ValueError):
    """The environment variables are no valid room."""


def new_code() -> str:
    """A random code for a room."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def as_code(typed: str) -> str:
    """A typed code in the form for comparison: without spaces, in capitals."""
    return "".join(typed.split()).upper()


def server_room() -> Room | None:
    """The only room of this process; None if the environment has none, RoomError if invalid."""
    code = room_code()
    if not code:
        return None
    return _open_room(code, os.environ.get(LESSONS, "").strip(), os.environ.get(END, ""))


def room_code() -> str:
    """The room's code in the environment; "" for none, RoomError for an invalid one."""
    code = as_code(os.environ.get(CLASS_VARIABLE, ""))
    if code and (len(code) != CODE_LENGTH or not set(code) <= set(SIGNS)):
        raise RoomError(lesson.wrong_code(CLASS_VARIABLE, CODE_LENGTH, SIGNS))
    return code


def teacher_secret(otherwise: str = "") -> str:
    """The secret that admits the teacher and signs the tokens; RoomError if none, or too short."""
    secret = os.environ.get(TEACHER, "").strip() or otherwise
    if len(secret) < SHORTEST_SECRET:
        raise RoomError(lesson.weak_secret(TEACHER, SHORTEST_SECRET))
    return secret


@cache
def _open_room(code: str, lessons: str, end: str) -> Room:
    try:
        lesson_set(lessons)
    except ValueError as error:
        raise RoomError(lesson.no_lessons(LESSONS, text_of(error))) from None
    return Room(code, lessons, float(end) if end else None)
