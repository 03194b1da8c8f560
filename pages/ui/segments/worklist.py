"""The worklist for the view: its metrics, its order, its segments, and steps along it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.escaping import markdown_code, one_line
from bleu_core.common.formatting import format_component, format_int
from bleu_core.messages import screen, server
from bleu_core.metrics import METRIC_KEYS, MetricComparison, metric_keys
from bleu_core.segments.columns import NUMBER, SegmentColumn, SegmentTable
from bleu_core.segments.expressions import HasValue, Name, written
from bleu_core.segments.worklist import (
    COMPONENTS,
    metrics_named,
    sort_column,
    sort_metrics,
    step_along,
    without_metrics,
    written_metrics,
)
from pages.ui import metric_results, results, segment_filter, state
from pages.ui.query import to_params
from pages.ui.view import View, of_pair
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, run_again

# The menu has separate orders for these.
KNOWN = {"line", "delta", "gain", "points", "a.bleu", "b.bleu", "reference.length"}
LONGEST_NAME = 40


def order_column_name(sort: str) -> str:
    """The column of the view's order; '' for another order."""
    return sort_column(sort.removeprefix("-"))


def order_expression(sort: str) -> str:
    """An expression that uses that column."""
    name = order_column_name(sort)
    return written(HasValue(Name(name))) if name else ""


def order_table(comparison: Comparison, sort: str) -> SegmentTable | None:
    """The columns, with the opinions that the order needs; None for another order."""
    return (
        segment_filter.filter_columns(comparison, order_expression(sort))
        if order_column_name(sort)
        else None
    )


def order_column(comparison: Comparison, sort: str) -> SegmentColumn | None:
    """The column of an order; None if it does not exist or does not hold numbers."""
    result = order_table(comparison, sort)
    one = None if result is None else result.columns.get(order_column_name(sort))
    return None if one is None or one.kind != NUMBER or one.missing else one


def _column_orders(table: SegmentTable) -> Iterator[tuple[str, str]]:
    """The orders by columns of a table, with their names."""
    for name, one in table.columns.items():
        if one.kind == NUMBER and not one.missing and name not in KNOWN:
            yield from _column_order_texts(name)


def _column_order_texts(name: str) -> Iterator[tuple[str, str]]:
    """Names of both orders by a column."""
    label = one_line(name, LONGEST_NAME)
    yield f"-column:{name}", f"{label}, largest first"
    yield f"column:{name}", f"{label}, smallest first"


# Characters of a metric's name on a button, which is Markdown.
LONGEST_METRIC_LABEL = 24


def current_sort(comparison: Comparison) -> str:
    """The view's order; the default if its metric or column is not available."""
    sort = state.current().sort
    is_there = not order_column_name(sort) or order_column(comparison, sort) is not None
    if is_there and not missing_metrics(comparison, _sort_metrics(comparison, sort)):
        return sort
    return View().sort


def available_metrics(comparison: Comparison) -> list[str]:
    """Keys of the metrics that are computed, or can be quickly."""
    return [key for key in metric_results.metric_keys(comparison) if _is_quick(comparison, key)]


def selecting_metrics(comparison: Comparison) -> tuple[str, ...]:
    """Keys of computed metrics that segments are selected by."""
    where = state.current().where
    waiting = segment_filter.uncounted_metrics(comparison, where)
    return tuple(m for m in segment_filter.metrics_of_filter(comparison, where) if m not in waiting)


def opinions_of(comparison: Comparison, keys: Iterable[str]) -> dict[str, MetricComparison]:
    """Opinions of these metrics, each computed once, with a bar if that takes time."""
    result = {}
    for key in keys:
        ready = metric_results.ready_opinion(comparison, key)
        result[key] = _compute_metric(comparison, key) if ready is None else ready
    return result


def missing_metrics(comparison: Comparison, keys: Iterable[str]) -> list[str]:
    """Those of the metrics that are unknown here, or slow and not computed."""
    return [key for key in dict.fromkeys(keys) if not _is_quick(comparison, key)]


def metric_label(comparison: Comparison, key: str) -> str:
    """The name of a metric as plain text."""
    known = key in metric_results.metric_keys(comparison)
    return one_line(metric_results.metric_info(comparison, key).label if known else key)


def metric_label_markdown(comparison: Comparison, key: str) -> str:
    """The name of a metric as Markdown, with user input escaped."""
    name = metric_label(comparison, key)
    return name if key in METRIC_KEYS else markdown_code(name, LONGEST_METRIC_LABEL)


def draw_missing_metrics(comparison: Comparison) -> None:
    """Draw the link's missing metrics, with a button to compute slow ones."""
    view = state.current()
    requested = [
        *_sort_metrics(comparison, view.sort),
        *segment_filter.metrics_of_filter(comparison, view.where),
    ]
    waiting = missing_metrics(comparison, requested)
    _draw_missing_reasons(comparison, waiting)
    name = order_column_name(view.sort)
    if name and not waiting and order_column(comparison, view.sort) is None:
        title = server.unknown_column(one_line(name, LONGEST_METRIC_LABEL))
        draw_alert("warning", title, key="no-column")


def _draw_missing_reasons(comparison: Comparison, keys: Iterable[str]) -> None:
    """Draw why each of these metrics is missing; slow ones can be computed."""
    for key in keys:
        name = metric_label(comparison, key)
        if key not in metric_results.metric_keys(comparison):
            draw_alert("warning", server.unknown_order(name), key=f"no-metric-{key}")
            continue
        draw_alert("info", screen.slow_metric(name), key=f"slow-metric-{key}")
        if st.button(f"Compute {metric_label_markdown(comparison, key)}", key=f"count-{key}"):
            _compute_metric(comparison, key)
            run_again()


def draw_metric_pickers(comparison: Comparison) -> None:
    """Draw two boxes for the metrics to compare."""
    pair = state.current().metrics
    for i, (column, title) in enumerate(
        zip(st.columns(2), ("First metric", "Second metric"), strict=True)
    ):
        other = pair[1 - i]
        keys = list(dict.fromkeys([*available_metrics(comparison), pair[i]]))
        keys = [key for key in keys if key != other]

        def choose(key: str, i: int = i, other: str = other) -> None:
            state.change(metrics=(other, key) if i else (key, other))

        column.selectbox(
            title,
            **follow_choice(f"filter-metric-{i}", keys, pair[i], choose),
            format_func=partial(metric_label, comparison),
        )


def _sort_metrics(comparison: Comparison, sort: str) -> tuple[str, ...]:
    """Keys of the metrics of an order, or of its column."""
    if order_column_name(sort):
        return segment_filter.metrics_of_filter(comparison, order_expression(sort))
    return sort_metrics(sort.removeprefix("-"))


def _is_quick(comparison: Comparison, key: str) -> bool:
    if metric_results.ready_opinion(comparison, key) is not None:
        return True
    known = key in metric_results.metric_keys(comparison)
    return known and not metric_results.metric_info(comparison, key).is_slow


def _compute_metric(comparison: Comparison, key: str) -> MetricComparison:
    about = metric_results.metric_info(comparison, key)
    with progress_bars.progress_bar(
        f"Computing {metric_label_markdown(comparison, key)} on {format_int(len(comparison))} "
        "segments",
        shown=about.is_slow,
        segments=len(comparison),
        on_stop=_drop_metrics,
    ) as counting:
        return metric_results.metric_opinion(comparison, key, counting)


def _drop_metrics() -> None:
    """Remove all metrics from the view."""
    view = state.current()
    where = without_metrics(view.where, metrics_named(view.where, [*metric_keys()]))
    state.change(sort=View().sort, where=where)


_BLEU_ORDER_TEXTS = {
    "-carried": "by contribution",
    "carried": "smallest contribution first",
    "points": "contribution, losses first",
    "-points": "contribution, gains first",
    "-size": "|Δ|, largest first",
    "size": "|Δ|, smallest first",
    "delta": "Δ, losses first",
    "-delta": "Δ, gains first",
    "line": "file order",
    "-line": "file order, reversed",
    "a": "BLEU of A, lowest first",
    "-a": "BLEU of A, highest first",
    "b": "BLEU of B, lowest first",
    "-b": "BLEU of B, highest first",
    "-length": "reference length, longest first",
    "length": "reference length, shortest first",
    "ratio": "length ratio B / A, smallest first",
    "-ratio": "length ratio B / A, largest first",
}


def order_texts(comparison: Comparison, chosen: str) -> dict[str, str]:
    """All available orders with their names, including `chosen`."""
    key = chosen.removeprefix("-")
    others = [metric for metric in available_metrics(comparison) if metric != "bleu"]
    texts = _bleu_order_texts(key)
    for metric in others:
        texts |= _metric_order_texts(comparison, metric)
    for metric in others:
        disagreement = f"disagree:{written_metrics([metric])}"
        texts |= _disagreement_order_texts(comparison, disagreement, chosen)
    texts |= dict(_column_orders(segment_filter.filter_columns(comparison)))
    if chosen not in texts and order_column_name(chosen):
        texts |= dict(_column_order_texts(order_column_name(chosen)))
    said = sort_metrics(key)
    if chosen not in texts and len(said) == 1:
        texts |= _metric_order_texts(comparison, *said)
    elif chosen not in texts and said:
        texts |= _disagreement_order_texts(comparison, key, chosen)
    return texts


def _bleu_order_texts(key: str) -> dict[str, str]:
    """Orders by BLEU; an order by a component of Δ only while it is chosen."""
    if key not in COMPONENTS:
        return dict(_BLEU_ORDER_TEXTS)
    text = f"{format_component(key)} contribution"
    return _BLEU_ORDER_TEXTS | {key: f"{text}, losses first", f"-{key}": f"{text}, gains first"}


def _metric_order_texts(comparison: Comparison, metric: str) -> dict[str, str]:
    key = f"metric:{written_metrics([metric])}"
    higher = metric_results.metric_info(comparison, metric).higher_is_better
    text = f"Δ {metric_label(comparison, metric)}"
    note = "" if higher else " (lower is better)"
    return {f"-{key}": f"{text}, gains first{note}", key: f"{text}, losses first{note}"}


def _disagreement_order_texts(comparison: Comparison, key: str, chosen: str) -> dict[str, str]:
    """Orders by disagreement of two metrics; by agreement only while chosen."""
    one, other = (metric_label(comparison, metric) for metric in sort_metrics(key))
    texts = {f"-{key}": f"{one} and {other} disagree most"}
    return texts | ({key: f"{one} and {other} disagree least"} if chosen == key else {})


def worklist_segments(comparison: Comparison) -> NDArray[np.int64]:
    """Segments that match the view's expression, in its order."""
    everything = _ordered_segments(comparison)
    mask = segment_filter.filtered_segments(comparison, state.current().where).mask
    return everything[mask[everything]]


def _ordered_segments(comparison: Comparison) -> NDArray[np.int64]:
    """All segments, in the order of the view."""
    sort = current_sort(comparison)
    opinions = opinions_of(comparison, _sort_metrics(comparison, sort))
    return results.segment_order(comparison, sort, opinions, order_table(comparison, sort))


def opened_index(comparison: Comparison, lines: NDArray[np.int64]) -> int | None:
    """Index of the open segment: that of the view, or the first of the list."""
    number = state.current().segment
    if 1 <= number <= len(comparison):
        return number - 1
    return int(lines[0]) if len(lines) else None


def list_name() -> str:
    """Identifies a list: its comparison, expression and order."""
    view = state.current()
    listed = replace(of_pair(view), sort=view.sort, where=view.where, thresholds=view.thresholds)
    return urlencode(to_params(listed))


def step_on_worklist(comparison: Comparison, start: int, by: int) -> tuple[int, bool]:
    """The segment a number of places after another on the list, and whether the list goes so
    far."""
    return step_along(worklist_segments(comparison), _ordered_segments(comparison), start, by)


def worklist_position(lines: NDArray[np.int64], segment: int | None) -> int | None:
    if segment is None:
        return None
    result = np.flatnonzero(lines == segment)
    return int(result[0]) if len(result) else None
