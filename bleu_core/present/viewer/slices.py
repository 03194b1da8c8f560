"""Slices of a page: criteria with their intervals, the slice finder's result, saved slices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

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


def pair_slicing(
    pair: Mapping[str, Any],
    columns: Sequence[dict[str, Any]],
    evalset: EvalSet,
    statistics: Sequence[SegmentStatistics],
    pairs: int,
) -> dict[str, Any]:
    """The `Slicing` of one of `pairs` pairs; intervals are simultaneous within a criterion."""
    # Texts first, then bands of numbers, then flags: by parts that are some, but not too many.
    bands = [column for column in pair["bands"] if column["name"] not in CRITERIA]
    own = [*columns, *pair["columns"]]
    ordered = [
        *(column for column in own if column["kind"] == "text"),
        *bands,
        *(column for column in own if column["kind"] == "flag"),
    ]
    criteria = {
        str(column["name"]): (column, parts)
        for column in ordered
        if (parts := _parts(column, len(evalset))) is not None
    }
    first = _first({name: parts for name, (_, parts) in criteria.items()})
    most = max(len(first) if pairs == 1 else 0, MOST_TESTED // (max(1, len(evalset)) * pairs))
    documents = documents_of(evalset)
    scores = statistics[pair["a"]], statistics[pair["b"]]
    slices: dict[str, list[SliceScores]] = {}
    data = []
    for name in dict.fromkeys([*first, *criteria]):  # the first are tested before others
        column, parts = criteria[name]
        why_none = why_no_intervals(name, bool(column["exchangeable"]), evalset)
        why_none = why_none or (NOT_TESTED if most <= 0 else "")
        most -= not why_none
        units = None if name == DOCUMENT else documents
        slices[name] = score_parts(*scores, parts, units, intervals=not why_none)
        ends = [(one.label, interval_data(one.ci_low, one.ci_high)) for one in slices[name]]
        data.append(
            {
                "column": name,
                "ordered": column in bands or name in CRITERIA,
                "intervals": [[label, *interval] for label, interval in ends if interval],
                "note": slicing_note(name, slices[name], evalset, why_none),
            }
        )
    named = [
        (name, [replace(one, label=one.label or NO_VALUE) for one in slices[name]])
        for name in first
    ]
    return {
        "sentence": text_data(slices_sentence(pair["delta"], named)),
        "lead": text_data(slices_sentence(pair["delta"], named[:1])),
        "first": first,
        "criteria": data,
    }


def _parts(column: Mapping[str, Any], size: int) -> Partition | None:
    """The parts by the values of a column, of which "" is none; None if it makes no slices."""
    if any(isinstance(value, list) for value in column["values"]):
        return None
    values = np.array(column["values"], np.int64)
    if column["kind"] == "flag":
        parts = Partition(["yes", "no"], 1 - values)
    else:
        words = [*column["words"], ""]
        part = np.where(values < 0, len(words) - 1, values)
        if "" in column["words"]:
            part[part == column["words"].index("")] = len(words) - 1
        parts = Partition(words, part)
    number = len(np.unique(parts.part))
    return parts if 1 < number <= MOST_SLICES and number * SEGMENTS_PER_SLICE <= size else None


def _first(criteria: Mapping[str, Partition]) -> list[str]:
    """The criterion that is shown first, as `default_criterion` has it, and the length."""
    large = [
        name
        for name, parts in criteria.items()
        if name not in DESCRIPTIVE and (np.bincount(parts.part) >= MIN_SEGMENTS).sum() >= 2
    ]
    shown = [*(large or criteria)][:1]
    return list(dict.fromkeys([*shown, *([LENGTH] if LENGTH in criteria else [])]))


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
                "tokens": one.share,
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
