"""Saved slices: named expressions, their TOML files, and scores of A and B on each.

They apply to all test sets. Names resolve to expressions; scores are corrected for the number of
slices tested.
"""

from bleu_core.segments.saved_slices.saved_slice import (
    LONGEST_NAME,
    MOST,
    SavedSlice,
    changed_thresholds,
    fault,
    name_of,
)
from bleu_core.segments.saved_slices.scoring import (
    ABOUT_CHOSEN,
    NOT_EXCHANGEABLE,
    ScoredSlice,
    about_saved,
    score_saved,
)
from bleu_core.segments.saved_slices.toml_file import MOST_BYTES, read_slices, written_slices

__all__ = [
    "ABOUT_CHOSEN",
    "LONGEST_NAME",
    "MOST",
    "MOST_BYTES",
    "NOT_EXCHANGEABLE",
    "SavedSlice",
    "ScoredSlice",
    "about_saved",
    "changed_thresholds",
    "fault",
    "name_of",
    "read_slices",
    "score_saved",
    "written_slices",
]
