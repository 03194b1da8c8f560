"""All detectors in display order, and their types.

To add one, write a function in `output_checks.py`, `word_checks.py` or `lost_items.py`, a row in
`DETECTORS`, and a slow twin in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bleu_core.messages.slice import no_source
from bleu_core.segments.detectors import output_checks
from bleu_core.segments.detectors.lost_items import names, numbers, placeholders
from bleu_core.segments.detectors.output_checks import cut, empty, runaway, script
from bleu_core.segments.detectors.text_features import DetectorInput, Mask
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.segments.detectors.word_checks import copy, repeat


@dataclass(frozen=True)
class Detector:
    """A detector of one kind of degenerate output.

    `name` is as in the columns "a.copy" and "b.copy", `label` has one to three words, and `about`
    is a sentence with its exact definition; `without_source` is that for test sets without a
    source, or '' if it needs one. `find` returns (S,) flags of "a" or "b". `threshold` is the field
    of Thresholds that it uses, or ''.
    """

    name: str
    label: str
    about: str
    find: Callable[[DetectorInput, str, Thresholds], Mask]
    without_source: str = ""
    threshold: str = ""

    def description(self, has_source: bool) -> str:
        """The sentence that applies with or without a source."""
        return self.about if has_source else self.without_source or self.about

    def missing(self, has_source: bool) -> str:
        """Why it cannot be computed; '' if it can."""
        return "" if has_source or self.without_source else no_source()


@dataclass(frozen=True)
class Sameness:
    """A detector of outputs of A and B that are alike in one way; `name` is that of its column."""

    name: str
    label: str
    about: str
    find: Callable[[DetectorInput], Mask]


DETECTORS = (
    Detector(
        "empty",
        "empty",
        "The output has nothing but white space.",
        empty,
        "The output has nothing but white space.",
    ),
    Detector(
        "copy",
        "copy of the source",
        "The output has the words of the source and no others, or a run of them, mostly no "
        "numbers, that no reference has; case and punctuation do not count.",
        copy,
        threshold="copy_run",
    ),
    Detector(
        "repeat",
        "repetition",
        "The same word in a row, or a run of two to four words anywhere in the output, comes more "
        "often than any in the source or a reference; punctuation does not count.",
        repeat,
        "The same word in a row, or a run of two to four words anywhere in the output, comes more "
        "often than any in a reference; punctuation does not count; there is no source.",
        "repeat",
    ),
    Detector(
        "cut",
        "cut off",
        "The source ends with a full stop or its like and the output does not, and the output is "
        "short, in characters, against what is usual for its source and against its references.",
        cut,
        "All references end with a full stop or their like and the output does not, and the "
        "output is short against them, in characters; there is no source.",
        "short",
    ),
    Detector(
        "runaway",
        "runaway length",
        "The output is long, in characters, against what is usual for its source and against its "
        "references.",
        runaway,
        "The output is long against its references, in characters; there is no source.",
        "long",
    ),
    Detector(
        "numbers",
        "numbers",
        "A number in digits that source and references all have is lost, or one is added that "
        "none of them has; each as often as it stands there.",
        numbers,
        "A number in digits that all references have is lost, or one is added that none of them "
        "has; there is no source.",
    ),
    Detector(
        "names",
        "names and capitals",
        "A word with a capital that source and references all have, written alike, and not only "
        "where a sentence begins, is lost.",
        names,
    ),
    Detector(
        "placeholders",
        "placeholders and markup",
        "A URL, an e-mail address, a placeholder such as {0} or %s, a tag, an entity or a bracket "
        "that source and references all have is lost, or one is added that none of them has.",
        placeholders,
        "A URL, an e-mail address, a placeholder such as {0} or %s, a tag, an entity or a bracket "
        "that all references have is lost, or one is added that none of them has; there is no "
        "source.",
    ),
    Detector(
        "script",
        "wrong script",
        "Two letters in a row are of a script that no reference of the segment has, and fewer "
        "than half of the references of the test set.",
        script,
        "Two letters in a row are of a script that no reference of the segment has, and fewer "
        "than half of the references of the test set.",
    ),
)
SAMENESS = (
    Sameness(
        "same", "the same", "The outputs are the same, character by character.", output_checks.same
    ),
    Sameness(
        "same.case",
        "the same but for case",
        "The outputs differ, and not in lower case.",
        output_checks.same_but_case,
    ),
    Sameness(
        "same.punctuation",
        "the same but for punctuation",
        "The outputs differ in punctuation or symbols, and in nothing else but spaces.",
        output_checks.same_but_punctuation,
    ),
    Sameness(
        "same.spacing",
        "the same but for spacing",
        "The outputs differ, and not if white space is left out.",
        output_checks.same_but_spacing,
    ),
)
