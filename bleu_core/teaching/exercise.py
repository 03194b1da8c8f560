"""The exercise on the bench: a lesson as prepared, or somebody's own texts and settings.

Pure: what a link holds, and what the browser sent, become a `Bench` or a sentence
on why not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bleu_core import BleuConfig
from bleu_core.config import SMOOTHING
from bleu_core.teaching.lessons import Lesson, Prepared, all_lessons

# Characters a text. Six texts, each character up to twelve in a URL, stay below
# the 64 KiB that a server takes for one request line and its headers.
LONGEST = 800
MOST_CANDIDATES, MOST_REFERENCES = 2, 4


@dataclass(frozen=True)
class Bench:
    """What Learn shows.

    Attributes
    ----------
    lesson : str
        The name of a lesson; '' for the first.
    a, b, r1, r2, r3, r4 : str or None
        Own texts; without a and r1 the bench is as the lesson prepared it.
    config : BleuConfig
        The settings of own texts.
    term : str
        The glossary entry that is asked for, '' for none.
    """

    lesson: str = ""
    a: str | None = None
    b: str | None = None
    r1: str | None = None
    r2: str | None = None
    r3: str | None = None
    r4: str | None = None
    config: BleuConfig = field(default_factory=BleuConfig)
    term: str = ""


def lesson(bench: Bench) -> Lesson:
    """The lesson that is open."""
    lessons = all_lessons()
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
        return Bench(lesson=bench.lesson)
    a, b = _padded(prepared.candidates, MOST_CANDIDATES)
    r1, r2, r3, r4 = _padded(prepared.references, MOST_REFERENCES)
    return replace(Bench(bench.lesson, a, b, r1, r2, r3, r4), config=prepared.config)


def read_edit(edit: Mapping[str, Any], config: BleuConfig) -> tuple[Prepared, str]:
    """What the browser sent: texts and settings; and what is wrong with the settings.

    Settings that cannot be leave those in force (`config`) as they are.
    """
    candidates = _texts(edit["candidates"], MOST_CANDIDATES)
    references = _texts(edit["references"], MOST_REFERENCES)
    try:
        return Prepared(candidates, references, _config(edit["settings"])), ""
    except ValueError as error:
        return Prepared(candidates, references, config), str(error)


def _config(settings: Mapping[str, Any]) -> BleuConfig:
    """Settings as typed; `weights` is a text such as "0.4, 0.3, 0.2, 0.1" or empty."""
    method = str(settings["smooth_method"])
    value = str(settings["smooth_value"]).replace(",", ".").strip()
    takes_value = SMOOTHING.get(method) is not None
    weights = str(settings["weights"]).split(",") if str(settings["weights"]).strip() else None
    try:
        numbers = None if weights is None else tuple(map(float, weights))
        smooth_value = float(value) if value and takes_value else None
    except ValueError:
        message = "Weights are numbers with a point, divided by commas: 0.4, 0.3, 0.2, 0.1."
        raise ValueError(message) from None
    return BleuConfig(
        tokenize=str(settings["tokenize"]),
        lowercase=bool(settings["lowercase"]),
        smooth_method=method,
        smooth_value=smooth_value,
        max_ngram_order=int(settings["max_ngram_order"]),
        weights=numbers,
        effective_order=bool(settings["effective_order"]),
        reference_length=str(settings["reference_length"]),
    )


def _texts(given: Sequence[object], most: int) -> tuple[str, ...]:
    # A lone surrogate cannot be put into a URL, nor into UTF-8.
    texts = [str(text)[:LONGEST].encode("utf-8", "replace").decode() for text in given[:most]]
    return tuple(texts) or ("",)


def _given(texts: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(text for text in texts if text is not None)


def _padded(texts: Sequence[str], size: int) -> list[str | None]:
    return [*texts, *[None] * (size - len(texts))]
