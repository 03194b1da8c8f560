"""NIST: n-grams shared with the references, each weighted by its information."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import sort_by_key
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.match_counting import count_matches
from bleu_core.metrics.metric import MetricStatistics, measure
from bleu_core.metrics.statistics import reference_lengths
from bleu_core.metrics.words import WordMetric
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import Streams


def information(references: Sequence[EncodedStream], max_order: int) -> list[NDArray[np.float64]]:
    """The information of every n-gram, at each token of the references where it begins.

    The R references are encoded with one dictionary. Returns an (N, T) array for each: [n - 1, t]
    are the bits of the n-gram of order n that begins at token t; 0 where the segment ends first.

    Four words: "a" is half of them, "b" a quarter. "a" is followed by "b" once, and once by
    nothing; the word after one that occurs once carries no information.

    >>> from bleu_core import BleuConfig
    >>> from bleu_core.text.encoding import encode
    >>> encoded, _ = encode([["a b c", "a"]], BleuConfig())
    >>> information(encoded, 3)[0].tolist()
    [[1.0, 2.0, 2.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    """
    ids = np.concatenate([reference.ids for reference in references]).astype(np.int64)
    # Tokens from each token to the end of its segment.
    left = np.concatenate(
        [np.repeat(ref.offsets[1:], ref.lengths) - np.arange(len(ref.ids)) for ref in references]
    )
    size, words = len(ids), int(ids.max(initial=0)) + 1
    bits = np.zeros((max_order, size))
    # Of the n-gram of one word less: how often it occurs, and its number.
    occurrences, number = np.full(size, size), np.zeros(size, np.int64)
    places = np.arange(size)
    for order in range(max_order):
        keys, places = sort_by_key(number[places] * words + ids[places + order], places)
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


# Longer n-grams are too rare to distinguish systems (Doddington 2002, section 4); mteval-v14.pl
# prints orders 1 to 9, and its score is the sum of the first five.
ORDERS = 5
# The length penalty is 1/2 for an output of 2/3 of the reference's words.
BETA = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True)
class Nist(WordMetric):
    """The NIST score (Doddington 2002), as mteval-v14.pl computes it on the same tokens.

    The sum over orders n = 1 to 5 of (information of the n-grams that match a reference) /
    (n-grams of the output), times exp(β · ln²(min(c / r, 1))), β = ln 0.5 / ln² 1.5. c is the
    number of words of the output, r that of the references, their mean if a segment has several.
    An n-gram matches as often as in BLEU: at most as often as in any single reference.
    The score is in bits, 0 or more, without an upper bound.

    Information is computed from all references of the test set (`information`) and stored in the
    rows: a slice, a resample or a single segment weights its n-grams by their information in the
    whole set. Scores of two test sets are not comparable.

    A segment may lack references: r is the mean of those present. mteval-v14.pl, which requires
    all of them, divides their sum by their number, which is the same. It differs where a
    reference has the word "0", which its Perl takes for no word, and in lower-casing ASCII
    letters by default (`lowercase` here; its option -c keeps case).

    Settings: see `WordMetric`.
    """

    about: ClassVar[MetricInfo] = METRIC_FACTS["nist"]

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 11) float64: information matched by order 1-5, n-grams of the output by order 1-5,
        mean length of the references. The output's words are its 1-grams.
        """
        # References first: the numbers of their words, and so the order in which a segment's
        # information is summed, then do not depend on the systems.
        streams = [*references, *systems]
        encoded, _ = encode(streams, self.config(), sub_progress(progress, 0, 0.4))
        refs, hypotheses = encoded[: len(references)], encoded[len(references) :]
        worth = information(refs, ORDERS)
        counting = sub_progress(progress, 0.6, 1)
        matched = count_matches(hypotheses, refs, ORDERS, counting, worth)
        lengths = np.stack([ref.lengths for ref in refs])
        present = np.stack([ref.present for ref in refs])
        ref_len = reference_lengths(hypotheses[0].lengths, lengths, present, "average")
        totals = [
            np.maximum(hypothesis.lengths[:, None] - np.arange(ORDERS), 0)
            for hypothesis in hypotheses
        ]
        return [
            np.column_stack([bits, total, ref_len])
            for bits, total in zip(matched, totals, strict=True)
        ]

    def scores(self, sums: Rows) -> FloatArray:
        bits, totals = sums[:, :ORDERS], sums[:, ORDERS:-1]
        # As in mteval-v14.pl: an order without n-grams in the output adds nothing.
        per_ngram = (bits / np.maximum(totals, 1)).sum(axis=1)
        words, ref_words = totals[:, 0], sums[:, -1]
        ratio = np.divide(words, ref_words, out=np.ones(len(sums)), where=ref_words > 0)
        short = np.log(np.clip(ratio, np.finfo(float).tiny, 1))
        scores: FloatArray = per_ngram * np.exp(BETA * short**2)
        return scores

    def signature_fields(self) -> dict[str, str]:
        return {**super().signature_fields(), "order": str(ORDERS)}


def nist_statistics(
    hypotheses: Sequence[str],
    references: Streams,
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute NIST: matches weighted by their information in all references.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference.
    tokenize : str
        Tokenizer by its sacreBLEU name, as in `BleuConfig`.
    lowercase : bool
        Whether to lowercase all texts.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 or more, in bits;
        `.matrix` (S, 11): information matched (in bits) and n-grams of the output, each by order 1
        to 5, and the mean reference length. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Doddington (2002), "Automatic Evaluation of Machine Translation Quality Using N-gram
    Co-Occurrence Statistics".

    Examples
    --------
    The references have four words. "a" is half of them: 1 bit; "b" a quarter: 2 bits; "b" follows
    "a" once of two times: 1 bit. So (1 + 2) / 2 words + 1 / 1 bigram, without a penalty.

    >>> found = nist_statistics(["a b"], [["a b"], ["a c"]])
    >>> found.matrix[0].tolist()
    [3.0, 1.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 2.0]
    >>> found.corpus().score
    2.5
    """
    return measure(Nist(tokenize, lowercase), [hypotheses], references, progress)[0]
