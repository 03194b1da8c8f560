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
from pages.ui.cache import computed, result
from pages.ui.judgements import saved_annotations

UNSAVED = "(unsaved filter)"


def slices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Slices` of slices.js; those of a metric have points of BLEU."""
    view, keys = state.current(), metric_results.metric_keys(comparison)
    infos = {key: metric_results.metric_info(comparison, key) for key in keys}
    metric = view.slice_metric if view.slice_metric in keys else keys[0]
    about, other, scored = infos[metric], None, [comparison.score_a.score, comparison.score_b.score]
    if metric != "bleu":
        what = f"Computing {about.label}"
        other = computed(what, metric_results.metric_pair, comparison, metric)
        scored = [other.score_a, other.score_b]
    a, b = scored
    # The columns are those of the whole test set: those of a part could differ.
    known = criteria(comparison)
    table = segment_filter.filter_columns(comparison.whole or comparison)
    hidden = {*known, *(f"data.{name}" for name in known)}
    columns = {one.name: one for one in partition_columns(table) if one.name not in hidden}
    first = list(dict.fromkeys([results.initial_criterion(comparison), LENGTH]))
    named = [(name, _scores(comparison, table, name, other)) for name in first]
    shown = named
    if view.slice_by in {*known, *columns}:
        shown = [(view.slice_by, _scores(comparison, table, view.slice_by, other))]
    is_part, ledger = comparison.whole is not None, comparison.ledger
    bands = "Bands are those of the whole test set." if is_part else ""
    return {
        "sentence": text_data([] if other else slices_sentence(comparison.delta, named)),
        "lead": [],
        "first": first,
        "choices": [*known, *columns],
        "groups": [
            {"column": name, **_group(comparison, table, name, columns.get(name), found)}
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
        "metrics": [{"key": key, "label": info.label} for key, info in infos.items()],
        "caveat": " ".join(filter(None, (about.part_caveat, bands))),
        "isFiltered": False,
        "delta": comparison.delta,
        "hasPoints": ledger.defined,
        "unattributed": unattributed_note(ledger),
    }


def _scores(
    comparison: Comparison, table: SegmentTable, name: str, other: MetricComparison | None
) -> list[SliceScores]:
    """BLEU, or another metric, on each slice by a criterion or a column."""
    if name in criteria(comparison):
        return computed("Scoring slices", results.slice_scores, comparison, name, other)
    asked = comparison, table.thresholds, name, other, table
    if name in ANNOTATION_COLUMNS:  # they may change
        return results.slices_by_column.make(*asked)
    return computed("Scoring slices", results.slices_by_column, *asked)


def _group(
    comparison: Comparison,
    table: SegmentTable,
    name: str,
    column: SegmentColumn | None,
    found: Sequence[SliceScores],
) -> dict[str, Any]:
    """What a criterion or a column is about, its note, and its slices."""
    if column is None:
        about, is_ordered, has_tests = criteria(comparison)[name], name in CRITERIA, True
        filters = part_expressions(comparison, name, [one.label for one in found])
    else:
        about, is_ordered = column.about, column.kind == NUMBER
        has_tests, cut = has_intervals(column), results.column_bands(table, name)
        filters = [bin_expression(table, name, cut, one.label) for one in found]
    filters = [segment_filter.within_part(comparison, where) for where in filters]
    data = comparison.evalset
    note = slicing_note(name, found, data, why_no_intervals(name, has_tests, data))
    return {
        "about": about,
        "note": note,
        "rows": slice_rows(comparison, found, filters, is_ordered),
    }


def slice_rows(
    comparison: Comparison, slices: Sequence[SliceScores], filters: Sequence[str], is_ordered: bool
) -> list[dict[str, Any]]:
    """The slices in their order, or else the largest contributions in the direction of Δ first."""
    rows = [
        {
            "label": one.label,
            "value": one.label,
            "where": where,
            "segments": one.n,
            "a": finite(one.score_a),
            "b": finite(one.score_b),
            "delta": finite(one.delta),
            "low": None if one.ci_low is None else finite(one.ci_low),
            "high": None if one.ci_high is None else finite(one.ci_high),
            "points": finite(one.points),
        }
        for one, where in zip(slices, filters, strict=True)
    ]
    if is_ordered:
        return rows
    way = 1 if comparison.delta < 0 else -1
    order = np.argsort([way * one.points for one in slices], kind="stable")
    return [rows[place] for place in order]


def found_slices(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Finder` of document.js, None until it is asked for, and how it searches."""
    least, depth, _ = how = results.current_search()
    waits = len(comparison) > results.QUICK_SEARCH and asked.get("search") != "yes"
    found = results.slice_findings.ready(comparison, how)
    if found is None and not waits:
        found = computed("Searching for slices", results.slice_findings, comparison, how)
    finder = None if found is None else finder_data(ComparisonReport(comparison, slices=found))
    for one in finder["slices"] if finder else ():
        one["where"] = segment_filter.within_part(comparison, one["name"])
    return {
        "finder": finder,
        "search": {"least": least, "depth": depth, "waits": waits and found is None},
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
    scored = computed("Testing saved slices", _scored, whole, tuple(saved), now, tables)
    tested = computed("Testing the difference", results.significance, comparison)
    data = scored_slices_data(scored)
    for one, own in zip(data["slices"], scored, strict=True):
        one |= {"where": own.saved.expression, "limits": written_thresholds(own.saved.thresholds)}
    if scored:
        is_part = comparison is not whole
        note = " Saved slices are scored on all segments of this test set." if is_part else ""
    elif user_workspace.current() is None:
        note = f"Slices cannot be saved here. {user_workspace.nothing_saved_reason()}"
    else:
        note = "No saved slices. Set a filter on Segments to save it under a name."
    return {
        "saved": data | {"unsaved": unsaved, "note": [*data["note"], *text_data([Span(note)])]},
        "interval": tested and interval_data(tested.bootstrap.ci_low, tested.bootstrap.ci_high),
    }


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
