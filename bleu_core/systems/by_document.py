"""Systems on each document, relative to the other systems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrow import numbered
from bleu_core.metrics.additive import FloatArray
from bleu_core.systems.scored import ScoredSystems


@dataclass(frozen=True, eq=False)
class DocumentScores:
    """BLEU of K systems on D documents, without segments that have no document.

    Attributes
    ----------
    names : tuple of D str
        In the order of their first segments.
    sizes : (D,) array
        Segments of each document.
    scores : (K, D) array
        BLEU of the segments of each document together, not a mean of sentence scores.
    """

    names: tuple[str, ...]
    sizes: NDArray[np.int64]
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
    """BLEU of each system on each document; None if documents are unknown.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> lines = ["a b c d", "e f g h", "i j k l"]
    >>> data = EvalSet(
    ...     {"good": lines, "bad": [*lines[:2], "x y z"]}, [lines], documents=["one", "one", "two"]
    ... )
    >>> scores = score_documents(ScoredSystems.of(data))
    >>> scores.names, scores.sizes.tolist(), scores.gaps.round().tolist()
    (('one', 'two'), [2, 1], [[0.0, 50.0], [0.0, -50.0]])
    """
    if systems.evalset.documents is None:
        return None
    number, known = numbered(systems.evalset.documents)
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
