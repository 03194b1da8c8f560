"""The exercise on the bench: a lesson as prepared, or somebody's own texts and settings.

Pure: what a link holds, and what the browser sent, become a `Bench` or a sentence
on why not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bleu_core.messages import lesson as messages
from bleu_core.teaching.lessons import (
    LONGEST,
    MOST_CANDIDATES,
    MOST_REFERENCES,
    Lesson,
    Prepared,
    lesson_set,
)
from bleu_core.text.config import SMOOTHING, BleuConfig
from bleu_core.text.streams import InputError

# Six texts in Chinese: in a URL, where each byte is three, they leave room for a set of lessons.
MOST_TEXT_BYTES = 6 * LONGEST * 3


@dataclass(frozen=True)
class Bench:
    """What Learn shows.

    Attributes
    ----------
    lessons : str
        The set of lessons, as `lessons.lesson_set` reads it; '' for the built-in ones.
    lesson : str
        The name of a lesson of the set; '' for the first.
    a, b, r1, r2, r3, r4 : str or None
        Own texts; without a and r1 the bench is as the lesson prepared it.
    config : BleuConfig
        The settings of own texts.
    term : str
        The glossary entry that is asked for, '' for none.
    """

    lessons: str = ""
    lesson: str = ""
    a: str | None = None
    b: str | None = None
    r1: str | None = None
    r2: str | None = None
    r3: str | None = None
    r4: str | None = None
    config: BleuConfig = field(default_factory=BleuConfig)
    term: str = ""

    def __post_init__(self) -> None:
        if self.lesson and self.lesson not in lesson_set(self.lessons).lessons:
            raise ValueError(messages.unknown_lesson(self.lesson))


def lesson(bench: Bench) -> Lesson:
    """The lesson that is open."""
    lessons = lesson_set(bench.lessons).lessons
    return lessons[bench.lesson or next(iter(lessons))]


def contents(bench: Bench) -> Prepared:
    """The texts and settings on the bench."""
    if bench.a is None or bench.r1 is None:
        return lesson(bench).prepared
    candidates = [bench.a, bench.b]
    references = [bench.r1, bench.r2, bench.r3, bench.r4]
    return Prepared(_given(candidates), _given(references), bench.config)


def own(bench: Bench, prepared: Prepared) -> Bench:
    """The bench with these texts and settings; as the lesson prepared it if they are the same."""
    if prepared == lesson(bench).prepared:
        return Bench(lessons=bench.lessons, lesson=bench.lesson)
    a, b = _padded(prepared.candidates, MOST_CANDIDATES)
    r1, r2, r3, r4 = _padded(prepared.references, MOST_REFERENCES)
    return Bench(bench.lessons, bench.lesson, a, b, r1, r2, r3, r4, prepared.config)


def read_edit(edit: Mapping[str, Any], now: Prepared) -> tuple[Prepared, str]:
    """What the browser sent: texts and settings; and what is wrong with them.

    A text that is too long leaves all as it is now; settings that cannot be, the settings.
    """
    try:
        candidates = _texts(edit["candidates"], MOST_CANDIDATES)
        references = _texts(edit["references"], MOST_REFERENCES)
        if len("".join((*candidates, *references)).encode()) > MOST_TEXT_BYTES:
            raise ValueError(messages.texts_too_long())
    except ValueError as error:
        return now, _problem(error)
    try:
        return Prepared(candidates, references, _config(edit["settings"])), ""
    except ValueError as error:
        return Prepared(candidates, references, now.config), _problem(error)


def _problem(error: ValueError) -> str:
    """What is wrong: one message as it is, several in one text."""
    problems = error.problems if isinstance(error, InputError) else error.args
    return str.join(" ", problems) if len(problems) > 1 else problems[0]


def _config(settings: Mapping[str, Any]) -> BleuConfig:
    """Settings as typed; `weights` is a text such as "0.4, 0.3, 0.2, 0.1" or empty."""
    method = str(settings["smooth_method"])
    takes_value = SMOOTHING.get(method) is not None
    return BleuConfig(
        tokenize=str(settings["tokenize"]),
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
        raise ValueError(messages.weights_not_numbers()) from None


def _value(text: str, method: str) -> float | None:
    """The value of a smoothing method, with a point or a comma; None for its usual one."""
    if not text.strip():
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ValueError(messages.value_not_number(method, SMOOTHING[method] or 0)) from None


def _texts(given: Sequence[object], most: int) -> tuple[str, ...]:
    # A lone surrogate cannot be put into a URL, nor into UTF-8.
    texts = [str(text).encode("utf-8", "replace").decode() for text in given[:most]]
    if any(len(text) > LONGEST for text in texts):
        raise ValueError(messages.text_too_long(LONGEST))
    return tuple(texts) or ("",)


def _given(texts: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(text for text in texts if text is not None)


def _padded(texts: Sequence[str], size: int) -> list[str | None]:
    return [*texts, *[None] * (size - len(texts))]
