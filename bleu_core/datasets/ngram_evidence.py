"""The n-grams of a data set as evidence: what they carry, and whether a system wins them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.common.binomial import false_discovery_rates, sign_test
from bleu_core.datasets.job import Job
from bleu_core.datasets.ngram_parts import NgramPart
from bleu_core.explain.ngrams.table import TESTABLE, having

FloatArray = NDArray[np.float64]
Rows = NDArray[np.int64]


class Moved(NamedTuple):
    """An n-gram of a data set: what was counted of it, and how much more there may be.

    `gained` is B's clipped matches less A's. `left_out` is in clipped matches, and bounds
    segments as well; `points_left_out` is what that may carry, either way.
    """

    text: str
    order: int
    gained: int
    wins_a: int
    wins_b: int
    p: float
    q: float
    points: float
    left_out: int
    points_left_out: float


@dataclass(frozen=True, eq=False)
class NgramEvidence:
    """The K n-grams of a job that were kept, a row each.

    Attributes
    ----------
    part : NgramPart
    p, q : (K,) arrays
        Of the two-sided sign test on the segments that A and B were counted to win, and
        Benjamini-Hochberg's over those with at least `TESTABLE` of them; NaN for the others.
    points : (K,) array
        BLEU points that the difference in matches brings, B − A; NaN where the ledger is undefined.
    points_left_out : (K,) array
        What it may carry besides, either way.
    points_not_kept : float
        No n-gram that was not kept carries more, either way.
    """

    part: NgramPart
    p: FloatArray
    q: FloatArray
    points: FloatArray
    points_left_out: FloatArray
    points_not_kept: float

    @classmethod
    def of(cls, job: Job, part: NgramPart) -> NgramEvidence:
        rows = part.rows
        wins_a, wins_b = (as_numpy(rows[name]) for name in ("wins_a", "wins_b"))
        p = sign_test(wins_a, wins_b)
        q = np.full(len(p), np.nan)
        testable = wins_a + wins_b >= TESTABLE
        q[testable] = false_discovery_rates(p[testable])
        prices = job.ledger.per_match
        per_match = prices[as_numpy(rows["order"]) - 1]
        left_out = np.abs(per_match) * as_numpy(rows["left_out"])
        points = per_match * as_numpy(rows["gained"])
        return cls(part, p, q, points, left_out, float(np.abs(prices).max() * part.bound))

    def __len__(self) -> int:
        return len(self.p)

    @property
    def texts(self) -> pa.Array:
        """The n-grams, tokens joined by a space."""
        return self.part.rows["ngram"].combine_chunks()

    def rows(self, text: str = "") -> Rows:
        """Those that have a text, as `NgramTable.rows` takes it.

        Raises
        ------
        ValueError
            Where the text between slashes is no regular expression.
        """
        return np.flatnonzero(having(self.texts, text)) if text else np.arange(len(self))

    @property
    def tested(self) -> int:
        """How many have a q."""
        return int(np.count_nonzero(~np.isnan(self.q)))

    @property
    def size(self) -> FloatArray:
        """(K,) points either way; matches, where the ledger is undefined."""
        gained = as_numpy(self.part.rows["gained"])
        return np.abs(np.where(np.isnan(self.points), gained, self.points))

    @property
    def wins(self) -> Rows:
        """(K,) segments that A or B was counted to win."""
        return as_numpy(self.part.rows["wins_a"]) + as_numpy(self.part.rows["wins_b"])

    def order_by(self, name: str, rows: Rows, descending: bool = False) -> Rows:
        """Some rows by a field of `Moved`, "size" or "wins"; the undefined come last."""
        values = self._column(name)[rows]
        return rows[np.argsort(-values if descending else values, kind="stable")]

    def largest(self, most: int) -> Rows:
        """The rows with most points, either way."""
        return self.order_by("size", self.rows(), descending=True)[:most]

    def points_beyond(self, rows: Rows) -> float:
        """No n-gram but those of some rows carries more than so many points, either way."""
        others = np.ones(len(self), bool)
        others[rows] = False
        most = np.abs(self.points[others]) + self.points_left_out[others]
        return float(np.maximum(most.max(initial=0.0), self.points_not_kept))

    def listed(self, rows: Rows) -> Iterator[Moved]:
        """Some rows, as they are shown."""
        columns = [self.texts.take(pa.array(rows)).to_pylist()]
        columns += [self._column(name)[rows].tolist() for name in Moved._fields[1:]]
        for values in zip(*columns, strict=True):
            yield Moved(*values)

    def _column(self, name: str) -> NDArray[np.number]:
        own = getattr(self, name, None)
        return as_numpy(self.part.rows[name]) if own is None else own
