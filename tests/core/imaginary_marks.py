"""A metric that is not BLEU: people's marks of segments, whose score is their mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bleu_core.metrics.additive import FloatArray, Rows


@dataclass(frozen=True, eq=False)
class Marks:
    """(S, 2): the mark of a segment, and 1; or 0 and 0 where it has none."""

    matrix: Rows
    scale: str = "0 to 100"

    @property
    def settings(self) -> dict[str, object]:
        return {"scale": self.scale}

    def scores(self, sums: Rows) -> FloatArray:
        with np.errstate(invalid="ignore"):
            mean: FloatArray = sums[:, 0] / sums[:, 1]
        return mean

    quick_scores = scores

    def with_rows(self, matrix: Rows) -> Marks:
        return replace(self, matrix=matrix)


def marks(values: Sequence[float] | FloatArray) -> Marks:
    there = np.isfinite(values)
    return Marks(np.column_stack([np.where(there, values, 0), there]))
