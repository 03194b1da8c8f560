"""All detectors, in display order."""

from __future__ import annotations

from bleu_core.segments.detectors import lengths, sameness
from bleu_core.segments.detectors.copying import copy
from bleu_core.segments.detectors.detector import Detector, Sameness
from bleu_core.segments.detectors.names import names
from bleu_core.segments.detectors.numbers import numbers
from bleu_core.segments.detectors.placeholders import placeholders
from bleu_core.segments.detectors.repetition import repeat
from bleu_core.segments.detectors.script import script

DETECTORS = (
    Detector(
        "empty",
        "empty",
        "The output has nothing but white space.",
        lengths.empty,
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
        lengths.cut,
        "All references end with a full stop or their like and the output does not, and the "
        "output is short against them, in characters; there is no source.",
        "short",
    ),
    Detector(
        "runaway",
        "runaway length",
        "The output is long, in characters, against what is usual for its source and against its "
        "references.",
        lengths.runaway,
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
        "same", "the same", "The outputs are the same, character by character.", sameness.same
    ),
    Sameness(
        "same.case",
        "the same but for case",
        "The outputs differ, and not in lower case.",
        sameness.same_but_case,
    ),
    Sameness(
        "same.punctuation",
        "the same but for punctuation",
        "The outputs differ in punctuation or symbols, and in nothing else but spaces.",
        sameness.same_but_punctuation,
    ),
    Sameness(
        "same.spacing",
        "the same but for spacing",
        "The outputs differ, and not if white space is left out.",
        sameness.same_but_spacing,
    ),
)
