"""Concordance of an n-gram: the segments where it occurs, with context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import truncate, truncate_start
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.messages import scoring as messages
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import tokens_with_spans

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Concordance:
    """The M segments with an n-gram in A, in B or in a reference, in order."""

    segments: Ints  # (M,): their indices
    # (M,) arrays: occurrences in A and in B.
    count_a: Ints
    count_b: Ints
    limit: Ints  # (M,): the clip limit: the maximum count in any single reference

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
    """Find an n-gram of any order in all texts of a comparison."""
    tokens = ngram.split()
    if not tokens:
        raise ValueError(messages.no_token())
    counts = corpus.occurrences(tokens)
    segments = np.flatnonzero(counts.any(axis=1))
    count_a, count_b, *references = counts[segments].T
    return Concordance(segments, count_a, count_b, np.max(references, axis=0))


# Characters on either side.
CONTEXT_WIDTH = 60


class Context(NamedTuple):
    """The text before an n-gram, the n-gram as written there, and the text after."""

    before: str
    ngram: str
    after: str


def in_context(
    text: str, ngram: str, config: BleuConfig, width: int = CONTEXT_WIDTH
) -> Context | None:
    """The first place of an n-gram (tokens joined by spaces) in a text, or None.

    >>> in_context("Hello, world! Hello.", "world !", BleuConfig())
    Context(before='Hello, ', ngram='world!', after=' Hello.')
    """
    wanted = ngram.split()
    tokens = tokens_with_spans(text, config)
    words = [token.text for token in tokens]
    for i in range(len(words) - len(wanted) + 1):
        if words[i : i + len(wanted)] == wanted:
            start, end = tokens[i].start, tokens[i + len(wanted) - 1].end
            return Context(
                truncate_start(text[:start], width), text[start:end], truncate(text[end:], width)
            )
    return None
