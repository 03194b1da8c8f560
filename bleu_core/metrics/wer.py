"""Word error rate, with several references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import Levenshtein

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.metric import MetricStatistics, measure
from bleu_core.metrics.words import Ints, SegmentWords, WordMetric, error_rates
from bleu_core.text.evalset import Streams


@dataclass(frozen=True)
class Wer(WordMetric):
    """Word error rate: words inserted, deleted and substituted per reference word, in per cent.

    Of several references the one with the lowest rate counts, with its length: the
    multi-reference WER of Nießen, Och, Leusch and Ney (2000). Their "most similar" reference is
    the one with the lowest rate, as a long reference takes many edits. Of equal rates the shorter
    reference counts, as for BLEU's length. An empty reference counts only beside no other, or for
    an empty output; its rate is in `error_rates`.

    For the settings, see `WordMetric`.
    """

    about: ClassVar[MetricInfo] = METRIC_FACTS["wer"]

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 2): edits, words of the reference."""
        words = SegmentWords.of(systems, references, self.config(), sub_progress(progress, 0, 0.6))
        edits = words.compared(Levenshtein.distance, sub_progress(progress, 0.6, 1))
        return [_best_references(system_edits, words) for system_edits in edits]

    def scores(self, sums: Rows) -> FloatArray:
        return error_rates(sums)


def wer_statistics(
    hypotheses: Sequence[str],
    references: Streams,
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute the word error rate (WER): edits per reference word, in per cent.

    Lower is better. Of several references, the one with the lowest rate counts.

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
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 or more; `.matrix`
        (S, 2): edits and words of the reference. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Nießen, Och, Leusch and Ney (2000), "An Evaluation Tool for Machine Translation: Fast Evaluation
    for MT Research", for several references.

    Examples
    --------
    One word of six is substituted, and "mat" is missing:

    >>> found = wer_statistics(["the cat sat in the"], [["the cat sat on the mat"]])
    >>> found.matrix.tolist()  # edits, words of the reference
    [[2, 6]]
    >>> round(found.corpus().score, 2)
    33.33
    """
    return measure(Wer(tokenize, lowercase), [hypotheses], references, progress)[0]


def _best_references(edits: Ints, words: SegmentWords) -> Ints:
    """(S, 2) edits and length of each segment's reference with the lowest rate; edits (R, S)."""
    lengths = words.ref_lengths
    unbounded = np.where(edits > 0, np.finfo(np.float64).max, 0.0)
    rates = np.divide(edits, lengths, out=unbounded, where=lengths > 0)
    rates[~words.present] = np.inf
    tied = rates == rates.min(axis=0)
    chosen = np.where(tied, lengths, np.iinfo(np.int64).max).argmin(axis=0)
    here = np.arange(edits.shape[1])
    return np.column_stack([edits[chosen, here], lengths[chosen, here]])
