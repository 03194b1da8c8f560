"""Lessons as a command is given them: a lesson file, or names of built-in lessons."""

from __future__ import annotations

import os.path
from pathlib import Path

import click

from bleu_core.cli.errors import BadInput, told
from bleu_core.messages import option


def read_lessons(given: str) -> str:
    """A lesson file's path, or names such as "zero,chance", as the text that `lesson_set` reads.

    Raises
    ------
    BadInput
        With every fault of the file, by line.
    """
    from bleu_core.teaching.lessons import lesson_set, set_text
    from bleu_core.teaching.lessons.reading import MOST_BYTES

    path = Path(given)
    # Not path.is_file(), which fails where a list of names is longer than a path may be.
    if path.suffix.lower() != ".toml" and not os.path.isfile(given):
        with told():
            lesson_set(given)
        return given
    name = click.format_filename(path.name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # one more is too many, and is told so
    except OSError as error:
        raise BadInput([option.unreadable_file(name, error.strerror or str(error))]) from error
    with told():
        return set_text(data, name)
