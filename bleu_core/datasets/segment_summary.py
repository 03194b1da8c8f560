"""A second pass over a data set's statistics: a summary of its segments, saved beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from heapq import nsmallest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.common.progress import Progress
from bleu_core.common.rounding import rounded
from bleu_core.datasets.counting import DOCUMENT, SIDES, batches_of, matrix_of, write_atomically
from bleu_core.datasets.dataset_comparison import DatasetComparison, DatasetPlan
from bleu_core.datasets.distribution import (
    Division,
    DivisionSums,
    PointConcentration,
    divide_sums,
    groups_of_documents,
    groups_of_lines,
    join_concentrations,
    join_divisions,
)
from bleu_core.datasets.executors import Map, here
from bleu_core.datasets.fragments import Fragment
from bleu_core.explain.ledger import points_of_rows
from bleu_core.messages import dataset
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.segments.slice_criteria import STEPS
from bleu_core.text.evalset import InputError

Floats = NDArray[np.float64]

# Segments kept each way.
MOST_TOP = 100
# Where bars of sentence Δ begin and end, as `figures.histogram` has them if Δ reaches 100.
EDGES: Floats = rounded(np.linspace(-100, 100, 43))
# Not a column's name: nobody's file has one like this.
LENGTH = "reference length"
# All lengths at which a band may begin, of whatever width.
LENGTHS = sorted({step * times for step in STEPS for times in range(1, 7)})


class TopSegments(NamedTuple):
    """A segment that carries much. `points` are NaN where the ledger is undefined.

    `line` is its number in the data set, from 1. Scores are sentence BLEU with effective order.
    """

    line: int
    points: float
    delta: float
    score_a: float
    score_b: float


@dataclass(frozen=True, eq=False)
class SegmentSummary:
    """What the segments of a data set, or of a fragment, say together.

    Attributes
    ----------
    segments : int
    better, worse : int
        How many have a higher, and a lower, sentence BLEU in B; the others are equal.
    histogram : (42,) array
        Segments whose sentence Δ is not 0, between `EDGES`.
    gains, losses : tuple of TopSegments
        Those with most points for B, and against; at most `MOST_TOP`, the largest first, of
        equals those that come first. By sentence Δ where the ledger is undefined.
    spread : PointConcentration
        All points by their size; empty where the ledger is undefined.
    divisions : mapping from a column to a Division
        By `document`, by each column of metadata, and by `LENGTH`, whose values are "0" for
        no token, and else where among `LENGTHS` it is, from "1".
    """

    segments: int
    better: int
    worse: int
    histogram: NDArray[np.int64]
    gains: tuple[TopSegments, ...]
    losses: tuple[TopSegments, ...]
    spread: PointConcentration
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


def summarize_fragment(
    plan: DatasetPlan, fragment: Fragment, folder: Path, prices: Floats
) -> SegmentSummary:
    """What the segments of a fragment say, from their statistics.

    `prices` are those of the job's ledger.
    """
    return join_summaries(_surveys(plan, fragment, folder, prices))


def join_summaries(surveys: Iterable[SegmentSummary]) -> SegmentSummary:
    """Several as one; the same in any order."""
    found = None
    for survey in surveys:
        found = survey if found is None else _both(found, survey)
    if found is None:
        raise ValueError("There is nothing to survey.")
    return found


def _surveys(
    plan: DatasetPlan, fragment: Fragment, folder: Path, prices: Floats
) -> Iterator[SegmentSummary]:
    first = fragment.first
    for batch in batches_of(plan.statistics_path(folder, fragment)):
        yield _of_batch(plan, batch, first, prices)
        first += len(batch)


def _of_batch(
    plan: DatasetPlan, batch: pa.RecordBatch, first: int, prices: Floats
) -> SegmentSummary:
    matrices = [matrix_of(side, batch, plan.config) for side in SIDES]
    a, b = (SegmentStatistics(matrix, plan.config) for matrix in matrices)
    both = np.hstack(matrices)
    deltas = rounded(_sentences(b) - _sentences(a))
    defined = not np.isnan(prices).any()
    points = (
        points_of_rows(matrices[0], matrices[1], prices) if defined else np.full(len(batch), np.nan)
    )
    carried = points if defined else deltas
    documents = batch.column(DOCUMENT) if plan.columns.document else None
    groups = (
        groups_of_lines(first, len(batch)) if documents is None else groups_of_documents(documents)
    )
    gains, losses = (_top(a, b, points, carried * sign, first) for sign in (1, -1))
    return SegmentSummary(
        segments=len(batch),
        better=int((deltas > 0).sum()),
        worse=int((deltas < 0).sum()),
        histogram=np.histogram(deltas[deltas != 0], EDGES)[0],
        gains=gains,
        losses=losses,
        spread=PointConcentration.of(points, prices) if defined else PointConcentration(),
        divisions={
            name: divide_sums(column, groups, both)
            for name, column in columns_of(plan, batch, a, b)
        },
    )


def columns_of(
    plan: DatasetPlan, batch: pa.RecordBatch, a: SegmentStatistics, b: SegmentStatistics
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
) -> tuple[TopSegments, ...]:
    """The segments that carry most, the largest first; their scores to the last digit."""
    enough = np.flatnonzero(carried > 0)
    if len(enough) > MOST_TOP:
        limit = np.partition(carried[enough], -MOST_TOP)[-MOST_TOP]
        enough = enough[carried[enough] >= limit]
    rows = enough[np.argsort(-carried[enough], kind="stable")][:MOST_TOP]
    scores_a, scores_b = (stats.subset(rows).effective_sentence_scores.tolist() for stats in (a, b))
    return tuple(
        TopSegments(line, carries, score_b - score_a, score_a, score_b)
        for line, carries, score_a, score_b in zip(
            (first + rows + 1).tolist(), points[rows].tolist(), scores_a, scores_b, strict=True
        )
    )


def _both(one: SegmentSummary, other: SegmentSummary) -> SegmentSummary:
    names = dict.fromkeys([*one.divisions, *other.divisions])
    return replace(
        one,
        segments=one.segments + other.segments,
        better=one.better + other.better,
        worse=one.worse + other.worse,
        histogram=one.histogram + other.histogram,
        gains=_largest([*one.gains, *other.gains], 1),
        losses=_largest([*one.losses, *other.losses], -1),
        spread=join_concentrations([one.spread, other.spread]),
        divisions={
            name: join_divisions([s.divisions[name] for s in (one, other) if name in s.divisions])
            for name in names
        },
    )


def _largest(tops: list[TopSegments], sign: int) -> tuple[TopSegments, ...]:
    def place(top: TopSegments) -> tuple[float, int]:
        carried = rounded(top.delta) if np.isnan(top.points) else top.points
        return -carried * sign, top.line

    return tuple(nsmallest(MOST_TOP, tops, key=place))


_SUMS, _REST = "survey.parquet", "survey.json"


def surveyed(
    job: DatasetComparison, using: Map = here, progress: Progress | None = None
) -> SegmentSummary:
    """The survey of a job: the one that is kept, or made now and kept.

    Raises
    ------
    InputError
        Where statistics of the job are no longer there.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> survey = surveyed(job)
    >>> survey.segments, survey.better, survey.worse
    (100, 50, 0)
    >>> list(survey.divisions)
    ['kind', 'reference length']
    """
    return saved_summary(job) or _build_summary(job, using, progress)


def saved_summary(job: DatasetComparison) -> SegmentSummary | None:
    """The survey of a job, or None where none is kept."""
    folder = job.plan.job_folder(job.folder)
    if not (folder / _REST).is_file():
        return None
    rest = json.loads((folder / _REST).read_text("utf-8"))
    divisions: dict[str, dict[str, dict[int, DivisionSums]]] = {
        name: {} for name in rest["divisions"]
    }
    for column, value, group, summed in _summed_columns(pq.read_table(folder / _SUMS)):
        divisions[column].setdefault(value, {})[group] = summed
    return SegmentSummary(
        segments=rest["segments"],
        better=rest["better"],
        worse=rest["worse"],
        histogram=np.array(rest["histogram"]),
        gains=tuple(TopSegments(*top) for top in rest["gains"]),
        losses=tuple(TopSegments(*top) for top in rest["losses"]),
        spread=PointConcentration({key: (count, ticks) for key, count, ticks in rest["spread"]}),
        divisions={
            name: Division(values, rest["divisions"][name]) for name, values in divisions.items()
        },
    )


def _build_summary(job: DatasetComparison, using: Map, progress: Progress | None) -> SegmentSummary:
    found, problems, done = [], [], 0
    function = partial(_summarize, job.plan.bare, job.folder, job.ledger.prices)
    for fragment, survey in using(function, job.plan.fragments):
        if isinstance(survey, Exception):
            problems.append(dataset.unreadable_again(fragment.name, str(survey)))
        else:
            found.append(survey)
        done += fragment.rows
        if progress:
            progress(done / job.plan.segments)
    if problems:
        raise InputError(problems)
    survey = join_summaries(found)
    _save_summary(job, survey)
    return survey


def _summarize(
    plan: DatasetPlan, folder: Path, prices: NDArray[np.float64], fragment: Fragment
) -> SegmentSummary:
    return summarize_fragment(plan, fragment, folder, prices)


def _save_summary(job: DatasetComparison, survey: SegmentSummary) -> None:
    """Sums as Parquet, and the rest last: without it there is no survey."""
    folder = job.plan.job_folder(job.folder)
    rest: dict[str, Any] = {
        "segments": survey.segments,
        "better": survey.better,
        "worse": survey.worse,
        "histogram": survey.histogram.tolist(),
        "gains": survey.gains,
        "losses": survey.losses,
        "spread": [[key, *counted] for key, counted in survey.spread.bins.items()],
        "divisions": {name: division.more for name, division in survey.divisions.items()},
    }
    with write_atomically(folder / _SUMS) as path:
        pq.write_table(_summary_table(survey), path)
    with write_atomically(folder / _REST) as path:
        path.write_text(json.dumps(rest), "utf-8")


def _summary_table(survey: SegmentSummary) -> pa.Table:
    rows = [
        (column, value, group, summed)
        for column, division in survey.divisions.items()
        for value, groups in division.values.items()
        for group, summed in groups.items()
    ]
    columns, values, groups, summed = zip(*rows, strict=True)
    sums = np.stack([one.sums.ravel() for one in summed])
    kept = {
        "column": pa.array(columns),
        "value": pa.array(values),
        "group": pa.array(groups),
        "segments": pa.array([one.segments for one in summed]),
    }
    kept |= {f"sum{i}": pa.array(np.ascontiguousarray(sums[:, i])) for i in range(sums.shape[1])}
    return pa.table(kept)


def _summed_columns(table: pa.Table) -> Iterator[tuple[str, str, int, DivisionSums]]:
    sums = np.column_stack([as_numpy(table.column(i)) for i in range(4, table.num_columns)])
    keys = (table.column(name).to_pylist() for name in ("column", "value", "group", "segments"))
    for column, value, group, segments, row in zip(*keys, sums, strict=True):
        yield column, value, group, DivisionSums(segments, row.reshape(2, -1))
