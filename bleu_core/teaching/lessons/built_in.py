"""The built-in lessons, one file each, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bleu_core.readers.toml_files.fields import Fields
from bleu_core.teaching.lessons.lesson import Lesson
from bleu_core.teaching.lessons.reading import parsed, read_lesson

HERE = Path(__file__).parent


@cache
def all_lessons() -> dict[str, Lesson]:
    """The built-in lessons by name, in order."""
    files = sorted(HERE.glob("*.toml"))
    return {lesson.name: lesson for lesson in (_read(i, path) for i, path in enumerate(files, 1))}


def _read(number: int, path: Path) -> Lesson:
    """The lesson of a file NN-name.toml; NN is its place."""
    tables, faults = parsed(path.read_bytes(), path.name)
    name = path.stem.split("-", 1)[1]
    lesson = read_lesson(Fields(tables, (), faults), name, number, faults)
    faults.end()
    return lesson
