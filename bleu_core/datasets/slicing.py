"""Slices of a data set by document, metadata and length, and the expressions that open them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bleu_core.common.formatting import format_count, format_int
from bleu_core.common.stats import holm, student_limit
from bleu_core.datasets.counting import DOCUMENT
from bleu_core.datasets.dataset_comparison import DatasetComparison
from bleu_core.datasets.distribution import GROUPS, MOST_TESTED, MOST_VALUES, Division, DivisionSums
from bleu_core.datasets.segment_summary import LENGTH, LENGTHS, SegmentSummary
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import dataset
from bleu_core.segments.expressions import (
    LONGEST,
    And,
    ColumnTest,
    Name,
    Node,
    Or,
    conjunction,
    written,
)
from bleu_core.segments.slice_criteria import CRITERIA, NO_VALUE, STEPS, label_values, length_labels
from bleu_core.segments.worklist import part_expression
from bleu_core.significance import MIN_DOCUMENTS, MIN_SEGMENTS, Jackknife, jackknife
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.tokenizers import tokenize_line

Groups = Mapping[int, DivisionSums]


@dataclass(frozen=True)
class DataSlice:
    """Some segments of a data set, scored together: what a `Slice` says, but for its rows.

    Attributes
    ----------
    label : str
    value : str or None
        What stands in the column; None where the part is a band of lengths.
    lengths : (low, high), or None
        Of a band: from `low` to below `high`, which is None for all above.
    n : int
        Segments.
    score_a, score_b : float
    points : float
        What they carry of the whole Δ; NaN where the ledger is undefined.
    ci_low, ci_high : float or None
        The simultaneous interval of `delta`, as a `Slice` has it; None where there is none.
    p_value : float or None
        Of Δ = 0 on the slice, corrected by Holm for all slices that are tested; None where it
        is not.
    """

    label: str
    value: str | None
    n: int
    score_a: float
    score_b: float
    points: float = math.nan
    ci_low: float | None = None
    ci_high: float | None = None
    p_value: float | None = None
    lengths: tuple[int, int | None] | None = None

    @property
    def delta(self) -> float:
        """The score of B minus that of A on the slice."""
        return self.score_b - self.score_a

    @property
    def judged(self) -> bool:
        """Whether there are enough segments to say anything of the slice."""
        return self.n >= MIN_SEGMENTS


def criteria_of(survey: SegmentSummary) -> dict[str, str]:
    """What a data set can be sliced by: names for `slices_of`, with what each means."""
    meanings = {
        DOCUMENT: "The document that a segment belongs to.",
        LENGTH: CRITERIA[LENGTH][1],
    }
    return {name: meanings.get(name, "A column of the data.") for name in survey.divisions}


def first_criterion(survey: SegmentSummary) -> str:
    """The first criterion whose parts are few enough for intervals, and more than one."""
    for name, division in survey.divisions.items():
        if name != DOCUMENT and division.grouped and len(division.values) > 1:
            return name
    return next(iter(survey.divisions))


def slices_of(job: DatasetComparison, survey: SegmentSummary, how: str) -> list[DataSlice]:
    """The score of every part of a partition of the segments: no statistics are read.

    Bands and numbers in ascending order, other values by name; none is empty. Intervals and p are
    Student's, with the error of the jackknife that leaves out a group of blocks, of `GROUPS`
    groups (Kott 2001, "The delete-a-group jackknife"); a part that lies in fewer than
    `MIN_DOCUMENTS` of them has none.

    Raises
    ------
    ValueError
        For a criterion that is not there.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run, surveyed
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> [(one.label, one.n, round(one.delta, 2)) for one in slices_of(job, surveyed(job), "kind")]
    [('pets', 50, 77.64), ('weather', 50, 0.0)]
    """
    if how not in survey.divisions:
        raise ValueError(dataset.unknown_slices(how))
    division = survey.divisions[how]
    parts = _bands(division) if how == LENGTH else _named(division)
    found = [_scored(job, *part) for part in parts]
    if how == LENGTH:
        limits = _limits(_step(division))
        found = [replace(part, lengths=limits[part.label]) for part in found]
    tested = {
        i: _jackknife(job, groups)
        for i, (_, _, groups) in enumerate(parts)
        if found[i].judged and len(groups) >= MIN_DOCUMENTS
    }
    corrected = holm([one.p_value for one in tested.values()]) if tested else []
    for (i, one), p_value in zip(tested.items(), corrected, strict=True):
        half = student_limit(0.95 ** (1 / len(tested)), one.degrees) * one.error
        low, high = one.delta - half, one.delta + half
        found[i] = replace(found[i], ci_low=low, ci_high=high, p_value=p_value)
    return found


def by_points(slices: Sequence[DataSlice]) -> list[DataSlice]:
    """Those that carry most, either way, first; the largest, where no points can be given."""
    if any(math.isnan(part.points) for part in slices):
        return sorted(slices, key=lambda part: -part.n)
    return sorted(slices, key=lambda part: -abs(part.points))


def describe_slices(
    job: DatasetComparison, survey: SegmentSummary, how: str, slices: list[DataSlice]
) -> list[str]:
    """What is to be said beside them: what the intervals are of, or why there are none."""
    told = []
    if survey.divisions[how].more:
        told.append(
            f"There are more than {format_int(MOST_VALUES)} values: those that come first by "
            "name are "
            "shown."
        )
    number = sum(part.p_value is not None for part in slices)
    if number:
        unit = "documents" if job.unit == "document" else "blocks of segments"
        told.append(
            f"The intervals of {format_count(number, 'part')} hold together, and each p is "
            "corrected "
            f"for all of them (Holm). Unit: {unit}, in at most {GROUPS} groups."
        )
    elif how == DOCUMENT:
        told.append("No intervals: a document is one unit, and how it varies cannot be told.")
    elif not survey.divisions[how].grouped:
        told.append(f"No intervals: they are for columns of at most {MOST_TESTED} values.")
    else:
        told.append(
            f"No intervals: no part has {MIN_SEGMENTS} segments in {MIN_DOCUMENTS} groups of "
            "blocks or more."
        )
    return told


def _named(division: Division) -> list[tuple[str, str | None, Groups]]:
    """A part for each value, with its label: nothing has a label that no value has."""
    nothing = NO_VALUE
    while nothing in division.values:
        nothing = f"({nothing})"
    return [
        (value or nothing, value, division.values[value])
        for value in sorted(division.values, key=_ascending)
    ]


def _ascending(value: str) -> tuple[int, float, str]:
    """Numbers by size, then names, and nothing at the end."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        return 2 if value == "" else 1, 0.0, value
    return 0, number, value


def _bands(division: Division) -> list[tuple[str, str | None, Groups]]:
    """The bands of reference length, as wide as a comparison of the same segments has them."""
    step = _step(division)
    labels = length_labels(step)
    bands: list[dict[int, DivisionSums]] = [{} for _ in labels]
    for value, groups in division.values.items():
        place = int(value)
        low = 0 if place < 2 else LENGTHS[place - 2]
        band = bands[0 if place == 0 else 1 + min(low // step, 5)]
        for group, summed in groups.items():
            band[group] = band[group].plus(summed) if group in band else summed
    return [(label, None, band) for label, band in zip(labels, bands, strict=True) if band]


def _limits(step: int) -> dict[str, tuple[int, int | None]]:
    """Where each band begins and the next one does, by its label. The first is that of no token."""
    starts = [0, 1, *range(step, 6 * step, step)]
    return dict(
        zip(length_labels(step), zip(starts, [*starts[1:], None], strict=True), strict=True)
    )


def _step(division: Division) -> int:
    """How wide bands are: 95 % of the segments are shorter than six of them."""
    sizes = np.zeros(len(LENGTHS) + 2, int)
    for value in division.values:
        sizes[int(value)] = division.total(value).segments
    shorter = dict(zip(LENGTHS, np.cumsum(sizes)[1:].tolist(), strict=False))
    needed = 0.95 * (sizes.sum() - 1)
    return next((step for step in STEPS if shorter[6 * step] > needed), STEPS[-1])


def _scored(job: DatasetComparison, label: str, value: str | None, groups: Groups) -> DataSlice:
    segments = sum(summed.segments for summed in groups.values())
    sums = np.sum([summed.sums for summed in groups.values()], axis=0)
    score_a, score_b = job.stats_a.scores(sums).tolist()
    points = float((sums[1] - sums[0]) @ job.ledger.prices)
    return DataSlice(label, value, segments, score_a, score_b, points)


def _jackknife(job: DatasetComparison, groups: Groups) -> Jackknife:
    both = np.stack([groups[group].sums for group in sorted(groups)])
    a, b = (job.stats_a.with_rows(both[:, side]) for side in (0, 1))
    return jackknife(a, b)


_LENGTH = Name("reference.length")


def slice_expression(job: DatasetComparison, how: str, part: DataSlice) -> str:
    """Chooses the segments of a slice by a column, or of a band of lengths."""
    if part.lengths is not None:
        return _length_expression(*part.lengths)
    return value_expression(job, how, part.value or "")


def value_expression(job: DatasetComparison, how: str, value: str) -> str:
    """Chooses the segments that have a value under `DOCUMENT` or a column of metadata.

    "" stands for the segments without any.
    """
    columns = {key: [""] for key in [DOCUMENT, *job.plan.metadata]} | {how: [value]}
    documents = columns.pop(DOCUMENT)
    # A segment that has it: so that columns are called as they are on Segments.
    data = EvalSet({"A": [""], "B": [""]}, [[""]], documents=documents, metadata=columns)
    column = data.documents if how == DOCUMENT else data.metadata[how]
    label = next(iter(label_values(column)))
    return part_expression(Comparison.of(data), how, label)


def _length_expression(low: int, high: int | None) -> str:
    if high == 1:
        return written(ColumnTest(_LENGTH, "=", (0,)))
    # The mean of two lengths may be a half: what has any token begins above 0, not at 1.
    parts: list[Node] = [
        ColumnTest(_LENGTH, ">", (0,)) if low == 1 else ColumnTest(_LENGTH, ">=", (low,))
    ]
    if high is not None:
        parts.append(ColumnTest(_LENGTH, "<", (high,)))
    return written(conjunction(parts))


def ngram_expression(text: str, config: BleuConfig) -> str:
    """Chooses the segments in which A or B matches an n-gram, tokens joined by a space.

    "" where no expression does: one too long, or whose tokens are not found again in their text,
    as pieces of words are not.
    """
    if tokenize_line(text, config) != text.split():
        return ""
    reference, a, b = (ColumnTest(Name(name), "has", (text,)) for name in ("reference", "a", "b"))
    expression = written(And((reference, Or((a, b)))))
    return expression if len(expression) <= LONGEST else ""
