"""The resampling unit of the tests: document, block or segment.

It is the document if documents are known and there are enough of them, since segments of one
document are not independent; otherwise the segment; or, with too many segments to resample each, a
block of consecutive segments.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import factorize
from bleu_core.common.formatting import format_count, format_int, plural
from bleu_core.text.evalset import EvalSet

Ints = NDArray[np.int64]

# With fewer segments significance is not tested, by convention. The bootstrap takes the segments
# for the population: its 95% CI excludes 0 in 6% of true nulls on 250 segments, in 9-10% on 20 to
# 30 and in 14% on 10 (tests/benchmarks/calibration.txt).
MIN_SEGMENTS = 30
# With fewer documents the unit is the segment. On ten, exchanging documents rejects 3-7% of true
# nulls and the interval contains Δ in 92-95% (tests/benchmarks/calibration.txt); no p can be
# below 2 / 2^10 = 0.002. On six none can be below 0.03.
MIN_DOCUMENTS = 10
# With more segments tests by segment are slow (2 s per 100,000), and blocks are as informative.
MOST_SEGMENTS = 250_000
# Segments of a block.
BLOCK = 1_024


def documents_of(evalset: EvalSet) -> Ints | None:
    """(S,) document number of each segment; None if a segment has none."""
    if evalset.documents is None:
        return None
    documents, known = factorize(evalset.documents)
    return None if "" in known.to_pylist() else documents


def clusters_of(evalset: EvalSet) -> Ints | None:
    """(S,) number of the document or block of each segment; None if the unit is the segment.

    >>> texts = EvalSet({"A": ["a"] * 20}, [["a"] * 20], documents=["news", "talk"] * 10)
    >>> clusters_of(texts), unit_of(texts)  # two documents are too few
    (None, 'segment')
    """
    return clusters_among(documents_of(evalset), len(evalset))


def unit_of(evalset: EvalSet) -> str:
    """The unit of the tests of a test set: "document", "block" or "segment"."""
    return unit_among(documents_of(evalset), len(evalset))


def clusters_among(documents: Ints | None, size: int) -> Ints | None:
    """`clusters_of` by document numbers (None if unknown) and number of segments."""
    unit = unit_among(documents, size)
    return {"document": documents, "block": np.arange(size) // BLOCK}.get(unit)


def unit_among(documents: Ints | None, size: int) -> str:
    """`unit_of` by document numbers (None if unknown) and number of segments."""
    if documents is not None and len(np.unique(documents)) >= MIN_DOCUMENTS:
        return "document"
    return "block" if size > MOST_SEGMENTS else "segment"


def clusters_that_count(clusters: Ints | None, there: NDArray[np.bool_]) -> Ints | None:
    """Clusters of segments of which only some count, as with imported scores; None if too few do.

    >>> ten, counting = np.arange(10), np.arange(10) < 5
    >>> clusters_that_count(ten, counting), len(clusters_that_count(ten, counting | True))
    (None, 10)
    """
    if clusters is None or there.all():
        return clusters
    return clusters if len(np.unique(clusters[there])) >= MIN_DOCUMENTS else None


def describe_unit(unit: str, units: int, documents: int | None) -> str:
    """A sentence on the resampling unit and what it means for p and interval.

    `documents` is the number of documents; None if it is unknown.
    """
    if unit == "document":
        return (
            f"Resampling unit: document ({format_int(units)} documents), because segments of one "
            "document are not independent."
        )
    why = "the documents are not known"
    if documents is not None and documents >= MIN_DOCUMENTS:
        why = (
            f"fewer than {MIN_DOCUMENTS} of the {format_count(documents, 'document')} have these "
            "scores"
        )
    elif documents is not None:
        why = (
            f"there {plural(documents, 'is', 'are')} only {format_count(documents, 'document')} "
            f"and {MIN_DOCUMENTS} are needed"
        )
    if unit == "block":
        return (
            f"Resampling unit: block of {format_int(BLOCK)} consecutive segments "
            f"({format_int(units)} blocks), because there are more than "
            f"{format_int(MOST_SEGMENTS)} segments and {why}. Blocks may split documents, so "
            "p may be too small and the interval too narrow."
        )
    return (
        f"Resampling unit: segment, because {why}. Segments of one document are not "
        "independent, so p may be too small and the interval too narrow."
    )
