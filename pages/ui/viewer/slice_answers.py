"""Answers about slices: scores by a criterion, saved slices, and what the slice finder found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bleu_core import Comparison
from bleu_core.metrics import MetricComparison
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import Span
from bleu_core.present.tables.comparison_tables import unattributed_note
from bleu_core.present.tables.slice_sentences import LENGTH, slices_sentence
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import finite, interval_data
from bleu_core.present.viewer.slices import (
    finder_data,
    scored_slices_data,
    slicing_note,
    why_no_intervals,
)
from bleu_core.segments.columns import (
    ANNOTATION_COLUMNS,
    NUMBER,
    SegmentColumn,
    SegmentTable,
    has_intervals,
    partition_columns,
)
from bleu_core.segments.detectors import written_thresholds
from bleu_core.segments.saved_slices import SavedSlice, ScoredSlice, score_saved
from bleu_core.segments.slice_criteria import CRITERIA, criteria
from bleu_core.segments.slices import SliceScores
from bleu_core.segments.worklist import bin_expression, part_expressions
from pages.ui import metric_results, results, segment_filter, slice_saving, state, user_workspace
from pages.ui.cache import result
from pages.ui.computing import computed
from pages.ui.judgements import saved_annotations

UNSAVED = "(unsaved filter)"


def slices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Slices` of slices.js; those of a metric have points of BLEU."""
    view, keys = state.current(), metric_results.metric_keys(comparison)
    metric = view.slice_metric if view.slice_metric in keys else keys[0]
    about = metric_results.metric_info(comparison, metric)
    metric_pair = None
    if metric != "bleu":
        what = f"Computing {about.label}"
        metric_pair = computed(what, metric_results.metric_pair, comparison, metric)
    known = criteria(comparison)
    columns = {one.name: one for one in _columns(comparison, known)}
    first = list(dict.fromkeys([results.initial_criterion(comparison), LENGTH]))
    named = [(name, _scores(comparison, name, metric_pair)) for name in first]
    shown = named
    if view.slice_by in {*known, *columns}:
        shown = [(view.slice_by, _scores(comparison, view.slice_by, metric_pair))]
    scored = comparison.score_a, comparison.score_b
    a, b = (
        (one.score for one in scored)
        if metric_pair is None
        else (metric_pair.score_a, metric_pair.score_b)
    )
    is_part = comparison.whole is not None
    bands = "Bands are those of the whole test set." if is_part else ""
    ledger = comparison.ledger
    return {
        "sentence": text_data(
            slices_sentence(comparison.delta, named) if metric_pair is None else []
        ),
        "lead": [],
        "first": first,
        "choices": [*known, *columns],
        "groups": [
            {
                "column": name,
                "about": known.get(name) or columns[name].about,
                "note": _note(comparison, name, columns.get(name), found),
                "rows": _rows(comparison, name, columns.get(name), found),
            }
            for name, found in shown
        ],
        "whole": {
            "label": "Filtered segments" if is_part else "All segments",
            "segments": len(comparison),
            "a": finite(a),
            "b": finite(b),
            "delta": finite(b - a),
            "low": None,
            "high": None,
            "points": finite(float(ledger.segments.sum())) if ledger.defined else None,
        },
        "metric": {
            "key": metric,
            "label": about.label,
            "decimals": about.decimals,
            "lower": not about.higher_is_better,
        },
        "metrics": [
            {"key": key, "label": metric_results.metric_info(comparison, key).label} for key in keys
        ],
        "caveat": " ".join(filter(None, (about.part_caveat, bands))),
        "isFiltered": False,
        "delta": comparison.delta,
        "hasPoints": ledger.defined,
        "unattributed": unattributed_note(ledger),
    }


def _table(comparison: Comparison) -> SegmentTable:
    """The columns of the whole test set: those of a part could differ."""
    return segment_filter.filter_columns(comparison.whole or comparison)


def _columns(comparison: Comparison, known: dict[str, str]) -> list[SegmentColumn]:
    """The columns besides the criteria; of one name, that of the data has a prefix."""
    hidden = {*known, *(f"data.{name}" for name in known)}
    found = partition_columns(_table(comparison))
    return [column for column in found if column.name not in hidden]


def _scores(
    comparison: Comparison, name: str, metric_pair: MetricComparison | None
) -> list[SliceScores]:
    """BLEU, or another metric, on each slice by a criterion or a column."""
    if name in criteria(comparison):
        found = computed("Scoring slices", results.slice_scores, comparison, name, metric_pair)
    else:
        table = _table(comparison)
        asked = comparison, table.thresholds, name, metric_pair, table
        # Annotations may change.
        is_saved = name not in ANNOTATION_COLUMNS
        found = (
            computed("Scoring slices", results.slices_by_column, *asked)
            if is_saved
            else results.slices_by_column.make(*asked)
        )
    return found or []


def _note(
    comparison: Comparison,
    name: str,
    column: SegmentColumn | None,
    found: Sequence[SliceScores],
) -> list[Any]:
    exchangeable = column is None or has_intervals(column)
    why_none = why_no_intervals(name, exchangeable, comparison.evalset)
    return slicing_note(name, found, comparison.evalset, why_none)


def _rows(
    comparison: Comparison,
    name: str,
    column: SegmentColumn | None,
    found: Sequence[SliceScores],
) -> list[dict[str, Any]]:
    """The slices, the largest contributions in the direction of Δ first, or bands in order."""
    if column is None:
        filters = part_expressions(comparison, name, [one.label for one in found])
    else:
        table = _table(comparison)
        cut = results.column_bands(table, name)
        filters = [bin_expression(table, name, cut, one.label) for one in found]
    is_ordered = name in CRITERIA if column is None else column.kind == NUMBER
    order = np.arange(len(found))
    if not is_ordered:
        way = 1 if comparison.delta < 0 else -1
        order = np.argsort([way * one.points for one in found], kind="stable")
    return [
        {
            "label": one.label,
            "value": one.label,
            "where": segment_filter.within_part(comparison, filters[i]),
            "segments": one.n,
            "a": finite(one.score_a),
            "b": finite(one.score_b),
            "delta": finite(one.delta),
            "low": None if one.ci_low is None else finite(one.ci_low),
            "high": None if one.ci_high is None else finite(one.ci_high),
            "points": finite(one.points),
        }
        for i in order.tolist()
        for one in [found[i]]
    ]


def found_slices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Finder` of document.js, None until it is asked for, and how it searches."""
    how = results.current_search()
    waits = len(comparison) > results.QUICK_SEARCH and asked.get("search") != "yes"
    found = results.slice_findings.ready(comparison, how)
    if found is None and not waits:
        found = computed("Searching for slices", results.slice_findings, comparison, how)
    finder = None if found is None else finder_data(ComparisonReport(comparison, slices=found))
    for one in finder["slices"] if finder else ():
        one["where"] = segment_filter.within_part(comparison, one["name"])
    return {
        "finder": finder,
        "search": {"least": how.least, "depth": how.depth, "waits": waits and found is None},
    }


def saved_slices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Saved` slices of document.js, of all segments, and the interval of Δ of those shown."""
    whole, view = comparison.whole or comparison, state.current()
    saved = slice_saving.saved_slices()
    pairs = {(one.expression, one.thresholds) for one in saved}
    unsaved = view.where if (view.where, view.thresholds) not in pairs else ""
    if unsaved:
        saved = [*saved, SavedSlice(UNSAVED, view.where, view.thresholds)]
    # Thresholds and annotations are those of the question, which the work beside it lacks.
    tables = {
        one: segment_filter.filter_columns(whole, one.expression, one.thresholds) for one in saved
    }
    now = saved_annotations.state_for_visitor()
    scored = computed("Testing saved slices", _scored, whole, tuple(saved), now, tables) or []
    tested = computed("Testing the difference", results.significance, comparison)
    data = scored_slices_data(scored)
    for one, own in zip(data["slices"], scored, strict=True):
        one |= {"where": own.saved.expression, "limits": written_thresholds(own.saved.thresholds)}
    note = _saved_note(bool(scored), comparison is not whole)
    return {
        "saved": data | {"unsaved": unsaved, "note": [*data["note"], *text_data([Span(note)])]},
        "interval": tested and interval_data(tested.bootstrap.ci_low, tested.bootstrap.ci_high),
    }


def _saved_note(has_slices: bool, is_part: bool) -> str:
    if has_slices:
        return " Saved slices are scored on all segments of this test set." if is_part else ""
    if user_workspace.current() is None:
        return f"Slices cannot be saved here. {user_workspace.nothing_saved_reason()}"
    return "No saved slices. Set a filter on Segments to save it under a name, for all test sets."


@result(size=lambda made: sum(one.rows.nbytes + 1_000 for one in made))
def _scored(
    comparison: Comparison,
    slices: tuple[SavedSlice, ...],
    annotations: tuple[object, ...],
    _tables: dict[SavedSlice, SegmentTable],
    progress: Any = None,
) -> list[ScoredSlice]:
    return score_saved(slices, _tables.__getitem__, progress)


ANSWERS = {"slices": slices, "found-slices": found_slices, "saved-slices": saved_slices}
