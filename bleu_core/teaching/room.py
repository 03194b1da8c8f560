"""The room of a class: the open lesson, the students and their answers. In memory only.

The teacher leads through the lessons, students answer without a name.

`bleuscope class` hands the room to its server in two environment variables: `BLEUSCOPE_CLASS`, the
students' token and the teacher's; `BLEUSCOPE_LESSONS`, the set of lessons.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import threading
from collections.abc import Mapping
from functools import cache

import segno

from bleu_core.common.environment import CLASS_VARIABLE
from bleu_core.teaching.lessons import Lesson, lesson_set

LESSONS_VARIABLE = "BLEUSCOPE_LESSONS"
MOST_STUDENTS = 60
COOKIE = "bleuscope-class-"  # the start of the cookie's name; the server's port follows
TEACHER = "teacher"
_STUDENT = re.compile("[0-9a-f]{32}")


class Room:
    """A room with one open lesson. All methods are thread-safe."""

    def __init__(self, students_token: str, teachers_token: str, lessons: str = "") -> None:
        self.students_token = students_token
        self.teachers_token = teachers_token
        self.lessons = lessons
        # Kept, as `lesson_set` forgets the set of a link when many others were read.
        self._lessons = lesson_set(lessons).lessons
        self._lock = threading.Lock()
        self._open = next(iter(self._lessons))
        self._revealed: set[str] = set()
        self._students: list[str] = []
        self._answers: dict[str, dict[str, str]] = {name: {} for name in self._lessons}

    def visitor(self, cookies: Mapping[str, str]) -> str | None:
        """`TEACHER`, or the random name of a student's browser; None without a valid cookie.

        Browsers send the cookies of one server to all servers of its machine, so there may be
        several.
        """
        for name, value in cookies.items():
            token, _, student = value.partition(".") if name.startswith(COOKIE) else ("", "", "")
            if _are_equal(token, self.teachers_token):
                return TEACHER
            if _are_equal(token, self.students_token) and _STUDENT.fullmatch(student):
                return student
        return None

    def new_cookie(self, token: str) -> str | None:
        """The value of a cookie for a browser that shows a token; None if it is not the room's."""
        if _are_equal(token, self.teachers_token):
            return token
        if _are_equal(token, self.students_token):
            return f"{token}.{secrets.token_hex(16)}"
        return None

    def join(self, student: str) -> bool:
        """Give a student a place; False if all places are taken. One is never given back."""
        with self._lock:
            if student not in self._students and len(self._students) >= MOST_STUDENTS:
                return False
            if student not in self._students:
                self._students.append(student)
            return True

    def number_of(self, student: str) -> int:
        """The number of a student, from 1, in the order of joining."""
        return self._students.index(student) + 1

    @property
    def all_lessons(self) -> tuple[Lesson, ...]:
        """The lessons of the room, in order."""
        return tuple(self._lessons.values())

    @property
    def joined(self) -> int:
        """The number of students who have joined."""
        return len(self._students)

    @property
    def stage(self) -> tuple[Lesson, bool]:
        """The open lesson, and whether its answer is revealed."""
        with self._lock:
            return self._lessons[self._open], self._open in self._revealed

    def open(self, lesson: str) -> None:
        """Open a lesson of the set. A revealed one stays revealed."""
        with self._lock:
            self._open = self._lessons[lesson].name

    def reveal(self, lesson: str) -> None:
        """Show the answer of a lesson to the class; its question is closed then."""
        with self._lock:
            self._revealed.add(self._lessons[lesson].name)

    def is_revealed(self, lesson: str) -> bool:
        """Whether the class has seen the answer of a lesson."""
        return lesson in self._revealed

    def answer(self, student: str, lesson: str, answer: str) -> bool:
        """Accept an answer of a student to the open question, in place of an earlier one."""
        with self._lock:
            is_open = lesson == self._open and lesson not in self._revealed
            if not is_open or student not in self._students:
                return False
            self._answers[lesson][student] = answer
            return True

    def answers(self, lesson: str) -> Mapping[str, str]:
        """The answers to the question of a lesson, by student."""
        with self._lock:
            return dict(self._answers[lesson])


def _are_equal(token: str, other: str) -> bool:
    return hmac.compare_digest(token.encode(), other.encode())


@cache
def server_room() -> Room | None:
    """The only room of this process; None if this is not the server of a class."""
    tokens = os.environ.get(CLASS_VARIABLE, "")
    if not tokens:
        return None
    students, teacher = tokens.split()
    return Room(students, teacher, os.environ.get(LESSONS_VARIABLE, ""))


BORDER = 4  # white modules around a QR code (ISO/IEC 18004, 6.3.8)


@cache
def qr_squares(link: str) -> tuple[str, ...]:
    """The QR code of a link, row by row, 1 for dark."""
    rows = segno.make(link, micro=False).matrix_iter(border=BORDER)
    return tuple("".join("1" if dark else "0" for dark in row) for row in rows)
