"""Sums of BLEU points along a test set: by document, by run of lines."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import as_numpy
from bleu_core.comparison import Comparison


def by_document(comparison: Comparison) -> tuple[list[str], NDArray[np.float64]] | None:
    """Names of documents and the points of each, most points (either way) first.

    None where documents are not known. A segment without one belongs to "".
    """
    documents = comparison.evalset.documents
    if documents is None:
        return None
    encoded = pc.fill_null(documents, "").dictionary_encode()
    names = encoded.dictionary.to_pylist()
    indices = as_numpy(encoded.indices)
    points = np.zeros(len(names))
    np.add.at(points, indices, comparison.ledger.segments)
    order = np.argsort(-np.abs(points), kind="stable")
    return [names[i] for i in order], points[order]


def lines_of(comparison: Comparison, document: str) -> NDArray[np.int64]:
    """Indices of the segments of a document, in file order."""
    documents = pc.fill_null(comparison.evalset.documents, "")
    return np.flatnonzero(as_numpy(pc.equal(documents, document)))


def by_run(
    comparison: Comparison, most: int = 120
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Edges of up to `most` runs of lines of nearly equal length, and the points of each."""
    runs = min(most, len(comparison))
    edges = np.arange(runs + 1) * len(comparison) // runs
    return edges, np.add.reduceat(comparison.ledger.segments, edges[:-1])
