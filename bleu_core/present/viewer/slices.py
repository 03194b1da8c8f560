"""Slices of a page: criteria with their intervals, the slice finder's result, saved slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bleu_core.messages import slice as messages
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.document import Span
from bleu_core.present.tables.segments import slice_sentences
from bleu_core.present.tables.slice_sentences import (
    LENGTH,
    finding_sentence,
    resampling_note,
    slices_sentence,
)
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import interval_data
from bleu_core.segments.columns import CHOSEN_BY_OUTPUT, SegmentTable
from bleu_core.segments.saved_slices import ScoredSlice, saved_slices_note, score_saved
from bleu_core.segments.slice_criteria import CRITERIA, DESCRIPTIVE, DOCUMENT, NO_VALUE, Partition
from bleu_core.segments.slices import SliceScores, score_parts
from bleu_core.significance import MIN_SEGMENTS, documents_of
from bleu_core.text.evalset import EvalSet

if TYPE_CHECKING:
    from bleu_core.present.comparison_report import ComparisonReport

# Most slices of a criterion, and the fewest segments in each on average.
MOST_SLICES, SEGMENTS_PER_SLICE = 200, 2
# Segments times criteria with intervals, for all pairs of a set: half a second.
MOST_TESTED = 200_000
NOT_TESTED = "No intervals: they are not computed for this many segments."


class _Criterion(NamedTuple):
    """A column to slice by; the values of its parts, of which "" is none."""

    column: dict[str, Any]
    parts: Partition
    ordered: bool  # bands

    @property
    def name(self) -> str:
        return str(self.column["name"])


def pair_slicing(
    pair: Mapping[str, Any],
    columns: Sequence[dict[str, Any]],
    evalset: EvalSet,
    statistics: Sequence[SegmentStatistics],
    pairs: int,
) -> dict[str, Any]:
    """The `Slicing` of a `Pair`, one of so many of a set; `columns` are those of the set.

    Intervals are those of `slice_by`: simultaneous within a criterion.
    """
    bands = [column for column in pair["bands"] if column["name"] not in CRITERIA]
    criteria = list(_criteria([*columns, *pair["columns"]], bands, len(evalset)))
    first = _first(criteria)
    criteria.sort(key=lambda one: one.name not in first)  # they are tested before others
    most = max(len(first) if pairs == 1 else 0, MOST_TESTED // (max(1, len(evalset)) * pairs))
    documents = documents_of(evalset)
    found: dict[str, list[SliceScores]] = {}
    data = []
    for criterion in criteria:
        exchangeable = bool(criterion.column["exchangeable"])
        why_none = why_no_intervals(criterion.name, exchangeable, evalset)
        why_none = why_none or (NOT_TESTED if most <= 0 else "")
        most -= not why_none
        units = None if criterion.name == DOCUMENT else documents
        scores = statistics[pair["a"]], statistics[pair["b"]]
        slices = score_parts(*scores, criterion.parts, units, intervals=not why_none)
        found[criterion.name] = slices
        data.append(
            {
                "column": criterion.name,
                "ordered": criterion.ordered,
                "intervals": [
                    [one.label, *ends]
                    for one in slices
                    if (ends := interval_data(one.ci_low, one.ci_high))
                ],
                "note": slicing_note(criterion.name, slices, evalset, why_none),
            }
        )
    named = [
        (name, [replace(one, label=one.label or NO_VALUE) for one in found[name]]) for name in first
    ]
    return {
        "sentence": text_data(slices_sentence(pair["delta"], named)),
        "lead": text_data(slices_sentence(pair["delta"], named[:1])),
        "first": first,
        "criteria": data,
    }


def _criteria(
    columns: Sequence[dict[str, Any]], bands: Sequence[dict[str, Any]], size: int
) -> Iterator[_Criterion]:
    """Texts first, then bands of numbers, then flags: those with some parts, but not too many."""
    texts = [column for column in columns if column["kind"] == "text"]
    flags = [column for column in columns if column["kind"] == "flag"]
    for column in [*texts, *bands, *flags]:
        if any(isinstance(value, list) for value in column["values"]):
            continue
        parts = _partition(column)
        number = len(np.unique(parts.part))
        if 1 < number <= MOST_SLICES and number * SEGMENTS_PER_SLICE <= size:
            yield _Criterion(column, parts, column in bands or column["name"] in CRITERIA)


def _partition(column: Mapping[str, Any]) -> Partition:
    """The parts by the values of a column as the page has them."""
    values = np.array(column["values"], np.int64)
    if column["kind"] == "flag":
        return Partition(["yes", "no"], 1 - values)
    words = [*column["words"], ""]
    part = np.where(values < 0, len(words) - 1, values)
    if "" in column["words"]:
        part[part == column["words"].index("")] = len(words) - 1
    return Partition(words, part)


def _first(criteria: Sequence[_Criterion]) -> list[str]:
    """The criterion that is shown first, as `default_criterion` has it, and the length."""

    def is_large(one: _Criterion) -> bool:
        return bool((np.bincount(one.parts.part) >= MIN_SEGMENTS).sum() >= 2)

    names = [one.name for one in criteria]
    large = [one.name for one in criteria if one.name not in DESCRIPTIVE and is_large(one)]
    return list(dict.fromkeys([*(large or names)[:1], *(n for n in names if n == LENGTH)]))


def why_no_intervals(name: str, exchangeable: bool, evalset: EvalSet) -> str:
    """Why a criterion or a column has no intervals, or ""."""
    if name in DESCRIPTIVE:
        return DESCRIPTIVE[name]
    return evalset.no_test_reason or ("" if exchangeable else CHOSEN_BY_OUTPUT)


def slicing_note(
    name: str, slices: Sequence[SliceScores], evalset: EvalSet, why_none: str
) -> list[Any]:
    """What the intervals of a criterion resample, or why there are none, as a text."""
    if not why_none and all(one.ci_low is None for one in slices):
        why_none = messages.small_parts(MIN_SEGMENTS)
    has_documents = documents_of(evalset) is not None
    note = resampling_note(name, slices, has_documents)
    return text_data([Span(str(why_none))] if why_none else note)


def whole_interval(content: ComparisonReport) -> list[float] | None:
    """The interval of Δ of all segments, as the scorecard has it."""
    found = content.significance
    return None if found is None else interval_data(found.bootstrap.ci_low, found.bootstrap.ci_high)


def finder_data(content: ComparisonReport) -> dict[str, Any] | None:
    """The `Finder` of a comparison: the result of the slice finder; None if it was not run."""
    found = content.slices
    if found is None:
        return None
    return {
        # What is not tested says so itself.
        "notes": [text_data([Span(sentence)]) for sentence in islice(slice_sentences(found), 2)],
        "slices": [
            {
                "name": one.expression,
                "tested": one.p_value is not None,
                "segments": len(one.rows),
                "points": one.points,
                "share": one.share_of_change,
                "delta": one.delta,
                "interval": interval_data(one.ci_low, one.ci_high),
                "surplus": one.surplus,
                "bounds": interval_data(one.surplus_low, one.surplus_high),
                "verdict": text_data(finding_sentence(one)),
            }
            for one in (*found.slices, *found.described)
        ],
    }


def saved_data(content: ComparisonReport, table: SegmentTable) -> dict[str, Any] | None:
    """The `Saved` slices of a comparison; None if there are none."""
    if not content.saved_slices:
        return None
    return scored_slices_data(
        score_saved(content.saved_slices, lambda saved: replace(table, thresholds=saved.thresholds))
    )


def scored_slices_data(scored: Sequence[ScoredSlice]) -> dict[str, Any]:
    """The `Saved` slices of a comparison; the note is on tests."""
    return {
        "note": text_data([Span(str(saved_slices_note(scored)))] if scored else []),
        "slices": [
            {
                "name": one.saved.name,
                "expression": one.saved.expression,
                "segments": len(one.rows),
                "delta": one.delta,
                "interval": interval_data(one.ci_low, one.ci_high),
                "note": str(one.reason or one.skip_reason),
            }
            for one in scored
        ],
    }
