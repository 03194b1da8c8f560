"""What segments that carry a change have in common: searched on a half, confirmed on the other.

`halves.py` draws them; `conditions.py` and `words.py` make conditions of columns and of words;
`search.py` looks through all conjunctions, `folding.py` makes one of those that are nearly the
same; `confirming.py` tests on the half that was not searched; `finding.py` is the whole.
"""

from bleu_core.segments.finder.finding import find_slices
from bleu_core.segments.finder.found_slice import FoundSlice, SliceFindings

__all__ = ["FoundSlice", "SliceFindings", "find_slices"]
