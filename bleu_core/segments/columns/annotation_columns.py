"""Columns of annotations.

Judgments, labels and notes are the viewer's; error annotations are everybody's, and in columns of
their own the viewer's. All depend on `ONE` output, even if they concern both, because people look
where a list by Δ leads them.
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
    """Judgments, labels with their severities, error annotations, notes."""
    several = "a segment may have several."
    own: tuple[tuple[str, str, Callable[[Annotation], Iterable[str]]], ...] = (
        ("verdict", "Your judgment: A better, B better, same or both bad.", lambda a: [a.verdict]),
        (
            "label",
            f"Your labels of errors in either output; {several}",
            lambda a: (label.name for label in a.labels),
        ),
        (
            "label.severity",
            f"Severity of your labels in either output; {several}",
            lambda a: (label.severity for label in a.labels),
        ),
        ("note", "Your note on the segment.", lambda a: [a.note]),
    )
    for name, about, texts in own:
        yield _annotation_column(name, about, partial(_own_values, texts))
    for start, whose in (("", "all"), ("my.", "your")):
        for name, what in (("severity", "Severity"), ("category", "Category")):
            about = f"{what} of {whose} error annotations in either output; {several}"
            values = partial(_mark_values, name, whose == "your")
            yield _annotation_column(f"{start}{name}", about, values)


def _own_values(
    texts: Callable[[Annotation], Iterable[str]], annotations: SegmentAnnotations
) -> Iterator[tuple[int, str]]:
    for segment, annotation in annotations.own.items():
        yield from ((segment, text) for text in texts(annotation) if text)


def _mark_values(
    name: str, own: bool, annotations: SegmentAnnotations
) -> Iterator[tuple[int, str]]:
    marks = annotations.own_marks if own else annotations.marks
    place = ("segment", "category", "severity").index(name)
    return ((mark[0], str(mark[place])) for mark in marks)


def _annotation_column(name: str, about: str, values: AnnotationValues) -> SegmentColumn:
    def make(table: SegmentTable) -> SegmentTexts:
        result = list(dict.fromkeys(values(table.annotations)))
        texts = pa.array([text for _, text in result], pa.large_string())
        segments = np.array([segment for segment, _ in result], np.int64)
        return SegmentTexts(len(table), ((texts, segments),))

    return SegmentColumn(name, TEXT, about, ONE, make)
