"""Error annotations: span, category and severity, and their MQM penalties.

A rating is one annotator's reading of one output of a segment, as in Google's MQM data (Freitag,
Foster, Grangier, Ratnakar, Tan and Macherey 2021, "Experts, Errors, and Context",
https://aclanthology.org/2021.tacl-1.87): the errors that were annotated, or none if the output was
read and found correct. The weights are those of its table 4; a segment's score is the sum over its
errors, averaged over its annotators.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Literal

from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.messages.lines import half_surrogate
from bleu_core.messages.toml import too_long
from bleu_core.readers.fields import is_text

TextSide = Literal["target", "source"]
SIDES: tuple[TextSide, ...] = ("target", "source")


@dataclass(frozen=True)
class Mark:
    """An error annotation of a text."""

    category: str  # as named by its annotator or file: "Accuracy/Mistranslation"
    severity: str  # in lower case: "minor", "major", "critical", or another value of a file
    # The span text[start:end] in Python characters; both -1 without a span.
    start: int = -1
    end: int = -1
    side: TextSide = "target"  # the text with the span: the output, or "source" for an omission
    comment: str = ""
    # Distinguishes the errors of a rating, from 0; it has no other meaning.
    number: int = field(default=0, compare=False)

    @property
    def has_span(self) -> bool:
        return self.start >= 0


# A segment, and the category and severity of a mark in it.
MarkedSegment = tuple[int, str, str]


@dataclass(frozen=True)
class Rating:
    """One annotator's errors in an output of a segment; without errors, none was found."""

    segment: int  # its index, from 0
    system: str
    annotator: str
    marks: tuple[Mark, ...] = ()
    changed: float = 0.0  # seconds since 1970; 0 if unknown
    # Of the whole output, 0 to 100, besides its errors, as in error span annotation
    # (Kocmi et al. 2024, https://aclanthology.org/2024.wmt-1.131).
    score: float | None = None


# Characters of a category or severity, and of a comment.
LONGEST_NAME, LONGEST_COMMENT = 100, 10_000
# Not in names: control characters, and halves of surrogate pairs.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def mark_problem(mark: Mark) -> Message | None:
    """Return the problem with a mark that is invalid in any text, or None."""
    severity = mark.severity
    for what, name in (("category", mark.category), ("severity", severity)):
        if len(name) > LONGEST_NAME or name != name.strip() or UNSEEN.search(name):
            return messages.name_unfit(what, LONGEST_NAME)
    if not severity or severity != severity.lower():
        return messages.name_unfit("severity", LONGEST_NAME)
    if mark.side not in SIDES:
        return messages.value_unknown("side", mark.side, list(SIDES))
    if not (mark.start == mark.end == -1 or 0 <= mark.start < mark.end < 2**31):
        return messages.mark_span(mark.start, mark.end)
    if len(mark.comment) > LONGEST_COMMENT:
        return too_long("The comment", len(mark.comment), LONGEST_COMMENT)
    return None if is_text(mark.comment) else half_surrogate("The comment")


def span_problem(mark: Mark, text: str) -> Message | None:
    """Return the problem with a mark's span in this text, or None."""
    if mark.start == mark.end == -1:
        return None
    if not 0 <= mark.start < mark.end:
        return messages.mark_span(mark.start, mark.end)
    if mark.end > len(text):
        return messages.span_outside(mark.side, mark.end, len(text))
    return None


NON_TRANSLATION, PUNCTUATION = 25.0, 0.1
# Other typologies have critical errors; WMT counts them as major (wmt24-news-systems,
# humeval/tools.py).
SEVERITY_WEIGHTS = {"critical": 5.0, "major": 5.0, "minor": 1.0, "neutral": 0.0}


def weight(mark: Mark) -> float:
    """Return the MQM weight of an annotated error.

    Parameters
    ----------
    mark : Mark
        Only `category` and `severity` matter.

    Returns
    -------
    float
        Minor 1, major or critical 5, neutral 0; a minor punctuation error 0.1, a major
        non-translation 25. NaN for an unknown severity.

    References
    ----------
    Freitag et al. (2021), "Experts, Errors, and Context", table 4,
    https://aclanthology.org/2021.tacl-1.87.

    Examples
    --------
    >>> from bleu_core.segments.marks import Mark
    >>> weight(Mark("Fluency/Punctuation", "minor")), weight(Mark("Fluency/Punctuation", "major"))
    (0.1, 5.0)
    >>> weight(Mark("Non-translation!", "major"))
    25.0
    """
    category = mark.category.lower()
    if mark.severity in ("major", "critical") and category.startswith("non-translation"):
        return NON_TRANSLATION
    if mark.severity == "minor" and category == "fluency/punctuation":
        return PUNCTUATION
    return SEVERITY_WEIGHTS.get(mark.severity, math.nan)


def penalty(rating: Rating) -> float:
    """Sum the MQM weights of the errors in an output.

    Parameters
    ----------
    rating : Rating
        One annotator's errors in one output.

    Returns
    -------
    float
        0 or more, lower is better; NaN if a severity is unknown.

    Examples
    --------
    >>> from bleu_core.segments.marks import Mark, Rating
    >>> found = (Mark("Accuracy/Mistranslation", "major"), Mark("Fluency/Punctuation", "minor"))
    >>> penalty(Rating(0, "old", "rater 1", found)), penalty(Rating(0, "new", "rater 1"))
    (5.1, 0.0)
    """
    return math.fsum(map(weight, rating.marks))
