"""What names a family of n-grams: an n-gram that all contain, or a kind of sign in a token."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow.compute as pc

from bleu_core.common.arrays import as_numpy
from bleu_core.explain.ngram_corpus import Column, Corpus

# Signs whose n-grams are a family, by a regular expression of a token.
SIGNS = {"a hyphen or dash": r"\p{Pd}", "a digit": r"\p{Nd}"}


def key_positions(corpus: Corpus, key: Sequence[str], is_sign: bool) -> Column:
    """Where a key occurs, given as tokens or as the name of a sign; ascending."""
    if is_sign:
        has_sign = as_numpy(pc.match_substring_regex(corpus.dictionary, SIGNS[key[0]]))
        return corpus.find_any(has_sign)
    return corpus.find_ngram(key).astype(np.int32)
