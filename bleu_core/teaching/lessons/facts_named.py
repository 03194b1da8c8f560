"""Check that the facts named in a teacher's lesson exist, in its texts and as its answer."""

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
from bleu_core.teaching.lessons.prediction import QUESTIONS
from bleu_core.teaching.lessons.reading import MOST_ON_BENCHES

# Panels that need nothing but the contents of the bench.
OWN_PANELS = ("permutations", "information", "characters", "scores")


def fits(lessons: Iterable[Lesson], faults: Faults) -> bool:
    """Whether all benches can be worked out quickly; a fault if not."""
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
    """Add a fault for each unknown fact, an impossible answer, and a panel of built-in lessons."""
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
    if problem := QUESTIONS[lesson.kind].problem(lesson, known[lesson.answer]):
        faults.add(answer, problem)


def _no_fact(name: str, known: Iterable[str]) -> Message:
    return messages.unknown_fact(name, "".join(get_close_matches(name[:40], known, 1)))
