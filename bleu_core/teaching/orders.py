"""The number of orders of a sentence's chunks with the same BLEU.

A hypothesis can be cut wherever a bigram does not match, and the chunks can be reordered without
losing a matching n-gram: k words with b matching bigrams have (k − b)! orders with at least this
BLEU. A bigram matches if any reference has it, credited or clipped, as a longer n-gram over a
clipped bigram may be credited.

References
----------
Callison-Burch, Osborne and Koehn (2006), "Re-evaluating the Role of BLEU in Machine Translation
Research", section 3.1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import islice, permutations

import numpy as np

from bleu_core.explain.matching import SegmentMatch
from bleu_core.metrics.bleu_score import segment_statistics
from bleu_core.text.config import BleuConfig

# Up to COUNTED orders all are scored, beyond that a sample.
COUNTED, SAMPLED = 720, 500
ROUNDING = 1e-9


@dataclass(frozen=True)
class Census:
    """The scores of the orders of a line's chunks.

    Attributes
    ----------
    chunks : tuple of str
    orders : int
        The factorial of their number.
    tried : int
        Orders that were scored: all, or a sample.
    same, higher, lower : int
        How many of them have the line's score, a higher or a lower one.
    example : str
        An order with the same score; the line itself if there is no other.
    """

    chunks: tuple[str, ...]
    orders: int
    tried: int
    same: int
    higher: int
    lower: int
    example: str

    @property
    def is_complete(self) -> bool:
        """Whether all orders were scored."""
        return self.tried == self.orders


def chunks(line: SegmentMatch) -> tuple[str, ...]:
    """The runs of tokens that are separated by bigrams without a match."""
    words = [token.text for token in line.match.tokens]
    occurrences = line.match.occurrences
    joined = occurrences[1] if len(occurrences) > 1 else ()
    cut = [status == "unmatched" for status in joined] or [True] * (len(words) - 1)
    runs: list[list[str]] = [words[:1]] if words else []
    for word, apart in zip(words[1:], cut, strict=True):
        if apart:
            runs.append([])
        runs[-1].append(word)
    return tuple(" ".join(run) for run in runs)


def orderings(line: SegmentMatch) -> int:
    """The number of orders of the chunks: (k − b)! for k tokens with b matching bigrams."""
    return math.factorial(len(chunks(line)))


def census(line: SegmentMatch, config: BleuConfig, seed: int = 12345) -> Census:
    """Score the orders of a line's chunks, all of them or a random sample."""
    parts = chunks(line)
    total = math.factorial(len(parts))
    if total <= COUNTED:
        tried = [list(order) for order in permutations(range(len(parts)))]
    else:
        rng = np.random.default_rng(seed)
        tried = [rng.permutation(len(parts)).tolist() for _ in range(SAMPLED)]
    texts = [" ".join(parts[i] for i in order) for order in tried]
    own = " ".join(parts)
    # Tokens are scored as they are: tokenizing them again could change them.
    plain = replace(config, tokenize="none", lowercase=False)
    references = [
        [None if tokens is None else " ".join(t.text for t in tokens)] * (len(texts) + 1)
        for tokens in line.references
    ]
    first, *scores = segment_statistics([own, *texts], references, plain).sentence_scores().tolist()
    distance = [0 if abs(score - first) < ROUNDING else score - first for score in scores]
    alike = (t for t, d in zip(texts, distance, strict=True) if d == 0 and t != own)
    return Census(
        chunks=parts,
        orders=total,
        tried=len(texts),
        same=distance.count(0),
        higher=sum(d > 0 for d in distance),
        lower=sum(d < 0 for d in distance),
        example=next(islice(alike, 1), own),
    )
