"""What segments that carry a change have in common: searched on a half, confirmed on the other.

`conditions.py` makes conditions of the columns, `search.py` looks through all conjunctions of
them, `confirming.py` tests on the half that was not searched; `finding.py` is the whole.
"""

from bleu_core.finder.finding import FoundSlice, SliceFindings, find_slices

__all__ = ["FoundSlice", "SliceFindings", "find_slices"]
