"""What people say of a segment.

All of these are `ONE`, even where they are said of both outputs alike: people look where they have
been led to, and that is to the segments that a list by Δ has first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

from bleu_core.columns.table import ONE, TEXT, Column, Said, Table, Texts
from bleu_core.comparison import Comparison
from bleu_core.judgements.annotations import Annotation

# The segment and one text that is said of it.
Sayings = Iterable[tuple[int, str]]


def columns(comparison: Comparison) -> Iterator[Column]:
    """Verdicts, labels with their severities, marks, notes."""
    yield _column(
        "verdict",
        "Which output people prefer: A better, B better, same or both bad.",
        lambda said: _each(said, lambda one: [one.verdict]),
    )
    yield _column(
        "label",
        "The labels that people gave to errors in either output; a segment may have several.",
        lambda said: _each(said, lambda one: (label.name for label in one.labels)),
    )
    yield _column(
        "severity",
        "How severe people call the errors in either output, labelled or marked on the text; "
        "a segment may have several.",
        _severities,
    )
    yield _column(
        "category",
        "What people call the errors that they marked on the text of either output; a segment "
        "may have several.",
        lambda said: ((mark.segment, mark.category) for mark in said.marks),
    )
    yield _column(
        "note",
        "What people wrote down about the segment.",
        lambda said: _each(said, lambda one: [one.note]),
    )


def _severities(said: Said) -> Sayings:
    yield from _each(said, lambda one: (label.severity for label in one.labels))
    yield from ((mark.segment, mark.severity) for mark in said.marks)


def _each(said: Said, texts: Callable[[Annotation], Iterable[str]]) -> Sayings:
    for segment, annotation in said.annotations.items():
        yield from ((segment, text) for text in texts(annotation) if text)


def _column(name: str, about: str, sayings: Callable[[Said], Sayings]) -> Column:
    def make(table: Table) -> Texts:
        found = list(dict.fromkeys(sayings(table.said)))
        texts = pa.array([text for _, text in found], pa.large_string())
        segments = np.array([segment for segment, _ in found], np.int64)
        return Texts(len(table), ((texts, segments),))

    return Column(name, TEXT, about, ONE, make)
