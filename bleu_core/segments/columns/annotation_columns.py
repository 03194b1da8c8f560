"""Columns of annotations.

Judgments, labels and notes are the viewer's. Annotated errors are everybody's, and in columns of
their own the viewer's. All depend on `ONE` output, even if they concern both: people look where a
list sorted by Δ leads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns.table import (
    ONE,
    TEXT,
    SegmentAnnotations,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
)

if TYPE_CHECKING:
    from bleu_core.segments.annotations import Annotation

# Names of all these columns; their values change with every annotation.
ANNOTATION_COLUMNS = frozenset(
    {"verdict", "label", "label.severity", "note"}
    | {f"{start}{what}" for start in ("", "my.") for what in ("severity", "category")}
)
# From the annotations of a comparison to pairs of a segment and one value.
AnnotationValues = Callable[[SegmentAnnotations], Iterable[tuple[int, str]]]


def annotation_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Verdicts, labels with their severities, marks, notes."""
    several = "a segment may have several."
    yield _own_column(
        "verdict",
        "Which output you prefer: A better, B better, same or both bad.",
        lambda annotation: [annotation.verdict],
    )
    yield _own_column(
        "label",
        f"The labels that you gave to errors in either output; {several}",
        lambda annotation: (label.name for label in annotation.labels),
    )
    yield _own_column(
        "label.severity",
        f"How severe you call the errors that you labelled in either output; {several}",
        lambda annotation: (label.severity for label in annotation.labels),
    )
    for start, whose in (("", "anybody"), ("my.", "you")):
        for name, question in (
            ("severity", "How severe the errors are"), ("category", "What the errors are called"),
        ):  # fmt: skip
            about = f"{question} that {whose} marked on the text of either output; {several}"
            values = partial(_mark_values, name, whose == "you")
            yield _annotation_column(f"{start}{name}", about, values)
    yield _own_column(
        "note", "What you wrote down about the segment.", lambda annotation: [annotation.note]
    )


def _mark_values(
    name: str, own: bool, annotations: SegmentAnnotations
) -> Iterable[tuple[int, str]]:
    marks = annotations.own_marks if own else annotations.marks
    return ((mark.segment, getattr(mark, name)) for mark in marks)


def _own_column(
    name: str, about: str, texts: Callable[[Annotation], Iterable[str]]
) -> SegmentColumn:
    """A column of the viewer's annotations."""
    return _annotation_column(
        name,
        about,
        lambda annotations: (
            (segment, text)
            for segment, annotation in annotations.own.items()
            for text in texts(annotation)
            if text
        ),
    )


def _annotation_column(name: str, about: str, values: AnnotationValues) -> SegmentColumn:
    def make(table: SegmentTable) -> SegmentTexts:
        result = list(dict.fromkeys(values(table.annotations)))
        texts = pa.array([text for _, text in result], pa.large_string())
        segments = np.array([segment for segment, _ in result], np.int64)
        return SegmentTexts(len(table), ((texts, segments),))

    return SegmentColumn(name, TEXT, about, ONE, make)
