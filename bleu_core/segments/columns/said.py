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
from bleu_core.segments.columns.table import ONE, TEXT, Column, Said, Table, Texts
from bleu_core.segments.marks import Marked

# Names of all these columns; their values change with every annotation.
SAID = frozenset(
    {"verdict", "label", "label.severity", "note"}
    | {f"{start}{what}" for start in ("", "my.") for what in ("severity", "category")}
)
# Pairs of a segment and one value.
Sayings = Iterable[tuple[int, str]]


def columns(comparison: Comparison) -> Iterator[Column]:
    """Verdicts, labels with their severities, marks, notes."""
    yield _column(
        "verdict",
        "Which output you prefer: A better, B better, same or both bad.",
        lambda annotations: _each(annotations, lambda one: [one.verdict]),
    )
    yield _column(
        "label",
        "The labels that you gave to errors in either output; a segment may have several.",
        lambda annotations: _each(annotations, lambda one: (label.name for label in one.labels)),
    )
    yield _column(
        "label.severity",
        "How severe you call the errors that you labelled in either output; a segment may have "
        "several.",
        lambda annotations: _each(
            annotations, lambda one: (label.severity for label in one.labels)
        ),
    )
    for start, whose, marks in (
        ("", "anybody", lambda annotations: annotations.marks),
        ("my.", "you", lambda annotations: annotations.own_marks),
    ):
        yield from _of_marks(start, whose, marks)
    yield _column(
        "note",
        "What you wrote down about the segment.",
        lambda annotations: _each(annotations, lambda one: [one.note]),
    )


def _of_marks(
    start: str, whose: str, marks: Callable[[Said], Iterable[Marked]]
) -> Iterator[Column]:
    yield _column(
        f"{start}severity",
        f"How severe the errors are that {whose} marked on the text of either output; a segment "
        "may have several.",
        lambda annotations: ((mark.segment, mark.severity) for mark in marks(annotations)),
    )
    yield _column(
        f"{start}category",
        f"What the errors are called that {whose} marked on the text of either output; a segment "
        "may have several.",
        lambda annotations: ((mark.segment, mark.category) for mark in marks(annotations)),
    )


def _each(annotations: Said, texts: Callable[[Annotation], Iterable[str]]) -> Sayings:
    for segment, annotation in annotations.own.items():
        yield from ((segment, text) for text in texts(annotation) if text)


def _column(name: str, about: str, sayings: Callable[[Said], Sayings]) -> Column:
    def make(table: Table) -> Texts:
        result = list(dict.fromkeys(sayings(table.annotations)))
        texts = pa.array([text for _, text in result], pa.large_string())
        segments = np.array([segment for segment, _ in result], np.int64)
        return Texts(len(table), ((texts, segments),))

    return Column(name, TEXT, about, ONE, make)
