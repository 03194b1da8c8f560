"""A lesson file, TOML, to lessons: the built-in ones and a teacher's, by one reader.

A file has one lesson, or a `title` and `[[lesson]]` for each of several; one of these may
be a built-in one by its name: `built_in = "zero"`. `.github/LESSONS.md` documents the format.
A file is hostile: its size bounds what it costs, and nothing in it is run, opened or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from typing import Any

from bleu_core.messages import lesson as messages
from bleu_core.readers import toml_files
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.fields import Fields
from bleu_core.readers.toml_files.settings import SETTINGS, read_settings
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
    Prepared,
)
from bleu_core.text.config import BleuConfig
from bleu_core.text.streams import InputError

MOST_BYTES, MOST_LESSONS, MOST_VARIANTS, MOST_CHOICES = 60_000, 40, 12, 8
# Characters on all benches together, a variant's counted anew: what working them out costs.
MOST_ON_BENCHES = 60_000
LONG, SHORT, NAME = 4_000, 300, 40


def parsed(data: bytes, name: str = "") -> tuple[dict[str, Any], Faults]:
    """The tables of a lesson file, and where its faults go; see `toml_files.parsed`."""
    return toml_files.parsed(data, name, MOST_BYTES)


def read_set(
    tables: Mapping[str, Any], built_in: Mapping[str, Lesson], faults: Faults
) -> LessonSet:
    """The lessons of a parsed file in their order; what is wrong with it goes to `faults`."""
    fields = Fields(tables, (), faults)
    if not fields.has("lesson"):
        lesson = read_lesson(fields, "lesson-1", 1, faults, built_in)
        return LessonSet(lesson.title, {lesson.name: lesson})
    fields.only(("title", "lesson"))
    title = fields.text("title", SHORT) or "Lessons"
    lessons: dict[str, Lesson] = {}
    for number, each in enumerate(fields.tables("lesson", MOST_LESSONS), 1):
        if each.has("built_in"):
            each.only(("built_in",))
            name = each.text("built_in", NAME, needed=True)
            if name not in built_in:
                if name:
                    each.fault("built_in", messages.unknown_built_in(name))
                continue
            lesson = replace(built_in[name], number=number)
        else:
            lesson = read_lesson(each, f"lesson-{number}", number, faults, built_in)
        if lesson.name in lessons:
            where = "built_in" if each.has("built_in") else "name"
            each.fault(where, messages.lesson_twice(lesson.name))
        lessons[lesson.name] = lesson
    if not fields.has("lesson") or not lessons:
        fields.fault("lesson", messages.none_in_file())
    return LessonSet(title, lessons)


def read_lesson(
    fields: Fields,
    name: str,
    number: int,
    faults: Faults,
    taken: Mapping[str, Lesson] | None = None,
) -> Lesson:
    """One lesson; `name` is for one that says none. Of the names `taken` it may have none."""
    fields.only(
        [
            field.name
            for field in dataclass_fields(Lesson)
            if field.name not in ("number", "prepared")
        ]
        + ["bench"]
    )
    if fields.has("name"):
        name = fields.text("name", NAME, needed=True)
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            fields.fault("name", messages.name_characters())
        if taken and name in taken:
            fields.fault("name", messages.name_built_in(name))
    if fields.has("track") and fields.text("track", NAME) not in TRACKS:
        fields.fault("track", messages.unknown_track(list(TRACKS)))
    if not fields.has("bench"):
        fields.fault("bench", messages.no_bench())
    prepared = _bench(fields.table("bench"))
    return Lesson(
        name=name,
        number=number,
        track=fields.text("track", NAME),
        title=fields.text("title", SHORT, needed=True),
        text=fields.text("text", LONG).strip(),
        question=fields.text("question", LONG, needed=True),
        answer=fields.text("answer", SHORT, needed=True),
        why=fields.text("why", LONG).strip(),
        source=fields.text("source", LONG),
        choices=_choices(fields),
        opens=fields.numbers("opens", 1, STEPS, of=(2,)),
        panel=fields.text("panel", NAME),
        prepared=prepared,
        variants=_variants(fields, prepared),
        stated=_stated(fields.table("stated")),
        challenge=_challenge(fields.table("challenge")) if fields.has("challenge") else None,
    )


def _choices(fields: Fields) -> tuple[tuple[str, str], ...]:
    given = dict(fields.items()).get("choices", [])
    if not isinstance(given, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
        for pair in given
    ):
        fields.fault("choices", messages.choices_no_pairs())
        return ()
    if given and not 2 <= len(given) <= MOST_CHOICES:
        fields.fault("choices", messages.number_of_choices(MOST_CHOICES))
    if len({value for value, _ in given}) < len(given):
        fields.fault("choices", messages.choice_twice())
    if any(len(part) > SHORT for pair in given for part in pair):
        fields.fault("choices", messages.choice_too_long(SHORT))
    return tuple((value, text) for value, text in given)


def _variants(fields: Fields, bench: Prepared) -> dict[str, tuple[str, Prepared]]:
    found: dict[str, tuple[str, Prepared]] = {}
    for each in fields.tables("variants", MOST_VARIANTS):
        each.only(("name", "label", "candidates", "references", "settings"))
        name = each.text("name", NAME, needed=True)
        if not re.fullmatch(r"[\w-]*", name):
            each.fault("name", messages.variant_characters())
        if name in found:
            each.fault("name", messages.variant_twice(name))
        found[name] = (each.text("label", SHORT, needed=True), _prepared(each, bench))
    return found


def _bench(fields: Fields) -> Prepared:
    fields.only(("candidates", "references", "settings"))
    return _prepared(fields)


def _prepared(fields: Fields, usual: Prepared | None = None) -> Prepared:
    """A bench; what a variant does not say is as `usual`."""
    found = usual or Prepared((), (), BleuConfig())
    if usual is None or fields.has("candidates"):
        texts = fields.texts("candidates", 1, MOST_CANDIDATES, LONGEST)
        found = replace(found, candidates=texts)
    if usual is None or fields.has("references"):
        texts = fields.texts("references", 1, MOST_REFERENCES, LONGEST)
        found = replace(found, references=texts)
    if fields.has("settings"):
        found = replace(found, config=_config(fields.table("settings"), fields))
    return found


def _config(given: Fields, bench: Fields) -> BleuConfig:
    given.only(SETTINGS)
    settings = read_settings(given, TOKENIZERS)
    try:
        return BleuConfig(**settings)
    except InputError as error:
        for problem in error.problems:
            bench.fault("settings", problem)
    except OverflowError:
        bench.fault("settings", messages.number_too_large())
    return BleuConfig()


def _stated(fields: Fields) -> dict[str, str]:
    return {name: fields.text(name, SHORT, needed=True) for name, _ in fields.items()}


def _challenge(fields: Fields) -> Challenge:
    fields.only(("goal", "most_tokens", "most_changes", "keeps"))
    return Challenge(
        goal=fields.text("goal", LONG, needed=True),
        most_tokens=fields.number("most_tokens", LONGEST),
        most_changes=fields.number("most_changes", LONGEST),
        keeps=fields.texts("keeps", 0, LONGEST, LONGEST),
    )
