"""Read lesson files (TOML): the built-in ones and a teacher's.

A file has one lesson, or a `title` and `[[lesson]]` for each of several; one of these may
name a built-in lesson: `built_in = "zero"`. `docs/reference/lesson-files.md` documents the format.
Files may be hostile: their size is limited, and nothing in them is run, opened or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from functools import cache
from pathlib import Path

from bleu_core.messages import lesson as messages
from bleu_core.messages import toml
from bleu_core.readers.fields import SETTING_CHECKS, Fields, is_text, list_of, parse_toml
from bleu_core.teaching.lessons.lesson import (
    LONGEST,
    MOST_CANDIDATES,
    MOST_REFERENCES,
    STEPS,
    TOKENIZERS,
    TRACKS,
    Challenge,
    Lesson,
    LessonSet,
    PreparedBench,
)
from bleu_core.text.config import BleuConfig

MOST_BYTES, MOST_LESSONS, MOST_VARIANTS, MOST_CHOICES = 60_000, 40, 12, 8
# Characters on all benches together, including variants, to limit the time of computing them.
MOST_ON_BENCHES = 60_000
LONGEST_PARAGRAPH, LONGEST_TITLE, LONGEST_NAME = 4_000, 300, 40


def read_set(fields: Fields, built_in: Mapping[str, Lesson]) -> LessonSet:
    """The lessons of a parsed file in order; its faults are logged."""
    if not fields.has("lesson"):
        lesson = read_lesson(fields, "lesson-1", 1, built_in)
        return LessonSet(lesson.title, {lesson.name: lesson})
    fields.only(("title", "lesson"))
    title = fields.text("title", LONGEST_TITLE) or "Lessons"
    lessons: dict[str, Lesson] = {}
    tables = fields.tables("lesson", MOST_LESSONS)
    for number, each in enumerate(tables, 1):
        if each.has("built_in"):
            each.only(("built_in",))
            name = each.text("built_in", LONGEST_NAME, needed=True)
            if name not in built_in:
                if name:
                    each.fault("built_in", messages.unknown_lesson(name))
                continue
            lesson = replace(built_in[name], number=number)
        else:
            lesson = read_lesson(each, f"lesson-{number}", number, built_in)
        if lesson.name in lessons:
            where = "built_in" if each.has("built_in") else "name"
            each.fault(where, toml.named_twice("lesson", lesson.name))
        elif lesson.title and lesson.title in [other.title for other in lessons.values()]:
            where = "built_in" if each.has("built_in") else "title"
            each.fault(where, toml.named_twice("lesson", lesson.title))
        lessons[lesson.name] = lesson
    if not tables:
        fields.fault("lesson", toml.none_in_file("lesson", "lesson"))
    return LessonSet(title, lessons)


def read_lesson(
    fields: Fields, name: str, number: int, taken: Mapping[str, Lesson] | None = None
) -> Lesson:
    """One lesson; `name` is for one without a name, which it cannot share with `taken`."""
    names = [f.name for f in dataclass_fields(Lesson) if f.name not in ("number", "prepared")]
    fields.only([*names, "bench"])
    if fields.has("name"):
        name = fields.text("name", LONGEST_NAME, needed=True)
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            expected = "lowercase letters a to z, digits and hyphens only"
            fields.fault("name", toml.must_be("name", expected))
        if taken and name in taken:
            fields.fault("name", toml.named_twice("built-in lesson", name))
    fields.need("bench")
    bench = fields.table("bench")
    bench.only(("candidates", "references", "settings"))
    prepared = _prepared(bench)
    stated = fields.table("stated")
    return Lesson(
        name=name,
        number=number,
        track=fields.choice("track", TRACKS),
        title=fields.text("title", LONGEST_TITLE, needed=True),
        text=fields.text("text", LONGEST_PARAGRAPH).strip(),
        question=fields.text("question", LONGEST_PARAGRAPH, needed=True),
        answer=fields.text("answer", LONGEST_TITLE, needed=True),
        why=fields.text("why", LONGEST_PARAGRAPH).strip(),
        source=fields.text("source", LONGEST_PARAGRAPH),
        choices=_choices(fields),
        opens=fields.numbers("opens", 1, STEPS, default=(2,)),
        panel=fields.text("panel", LONGEST_NAME),
        prepared=prepared,
        variants=_variants(fields, prepared),
        stated={key: stated.text(key, LONGEST_TITLE, needed=True) for key, _ in stated.items()},
        challenge=_challenge(fields.table("challenge")) if fields.has("challenge") else None,
    )


def _choices(fields: Fields) -> tuple[tuple[str, str], ...]:
    pairs = dict(fields.items()).get("choices", [])
    is_pair = list_of(is_text)
    fits = isinstance(pairs, list) and all(is_pair(pair) and len(pair) == 2 for pair in pairs)
    if (
        not fits
        or (pairs and not 2 <= len(pairs) <= MOST_CHOICES)
        or any(len(set(map(_comparable, parts))) < len(pairs) for parts in zip(*pairs, strict=True))
        or any(len(part) > LONGEST_TITLE for pair in pairs for part in pair)
    ):
        fields.fault("choices", messages.not_choices(MOST_CHOICES, LONGEST_TITLE))
        return ()
    return tuple((value, text) for value, text in pairs)


def _comparable(part: str) -> str | float:
    """Part of a choice; equal numbers are equal."""
    return float(part) if re.fullmatch(r"\d+\.?\d*", part) else part.strip()


def _variants(fields: Fields, bench: PreparedBench) -> dict[str, tuple[str, PreparedBench]]:
    variants: dict[str, tuple[str, PreparedBench]] = {}
    for each in fields.tables("variants", MOST_VARIANTS):
        each.only(("name", "label", "candidates", "references", "settings"))
        name = each.text("name", LONGEST_NAME, needed=True)
        if not re.fullmatch(r"[\w-]*", name):
            each.fault("name", toml.must_be("name", "letters, digits and hyphens only"))
        if name in variants:
            each.fault("name", toml.named_twice("variant", name))
        variants[name] = (each.text("label", LONGEST_TITLE, needed=True), _prepared(each, bench))
    return variants


def _prepared(fields: Fields, default: PreparedBench | None = None) -> PreparedBench:
    """A bench; a variant is as `default` where it sets nothing."""
    bench = default or PreparedBench((), (), BleuConfig())
    if default is None or fields.has("candidates"):
        texts = _bench_texts(fields, "candidate", MOST_CANDIDATES)
        bench = replace(bench, candidates=texts)
    if default is None or fields.has("references"):
        texts = _bench_texts(fields, "reference", MOST_REFERENCES)
        bench = replace(bench, references=texts)
    texts = (*bench.candidates, *bench.references)
    lines = {1 + text.rstrip("\n").count("\n") for text in texts}
    name = next(filter(fields.has, ("references", "candidates")), "")
    if name and len(lines) > 1:
        fields.fault(name, messages.uneven_lines(min(lines), max(lines)))
    if fields.has("settings"):
        table = fields.table("settings")
        table.only(SETTING_CHECKS)
        bench = replace(bench, config=table.config(table.settings(TOKENIZERS), bench.config))
    return bench


def _bench_texts(fields: Fields, kind: str, most: int) -> tuple[str, ...]:
    texts = fields.texts(f"{kind}s", 1, most, LONGEST)
    if not all(text.strip() for text in texts):
        fields.fault(f"{kind}s", toml.missing(f"A {kind}"))
    return texts


def _challenge(fields: Fields) -> Challenge:
    fields.only(("goal", "most_tokens", "most_changes", "keeps"))
    return Challenge(
        goal=fields.text("goal", LONGEST_PARAGRAPH, needed=True),
        most_tokens=fields.number("most_tokens", LONGEST),
        most_changes=fields.number("most_changes", LONGEST),
        keeps=fields.texts("keeps", 0, LONGEST, LONGEST),
    )


HERE = Path(__file__).parent


@cache
def all_lessons() -> dict[str, Lesson]:
    """The built-in lessons by name: track by track, each in the order of its files."""
    lessons = []
    for path in sorted(HERE.glob("*.toml")):
        fields, faults = parse_toml(path.read_bytes(), path.name, MOST_BYTES)
        name = path.stem.split("-", 1)[1]  # NN-name.toml
        lessons.append(read_lesson(fields, name, 0))
        faults.end()
    lessons.sort(key=lambda lesson: list(TRACKS).index(lesson.track))
    return {lesson.name: replace(lesson, number=number) for number, lesson in enumerate(lessons, 1)}
