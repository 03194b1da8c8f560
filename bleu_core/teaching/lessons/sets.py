"""A set of lessons as text, for links and classes, and packed from a teacher's file.

'' is all built-in lessons, "zero,chance" these two, and "~" with a packed file (zlib, then base64
for URLs) a teacher's own.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import replace
from functools import lru_cache

from bleu_core.messages import lesson as messages
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.teaching.lessons.built_in import all_lessons
from bleu_core.teaching.lessons.facts_named import check, fits
from bleu_core.teaching.lessons.lesson import Lesson, LessonSet
from bleu_core.teaching.lessons.reading import MOST_BYTES, parsed, read_set

PACKED = "~"
# Characters in a link. With six texts in Chinese on the bench (43,200 in a URL) it stays below
# the 64 KiB that a server accepts for a request line and its headers.
LONGEST_PACKED = 14_000
_TABLE = re.compile(rb"^[ \t]*(\[(lesson\.)?bench\]|\[\[lesson\]\])[ \t]*(#.*)?\r?$", re.MULTILINE)


@lru_cache(maxsize=64)
def lesson_set(text: str) -> LessonSet:
    """The set of a link: '', names of built-in lessons, or a packed file.

    Raises
    ------
    ValueError
        If the text is none of these; TomlFaults with every fault of a packed file.
    """
    if not text:
        return LessonSet("", all_lessons())
    if text.startswith(PACKED):
        return _read(file_in(text), "")
    chosen = text.split(",")
    if len(set(chosen)) < len(chosen):
        raise ValueError(messages.set_with_repeats())
    if unknown := [name for name in chosen if name not in all_lessons()]:
        raise ValueError(messages.unknown_built_in(unknown[0], list(all_lessons())))
    lessons = {name: replace(all_lessons()[name], number=i) for i, name in enumerate(chosen, 1)}
    return LessonSet("", lessons)


def set_text(data: bytes, name: str = "") -> str:
    """Check a lesson file and pack it as the text of a link; `name` is for messages.

    Raises
    ------
    TomlFaults
        With every fault, by line.
    """
    _read(data, name)
    text = PACKED + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(text) > LONGEST_PACKED:
        faults = Faults(name)
        faults.at(1, messages.file_too_large(len(text), LONGEST_PACKED))
        faults.end()
    return text


def file_in(text: str) -> bytes:
    """The lesson file in a text of `set_text`.

    Raises
    ------
    ValueError
        If the text is no packed file.
    """
    try:
        if len(text) > LONGEST_PACKED or not text.startswith(PACKED):
            raise ValueError
        packed = text.removeprefix(PACKED)
        unpacking = zlib.decompressobj()
        bare = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        data = unpacking.decompress(bare, MOST_BYTES + 1)
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError
    except (ValueError, binascii.Error, zlib.error):
        raise ValueError(messages.not_packed()) from None
    return data


def is_lesson_file(name: str, data: bytes) -> bool:
    """Whether a file seems to be a lesson file, by its name, or a bench or lesson in it."""
    return name.lower().endswith(".toml") or bool(_TABLE.search(data[:MOST_BYTES]))


def is_own(lesson: Lesson) -> bool:
    """Whether a lesson is a teacher's own."""
    return lesson.name not in all_lessons()


def _read(data: bytes, name: str) -> LessonSet:
    tables, faults = parsed(data, name)
    lessons = read_set(tables, all_lessons(), faults)
    own = [lesson for lesson in lessons.lessons.values() if is_own(lesson)]
    if fits(own, faults):
        for lesson in own:
            path = ("lesson", lesson.number - 1) if "lesson" in tables else ()
            if not faults.within(path):  # else nothing can be computed
                check(lesson, path, faults)
    faults.end()
    return lessons
