"""Columns of annotations.

Verdicts, labels and notes are the viewer's; marks are everybody's, and once more the viewer's own.
All depend on `ONE` output, even if they concern both: people look where a list by Δ leads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

from bleu_core.explain.comparison import Comparison
from bleu_core.segments.annotations import Annotation
from bleu_core.segments.columns.table import (
    ONE,
    TEXT,
    SegmentAnnotations,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
)
from bleu_core.segments.marks import MarkedSegment

# Names of all these columns; their values change with every annotation.
ANNOTATION_COLUMNS = frozenset(
    {"verdict", "label", "label.severity", "note"}
    | {f"{start}{what}" for start in ("", "my.") for what in ("severity", "category")}
)
# Pairs of a segment and one value.
SegmentValues = Iterable[tuple[int, str]]


def annotation_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Verdicts, labels with their severities, marks, notes."""
    yield _annotation_column(
        "verdict",
        "Which output you prefer: A better, B better, same or both bad.",
        lambda annotations: _annotation_values(annotations, lambda one: [one.verdict]),
    )
    yield _annotation_column(
        "label",
        "The labels that you gave to errors in either output; a segment may have several.",
        lambda annotations: _annotation_values(
            annotations, lambda one: (label.name for label in one.labels)
        ),
    )
    yield _annotation_column(
        "label.severity",
        "How severe you call the errors that you labelled in either output; a segment may have "
        "several.",
        lambda annotations: _annotation_values(
            annotations, lambda one: (label.severity for label in one.labels)
        ),
    )
    for start, whose, marks in (
        ("", "anybody", lambda annotations: annotations.marks),
        ("my.", "you", lambda annotations: annotations.own_marks),
    ):
        yield from _mark_columns(start, whose, marks)
    yield _annotation_column(
        "note",
        "What you wrote down about the segment.",
        lambda annotations: _annotation_values(annotations, lambda one: [one.note]),
    )


def _mark_columns(
    start: str, whose: str, marks: Callable[[SegmentAnnotations], Iterable[MarkedSegment]]
) -> Iterator[SegmentColumn]:
    yield _annotation_column(
        f"{start}severity",
        f"How severe the errors are that {whose} marked on the text of either output; a segment "
        "may have several.",
        lambda annotations: ((mark.segment, mark.severity) for mark in marks(annotations)),
    )
    yield _annotation_column(
        f"{start}category",
        f"What the errors are called that {whose} marked on the text of either output; a segment "
        "may have several.",
        lambda annotations: ((mark.segment, mark.category) for mark in marks(annotations)),
    )


def _annotation_values(
    annotations: SegmentAnnotations, texts: Callable[[Annotation], Iterable[str]]
) -> SegmentValues:
    for segment, annotation in annotations.own.items():
        yield from ((segment, text) for text in texts(annotation) if text)


def _annotation_column(
    name: str, about: str, sayings: Callable[[SegmentAnnotations], SegmentValues]
) -> SegmentColumn:
    def make(table: SegmentTable) -> SegmentTexts:
        result = list(dict.fromkeys(sayings(table.annotations)))
        texts = pa.array([text for _, text in result], pa.large_string())
        segments = np.array([segment for segment, _ in result], np.int64)
        return SegmentTexts(len(table), ((texts, segments),))

    return SegmentColumn(name, TEXT, about, ONE, make)
