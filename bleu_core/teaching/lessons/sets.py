"""Sets of lessons as text for links and classes; checking a teacher's file.

'' means all built-in lessons, "zero,chance" these two, and "~" with a packed file (zlib, then
base64 for URLs) a teacher's own. The facts named in a teacher's lesson must exist.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Message, toml
from bleu_core.messages import lesson as messages
from bleu_core.readers.fields import FaultLog, FieldPath, parse_toml
from bleu_core.teaching.lessons.answers import bench_facts
from bleu_core.teaching.lessons.files import MOST_BYTES, MOST_ON_BENCHES, all_lessons, read_set
from bleu_core.teaching.lessons.lesson import Lesson, LessonSet
from bleu_core.teaching.lessons.prediction import answer_problem
from bleu_core.text.tokenizers import tokenize_line

# Panels that need nothing but the contents of the bench.
OWN_PANELS = ("information", "characters")
TEXTS_WITH_FACTS = ("text", "question", "why")


def benches_fit(lessons: Iterable[Lesson], faults: FaultLog) -> bool:
    """Whether all benches can be worked out quickly; a fault if not."""
    benches = [
        bench
        for lesson in lessons
        for bench in (lesson.prepared, *(prepared for _, prepared in lesson.variants.values()))
    ]
    size = sum(len(text) for b in benches for text in (*b.candidates, *b.references))
    if size > MOST_ON_BENCHES:
        faults.add((), toml.too_long("The text of all benches and variants", size, MOST_ON_BENCHES))
    return size <= MOST_ON_BENCHES


def check_lesson(lesson: Lesson, path: FieldPath, faults: FaultLog) -> None:
    """Add a fault for each unknown fact, an impossible answer, and a panel of built-in lessons.

    Nothing can be computed if the bench or a variant has a fault.
    """
    if lesson.panel and lesson.panel not in OWN_PANELS:
        faults.add((*path, "panel"), toml.must_be("panel", join_words(OWN_PANELS, last="or")))
    for name in TEXTS_WITH_FACTS:
        for rest in re.findall(r"\{[^{}]*(?=\{|$)", getattr(lesson, name)):
            faults.add((*path, name), messages.unclosed_fact(rest), rest.split("\n")[0])
    if any(faults.within((*path, name)) for name in ("bench", "variants")):
        return
    try:
        known = bench_facts(lesson)
    except ValueError as error:  # a tokenizer that is not installed
        faults.add((*path, "bench"), truncate(str(error), 300))
        return
    for name in TEXTS_WITH_FACTS:
        for fact in dict.fromkeys(re.findall(r"\{([^{}]+)\}", getattr(lesson, name))):
            if fact not in known:
                faults.add((*path, name), _unknown_fact(fact, known), f"{{{fact}}}")
            elif fact == lesson.answer and name != "why":
                faults.add((*path, name), messages.answer_given(fact), f"{{{fact}}}")
    _check_answer(lesson, known, path, faults)
    if lesson.challenge:
        bench = lesson.prepared
        lines = bench.candidates[0].split("\n")
        tokens = {token for line in lines for token in tokenize_line(line, bench.config)}
        if missing := [token for token in lesson.challenge.keeps if token not in tokens]:
            faults.add((*path, "challenge", "keeps"), messages.tokens_lost(missing))


def _check_answer(
    lesson: Lesson, known: Mapping[str, str], path: FieldPath, faults: FaultLog
) -> None:
    answer, stated = (*path, "answer"), (*path, *lesson.answer.split("."))
    if any(map(faults.within, (answer, stated, (*path, "choices")))):
        return
    if lesson.answer not in known:
        faults.add(answer, _unknown_fact(lesson.answer, known))
    elif problem := answer_problem(lesson, known[lesson.answer]):
        faults.add(answer, problem)


def _unknown_fact(name: str, known: Iterable[str]) -> Message:
    return messages.unknown_fact(name, "".join(get_close_matches(name[:40], known, 1)))


PACKED = "~"
# Characters in a link. With six texts in Chinese on the bench (43,200 in a URL) it stays below
# the 64 KiB that a server accepts for a request line and its headers.
LONGEST_PACKED = 14_000
_TABLE = re.compile(rb"^[ \t]*(\[(lesson\.)?bench\]|\[\[lesson\]\])[ \t]*(#.*)?\r?$", re.MULTILINE)


@lru_cache(maxsize=64)
def lesson_set(text: str) -> LessonSet:
    """The set of a link: '', names of built-in lessons, or a packed file.

    ValueError for another text; FileFaults with every fault of a packed file.
    """
    if not text:
        return LessonSet("", all_lessons())
    if text.startswith(PACKED):
        return _read_set(file_in(text), "")
    chosen = text.split(",")
    if twice := [name for i, name in enumerate(chosen) if name in chosen[:i]]:
        raise ValueError(toml.named_twice("lesson", twice[0]))
    if unknown := [name for name in chosen if name not in all_lessons()]:
        raise ValueError(messages.unknown_lesson(unknown[0], list(all_lessons())))
    lessons = {name: replace(all_lessons()[name], number=i) for i, name in enumerate(chosen, 1)}
    return LessonSet("", lessons)


def set_text(data: bytes, name: str = "") -> str:
    """Check a lesson file and pack it as the text of a link; `name` is for messages.

    FileFaults has every fault, by line.
    """
    _read_set(data, name)
    text = PACKED + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(text) > LONGEST_PACKED:
        faults = FaultLog(name)
        faults.at(1, messages.file_too_large(len(text), LONGEST_PACKED))
        faults.end()
    return text


def file_in(text: str) -> bytes:
    """The lesson file in a text of `set_text`; ValueError if it is no packed file."""
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


def is_custom(lesson: Lesson) -> bool:
    """Whether a lesson is a teacher's own."""
    return lesson.name not in all_lessons()


def _read_set(data: bytes, name: str) -> LessonSet:
    fields, faults = parse_toml(data, name, MOST_BYTES)
    lessons = read_set(fields, all_lessons())
    own = [lesson for lesson in lessons.lessons.values() if is_custom(lesson)]
    if benches_fit(own, faults):
        for lesson in own:
            path = ("lesson", lesson.number - 1) if fields.has("lesson") else ()
            check_lesson(lesson, path, faults)
    faults.end()
    return lessons
