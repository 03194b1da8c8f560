"""Error marks: span, category and severity.

A rating is one person's reading of one output of a segment, as in Google's MQM data (Freitag et al.
2021, "Experts, Errors, and Context", https://aclanthology.org/2021.tacl-1.87): the errors marked,
or none if the output was read and found correct.
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
    """An error marked in a text.

    Attributes
    ----------
    category : str
        As named by its annotator or file: "Accuracy/Mistranslation".
    severity : str
        In lower case: "minor", "major", "critical", or another value of a file.
    start, end : int
        The span text[start:end] in Python characters; both -1 without a span.
    side : str
        The text of the span: "target", the output, or "source", for an omission.
    comment : str
    number : int
        Distinguishes marks of a rating, from 0; it has no other meaning.
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
    """A segment has a mark of this category and severity."""

    segment: int
    category: str
    severity: str


@dataclass(frozen=True)
class Rating:
    """One person's marks in one system's output of a segment; no marks: no error was found.

    Attributes
    ----------
    segment : int
        Its index, from 0.
    system : str
        Its name in the test set.
    annotator : str
    marks : tuple of Mark
    changed : float
        Time of the last change, in seconds since 1970; 0 if unknown.
    score : float or None
        Score of 0 to 100 for the whole output beside its errors, as in error span annotation (Kocmi
        et al. 2024, https://aclanthology.org/2024.wmt-1.131).
    """

    segment: int
    system: str
    annotator: str
    marks: tuple[Mark, ...] = ()
    changed: float = 0.0
    score: float | None = None


def span_fault(mark: Mark, text: str) -> Message | None:
    """Return the problem with a mark's span in this text, or None."""
    if mark.start == mark.end == -1:
        return None
    if not 0 <= mark.start < mark.end:
        return messages.span_empty(mark.start, mark.end)
    if mark.end > len(text):
        return messages.span_outside(mark.side, mark.end, len(text))
    return None
