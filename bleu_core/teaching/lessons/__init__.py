"""The lessons: texts and prepared benches, the built-in ones in one small file each.

A lesson is words and data alone. Every figure in it, and the answer to its
question, is a fact worked out by `bleu_core` (see `answers`): {A.p2} in its text
stands for the present value. `reading` reads the files, a teacher's too; `sets` has how a
link holds a set of them.
"""

from bleu_core.teaching.lessons.built_in import all_lessons
from bleu_core.teaching.lessons.lesson import (
    LONGEST,
    MOST_CANDIDATES,
    MOST_REFERENCES,
    TOKENIZERS,
    TRACKS,
    Challenge,
    Lesson,
    LessonSet,
    Prepared,
)
from bleu_core.teaching.lessons.sets import file_in, is_lesson_file, is_own, lesson_set, set_text

__all__ = [
    "LONGEST",
    "MOST_CANDIDATES",
    "MOST_REFERENCES",
    "TOKENIZERS",
    "TRACKS",
    "Challenge",
    "Lesson",
    "LessonSet",
    "Prepared",
    "all_lessons",
    "file_in",
    "is_lesson_file",
    "is_own",
    "lesson_set",
    "set_text",
]
