"""ROUGE-L and ROUGE-S: F-scores of the overlap with a reference, averaged over segments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import LCSseq

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import scoring
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import METRIC_FACTS, MetricInfo
from bleu_core.metrics.metric import MetricStatistics, measure
from bleu_core.metrics.words import Ints, SegmentWords, WordMetric
from bleu_core.text.encoding import EncodedStream
from bleu_core.text.evalset import InputError, Streams

# Words of a stream per block; a longer segment is a block of its own.
BLOCK_WORDS = 50_000


def count_skip_bigrams(lengths: Ints, max_skip: int) -> Ints:
    """The number of skip-bigrams in segments of these lengths.

    >>> count_skip_bigrams(np.array([4, 1, 7]), 4).tolist()  # 3 + 2 + 1; none; 6 + 5 + 4 + 3 + 2
    [6, 0, 20]
    """
    steps = np.arange(1, max_skip + 2)
    return np.maximum(lengths[..., None] - steps, 0).sum(axis=-1)


def skip_bigram_matches(
    words: SegmentWords, max_skip: int, progress: Progress | None = None
) -> list[Ints]:
    """Skip-bigrams shared by each system and reference: for each system (R, S) numbers.

    One that occurs several times matches as often as both have it.
    """
    streams = [*words.systems, *words.references]
    bounds = [stream.offsets for stream in streams]
    size = len(streams[0].lengths)
    results = [np.zeros((len(words.references), size), np.int64) for _ in words.systems]

    def count(block: tuple[int, int]) -> int:
        first, last = block
        lengths = [stream.lengths[first:last] for stream in streams]
        sides = [
            stream.ids[bound[first] : bound[last]]
            for stream, bound in zip(streams, bounds, strict=True)
        ]
        # Numbered within the block, so that a segment and a pair of words fit into an integer.
        there, numbers = np.unique(np.concatenate(sides), return_inverse=True)
        parts = np.split(numbers, np.cumsum([len(side) for side in sides])[:-1])
        bags = [
            _Bag.of(part, length, len(there), max_skip)
            for part, length in zip(parts, lengths, strict=True)
        ]
        for result, system in zip(results, bags, strict=False):
            for number, reference in enumerate(bags[len(results) :]):
                result[number, first:last] = system.shared(reference, last - first)
        return last

    for last in in_order(count, _blocks(streams)):
        if progress:
            progress(last / size)
    return results


@dataclass(frozen=True, eq=False)
class _Bag:
    """The skip-bigrams of a block of segments.

    `keys` are sorted and `counts` their frequencies; a segment has `per_segment` possible keys.
    """

    keys: Ints
    counts: Ints
    per_segment: int

    @classmethod
    def of(cls, words: Ints, lengths: Ints, distinct: int, max_skip: int) -> _Bag:
        segment = np.repeat(np.arange(len(lengths)), lengths)
        pairs = []
        for step in range(1, max_skip + 2):
            keys = (segment[:-step] * distinct + words[:-step]) * distinct + words[step:]
            pairs.append(keys[segment[:-step] == segment[step:]])
        return cls(*np.unique(np.concatenate(pairs), return_counts=True), distinct**2)

    def shared(self, other: _Bag, size: int) -> Ints:
        """(size,) skip-bigrams that each segment shares with the other bag."""
        keys, here, there = np.intersect1d(
            self.keys, other.keys, assume_unique=True, return_indices=True
        )
        both = np.minimum(self.counts[here], other.counts[there])
        return np.bincount(keys // max(self.per_segment, 1), both, size).astype(np.int64)


def _blocks(streams: Sequence[EncodedStream]) -> Iterator[tuple[int, int]]:
    """Ranges of segments (first, last) with about `BLOCK_WORDS` in the longest stream."""
    words = np.max([stream.lengths for stream in streams], axis=0)
    block = np.cumsum(words) // BLOCK_WORDS
    edges = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(words)]
    return pairwise(edges)


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
    def shared(self, words: SegmentWords, progress: Progress | None) -> list[Ints]:
        """The overlap of every segment with each of its references: for each system (R, S)."""

    @abstractmethod
    def sizes(self, lengths: Ints) -> Ints:
        """The units in segments of these lengths."""

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 2): 100 F, and 1."""
        words = SegmentWords.of(systems, references, self.config(), sub_progress(progress, 0, 0.6))
        of_references = self.sizes(words.ref_lengths)
        matrices: list[Rows] = []
        for system, shared in zip(
            words.systems, self.shared(words, sub_progress(progress, 0.6, 1)), strict=True
        ):
            f = _f_measure(shared, self.sizes(system.lengths), of_references)
            best = np.where(words.present, f, 0.0).max(axis=0)
            matrices.append(np.column_stack([100 * best, np.ones(len(best))]))
        return matrices

    def scores(self, sums: Rows) -> FloatArray:
        return sums[:, 0] / np.maximum(sums[:, 1], 1)


@dataclass(frozen=True)
class RougeL(_Rouge):
    """ROUGE-L (Lin 2004): the F-score of the longest common subsequence of words.

    Equal to the package rouge-score on the same tokens; its own tokenizer drops everything that
    is not ASCII. A line is one segment. ROUGE-Lsum, which splits a summary into sentences, gives
    other scores.

    For the settings, see `WordMetric`.
    """

    about: ClassVar[MetricInfo] = METRIC_FACTS["rouge-l"]

    def shared(self, words: SegmentWords, progress: Progress | None) -> list[Ints]:
        return words.compared(LCSseq.similarity, progress)

    def sizes(self, lengths: Ints) -> Ints:
        return lengths


@dataclass(frozen=True)
class RougeS(_Rouge):
    """ROUGE-S (Lin 2004; Lin and Och 2004): the F-score of skip-bigrams, pairs of words in order.

    Parameters
    ----------
    tokenize, lowercase
        As in `BleuConfig`.
    max_skip : int
        Words allowed between the two words of a pair, 0 to 9; 0 gives bigrams. The default, 4, is
        that of DUC (ROUGE-S4). ROUGE-S* without a limit is not available: its cost is quadratic,
        and it counts "spurious matches" such as "the the" or "of in" (Lin and Och 2004, section 4).
    """

    max_skip: int = 4

    about: ClassVar[MetricInfo] = METRIC_FACTS["rouge-s"]

    def __post_init__(self) -> None:
        super().__post_init__()
        skip = self.max_skip
        if isinstance(skip, bool) or not isinstance(skip, int) or not 0 <= skip <= MAX_SKIP:
            raise InputError([scoring.not_whole("max_skip", repr(skip), 0, MAX_SKIP)])

    def shared(self, words: SegmentWords, progress: Progress | None) -> list[Ints]:
        return skip_bigram_matches(words, self.max_skip, progress)

    def sizes(self, lengths: Ints) -> Ints:
        return count_skip_bigrams(lengths, self.max_skip)

    def signature_fields(self) -> dict[str, str]:
        return {**super().signature_fields(), "skip": str(self.max_skip)}


def rouge_l_statistics(
    hypotheses: Sequence[str],
    references: Streams,
    tokenize: str = "13a",
    lowercase: bool = False,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute ROUGE-L: the F-score of the longest common subsequence of words.

    The corpus score is the mean over segments.

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
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 to 100; `.matrix`
        (S, 2): score of the segment, and 1. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries",
    https://aclanthology.org/W04-1013.

    Examples
    --------
    Lin, section 3.1: ROUGE-2 does not distinguish these two outputs, ROUGE-L does.

    >>> references = [["police killed the gunman", "police killed the gunman"]]
    >>> outputs = ["police kill the gunman", "the gunman kill police"]
    >>> rouge_l_statistics(outputs, references).sentence_scores().tolist()
    [75.0, 50.0]
    """
    return measure(RougeL(tokenize, lowercase), [hypotheses], references, progress)[0]


def rouge_s_statistics(
    hypotheses: Sequence[str],
    references: Streams,
    tokenize: str = "13a",
    lowercase: bool = False,
    max_skip: int = 4,
    progress: Progress | None = None,
) -> MetricStatistics:
    """Compute ROUGE-S: the F-score of skip-bigrams, pairs of words in order.

    The corpus score is the mean over segments.

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
    max_skip : int
        Words allowed between the two words of a pair, 0 to 9; 4 is ROUGE-S4.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricStatistics
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 to 100; `.matrix`
        (S, 2): score of the segment, and 1. The significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries",
    https://aclanthology.org/W04-1013.

    Examples
    --------
    Lin, section 5: three, one and two of six skip-bigrams are shared.

    >>> references = [["police killed the gunman"] * 3]
    >>> outputs = ["police kill the gunman", "the gunman kill police", "the gunman police killed"]
    >>> rouge_s_statistics(outputs, references).sentence_scores().round(1).tolist()
    [50.0, 16.7, 33.3]
    """
    return measure(RougeS(tokenize, lowercase, max_skip), [hypotheses], references, progress)[0]


def _f_measure(shared: Ints, of_segment: Ints, of_reference: Ints) -> FloatArray:
    """2PR / (P + R), 0 without overlap; in the order of rouge-score, so that digits agree."""
    precision = shared / np.maximum(of_segment, 1)
    recall = shared / np.maximum(of_reference, 1)
    both = precision + recall
    return np.divide(2 * precision * recall, both, out=np.zeros(both.shape), where=both > 0)
