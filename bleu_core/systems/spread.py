"""Where systems disagree: the segments on which their sentence BLEU lies farthest apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray
from bleu_core.systems.scored import ScoredSystems


@dataclass(frozen=True, eq=False)
class Spread:
    """Sentence BLEU of K systems on S segments, and how far it lies apart on each.

    The spread of a segment is the largest score less the smallest: unlike a standard deviation
    it can be seen as the length of a strip of dots, and is large where a single system fails.

    Attributes
    ----------
    scores : (K, S) array
        As screens have sentence BLEU, with effective order.
    order : (S,) array
        The segments, the largest spread first; of equal ones in the order of the text.
    """

    scores: FloatArray
    order: NDArray[np.int64]

    @property
    def spreads(self) -> FloatArray:
        """(S,) the largest score of each segment less the smallest."""
        spreads: FloatArray = np.ptp(self.scores, axis=0)
        return spreads

    @property
    def differing(self) -> int:
        """On how many segments there is a spread at all."""
        return int((self.spreads > 0).sum())

    def extremes(self, segment: int) -> tuple[int, int]:
        """The systems with the smallest and with the largest score; the first of equals."""
        scores = self.scores[:, segment]
        return int(scores.argmin()), int(scores.argmax())

    @property
    def nbytes(self) -> int:
        """Bytes of memory held."""
        return self.scores.nbytes + self.order.nbytes


def spread_of(systems: ScoredSystems) -> Spread:
    """How far systems lie apart on each segment.

    Memory: 8 bytes for each segment of each system.

    Examples
    --------
    On the second segment "b" has nothing right, and "a" all.

    >>> from bleu_core import EvalSet
    >>> data = EvalSet({"a": ["x y", "u v"], "b": ["x y", "p q"]}, [["x y", "u v"]])
    >>> found = spread_of(ScoredSystems.of(data))
    >>> found.order.tolist(), found.spreads.round().tolist(), found.extremes(1)
    ([1, 0], [0.0, 100.0], (1, 0))
    """
    # Rounded, so that scores that differ by their rounding alone are equal.
    scores = np.stack(
        [
            rounded(one.quick_scores(one.matrix))
            for one in (
                stats.rescored(effective_order=True) for stats in systems.statistics.values()
            )
        ]
    )
    return Spread(scores, np.argsort(-np.ptp(scores, axis=0), kind="stable"))
