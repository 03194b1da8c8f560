"""Saved slices: expressions with a name, kept for all test sets, and what A and B score on each.

`saved_slice.py` says what one is, `toml_file.py` writes them to a file and reads it back,
`choosing.py` takes a name in place of an expression, `scoring.py` scores all of them on a
comparison and corrects for their number.

Stands on expressions; the workspace, the command line and screens stand on it.
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
