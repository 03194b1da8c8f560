"""Marks: the errors that people see in an output, each with its span, category and severity.

A rating is one person's reading of one output of a segment, as in Google's MQM data (Freitag et
al. 2021, "Experts, Errors, and Context", https://aclanthology.org/2021.tacl-1.87): the errors
that were marked, or none, which says that the output was read and found right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from bleu_core.messages import Message
from bleu_core.messages import annotation as messages

TextSide = Literal["target", "source"]
SIDES: tuple[TextSide, ...] = ("target", "source")


@dataclass(frozen=True)
class Mark:
    """An error that somebody marked.

    Attributes
    ----------
    category : str
        As its annotator, or its file, calls it: "Accuracy/Mistranslation".
    severity : str
        In lower case: "minor", "major", "critical", or what a file has.
    start, end : int
        The span text[start:end], in Python's characters; -1 both where no span is given.
    side : str
        The text that the span is of: "target", the output, or "source", for what is missing.
    comment : str
    number : int
        Tells several marks of a rating apart, from 0; it says nothing else.
    """

    category: str
    severity: str
    start: int = -1
    end: int = -1
    side: TextSide = "target"
    comment: str = ""
    number: int = field(default=0, compare=False)

    @property
    def has_span(self) -> bool:
        return self.start >= 0


class Marked(NamedTuple):
    """That a segment has a mark of a category and a severity."""

    segment: int
    category: str
    severity: str


@dataclass(frozen=True)
class Rating:
    """What one person marked in one system's output of a segment; no marks: no error was found.

    Attributes
    ----------
    segment : int
        Its index, from 0.
    system : str
        Its name in the test set.
    annotator : str
    marks : tuple of Mark
    changed : float
        When the last of it was said, in seconds since 1970; 0 where that is not known.
    score : float or None
        The mark of 0 to 100 that the output was given as a whole beside its errors, as in error
        span annotation (Kocmi et al. 2024, https://aclanthology.org/2024.wmt-1.131).
    """

    segment: int
    system: str
    annotator: str
    marks: tuple[Mark, ...] = ()
    changed: float = 0.0
    score: float | None = None


def span_fault(mark: Mark, text: str) -> Message | None:
    """What keeps a mark's span from being one of this text, if it has one and anything does."""
    if mark.start == mark.end == -1:
        return None
    if not 0 <= mark.start < mark.end:
        return messages.span_empty(mark.start, mark.end)
    if mark.end > len(text):
        return messages.span_outside(mark.side, mark.end, len(text))
    return None
