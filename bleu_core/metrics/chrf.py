"""chrF and chrF++, equal to sacreBLEU's, with faster counting."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import fill_nulls
from bleu_core.common.parallel import in_order, runs
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, scoring
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.chrf_counting import Ints, Text, count_matches, cumulative
from bleu_core.metrics.facts import MetricInfo, chrf_info
from bleu_core.metrics.metric import MetricStatistics, UniformScores, measure
from bleu_core.metrics.signature import format_signature
from bleu_core.text.config import flag_problems
from bleu_core.text.evalset import Stream, Streams, present_mask, raise_problems, stream_lines

MAX_ORDER = 20
MAX_BETA = 100
# Characters of each stream per block: a few arrays of this length for a system and a reference
# fit into a processor's cache.
BLOCK_CHARACTERS = 20_000
# Precision or recall without n-grams, as in sacreBLEU and chrF++.py.
EPSILON = 1e-16


@dataclass(frozen=True)
class Chrf(UniformScores):
    """The F-score of character n-grams (chrF), or of character and word n-grams (chrF++).

    A row has, for each order, characters first, then words: n-grams of the output (0 where the
    reference has none), n-grams of the reference, clipped matches. Of several references the one
    with the segment's best score is used, the first of equals.

    Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation"; for beta 2,
    Popović (2016), "chrF deconstructed: beta parameters and n-gram weights"; Popović (2017),
    "chrF++: words helping character n-grams".
    """

    char_order: int = 6  # Longest character n-gram, 1 to `MAX_ORDER`
    word_order: int = 0  # Longest word n-gram, 0 to `MAX_ORDER`: 0 is chrF, 2 is chrF++
    beta: float = 2  # Weight of recall relative to precision, 0 to `MAX_BETA`
    lowercase: bool = False
    whitespace: bool = False  # Whether to count white space as characters
    # Whether to average the F-scores of all orders, where an order without n-grams counts as 1e-16
    # (Popović's chrF++.py, NLTK, Moses). Otherwise precision and recall are averaged over the
    # orders that output and reference have.
    eps_smoothing: bool = False

    def __post_init__(self) -> None:
        raise_problems(_problems(self))

    @property
    def about(self) -> MetricInfo:
        return chrf_info(self.beta, self.word_order)

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """(S, 3 · (char_order + word_order)): output, reference and matches of each order.

        Memory: the result, and some 100 bytes per character of the few blocks in progress.
        """
        streams = [*systems, *references]
        present = np.stack([present_mask(stream) for stream in references])
        size = present.shape[1]
        results = [np.zeros((size, 3 * self._orders), np.int64) for _ in systems]

        def count(block: tuple[int, int]) -> int:
            first, last = block
            texts = chain.from_iterable(stream_lines(s, first, last) for s in streams)
            lines = [line or "" for line in texts]
            counted = self._count_block(lines, last - first, len(systems))
            for result, rows in zip(results, counted, strict=True):
                result[first:last] = self._best(rows, present[:, first:last])
            return last

        sizes = np.sum([_characters(stream) for stream in streams], axis=0)
        blocks = runs(cumulative(sizes), BLOCK_CHARACTERS * len(streams))
        for last in in_order(count, blocks):
            if progress:
                progress(last / size)
        return list(results)

    @property
    def _orders(self) -> int:
        return self.char_order + self.word_order

    def _count_block(self, lines: Sequence[str], segments: int, systems: int) -> Ints:
        """(K, R, segments, 3 · orders) rows of each system with each reference."""
        text = Text.of([line.lower() for line in lines] if self.lowercase else lines)
        kinds = [(text.characters(self.whitespace), self.char_order)]
        if self.word_order:
            kinds.append((text.words(), self.word_order))
        columns = []
        for units, max_order in kinds:
            matched = count_matches(units, systems, segments, max_order)
            lengths = units[1].reshape(-1, segments, 1)
            totals = np.maximum(lengths - np.arange(max_order), 0)
            reference = np.broadcast_to(totals[systems:], matched.shape)
            output = np.where(reference > 0, totals[:systems, None], 0)
            columns.append(np.stack([output, reference, matched], axis=-1))
        return np.concatenate(columns, axis=-2).reshape(*matched.shape[:3], -1)

    def _best(self, rows: Ints, present: np.ndarray) -> Ints:
        """(segments, K) row of the best reference; `rows` are (R, segments, K)."""
        if len(rows) == 1:
            return rows[0]
        scores = self.scores(rows.reshape(-1, rows.shape[-1])).reshape(present.shape)
        best = np.argmax(np.where(present, scores, -1), axis=0)
        chosen: Ints = rows[best, np.arange(len(best))]
        return chosen

    def scores(self, sums: Rows) -> FloatArray:
        """Scores of 0 to 100, in the steps of sacreBLEU's `_compute_f_score`."""
        weight = self.beta**2
        precisions, recalls, f_scores = (np.zeros(len(sums)) for _ in range(3))
        effective = np.zeros(len(sums), np.int64)
        for output, reference, matched in sums.T.reshape(self._orders, 3, len(sums)):
            precision = _ratio(matched, output, EPSILON)
            recall = _ratio(matched, reference, EPSILON)
            there = (output > 0) & (reference > 0)
            effective += there
            precisions += np.where(there, precision, 0)
            recalls += np.where(there, recall, 0)
            if self.eps_smoothing:
                below = weight * precision + recall
                f_scores += _ratio((1 + weight) * precision * recall, below, EPSILON)
        if self.eps_smoothing:
            return 100 * f_scores / self._orders
        precision, recall = _ratio(precisions, effective, 0), _ratio(recalls, effective, 0)
        return 100 * _ratio((1 + weight) * precision * recall, weight * precision + recall, 0)

    def signature(self, num_refs: int) -> str:
        """sacreBLEU's; beta is in the label, as in sacreBLEU."""
        fields = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": "yes" if self.whitespace else "no",
        }
        return format_signature(num_refs, fields)


def chrf_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    char_order: int = 6,
    word_order: int = 0,
    beta: float = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> MetricStatistics:
    """Compute chrF, or chrF++ with word_order=2.

    Equal to sacreBLEU's scores.

    Parameters
    ----------
    hypotheses : S strings
        Output of the system.
    references : list of streams of S strings
        As in sacreBLEU: [[ref 1 of every segment], [ref 2 of every segment], …]. None is a missing
        reference.
    char_order : int
        Longest character n-gram.
    word_order : int
        Longest word n-gram: 0 is chrF, 2 is chrF++.
    beta : float
        Weight of recall relative to precision.
    lowercase : bool
        Whether to lowercase all texts.
    whitespace : bool
        Whether to count white space as characters.
    eps_smoothing : bool
        Whether to average the F-scores of all orders, as in Popović's chrF++.py; see `Chrf`.

    Returns
    -------
    MetricStatistics
        `.corpus()` has score and signature; `.sentence_scores()` (S,), 0 to 100; `.matrix` (S, 3 ·
        (char_order + word_order)): n-grams of output and reference, and matches, by order. The
        significance tests accept it.

    Raises
    ------
    InputError
        The input cannot be scored. A ValueError with one message per problem.

    References
    ----------
    - Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation",
      https://aclanthology.org/W15-3049.
    - Popović (2017), "chrF++: words helping character n-grams", https://aclanthology.org/W17-4770.

    Examples
    --------
    Characters only, up to triples. Of the four characters in "acat", a, c and t match ("thecat" has
    six, one of them an a); two of its three pairs match, and one of its two triples.

    >>> stats = chrf_statistics(["a cat"], [["the cat"]], char_order=3)
    >>> stats.matrix.tolist()  # of each order: output, reference, matches
    [[4, 6, 3, 3, 5, 2, 2, 4, 1]]
    >>> precision, recall = (3 / 4 + 2 / 3 + 1 / 2) / 3, (3 / 6 + 2 / 5 + 1 / 4) / 3
    >>> round(100 * 5 * precision * recall / (4 * precision + recall), 4)
    41.6667
    >>> score = stats.corpus()
    >>> score.name, round(score.score, 4)
    ('chrF2', 41.6667)
    """
    metric = Chrf(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
    return measure(metric, [hypotheses], references)[0]


def _characters(stream: Stream) -> Ints:
    """(S,) approximate number of characters per segment: of a column, bytes."""
    if isinstance(stream, pa.Array | pa.ChunkedArray):
        return fill_nulls(pc.binary_length(stream), np.int64)
    return np.fromiter((len(line or "") for line in stream), np.int64, len(stream))


def _ratio(above: np.ndarray, below: np.ndarray, otherwise: float) -> FloatArray:
    """above / below, or `otherwise` where below is 0."""
    ratios = np.full(len(above), float(otherwise))
    np.divide(above, below, out=ratios, where=below > 0)
    return ratios


def _problems(metric: Chrf) -> Iterator[Message]:
    for name, least in (("char_order", 1), ("word_order", 0)):
        order = getattr(metric, name)
        if isinstance(order, bool) or not isinstance(order, int) or not least <= order <= MAX_ORDER:
            yield scoring.must_be(name, repr(order), f"a whole number from {least} to {MAX_ORDER}")
    beta = metric.beta
    number = isinstance(beta, int | float) and not isinstance(beta, bool) and math.isfinite(beta)
    if not (number and 0 <= beta <= MAX_BETA):
        yield scoring.must_be("beta", repr(beta), f"a number from 0 to {MAX_BETA}")
    yield from flag_problems(metric, "lowercase", "whitespace", "eps_smoothing")
