"""A lesson and a set of lessons: texts and data, and their limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bleu_core.text.config import BleuConfig

# Characters of a text on the bench. Six texts, each character up to twelve in a URL, stay
# below the 64 KiB that a server takes for one request line and its headers.
LONGEST = 800
MOST_CANDIDATES, MOST_REFERENCES = 2, 4
STEPS = 5
# Without those that need a model: no click and no file may make a classroom's server fetch one.
TOKENIZERS = ("13a", "intl", "char", "zh", "none", "ja-mecab", "ko-mecab")

TRACKS = {"first-hour": "First hour", "deeper": "Deeper", "today": "Today"}


@dataclass(frozen=True)
class PreparedBench:
    """The contents of a bench: one or two candidates, one to four references, settings."""

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    config: BleuConfig


@dataclass(frozen=True)
class Challenge:
    """A task: edit candidate A for the highest BLEU under a constraint."""

    goal: str  # The task, in a sentence
    most_tokens: int | None = None  # The most tokens that A may have
    # The most tokens of the prepared A that may be inserted, deleted or replaced.
    most_changes: int | None = None
    keeps: tuple[str, ...] = ()  # Tokens that A must contain


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson. It is equal only to itself, so that results can be cached by it."""

    name: str  # Its name in links: "the-the-the"
    number: int  # From 1, in its set
    track: str  # One of `TRACKS`; '' for a teacher's own
    title: str
    # Paragraphs, separated by empty lines.
    text: str
    question: str
    answer: str  # The name of the fact that is the right answer
    why: str
    source: str
    choices: tuple[tuple[str, str], ...]  # Pairs (value, text); empty if the answer is a number
    opens: tuple[int, ...]  # The steps of the bench that are open at first
    panel: str  # The panel beside the bench; '' for none
    prepared: PreparedBench
    # Other benches that the lesson offers, as (label, bench) by name.
    variants: Mapping[str, tuple[str, PreparedBench]]
    stated: Mapping[str, str]  # Figures that are quoted, not computed
    challenge: Challenge | None = None

    def answer_text(self, answer: str) -> str:
        """An answer as readers see it: the text of a choice, or the number itself."""
        return dict(self.choices).get(answer, answer)


@dataclass(frozen=True, eq=False)
class LessonSet:
    """Lessons by name, in order: all built-in ones, or a teacher's selection and own."""

    title: str  # '' for the built-in lessons
    lessons: Mapping[str, Lesson]  # At least one, by name
