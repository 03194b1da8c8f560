"""The exercise on the bench: a prepared lesson, or the user's texts and settings; its challenge.

A `Bench` is created from a link, or from values that the browser sent; problems are messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rapidfuzz.distance import Levenshtein

from bleu_core.common.formatting import format_plain, join_words
from bleu_core.messages import Message, scoring
from bleu_core.messages import lesson as messages
from bleu_core.messages.toml import too_long
from bleu_core.teaching.lessons import (
    LONGEST,
    MOST_CANDIDATES,
    MOST_REFERENCES,
    TOKENIZERS,
    Challenge,
    Lesson,
    PreparedBench,
    lesson_set,
)
from bleu_core.teaching.workings import as_lines, work_out
from bleu_core.text.config import SMOOTHING, BleuConfig
from bleu_core.text.evalset import InputError
from bleu_core.text.tokenizers import tokenize_line

# Six texts in Chinese. In a URL each byte takes three; this leaves room for a set of lessons.
MOST_TEXT_BYTES = 6 * LONGEST * 3


@dataclass(frozen=True)
class Bench:
    """The state of the Learn screen."""

    # The set of lessons, as `lessons.lesson_set` reads it; '' for the built-in ones.
    lessons: str = ""
    lesson: str = ""  # The name of a lesson of the set; '' for the first
    # Own texts; without a and r1 the bench is the lesson's.
    a: str | None = None
    b: str | None = None
    r1: str | None = None
    r2: str | None = None
    r3: str | None = None
    r4: str | None = None
    config: BleuConfig = field(default_factory=BleuConfig)  # The settings for own texts
    term: str = ""  # The glossary entry to show; '' for none

    def __post_init__(self) -> None:
        if self.lesson and self.lesson not in lesson_set(self.lessons).lessons:
            raise ValueError(messages.unknown_lesson(self.lesson))


def lesson(bench: Bench) -> Lesson:
    """The lesson that is open."""
    lessons = lesson_set(bench.lessons).lessons
    return lessons[bench.lesson or next(iter(lessons))]


def contents(bench: Bench) -> PreparedBench:
    """The texts and settings on the bench."""
    if bench.a is None or bench.r1 is None:
        return lesson(bench).prepared
    texts = (bench.a, bench.b), (bench.r1, bench.r2, bench.r3, bench.r4)
    candidates, references = (tuple(t for t in side if t is not None) for side in texts)
    return PreparedBench(candidates, references, bench.config)


def own(bench: Bench, prepared: PreparedBench) -> Bench:
    """The bench with these texts and settings; the lesson's own if they are the same."""
    if prepared == lesson(bench).prepared:
        return Bench(lessons=bench.lessons, lesson=bench.lesson)
    a, b, *_ = (*prepared.candidates, None)
    r1, r2, r3, r4, *_ = (*prepared.references, None, None, None)
    return Bench(bench.lessons, bench.lesson, a, b, r1, r2, r3, r4, prepared.config)


def read_edit(edit: Mapping[str, Any], now: PreparedBench) -> tuple[PreparedBench, str]:
    """The texts and settings that the browser sent, and what is wrong with them."""
    try:
        candidates = _texts(edit["candidates"], MOST_CANDIDATES)
        references = _texts(edit["references"], MOST_REFERENCES)
        if len("".join((*candidates, *references)).encode()) > MOST_TEXT_BYTES:
            raise ValueError(messages.texts_too_long())
    except ValueError as error:
        return now, _problem(error)
    try:
        return PreparedBench(candidates, references, _config(edit["settings"])), ""
    except ValueError as error:
        return PreparedBench(candidates, references, now.config), _problem(error)


def _problem(error: ValueError) -> str:
    """One message as it is, several as one text."""
    problems = error.problems if isinstance(error, InputError) else error.args
    return str.join(" ", problems) if len(problems) > 1 else problems[0]


def check_tokenizer(name: str) -> str:
    """The name of a tokenizer of lessons; ValueError for others.

    These may download a model, or run code of a plugin, on the machine of the class.
    """
    if name not in TOKENIZERS:
        raise ValueError(scoring.must_be("tokenize", repr(name), join_words(TOKENIZERS, last="or")))
    return name


def _config(settings: Mapping[str, Any]) -> BleuConfig:
    """Settings as they were typed; `weights` is a text such as "0.4, 0.3, 0.2, 0.1", or empty."""
    method = str(settings["smooth_method"])
    takes_value = SMOOTHING.get(method) is not None
    return BleuConfig(
        tokenize=check_tokenizer(str(settings["tokenize"])),
        lowercase=bool(settings["lowercase"]),
        smooth_method=method,
        smooth_value=_value(str(settings["smooth_value"]), method) if takes_value else None,
        max_ngram_order=int(settings["max_ngram_order"]),
        weights=_weights(str(settings["weights"])),
        effective_order=bool(settings["effective_order"]),
        reference_length=str(settings["reference_length"]),
    )


def _weights(text: str) -> tuple[float, ...] | None:
    if not text.strip():
        return None
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        expected = "decimal numbers separated by commas: 0.4, 0.3, 0.2, 0.1"
        raise ValueError(scoring.must_be("weights", repr(text), expected)) from None


def _value(text: str, method: str) -> float | None:
    """The value of a smoothing method, with a point or a comma; None for its default."""
    if not text.strip():
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError:
        expected = f"a number, such as {format_plain(SMOOTHING[method] or 0)}"
        raise ValueError(scoring.must_be("smooth_value", repr(text), expected)) from None


def _texts(values: Sequence[object], most: int) -> tuple[str, ...]:
    # A lone surrogate cannot be put into a URL, nor into UTF-8.
    texts = [str(text).encode("utf-8", "replace").decode() for text in values[:most]]
    if (longest := max(map(len, texts), default=0)) > LONGEST:
        raise ValueError(too_long("A text on the bench", longest, LONGEST))
    return tuple(texts) or ("",)


def attempt(lesson: Lesson, text: str) -> tuple[list[Message], float]:
    """The rules of the challenge that a text breaks, and its BLEU under the lesson's settings."""
    if lesson.challenge is None:
        raise ValueError(f"The lesson {lesson.name} has no challenge.")
    bench = lesson.prepared
    (lines, *_), references = as_lines([text], bench.references)
    score = work_out(lines, references, bench.config).score.score
    faults = _broken_rules(lesson.challenge, bench.candidates[0], text, bench.config)
    return list(faults), score


def _broken_rules(
    challenge: Challenge, before: str, text: str, config: BleuConfig
) -> Iterator[Message]:
    was, now = (each.rstrip("\n").split("\n") for each in (before, text))
    # A word on its own line would lengthen the text without being in a bigram.
    if len(now) != len(was):
        yield messages.other_lines(len(now), len(was))
    prepared, tokens = _tokens_of(was, config), _tokens_of(now, config)
    if challenge.most_tokens is not None and len(tokens) > challenge.most_tokens:
        yield messages.many_tokens(len(tokens), challenge.most_tokens)
    changes = Levenshtein.distance(prepared, tokens)
    if challenge.most_changes is not None and changes > challenge.most_changes:
        yield messages.many_changes(changes, challenge.most_changes)
    missing = Counter(challenge.keeps) - Counter(tokens)
    if missing:
        yield messages.tokens_lost(list(missing))


def _tokens_of(lines: list[str], config: BleuConfig) -> list[str]:
    return [token for line in lines for token in tokenize_line(line, config)]
