"""Concordance of an n-gram: the segments where it occurs, with context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.ngram_corpus import SIGNS, Corpus, clipped
from bleu_core.messages import scoring as messages

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Concordance:
    """The M segments with an n-gram in A, in B or in a reference, in order."""

    segments: Ints  # (M,): their indices
    # (M,) arrays: occurrences, and clipped matches, in A and in B.
    count_a: Ints
    count_b: Ints
    matches_a: Ints
    matches_b: Ints
    limit: Ints  # (M,): the clip limit: the maximum count in any single reference

    def groups(self) -> dict[str, Ints]:
        """Indices of segments by which system has more matches; each segment is in one group."""
        a, b, limit = self.matches_a, self.matches_b, self.limit > 0
        equal = (a == b) & (a > 0)
        masks = {
            "A more": a > b,
            "B more": b > a,
            "equal": equal,
            "in a reference only": limit & (a == b) & ~equal,
            "in no reference": ~limit,
        }
        return {name: self.segments[mask] for name, mask in masks.items()}


def concordance(corpus: Corpus, ngram: str) -> Concordance:
    """Find an n-gram of any order, or the tokens with a sign, in all texts of a comparison.

    A sign is given as the search of its family, "/PATTERN/": its counts are those of all tokens
    that have it, each clipped for itself.
    """
    signs = {f"/{pattern}/": name for name, pattern in SIGNS.items()}
    tokens = [signs[ngram]] if ngram in signs else ngram.split()
    if not tokens:
        raise ValueError(messages.no_token())
    positions = corpus.find_key(tokens, is_sign=ngram in signs)
    types = corpus.ids[positions].astype(np.int64)  # of an n-gram all alike
    cells, _, _, counts = corpus.cells(types, positions)
    numbers = np.column_stack([counts[:, :2], clipped(counts), counts[:, 2:].max(axis=1)])
    segments, index = np.unique(cells, return_inverse=True)
    sums = np.zeros((len(segments), numbers.shape[1]), np.int64)
    np.add.at(sums, index, numbers)
    return Concordance(segments, *sums.T)
