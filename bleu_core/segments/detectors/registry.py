"""The detectors in display order, their types, and their counts in A and B."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_plain
from bleu_core.common.progress import Progress
from bleu_core.common.stats import holm, sign_test
from bleu_core.messages import slice as messages
from bleu_core.segments.detectors import output_checks
from bleu_core.segments.detectors.lost_items import names, numbers, placeholders
from bleu_core.segments.detectors.output_checks import cut, empty, runaway, script
from bleu_core.segments.detectors.text_features import DetectorInput, Mask
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.segments.detectors.word_checks import copy, repeat


@dataclass(frozen=True)
class Detector:
    """A detector of one kind of degenerate output."""

    name: str  # as in the columns "a.copy" and "b.copy"
    label: str  # one to four words
    # A sentence with its exact definition; "[…|…]" has what differs with and without a source.
    about: str
    find: Callable[[DetectorInput, str, Thresholds], Mask]  # (S,) flags of "a" or "b"
    threshold: str = ""  # the field of Thresholds that it uses, or ''
    needs_source: bool = False

    def description(self, has_source: bool) -> str:
        """The sentence that applies with or without a source."""
        text = _VARIANT.sub(r"\1" if has_source else r"\2", self.about)
        if text == self.about or has_source or "(no source)" in text:
            return text
        return text.removesuffix(".") + " (no source)."

    def missing(self, has_source: bool) -> str:
        """Why it cannot be computed; '' if it can."""
        return messages.unavailable("source") if self.needs_source and not has_source else ""


_VARIANT = re.compile(r"\[([^|\]]*)\|?([^\]]*)\]")


@dataclass(frozen=True)
class Sameness:
    """A detector of outputs of A and B that are alike in one way; `name` is that of its column."""

    name: str
    about: str
    find: Callable[[DetectorInput], Mask]


DETECTORS = (
    Detector("empty", "empty", "The output contains only white space.", empty),
    Detector(
        "copy",
        "copy of the source",
        "The output consists of exactly the source words, or contains a run of source words (at "
        f"least the threshold copy_run, {Thresholds.copy_run} by default), at least half with "
        "letters, that no reference contains; case and punctuation are ignored.",
        copy,
        "copy_run",
        needs_source=True,
    ),
    Detector(
        "repeat",
        "repetition",
        "The output repeats a word in a row, or a run of two to four words, more often than [the "
        "source and every reference do|every reference does (no source)], by at least the "
        f"threshold repeat ({Thresholds.repeat} by default); punctuation is ignored.",
        repeat,
        "repeat",
    ),
    Detector(
        "cut",
        "cut off",
        "[The source ends|All references end] with sentence punctuation, the output does not, and "
        "the output is shorter than the threshold short "
        f"({format_plain(Thresholds.short)} by default) times the least length, in characters, "
        "that its [source and its ]references suggest.",
        cut,
        "short",
    ),
    Detector(
        "runaway",
        "runaway length",
        f"The output is longer than the threshold long ({format_plain(Thresholds.long)} by "
        "default) times the largest length, in characters, that its [source and its ]references "
        "suggest.",
        runaway,
        "long",
    ),
    Detector(
        "numbers",
        "numbers",
        "A number in digits that [the source and ]all references contain is missing, or a number "
        "is added that none of them contains[; repeated numbers count each time].",
        numbers,
    ),
    Detector(
        "names",
        "names and capitals",
        "A capitalized word that the source and all references contain in the same spelling, not "
        "only at the start of a sentence, is missing.",
        names,
        needs_source=True,
    ),
    Detector(
        "placeholders",
        "placeholders and markup",
        "A URL, an email address, a placeholder such as {0} or %s, a tag, an entity or a bracket "
        "that [the source and ]all references contain is missing, or one is added that none of "
        "them contains.",
        placeholders,
    ),
    Detector(
        "script",
        "wrong script",
        "Two letters in a row are in a script that no reference of the segment contains, and fewer "
        "than half of the references of the test set.",
        script,
    ),
)
SAMENESS = (
    Sameness("same", "The outputs are identical.", output_checks.same),
    Sameness("same.case", "The outputs differ only in case.", output_checks.same_but_case),
    Sameness(
        "same.punctuation",
        "The outputs differ only in punctuation or symbols, and possibly spaces.",
        output_checks.same_but_punctuation,
    ),
    Sameness(
        "same.spacing", "The outputs differ only in white space.", output_checks.same_but_spacing
    ),
)


# Returns the (S,) flags of a column such as "a.copy".
Flags = Callable[[str], Mask]


@dataclass(frozen=True)
class DetectorCounts:
    """Counts of one detector in the outputs of A and B."""

    name: str
    label: str
    about: str
    a: int = 0  # flagged segments of A
    b: int = 0
    only_a: int = 0  # flagged in this output only
    only_b: int = 0
    # Exact two-sided sign test of `only_a` against `only_b`, corrected for all detectors (Holm).
    p: float = float("nan")
    # BLEU points of Δ from segments flagged in either output; NaN without a ledger.
    points: float = float("nan")
    threshold: str = ""  # the field of Thresholds that it uses; '' for none
    missing: str = ""  # why it cannot be computed here; '' if it can


def detector_summary(
    flags: Flags,
    points: NDArray[np.float64],
    has_source: bool,
    progress: Progress | None = None,
    is_tested: bool = True,
) -> list[DetectorCounts]:
    """Count each detector in the outputs of A and B.

    `flags` is for example `SegmentTable.flags`; `points` (S,) are each segment's points of Δ, NaN
    for none. Without `is_tested`, p is NaN.
    """
    able = [own for own in DETECTORS if not own.missing(has_source)]
    flagged = {}
    for done, own in enumerate(able, 1):
        flagged[own.name] = flags(f"a.{own.name}"), flags(f"b.{own.name}")
        if progress:
            progress(done / len(able))
    only = {name: (int((a & ~b).sum()), int((b & ~a).sum())) for name, (a, b) in flagged.items()}
    tests = sign_test([in_a for in_a, _ in only.values()], [in_b for _, in_b in only.values()])
    corrected = dict(zip(flagged, holm(tests.tolist()), strict=True))
    counts = []
    for own in DETECTORS:
        fields: dict[str, Any] = {"missing": own.missing(has_source)}
        if own.name in flagged:
            a, b = flagged[own.name]
            fields = {
                "a": int(a.sum()), "b": int(b.sum()), "only_a": only[own.name][0],
                "only_b": only[own.name][1], "p": corrected[own.name] if is_tested else math.nan,
                "points": float(points[a | b].sum()), "threshold": own.threshold,
            }  # fmt: skip
        counts.append(DetectorCounts(own.name, own.label, own.description(has_source), **fields))
    return counts
