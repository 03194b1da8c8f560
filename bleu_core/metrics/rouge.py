"""ROUGE-L and ROUGE-S: the F-measure of the overlap with a reference, averaged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import LCSseq

from bleu_core.common.progress import Progress, part_of
from bleu_core.messages import settings
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.metric import About, MetricStatistics, measure
from bleu_core.metrics.skip_bigrams import matches, skip_bigrams
from bleu_core.metrics.words import Ints, WordMetric, Words
from bleu_core.text.streams import InputError, Stream

# The largest finite skip distance in Lin and Och (2004).
MAX_SKIP = 9


@dataclass(frozen=True)
class _Rouge(WordMetric):
    """The common part: the mean over segments of F = 2PR / (P + R) with the best reference.

    P and R are the overlap relative to the segment and to the reference. β is 1, as in the package
    rouge-score and the worked examples of Lin (2004); for ROUGE-L that paper also has β = P/R, and
    for DUC only R (β → ∞).
    """

    @abstractmethod
    def shared(self, words: Words, progress: Progress | None) -> list[Ints]:
        """The overlap of every segment with each of its references: for each system (R, S)."""

    @abstractmethod
    def sizes(self, lengths: Ints) -> Ints:
        """The units in segments of these lengths."""

    def count(
        self,
        systems: Sequence[Stream],
        references: Sequence[Stream],
        progress: Progress | None = None,
    ) -> list[Rows]:
        """(S, 2): 100 F, and 1."""
        words = Words.of(systems, references, self.config(), part_of(progress, 0, 0.6))
        of_references = self.sizes(words.ref_lengths)
        matrices: list[Rows] = []
        for system, shared in zip(
            words.systems, self.shared(words, part_of(progress, 0.6, 1)), strict=True
        ):
            f = _f_measure(shared, self.sizes(system.lengths), of_references)
            best = np.where(words.present, f, 0.0).max(axis=0)
            matrices.append(np.column_stack([100 * best, np.ones(len(best))]))
        return matrices

    def scores(self, sums: Rows) -> FloatArray:
        return sums[:, 0] / np.maximum(sums[:, 1], 1)


@dataclass(frozen=True)
class RougeL(_Rouge):
    """ROUGE-L (Lin 2004): the longest common subsequence of words, over the words.

    Equal to the package rouge-score on the same tokens; its own tokenizer drops everything that
    is not ASCII. A line is one segment: ROUGE-Lsum, which splits a summary into sentences, is
    another number.

    Settings: see `WordMetric`.
    """

    about: ClassVar[About] = About(
        key="rouge-l",
        label="ROUGE-L",
        source="Lin (2004); equal to rouge-score on the same tokens",
        glossary_key="rouge-l",
    )

    def shared(self, words: Words, progress: Progress | None) -> list[Ints]:
        return words.compared(LCSseq.similarity, progress)

    def sizes(self, lengths: Ints) -> Ints:
        return lengths


@dataclass(frozen=True)
class RougeS(_Rouge):
    """ROUGE-S (Lin 2004; Lin and Och 2004): pairs of words in their order, over all such pairs.

    Parameters
    ----------
    tokenize, lowercase
        As in `BleuConfig`.
    max_skip
        Words allowed between the two, 0 to 9; with 0 they are bigrams. The default, 4, is that
        of DUC (ROUGE-S4). ROUGE-S* without a limit is not available: its cost is quadratic, and it
        counts "spurious matches" such as "the the" or "of in" (Lin and Och 2004, section 4).

    Raises
    ------
    ValueError
        For an unknown tokenizer or an invalid distance.
    """

    max_skip: int = 4

    about: ClassVar[About] = About(
        key="rouge-s",
        label="ROUGE-S",
        source="Lin (2004); Lin and Och (2004)",
        glossary_key="rouge-s",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        skip = self.max_skip
        if isinstance(skip, bool) or not isinstance(skip, int) or not 0 <= skip <= MAX_SKIP:
            raise InputError([settings.not_whole("max_skip", repr(skip), 0, MAX_SKIP)])

    def shared(self, words: Words, progress: Progress | None) -> list[Ints]:
        return matches(words, self.max_skip, progress)

    def sizes(self, lengths: Ints) -> Ints:
        return skip_bigrams(lengths, self.max_skip)

    def signature_fields(self) -> dict[str, str]:
        return {**super().signature_fields(), "skip": str(self.max_skip)}


def rouge_l_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Stream],
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Statistics of ROUGE-L for every segment.

    Parameters
    ----------
    hypotheses, references
        As in `segment_statistics`.
    tokenize, lowercase
        The settings of `RougeL`.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.matrix` (S, 2), the score of the segment and 1; `.corpus()`, with score and signature;
        `.sentence_scores()` (S,).

    Raises
    ------
    ValueError
        For invalid settings; as InputError, a ValueError too, for input that cannot be scored.

    Examples
    --------
    Lin (2004), section 3.1: ROUGE-2 does not distinguish these two, ROUGE-L does.

    >>> references = [["police killed the gunman", "police killed the gunman"]]
    >>> outputs = ["police kill the gunman", "the gunman kill police"]
    >>> rouge_l_statistics(outputs, references).sentence_scores().tolist()
    [75.0, 50.0]
    """
    (statistics,) = measure(RougeL(tokenize, lowercase), [hypotheses], references, progress)
    return statistics


def rouge_s_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Stream],
    tokenize: str = "13a",
    lowercase: bool = False,
    max_skip: int = 4,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Statistics of ROUGE-S for every segment.

    Parameters
    ----------
    hypotheses, references
        As in `segment_statistics`.
    tokenize, lowercase, max_skip
        The settings of `RougeS`.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.matrix` (S, 2), the score of the segment and 1; `.corpus()`, with score and signature;
        `.sentence_scores()` (S,).

    Raises
    ------
    ValueError
        For invalid settings; as InputError, a ValueError too, for input that cannot be scored.

    Examples
    --------
    Lin (2004), section 5: three, one and two of six skip-bigrams are shared.

    >>> references = [["police killed the gunman"] * 3]
    >>> outputs = ["police kill the gunman", "the gunman kill police", "the gunman police killed"]
    >>> rouge_s_statistics(outputs, references).sentence_scores().round(1).tolist()
    [50.0, 16.7, 33.3]
    """
    metric = RougeS(tokenize, lowercase, max_skip)
    (statistics,) = measure(metric, [hypotheses], references, progress)
    return statistics


def _f_measure(shared: Ints, of_segment: Ints, of_reference: Ints) -> FloatArray:
    """2PR / (P + R), 0 without overlap; in the order of rouge-score, so that digits agree."""
    precision = shared / np.maximum(of_segment, 1)
    recall = shared / np.maximum(of_reference, 1)
    both = precision + recall
    return np.divide(2 * precision * recall, both, out=np.zeros(both.shape), where=both > 0)
