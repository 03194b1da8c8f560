"""What is told of a data set's segments: a second pass, over their statistics alone.

It needs the ledger's prices, which are known when all is counted. As a tally, a survey of a
fragment is small, and surveys of fragments make that of the data set in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import nsmallest
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.datasets.counting import DOCUMENT, SIDES, batches_of, matrix_of
from bleu_core.datasets.divisions import (
    Division,
    divided,
    groups_of_documents,
    groups_of_lines,
    joined,
)
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.spread import Spread, spreads_joined
from bleu_core.explain.ledger import priced
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.segments.slices import STEPS

Floats = NDArray[np.float64]

# Segments kept each way.
MOST_TOP = 100
# Where bars of sentence Δ begin and end, as `figures.histogram` has them if Δ reaches 100.
EDGES: Floats = rounded(np.linspace(-100, 100, 43))
# Not a column's name: nobody's file has one like this.
LENGTH = "reference length"
# All lengths at which a band may begin, of whatever width.
LENGTHS = sorted({step * times for step in STEPS for times in range(1, 7)})


class Top(NamedTuple):
    """A segment that carries much. `points` are NaN where the ledger is undefined.

    `line` is its number in the data set, from 1. Scores are sentence BLEU with effective order.
    """

    line: int
    points: float
    delta: float
    score_a: float
    score_b: float


@dataclass(frozen=True, eq=False)
class Survey:
    """What the segments of a data set, or of a fragment, say together.

    Attributes
    ----------
    segments : int
    better, worse : int
        How many have a higher, and a lower, sentence BLEU in B; the others are equal.
    histogram : (42,) array
        Segments whose sentence Δ is not 0, between `EDGES`.
    gains, losses : tuple of Top
        Those with most points for B, and against; at most `MOST_TOP`, the largest first, of
        equals those that come first. By sentence Δ where the ledger is undefined.
    spread : Spread
        All points by their size; empty where the ledger is undefined.
    divisions : mapping from a column to a Division
        By `document`, by each column of metadata, and by `LENGTH`, whose values are "0" for
        no token, and else where among `LENGTHS` it is, from "1".
    """

    segments: int
    better: int
    worse: int
    histogram: NDArray[np.int64]
    gains: tuple[Top, ...]
    losses: tuple[Top, ...]
    spread: Spread
    divisions: Mapping[str, Division]

    @property
    def equal(self) -> int:
        """How many have the same sentence BLEU in A and B."""
        return self.segments - self.better - self.worse

    @property
    def bars(self) -> tuple[NDArray[np.int64], Floats]:
        """The histogram and its edges, as far as there is anything in it, the same both ways."""
        middle = len(self.histogram) // 2
        there = np.flatnonzero(self.histogram + self.histogram[::-1])
        half = middle - int(there[0]) if len(there) else 1
        return (
            self.histogram[middle - half : middle + half],
            EDGES[middle - half : middle + half + 1],
        )


def survey_fragment(plan: Plan, fragment: Fragment, folder: Path, prices: Floats) -> Survey:
    """What the segments of a fragment say, from their statistics.

    `prices` are those of the job's ledger.
    """
    return together(_surveys(plan, fragment, folder, prices))


def together(surveys: Iterable[Survey]) -> Survey:
    """Several as one; the same in any order."""
    found = None
    for survey in surveys:
        found = survey if found is None else _both(found, survey)
    if found is None:
        raise ValueError("There is nothing to survey.")
    return found


def _surveys(plan: Plan, fragment: Fragment, folder: Path, prices: Floats) -> Iterator[Survey]:
    first = fragment.first
    for batch in batches_of(plan.statistics_path(folder, fragment)):
        yield _of_batch(plan, batch, first, prices)
        first += len(batch)


def _of_batch(plan: Plan, batch: pa.RecordBatch, first: int, prices: Floats) -> Survey:
    matrices = [matrix_of(side, batch, plan.config) for side in SIDES]
    a, b = (SegmentStatistics(matrix, plan.config) for matrix in matrices)
    both = np.hstack(matrices)
    deltas = rounded(_sentences(b) - _sentences(a))
    defined = not np.isnan(prices).any()
    points = priced(matrices[0], matrices[1], prices) if defined else np.full(len(batch), np.nan)
    carried = points if defined else deltas
    documents = batch.column(DOCUMENT) if plan.columns.document else None
    groups = (
        groups_of_lines(first, len(batch)) if documents is None else groups_of_documents(documents)
    )
    gains, losses = (_top(a, b, points, carried * sign, first) for sign in (1, -1))
    return Survey(
        segments=len(batch),
        better=int((deltas > 0).sum()),
        worse=int((deltas < 0).sum()),
        histogram=np.histogram(deltas[deltas != 0], EDGES)[0],
        gains=gains,
        losses=losses,
        spread=Spread.of(points, prices) if defined else Spread(),
        divisions={
            name: divided(column, groups, both) for name, column in columns_of(plan, batch, a, b)
        },
    )


def columns_of(
    plan: Plan, batch: pa.RecordBatch, a: SegmentStatistics, b: SegmentStatistics
) -> Iterator[tuple[str, pa.Array]]:
    """What segments are divided by: names, and what each segment has there, as text."""
    if plan.columns.document:
        yield DOCUMENT, batch.column(DOCUMENT)
    for name in plan.metadata:
        if name not in (DOCUMENT, LENGTH):
            yield name, batch.column(f"metadata.{name}").cast(pa.large_string())
    # The mean of both, as in the bands of a comparison.
    lengths = (a.ref_len + b.ref_len) / 2
    places = np.searchsorted(LENGTHS, lengths, side="right") + (lengths > 0)
    yield LENGTH, pa.array(places).cast(pa.large_string())


def _sentences(stats: SegmentStatistics) -> Floats:
    """(S,) sentence BLEU but for the last digits, which rounding takes anyway."""
    effective = stats.rescored(effective_order=True)
    return effective.quick_scores(effective.matrix)


def _top(
    a: SegmentStatistics, b: SegmentStatistics, points: Floats, carried: Floats, first: int
) -> tuple[Top, ...]:
    """The segments that carry most, the largest first; their scores to the last digit."""
    enough = np.flatnonzero(carried > 0)
    if len(enough) > MOST_TOP:
        limit = np.partition(carried[enough], -MOST_TOP)[-MOST_TOP]
        enough = enough[carried[enough] >= limit]
    rows = enough[np.argsort(-carried[enough], kind="stable")][:MOST_TOP]
    scores_a, scores_b = (stats.subset(rows).effective_sentence_scores.tolist() for stats in (a, b))
    return tuple(
        Top(line, carries, score_b - score_a, score_a, score_b)
        for line, carries, score_a, score_b in zip(
            (first + rows + 1).tolist(), points[rows].tolist(), scores_a, scores_b, strict=True
        )
    )


def _both(one: Survey, other: Survey) -> Survey:
    names = dict.fromkeys([*one.divisions, *other.divisions])
    return replace(
        one,
        segments=one.segments + other.segments,
        better=one.better + other.better,
        worse=one.worse + other.worse,
        histogram=one.histogram + other.histogram,
        gains=_largest([*one.gains, *other.gains], 1),
        losses=_largest([*one.losses, *other.losses], -1),
        spread=spreads_joined([one.spread, other.spread]),
        divisions={
            name: joined([s.divisions[name] for s in (one, other) if name in s.divisions])
            for name in names
        },
    )


def _largest(tops: list[Top], sign: int) -> tuple[Top, ...]:
    def place(top: Top) -> tuple[float, int]:
        carried = rounded(top.delta) if np.isnan(top.points) else top.points
        return -carried * sign, top.line

    return tuple(nsmallest(MOST_TOP, tops, key=place))
