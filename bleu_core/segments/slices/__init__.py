"""Where the difference lies: a test set in parts, by what the data bring and what is counted.

`criteria` says into which parts, of BLEU's comparison; `scoring` scores the parts
under any additive metric.

Stands on a comparison and significance; worklists, figures and screens stand on it.
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
