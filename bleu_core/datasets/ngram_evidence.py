"""N-gram evidence of a data set, and of parts of it that are merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.stats import false_discovery_rates, sign_test
from bleu_core.datasets.dataset_comparison import DatasetComparison
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngram_corpus import (
    Block,
    Corpus,
    Mask,
    Ngrams,
    blocks,
    follow,
    runs_within,
    sums_within,
)
from bleu_core.explain.ngram_counting import Credit, count_ngrams
from bleu_core.explain.ngrams import TESTABLE, contains_text

# N-grams that are kept of a part.
KEEP = 200_000
# What is summed of each n-gram, beside its text and its order: clipped matches that B has more than
# A; segments that A, and B, wins; and `moved`, the differences in clipped matches whichever way,
# segment by segment, which none of the others exceeds.
SUMS = ("gained", "wins_a", "wins_b", "moved")
_KEY = ["ngram", "order"]


@dataclass(frozen=True, eq=False)
class NgramPart:
    """What is known of the n-grams of some segments.

    Attributes
    ----------
    rows : pyarrow Table
        The columns "ngram", tokens joined by a space; "order"; `SUMS`, of what was kept; and
        "left_out": at most so much more has been moved, in parts where it was not kept.
    bound : int
        No n-gram without a row was moved more than this.
    """

    rows: pa.Table
    bound: int


def ngram_part_of(comparison: Comparison, keep: int = KEEP) -> NgramPart:
    """The n-grams that tell A and B apart in the segments of a comparison.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> texts = EvalSet({"A": ["a a b"], "B": ["b c"]}, [["a a c"]])
    >>> found = ngram_part_of(Comparison.of(texts)).rows.select(["ngram", *SUMS]).to_pylist()
    >>> [tuple(row.values()) for row in found if " " not in row["ngram"]]
    [('a', -2, 1, 0, 2), ('c', 1, 0, 1, 1)]
    """
    corpus, orders = Corpus.of(comparison), comparison.config.max_ngram_order
    # Twice: what is matched is in an output and in a reference.
    _, credit = count_ngrams(corpus, orders, min_count=2)
    found: list[list[np.ndarray]] = [[np.zeros((6, 0), np.int64)] for _ in range(orders)]
    for tokens in corpus.partitions():
        for block in blocks(corpus, corpus.find(*tokens), 2):

            def visit(ngrams: Ngrams, block: Block = block) -> Mask:
                found[ngrams.order - 1].append(_sums(corpus, block, ngrams, credit))
                return np.ones(len(ngrams.which), bool)

            follow(corpus, block, orders, 2, visit)
    start, order, *sums = np.hstack([part for parts in found for part in parts])
    order = order.astype(np.int32)
    columns = {
        "ngram": corpus.texts(start.astype(np.int32), order),
        "order": as_arrow(order),
        **{name: as_arrow(numbers) for name, numbers in zip(SUMS, sums, strict=True)},
        "left_out": as_arrow(np.zeros(len(start), np.int64)),
    }
    return _pruned(pa.table(columns), 0, keep)


def _sums(corpus: Corpus, block: Block, ngrams: Ngrams, credit: Credit) -> np.ndarray:
    """(6, K) start, order and `SUMS` of the n-grams that were moved."""
    positions, places = block.positions[ngrams.which], block.places[ngrams.which]
    credited = (credit[positions] >> (ngrams.order - 1) & 1).astype(np.int64)
    segments = places // corpus.streams
    signed = np.where(places % corpus.streams == 1, credited, -credited)
    cells, _, starts = runs_within(segments, ngrams.starts)
    gained = sums_within(signed, np.append(cells, len(signed)))
    sums = [
        sums_within(values, starts) for values in (gained, gained < 0, gained > 0, np.abs(gained))
    ]
    start = positions[ngrams.starts[:-1]]
    return np.stack([start, np.full(len(start), ngrams.order), *sums])[:, sums[-1] > 0]


def merge_ngram_parts(parts: Sequence[NgramPart], keep: int = KEEP) -> NgramPart:
    """Several parts as one.

    What a part did not keep of an n-gram is at most its bound, and is added to "left_out".
    """
    bound = sum(part.bound for part in parts)
    # A row brings what may be left out in its part, less what would be if it had none.
    tables = [
        part.rows.set_column(
            part.rows.column_names.index("left_out"),
            "left_out",
            pc.subtract(part.rows["left_out"], part.bound),
        )
        for part in parts
    ]
    sums = [(name, "sum") for name in (*SUMS, "left_out")]
    rows = pa.concat_tables(tables).group_by(_KEY, use_threads=False).aggregate(sums)
    rows = rows.rename_columns([name.removesuffix("_sum") for name in rows.column_names])
    left_out = pc.add(rows["left_out"], bound)
    rows = rows.set_column(rows.column_names.index("left_out"), "left_out", left_out)
    return _pruned(rows.select([*_KEY, *SUMS, "left_out"]), bound, keep)


def _pruned(rows: pa.Table, bound: int, keep: int) -> NgramPart:
    """The rows that may have been moved most; ties stand and fall together."""
    if len(rows) > keep:
        most = as_numpy(rows["moved"]) + as_numpy(rows["left_out"])
        least = np.partition(most, -keep)[-keep]
        kept = most > least if (most >= least).sum() > keep else most >= least
        bound = max(bound, int(most[~kept].max()))
        rows = rows.filter(as_arrow(kept.view(np.uint8)).cast(pa.bool_()))
    return NgramPart(rows.combine_chunks(), bound)


FloatArray = NDArray[np.float64]
Rows = NDArray[np.int64]


class MovedNgrams(NamedTuple):
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
    def of(cls, job: DatasetComparison, part: NgramPart) -> NgramEvidence:
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
        return np.flatnonzero(contains_text(self.texts, text)) if text else np.arange(len(self))

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
        """Some rows by a field of `MovedNgrams`, "size" or "wins"; the undefined come last."""
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

    def listed(self, rows: Rows) -> Iterator[MovedNgrams]:
        """Some rows, as they are shown."""
        columns = [self.texts.take(pa.array(rows)).to_pylist()]
        columns += [self._column(name)[rows].tolist() for name in MovedNgrams._fields[1:]]
        for values in zip(*columns, strict=True):
            yield MovedNgrams(*values)

    def _column(self, name: str) -> NDArray[np.number]:
        own = getattr(self, name, None)
        return as_numpy(self.part.rows[name]) if own is None else own
