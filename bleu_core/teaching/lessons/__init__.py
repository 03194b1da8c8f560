"""Lessons: texts and prepared benches; each built-in lesson is a TOML file here.

A lesson is only text and data. Every figure in it, and the answer to its question, is a fact
computed by `bleu_core`: {A.p2} in a text is replaced by its value.

- `lesson`: a lesson and a set of lessons, with their limits
- `files`: reads lesson files
- `sets`: sets of lessons for links and classes; checks a teacher's file
- `answers`: computes the facts of a lesson
- `prediction`: reads predictions and compares them with the answer
"""

from bleu_core.teaching.lessons.files import all_lessons
from bleu_core.teaching.lessons.lesson import (
    LONGEST,
    MOST_CANDIDATES,
    MOST_REFERENCES,
    TOKENIZERS,
    TRACKS,
    Challenge,
    Lesson,
    LessonSet,
    PreparedBench,
)
from bleu_core.teaching.lessons.sets import is_custom, is_lesson_file, lesson_set, set_text

__all__ = [
    "LONGEST",
    "MOST_CANDIDATES",
    "MOST_REFERENCES",
    "TOKENIZERS",
    "TRACKS",
    "Challenge",
    "Lesson",
    "LessonSet",
    "PreparedBench",
    "all_lessons",
    "is_custom",
    "is_lesson_file",
    "lesson_set",
    "set_text",
]
