"""The information of n-grams in the references of a test set.

info(w1 … wn) = log2(occurrences of w1 … wn-1 / occurrences of w1 … wn); a single word is measured
against all words (Doddington 2002, equation 2). Occurrences are counted in all references of all
segments together, as in mteval-v14.pl (`compute_ngram_info`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.sorting import sorted_by
from bleu_core.text.encoding import EncodedStream


def information(references: Sequence[EncodedStream], max_order: int) -> list[NDArray[np.float64]]:
    """The information of every n-gram, at each token of the references where it begins.

    Parameters
    ----------
    references : list of R EncodedStream
        Encoded with one dictionary.
    max_order : int
        N, the longest n-gram.

    Returns
    -------
    list of R arrays (N, T)
        [n - 1, t]: bits of the n-gram of order n that begins at token t; 0 where the segment
        ends first.

    Examples
    --------
    Four words: "a" is half of them, "b" a quarter. "a" is followed by "b" once, and once by
    nothing; the word after one that occurs once carries no information.

    >>> from bleu_core import BleuConfig
    >>> from bleu_core.text.encoding import encode
    >>> encoded, _ = encode([["a b c", "a"]], BleuConfig())
    >>> information(encoded, 3)[0].tolist()
    [[1.0, 2.0, 2.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    """
    ids = np.concatenate([reference.ids for reference in references]).astype(np.int64)
    left = np.concatenate([_tokens_left(reference) for reference in references])
    size, words = len(ids), int(ids.max(initial=0)) + 1
    bits = np.zeros((max_order, size))
    # Of the n-gram of one word less: how often it occurs, and its number.
    occurrences, number = np.full(size, size), np.zeros(size, np.int64)
    places = np.arange(size)
    for order in range(max_order):
        keys, places = sorted_by(number[places] * words + ids[places + order], places)
        first = np.ones(len(keys), bool)
        first[1:] = keys[1:] != keys[:-1]
        number[places] = of_place = np.cumsum(first) - 1
        counts = np.bincount(of_place)[of_place]
        bits[order, places] = np.log2(occurrences[places] / counts)
        occurrences[places] = counts
        # After an n-gram that occurs once the next word is certain: log2(1 / 1) = 0.
        again = np.zeros(size, bool)
        again[places[counts > 1]] = True
        places = np.flatnonzero(again & (left > order + 1))
    ends = np.cumsum([len(reference.ids) for reference in references])
    return np.split(bits, ends[:-1], axis=1)


def _tokens_left(stream: EncodedStream) -> NDArray[np.int64]:
    """(T,) tokens from each token to the end of its segment."""
    return np.repeat(stream.offsets[1:], stream.lengths) - np.arange(len(stream.ids))
