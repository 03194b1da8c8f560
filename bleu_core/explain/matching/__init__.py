"""Match one segment: which n-grams get credit, where, and why not.

The clip limit of an n-gram is its greatest count in any single reference (Papineni et al. 2002,
section 2.1). An occurrence in the hypothesis is credited while the limit lasts, clipped after,
and unmatched if no reference has the n-gram. Which occurrences get the credit does not change
BLEU. The convention here: first those inside the longest credited n-grams, then left to right.

All results are plain: `json.dumps(dataclasses.asdict(result))` works. N-grams are named by their
text, tokens joined by a space; as no token contains white space, that identifies the tokens.
"""

from bleu_core.explain.matching.results import (
    ComparedNgram,
    HypothesisMatch,
    Ngram,
    OtherMatch,
    ReferenceMatch,
    SegmentComparison,
    SegmentMatch,
    Tally,
)
from bleu_core.explain.matching.segment import (
    compare_segment,
    match_others,
    match_segment,
    words_apart,
)

__all__ = [
    "ComparedNgram",
    "HypothesisMatch",
    "Ngram",
    "OtherMatch",
    "ReferenceMatch",
    "SegmentComparison",
    "SegmentMatch",
    "Tally",
    "compare_segment",
    "match_others",
    "match_segment",
    "words_apart",
]
