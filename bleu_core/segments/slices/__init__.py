"""Slices: scores of A and B on each part of the test set.

`criteria` defines the partitions, from the data or computed; `scoring` scores their parts under any
additive metric.
"""

from bleu_core.segments.slices.criteria import (
    CRITERIA,
    DESCRIPTIVE,
    DOCUMENT,
    NOTHING,
    STEPS,
    Bands,
    by_name,
    criteria,
    first_telling,
    length_labels,
    members,
    names_of,
)
from bleu_core.segments.slices.scoring import (
    Slice,
    about_intervals,
    score_parts,
    slice_by,
    slice_in,
)

__all__ = [
    "CRITERIA",
    "DESCRIPTIVE",
    "DOCUMENT",
    "NOTHING",
    "STEPS",
    "Bands",
    "Slice",
    "about_intervals",
    "by_name",
    "criteria",
    "first_telling",
    "length_labels",
    "members",
    "names_of",
    "score_parts",
    "slice_by",
    "slice_in",
]
