"""The filter: which segments it selects, its line, and the part of the test set it leaves.

Overview, N-grams, Slices and reports can be about that part; all other screens are about all
segments. Line numbers, annotations, imported scores and saved data are those of the whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import codes
from bleu_core.messages import screen as messages
from bleu_core.metrics import MetricComparison
from bleu_core.segments.columns import SegmentAnnotations, SegmentTable
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError, check, conjoin, describe_columns, parse
from bleu_core.segments.worklist import metrics_named, with_meaning, without_metrics
from pages.ui import metric_results, open_comparison, results, state, store
from pages.ui.cache import result
from pages.ui.judgements import saved_annotations
from pages.ui.view import NGRAMS, OVERVIEW, SEGMENTS, SLICES
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.components import component
from pages.ui.widgets.controls import run_again


def filtered_segments(
    comparison: Comparison, where: str
) -> tuple[NDArray[np.bool_], ExpressionError | None]:
    """Return an (S,) mask of the matches, without conditions that cannot apply; and the fault."""
    known = without_metrics(where, uncounted_metrics(comparison, where))
    columns = filter_columns(comparison, where)
    rest, fault = applicable(known, columns)
    return results.selected_segments(columns, rest), fault


def applicable(where: str, columns: SegmentTable) -> tuple[str, ExpressionError | None]:
    """Return an expression, or its conditions that apply to a comparison, and what is wrong."""
    try:
        if where:
            check(parse(where), columns)
    except ExpressionError as error:
        return with_meaning(where, columns), error
    return where, None


def filter_columns(
    comparison: Comparison, where: str = "", thresholds: Thresholds | None = None
) -> SegmentTable:
    """Return the columns and the metrics of an expression; default thresholds: the view's."""
    limits = thresholds or state.current().thresholds
    marks, own_marks = (
        tuple(saved_annotations.marked_segments(comparison, mine=mine)) for mine in (False, True)
    )
    annotations = SegmentAnnotations(
        saved_annotations.own_annotations(comparison), marks, own_marks
    )
    found = {key: _find(comparison, key) for key in metrics_of_filter(comparison, where)}
    metric_pairs = {key: one for key, one in found.items() if one is not None}
    return results.column_table(comparison, limits, annotations, metric_pairs)


def metrics_of_filter(comparison: Comparison, where: str) -> tuple[str, ...]:
    return metrics_named(where, metric_results.metric_keys(comparison))


def uncounted_metrics(comparison: Comparison, where: str) -> list[str]:
    """Return the keys of those metrics that are slow and not computed."""
    asked = metrics_of_filter(comparison, where)
    return [key for key in asked if _find(comparison, key) is None]


def _find(comparison: Comparison, key: str) -> MetricComparison | None:
    ready = metric_results.ready_metric(comparison, key)
    if ready is None and not metric_results.metric_info(comparison, key).is_slow:
        return metric_results.metric_pair(comparison, key)
    return ready


# On more segments, no values are offered of columns that are computed from all texts.
QUICK, FROM_TEXTS = 50_000, ("rarity", "script")


def columns_of_filter(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the columns that an expression can use, for completion."""
    return _columns(
        comparison,
        state.current().thresholds,
        tuple(metric_results.metric_keys(comparison)),
        saved_annotations.state_for_visitor(),
    )


@result()
def _columns(
    comparison: Comparison,
    thresholds: Thresholds,
    countable: tuple[str, ...],
    state_for_visitor: tuple[object, ...],
) -> list[dict[str, Any]]:
    without_values = FROM_TEXTS if len(comparison) > QUICK else ()
    described = describe_columns(filter_columns(comparison), countable, without_values)
    return [one._asdict() for one in described]


# The screens that show the part, with their titles; and the one where segments are selected.
SCREENS_OF_PART = {OVERVIEW: "Overview", NGRAMS: "N-grams", SLICES: "Slices"}
SCREEN_OF_FILTER = SEGMENTS
_mount_line = component("widgets/subset_line.js", '<div class="subset"></div>')


def comparison_or_part() -> Comparison:
    """Return the open comparison or its filtered part; if that is empty, run the page again."""
    part = part_of(open_comparison.current_comparison())
    if part is None:
        run_again()
    return part


def part_of(everything: Comparison) -> Comparison | None:
    """Return a comparison, or its filtered part if the view asks for it; None if it is empty."""
    view = state.current()
    if not (view.only and view.where):
        return everything
    rows, fault = _requested_rows(everything)
    if fault or len(rows) == len(everything):
        return everything
    if not len(rows):
        return None
    reason = results.asymmetry_reason(filter_columns(everything, view.where), view.where)
    return store.part(everything, rows, view.where, reason)


def within_part(comparison: Comparison, where: str = "") -> str:
    """Return an expression for segments of the part that is shown."""
    part = comparison.evalset.where
    return conjoin([part, where]) if part and where else part or where


def draw_part_line(comparison: Comparison, screen: str) -> bool:
    """Draw which segments a screen is about (not on Segments); return whether it has any."""
    view = state.current()
    follows = screen in SCREENS_OF_PART
    if not view.where or screen == SCREEN_OF_FILTER or not (follows or view.only):
        return True
    rows, fault = _requested_rows(comparison)
    if fault and not view.only:
        return True  # the filter says what is wrong
    text, tone = _describe_part(len(rows), fault, len(comparison), follows)
    everything = f"Show all {format_count(len(comparison), 'segment')}"
    _mount_line(
        data={
            "told": text,
            "where": view.where,
            "switch": everything if view.only else "Show only these",
            "tone": tone,
            "code": codes([fault])[0],
        },
        key="subset",
        on_only_change=lambda: state.change(only=not state.current().only),
        on_filter_change=lambda: state.switch_to("segments.py"),
    )
    is_empty = view.only and follows and not fault and not len(rows)
    if is_empty:
        draw_alert("info", "There is nothing to compare on this screen.", key="no-segment")
    return not is_empty


def _describe_part(number: int, fault: str, size: int, follows: bool) -> tuple[str, str]:
    """Return the text before the expression, and its tone."""
    everything, only = f"all {format_count(size, 'segment')}", state.current().only
    if fault:
        these = "Showing" if follows else f"{join_words(SCREENS_OF_PART.values())} show"
        return f"{these} {everything}: {fault} Filter:", "warning"
    if not follows:
        rest = f"{join_words(SCREENS_OF_PART.values())} cover only {format_int(number)}:"
        return f"This screen covers {everything}; {rest}", "muted"
    if only:
        part = format_int(number) if number else "None"
        return f"{part} of {format_count(size, 'segment')}:", "strong"
    return f"Showing {everything}. The filter of Segments matches {format_int(number)}:", "muted"


def _requested_rows(comparison: Comparison) -> tuple[NDArray[np.int64], str]:
    """Return the segments that the filter selects, or why it cannot be used."""
    where = state.current().where
    if waiting := uncounted_metrics(comparison, where):
        return np.arange(0), messages.filter_meaningless(
            f"It needs {join_words(waiting)}, to be computed first."
        )
    mask, fault = filtered_segments(comparison, where)
    why = "" if fault is None else messages.filter_meaningless(fault.problem)
    return np.flatnonzero(mask), why
