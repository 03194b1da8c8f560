"""Whether the facts that a teacher's lesson names are there: in its texts, and as its answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from bleu_core.messages import Message
from bleu_core.messages import lesson as messages
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import Path
from bleu_core.teaching.lessons.answers import bench_facts
from bleu_core.teaching.lessons.lesson import Lesson
from bleu_core.teaching.lessons.prediction import is_number
from bleu_core.teaching.lessons.reading import MOST_ON_BENCHES

# What is shown besides the bench and needs nothing but what is on it.
OWN_PANELS = ("permutations", "information", "characters", "scores")


def fits(lessons: Iterable[Lesson], faults: Faults) -> bool:
    """Whether it does not take long to work out all benches; if it does, that is a fault."""
    benches = [
        bench
        for lesson in lessons
        for bench in (lesson.prepared, *(prepared for _, prepared in lesson.variants.values()))
    ]
    size = sum(len(text) for b in benches for text in (*b.candidates, *b.references))
    if size > MOST_ON_BENCHES:
        faults.add((), messages.benches_too_large(size, MOST_ON_BENCHES))
    return size <= MOST_ON_BENCHES


def check(lesson: Lesson, path: Path, faults: Faults) -> None:
    """Tell each fact that the lesson names and that is none, an answer that is not among the
    choices or no number, and a panel that only a built-in lesson can have.
    """
    if lesson.panel and lesson.panel not in OWN_PANELS:
        faults.add((*path, "panel"), messages.unknown_panel(OWN_PANELS))
    try:
        known = bench_facts(lesson)
    except ValueError as error:  # a tokenizer that is not installed
        faults.add((*path, "bench"), messages.cannot_be_scored(str(error)))
        return
    for name in ("text", "question", "why"):
        for fact in dict.fromkeys(re.findall(r"\{([^{}]+)\}", getattr(lesson, name))):
            if fact not in known:
                faults.add((*path, name), _no_fact(fact, known), f"{{{fact}}}")
    answer = (*path, "answer")
    if lesson.answer not in known:
        faults.add(answer, _no_fact(lesson.answer, known))
        return
    right = known[lesson.answer]
    values = [value for value, _ in lesson.choices]
    if values and right not in values:
        faults.add(answer, messages.answer_no_choice(lesson.answer, right))
    if not values and not is_number(right):
        faults.add(answer, messages.answer_no_number(lesson.answer, right))


def _no_fact(name: str, known: Iterable[str]) -> Message:
    return messages.unknown_fact(name, "".join(get_close_matches(name[:40], known, 1)))
