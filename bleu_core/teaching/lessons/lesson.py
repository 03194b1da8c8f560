"""A lesson and a set of them: words and data, and how much of them there may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bleu_core.text.config import BleuConfig

# Characters a text. Six texts, each character up to twelve in a URL, stay below
# the 64 KiB that a server takes for one request line and its headers.
LONGEST = 800
MOST_CANDIDATES, MOST_REFERENCES = 2, 4
STEPS = 5
# Those that need no model: no click and no file may make a classroom's server fetch one.
TOKENIZERS = ("13a", "intl", "char", "zh", "none", "ja-mecab", "ko-mecab")

TRACKS = {"first-hour": "First hour", "deeper": "Deeper", "today": "Today"}


@dataclass(frozen=True)
class Prepared:
    """What a bench holds: one or two candidates, one to four references, settings."""

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    config: BleuConfig


@dataclass(frozen=True)
class Challenge:
    """An edit that is asked for: the highest BLEU of candidate A under a constraint.

    Attributes
    ----------
    goal : str
        What is to be done, in a sentence.
    most_tokens : int or None
        A may have no more.
    most_changes : int or None
        A may differ from the prepared A by no more tokens (inserted, deleted, replaced).
    keeps : tuple of str
        Tokens that A must have.
    """

    goal: str
    most_tokens: int | None = None
    most_changes: int | None = None
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson. It is equal to itself alone, so that what is worked out of it can be kept.

    Attributes
    ----------
    name : str
        What a link calls it: "the-the-the".
    number : int
        From 1, in its set.
    track : str
        One of `TRACKS`; '' for a teacher's own.
    text, why : str
        Paragraphs, divided by empty lines.
    choices : tuple of (value, text)
        Empty where the answer is a number.
    answer : str
        The name of the fact that is the right answer.
    opens : tuple of ints
        The steps of the bench that are open at first.
    panel : str
        What is shown besides the bench, '' for nothing.
    prepared : Prepared
    variants : mapping of name to (label, Prepared)
        Changes of the bench that the lesson offers.
    stated : mapping
        Figures that are quoted, not computed.
    challenge : Challenge or None
    """

    name: str
    number: int
    track: str
    title: str
    text: str
    question: str
    answer: str
    why: str
    source: str
    choices: tuple[tuple[str, str], ...]
    opens: tuple[int, ...]
    panel: str
    prepared: Prepared
    variants: Mapping[str, tuple[str, Prepared]]
    stated: Mapping[str, str]
    challenge: Challenge | None = None


@dataclass(frozen=True, eq=False)
class LessonSet:
    """Lessons in their order, by name: all that are built in, or a teacher's choice and own.

    Attributes
    ----------
    title : str
        '' for the built-in ones.
    lessons : mapping of name to Lesson
        At least one.
    """

    title: str
    lessons: Mapping[str, Lesson]
