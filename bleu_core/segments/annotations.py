"""Annotations of a segment: a judgment, error labels and a note; and their summary."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison

VERDICTS = ("A better", "B better", "same", "both bad")
# Severities of MQM (Lommel, Uszkoreit and Burchardt 2014) that count as errors.
SEVERITIES = ("minor", "major", "critical")
SIDES = ("A", "B")


@dataclass(frozen=True, order=True)
class Label:
    """An error in the output of system "A" or "B"."""

    system: str
    name: str
    severity: str  # one of `SEVERITIES`
    # Distinguishes errors of one name in an output; it has no other meaning.
    number: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.system} {self.name} ({self.severity})"


@dataclass(frozen=True)
class Annotation:
    """One annotator's annotation of a segment."""

    verdict: str = ""  # one of `VERDICTS` or ''
    labels: tuple[Label, ...] = ()
    note: str = ""
    changed: float = field(default=0.0, compare=False)  # seconds since 1970


# By index of the segment, from 0; segments without annotation are left out.
Annotations = Mapping[int, Annotation]


def in_words(annotation: Annotation) -> str:
    """An annotation in words: "B better · A omission (major) · “a note”"."""
    note = f"“{annotation.note}”" if annotation.note else ""
    return " · ".join(filter(None, (annotation.verdict, *map(str, annotation.labels), note)))


def label_counts(annotations: Annotations) -> list[tuple[str, str, list[int]]]:
    """Labels by name, most frequent first, and by system; their counts by severity."""
    result = Counter(label for a in annotations.values() for label in a.labels)
    per_name = Counter(label.name for label in result.elements())
    return [
        (name, side, [result[Label(side, name, severity)] for severity in SEVERITIES])
        for name, _ in sorted(per_name.items(), key=lambda item: (-item[1], item[0]))
        for side in SIDES
    ]


@dataclass(frozen=True)
class VerdictAgreement:
    """Agreement of one annotator's judgments with the sign of sentence Δ."""

    # Segments by verdict and sign: "gain", "loss" or "no change".
    table: Mapping[tuple[str, str], int]
    agreed: int  # segments where both prefer the same output
    judged: int  # segments where person and sentence Δ each prefer an output

    @property
    def ties(self) -> int:
        """Judgments that prefer neither output."""
        return sum(self.table[verdict, sign] for verdict in VERDICTS[2:] for sign in SIGNS)

    @property
    def unmoved(self) -> int:
        """Judgments that prefer an output where sentence Δ is 0."""
        return sum(self.table[verdict, "no change"] for verdict in VERDICTS[:2])

    @property
    def by_chance(self) -> float:
        """Agreement expected of independent judgments (Cohen 1960); NaN if nothing was judged."""
        if not self.judged:
            return math.nan
        says_b = self.table["B better", "gain"] + self.table["B better", "loss"]
        gains = self.table["B better", "gain"] + self.table["A better", "gain"]
        person, bleu = says_b / self.judged, gains / self.judged
        return person * bleu + (1 - person) * (1 - bleu)


SIGNS = ("gain", "loss", "no change")


def verdict_agreement(comparison: Comparison, annotations: Annotations) -> VerdictAgreement:
    """Compare verdicts with the sign of sentence BLEU of B minus A."""
    table: Counter[tuple[str, str]] = Counter()
    for segment, annotation in annotations.items():
        if annotation.verdict:
            sign = int(np.sign(rounded(comparison.sentence_deltas[segment])))
            table[annotation.verdict, {1: "gain", -1: "loss", 0: "no change"}[sign]] += 1
    agreed = table["B better", "gain"] + table["A better", "loss"]
    opposed = table["A better", "gain"] + table["B better", "loss"]
    full = {(v, s): table[v, s] for v in VERDICTS for s in SIGNS}
    return VerdictAgreement(full, agreed, agreed + opposed)


def annotations_from_rows(
    rows: Iterable[tuple[int, Label | None, str, str, float]],
) -> dict[int, Annotation]:
    """Annotations from rows (segment, label or None, "verdict" or "note" or "", text, time)."""
    verdicts: dict[int, str] = {}
    notes: dict[int, str] = {}
    labels: dict[int, list[Label]] = {}
    last: dict[int, float] = {}
    for segment, label, kind, text, changed in rows:
        last[segment] = max(changed, last.get(segment, changed))
        if label is not None:
            labels.setdefault(segment, []).append(label)
        else:
            (verdicts if kind == "verdict" else notes)[segment] = text
    return {
        segment: Annotation(
            verdicts.get(segment, ""),
            tuple(sorted(labels.get(segment, []), key=lambda one: (one, one.number))),
            notes.get(segment, ""),
            last[segment],
        )
        for segment in sorted(last)
    }
