"""The slice finder: conjunctions of conditions that carry more of Δ than their share.

One random half of the segments is searched, the other confirms. `conditions.py` makes conditions
from columns and words, `search.py` looks through all conjunctions and merges near-duplicates,
`confirmation.py` tests on the held-out half.
"""

from bleu_core.segments.finder.finding import find_slices
from bleu_core.segments.finder.found_slice import FoundSlice, SliceFindings

__all__ = ["FoundSlice", "SliceFindings", "find_slices"]
