"""Where an n-gram occurs: the segments behind a row of the n-gram evidence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.ngrams.corpus import Corpus
from bleu_core.messages import ngram as messages

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Concordance:
    """The M segments with an n-gram in A, in B or in a reference, in order.

    Attributes
    ----------
    segments : (M,) array
        Their indices.
    count_a, count_b : (M,) arrays
        Occurrences in A and in B.
    limit : (M,) array
        The clip limit: the maximum count in any single reference.
    """

    segments: Ints
    count_a: Ints
    count_b: Ints
    limit: Ints

    @property
    def matches_a(self) -> Ints:
        """(M,) clipped matches of A."""
        return np.minimum(self.count_a, self.limit)

    @property
    def matches_b(self) -> Ints:
        """(M,) clipped matches of B."""
        return np.minimum(self.count_b, self.limit)

    def groups(self) -> dict[str, Ints]:
        """Indices of segments by which system has a match.

        "only A", "only B", "both", and "neither": a reference has the n-gram, but no system;
        "unreferenced": no reference has it. Each segment is in one group.
        """
        a, b, limit = self.matches_a > 0, self.matches_b > 0, self.limit > 0
        masks = {
            "only A": a & ~b,
            "only B": b & ~a,
            "both": a & b,
            "neither": limit & ~a & ~b,
            "unreferenced": ~limit,
        }
        return {name: self.segments[mask] for name, mask in masks.items()}


def concordance(corpus: Corpus, ngram: str) -> Concordance:
    """Find an n-gram of any order in all texts of a comparison.

    Parameters
    ----------
    corpus : Corpus
        `NgramTable.corpus`, or `Corpus.of(comparison)`.
    ngram : str
        Its tokens joined by a space, as in `NgramTable.texts`.

    Raises
    ------
    ValueError
        If it has no token.
    """
    tokens = ngram.split()
    if not tokens:
        raise ValueError(messages.no_token())
    counts = corpus.occurrences(tokens)
    segments = np.flatnonzero(counts.any(axis=1))
    count_a, count_b, *references = counts[segments].T
    return Concordance(segments, count_a, count_b, np.max(references, axis=0))
