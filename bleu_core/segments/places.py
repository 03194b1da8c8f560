"""Sums of BLEU points along a test set: by document, by run of lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.numerals import whole
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.slices import by_name


def by_document(comparison: Comparison) -> tuple[list[str], NDArray[np.float64]] | None:
    """Labels of documents, as in `slices`, and the points of each, largest absolute value first.

    None if documents are unknown.
    """
    if comparison.evalset.documents is None:
        return None
    labels, part = by_name(comparison.evalset.documents)
    points = np.zeros(len(labels))
    np.add.at(points, part, comparison.ledger.segments)
    order = np.argsort(-np.abs(points), kind="stable")
    return [labels[i] for i in order], points[order]


def by_run(
    comparison: Comparison, most: int = 120
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Edges of up to `most` runs of lines of nearly equal length, and the points of each."""
    runs = min(most, len(comparison))
    edges = np.arange(runs + 1) * len(comparison) // runs
    return edges, np.add.reduceat(comparison.ledger.segments, edges[:-1])


def run_lines(
    comparison: Comparison, edges: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last line number of each run between edges, in the whole test set."""
    lines = comparison.evalset.lines
    return lines[edges[:-1]], lines[edges[1:] - 1]


def run_names(first: NDArray[np.int64], last: NDArray[np.int64]) -> list[str]:
    """Names of runs of lines.

    >>> run_names(np.array([1, 21]), np.array([20, 21]))
    ['lines 1–20', 'line 21']
    """
    return [
        f"line {whole(a)}" if a == b else f"lines {whole(a)}–{whole(b)}"
        for a, b in zip(first.tolist(), last.tolist(), strict=True)
    ]
