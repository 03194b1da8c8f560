"""Segments on which systems disagree most: the spread of their sentence BLEU."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray
from bleu_core.systems.scored import ScoredSystems


@dataclass(frozen=True, eq=False)
class Spread:
    """Sentence BLEU of K systems on S segments, and its spread on each.

    The spread of a segment is the largest score minus the smallest: unlike a standard deviation it
    is visible as the length of a strip of dots, and is large if a single system fails.

    Attributes
    ----------
    scores : (K, S) array
        Sentence BLEU with effective order.
    order : (S,) array
        The segments, the largest spread first; equal ones in the order of the text.
    """

    scores: FloatArray
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


def spread_of(systems: ScoredSystems) -> Spread:
    """The spread of the systems' sentence BLEU on each segment.

    Memory: 8 bytes per segment and system.

    Examples
    --------
    On the second segment "b" matches nothing and "a" everything.

    >>> from bleu_core import EvalSet
    >>> data = EvalSet({"a": ["x y", "u v"], "b": ["x y", "p q"]}, [["x y", "u v"]])
    >>> spread = spread_of(ScoredSystems.of(data))
    >>> spread.order.tolist(), spread.spreads.round().tolist(), spread.extremes(1)
    ([1, 0], [0.0, 100.0], (1, 0))
    """
    # Rounded, so that scores that differ only by rounding errors are equal.
    effective = (stats.rescored(effective_order=True) for stats in systems.statistics.values())
    scores = np.stack([rounded(stats.quick_scores(stats.matrix)) for stats in effective])
    return Spread(scores, np.argsort(-np.ptp(scores, axis=0), kind="stable"))
