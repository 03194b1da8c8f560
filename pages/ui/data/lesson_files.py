"""A teacher's lesson file among the chosen files, with the way to Learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted
from bleu_core.readers.parts import printable
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import is_lesson_file, lesson_set, set_text
from pages.ui import state
from pages.ui.widgets.notice import notice


def show(uploads: Sequence[Any], key: str) -> bool:
    """Draw what a lesson file contains; return whether one is among the files."""
    for upload in uploads:
        if is_lesson_file(upload.name, upload.getvalue()):
            _one(visible(printable(upload.name), 60), upload.getvalue(), key)
            return True
    return False


def _one(name: str, data: bytes, key: str) -> None:
    try:
        text = set_text(data, name)
    except TomlFaults as error:
        notice("error", "This lesson file cannot be read as it is:", error.problems, key=key)
        return
    found = lesson_set(text)
    lessons = [f"{lesson.number}. {visible(lesson.title)}" for lesson in found.lessons.values()]
    title = f"{name} is a lesson file: {visible(found.title)}, {counted(len(lessons), 'lesson')}."
    notice("info", title, lessons, key=key)
    if st.button("Open on Learn", type="primary", key=f"{key}-open"):
        state.change(bench=Bench(lessons=text))
        state.switch_to("learn.py")
