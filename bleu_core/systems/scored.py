"""All systems of a test set, scored: as pairs, by document, and their spread by segment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import factorize
from bleu_core.common.progress import Progress
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.bleu import SegmentStatistics, evalset_statistics
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet


@dataclass(frozen=True, eq=False)
class ScoredSystems:
    """The K systems of an EvalSet, each with its BLEU statistics.

    Attributes
    ----------
    evalset : EvalSet
    config : BleuConfig
    statistics : mapping from system name to SegmentStatistics
        In the order of the EvalSet.

    Examples
    --------
    >>> outputs = {"old": ["a cat sat on a mat"], "new": ["the cat sat on a mat"], "copy": ["un"]}
    >>> systems = ScoredSystems.of(EvalSet(outputs, [["the cat sat on the mat"]]))
    >>> {name: stats.counts[0, 0].item() for name, stats in systems.statistics.items()}
    {'old': 4, 'new': 5, 'copy': 0}
    >>> round(systems.pair("old", "new").delta, 2)
    21.26
    """

    evalset: EvalSet
    config: BleuConfig
    statistics: Mapping[str, SegmentStatistics]

    @classmethod
    def of(
        cls, evalset: EvalSet, config: BleuConfig = BleuConfig(), progress: Progress | None = None
    ) -> ScoredSystems:
        """Count all systems in one pass; the references are tokenized once."""
        counted = evalset_statistics(evalset, list(evalset.systems), config, progress)
        return cls(evalset, config, dict(zip(evalset.systems, counted, strict=True)))

    def __len__(self) -> int:
        return len(self.statistics)

    @property
    def names(self) -> list[str]:
        return list(self.statistics)

    @property
    def nbytes(self) -> int:
        """Memory of the statistics in bytes."""
        return sum(stats.matrix.nbytes for stats in self.statistics.values())

    def pair(self, a: str, b: str) -> Comparison:
        """Compare two systems, as baseline and candidate, without reading texts."""
        stats_a, stats_b = self.statistics[a], self.statistics[b]
        return Comparison(self.evalset, self.config, a, b, stats_a, stats_b)


@dataclass(frozen=True, eq=False)
class DocumentScores:
    """BLEU of K systems on D documents, without segments that have no document."""

    names: tuple[str, ...]  # In the order of their first segments
    sizes: NDArray[np.int64]  # (D,) segments of each document
    # (K, D) BLEU of the segments of each document together, not a mean of sentence scores.
    scores: FloatArray

    @property
    def means(self) -> FloatArray:
        """(D,) the mean of the K systems on each document."""
        means: FloatArray = self.scores.mean(axis=0)
        return means

    @property
    def gaps(self) -> FloatArray:
        """(K, D) BLEU of a system on a document minus the mean of all systems there."""
        return self.scores - self.means

    @property
    def order(self) -> NDArray[np.int64]:
        """(D,) documents by range of scores, the widest first."""
        return np.argsort(-np.ptp(self.scores, axis=0), kind="stable")

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        return self.scores.nbytes + 100 * len(self.names)


def score_documents(systems: ScoredSystems) -> DocumentScores | None:
    """BLEU of each system on each document; None if documents are unknown."""
    if systems.evalset.documents is None:
        return None
    number, known = factorize(systems.evalset.documents)
    names = known.to_pylist()
    named = [i for i, name in enumerate(names) if name]
    if not named:
        return None
    size = len(names)
    scores = []
    for stats in systems.statistics.values():
        sums = np.zeros((size, stats.matrix.shape[1]), stats.matrix.dtype)
        np.add.at(sums, number, stats.matrix)
        scores.append(stats.scores(sums[named]))
    sizes = np.bincount(number, minlength=size)[named]
    return DocumentScores(tuple(names[i] for i in named), sizes, np.stack(scores))


@dataclass(frozen=True, eq=False)
class ScoreSpread:
    """Sentence BLEU of K systems on S segments, and its spread on each.

    The spread of a segment is the largest score minus the smallest: unlike a standard deviation it
    is visible as the length of a strip of dots, and is large if a single system fails.
    """

    scores: FloatArray  # (K, S) sentence BLEU with effective order
    # (S,) the segments, the largest spread first; equal ones in the order of the text.
    order: NDArray[np.int64]

    @property
    def spreads(self) -> FloatArray:
        """(S,) the largest score of each segment minus the smallest."""
        spreads: FloatArray = np.ptp(self.scores, axis=0)
        return spreads

    @property
    def differing(self) -> int:
        """The number of segments with a spread above 0."""
        return int((self.spreads > 0).sum())

    def extremes(self, segment: int) -> tuple[int, int]:
        """The systems with the smallest and the largest score; the first of equals."""
        scores = self.scores[:, segment]
        return int(scores.argmin()), int(scores.argmax())

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        return self.scores.nbytes + self.order.nbytes


def score_spread(systems: ScoredSystems) -> ScoreSpread:
    """The spread of the systems' sentence BLEU on each segment.

    Memory: 8 bytes per segment and system.
    """
    # Rounded, so that scores that differ only by rounding errors are equal.
    effective = (stats.rescored(effective_order=True) for stats in systems.statistics.values())
    scores = np.stack([rounded(stats.quick_scores(stats.matrix)) for stats in effective])
    return ScoreSpread(scores, np.argsort(-np.ptp(scores, axis=0), kind="stable"))
