"""The scores of A and B on each slice, with intervals; a slice opens its segments.

The criteria are those of slices, and every other column.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import (
    format_delta,
    format_int,
    format_interval,
    format_score,
    format_small_delta,
)
from bleu_core.messages import server
from bleu_core.metrics import MetricComparison, MetricInfo
from bleu_core.present import figures
from bleu_core.segments.columns import (
    CHOSEN_BY_OUTPUT,
    SegmentColumn,
    SegmentTable,
    has_intervals,
    partition_columns,
)
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.slice_criteria import CRITERIA, criteria
from bleu_core.segments.slices import SliceScores, intervals_note
from bleu_core.segments.worklist import bin_expression, part_expression
from pages.ui import metric_results, results, segment_filter, state
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_unattributed, glossary_help
from pages.ui.widgets.table import Cell, draw_paging, draw_table, signed_cell

# Parts in the figure, and in a page of the table.
MOST_DRAWN = 100


def open_where(
    comparison: Comparison, where: str, thresholds: Thresholds | None = None
) -> NoReturn:
    """Open the segments that an expression selects, the largest contributions first."""
    sort = "-points" if comparison.delta > 0 else "points"
    thresholds = thresholds or state.current().thresholds
    state.open_screen(
        "segments.py",
        where=segment_filter.within_part(comparison, where),
        thresholds=thresholds,
        segment=0,
        sort=sort,
    )


def available_criteria(comparison: Comparison) -> dict[str, str]:
    """Return the names of the criteria, with their meaning."""
    known = criteria(comparison)
    return known | {
        name: one.about for name, one in _columns(comparison).items() if name not in known
    }


def part_scores(
    comparison: Comparison, by: str, opinion: MetricComparison | None = None
) -> list[SliceScores]:
    """Return BLEU, or another metric, on each part."""
    if by in criteria(comparison):
        return results.slice_scores(comparison, by, opinion)
    return results.column_slices(comparison, _table(comparison), by, opinion)


def notes_on_parts(comparison: Comparison, by: str, found: list[SliceScores]) -> list[str]:
    """Return sentences on the parts and their intervals."""
    column = None if by in criteria(comparison) else _columns(comparison)[by]
    is_part = comparison.evalset.whole is not comparison.evalset
    of_whole = is_part and (by in CRITERIA or column is not None)
    bands = "The bands are those of the whole test set." if of_whole else ""
    why_none = None if column is None or has_intervals(column) else CHOSEN_BY_OUTPUT
    why_none = comparison.evalset.untested or why_none
    return [available_criteria(comparison)[by], bands, intervals_note(found, by, why_none)]


def opened_part_expression(comparison: Comparison, by: str, part: str) -> str:
    """Return the expression that selects the segments of a part."""
    if by in criteria(comparison):
        return part_expression(comparison, by, part)
    table = _table(comparison)
    return bin_expression(table, by, results.column_bands(table, by), part)


def _columns(comparison: Comparison) -> dict[str, SegmentColumn]:
    """Return the columns besides `criteria`; of one name, that of the data has a prefix."""
    known = criteria(comparison)
    hidden = {f"data.{name}" for name in known}
    found = partition_columns(_table(comparison))
    return {column.name: column for column in found if column.name not in hidden}


def _table(comparison: Comparison) -> SegmentTable:
    """Return the columns of the whole test set: those of a part could differ."""
    whole = comparison if comparison.whole is None else comparison.whole
    return segment_filter.filter_columns(whole)


def draw_parts() -> None:
    """Draw the controls, the figure and the table; a click on a part opens its segments."""
    comparison = segment_filter.comparison_or_part()
    by, metric = choose_criterion(comparison)
    about = metric_results.metric_info(comparison, metric)
    found = part_scores(comparison, by, opinion_of(comparison, metric))
    *meaning, intervals = notes_on_parts(comparison, by, found)
    caveats = [about.part_caveat, "" if about.higher_is_better else "Lower is better."]
    if any(part.ci_low is not None for part in found):
        meaning.append(intervals)
    else:
        caveats.insert(0, intervals)  # why there are no intervals
    if shown := " ".join(filter(None, caveats)):
        st.caption(shown)
    clicked = draw_parts_figure(found, about, " ".join(filter(None, meaning)))
    opened = draw_parts_table(found, about, key=by)
    draw_unattributed(comparison)
    for part in (clicked, opened):
        if part is not None:
            open_where(comparison, opened_part_expression(comparison, by, part))


def choose_criterion(comparison: Comparison) -> tuple[str, str]:
    """Draw the choices of the criterion and the metric; return both."""
    known, metrics = available_criteria(comparison), metric_results.metric_keys(comparison)
    view = state.current()
    by = view.slice_by if view.slice_by in known else results.initial_criterion(comparison)
    metric = view.slice_metric if view.slice_metric in metrics else metrics[0]
    problems = []
    if view.slice_by not in ("", by):
        problems.append(server.unknown_criterion(view.slice_by))
    if view.slice_metric != metric:
        problems.append(server.unknown_metric(view.slice_metric))
    if problems:
        draw_alert("warning", "Ignored parts of this link:", problems, key="no-such-criterion")
    with st.container(horizontal=True):
        st.selectbox(
            "Slice by",
            **follow_choice("slice-by", known, by, "slice_by"),
            format_func=one_line,
            width=360,
            help=glossary_help("slice"),
        )
        st.selectbox(
            "Metric",
            **follow_choice("slice-metric", metrics, metric, "slice_metric"),
            format_func=lambda key: one_line(metric_results.metric_info(comparison, key).label),
            width=200,
            help=glossary_help("metric"),
        )
    return by, metric


def opinion_of(comparison: Comparison, metric: str) -> MetricComparison | None:
    """Return the metric's scores, computed with a progress bar; None for BLEU."""
    if metric == "bleu":
        return None
    about = metric_results.metric_info(comparison, metric)
    with progress_bars.progress_bar(
        f"Computing {escape_markdown(about.label)}",
        shown=about.is_slow,
        segments=len(comparison),
        on_stop=partial(state.change, slice_metric="bleu"),
    ) as counting:
        return metric_results.metric_opinion(comparison, metric, counting)


def draw_parts_figure(found: list[SliceScores], about: MetricInfo, note: str) -> str | None:
    """Draw Δ of each part with its interval; return the part that was clicked.

    Of many, those with the largest contributions, in their order; `note` is added to the help.
    """
    carried = np.nan_to_num([abs(part.points) for part in found])
    drawn = [found[i] for i in np.sort(np.argsort(-carried, kind="stable")[:MOST_DRAWN])]
    is_cut = len(drawn) < len(found)
    chosen = figure(
        figures.slice_intervals(drawn, about),
        f"Δ by slice, largest {MOST_DRAWN}" if is_cut else "Δ by slice",
        "slice",
        "slices",
        lambda: pd.DataFrame(
            [
                {
                    "slice": part.label,
                    "segments": part.n,
                    f"{about.label} A": part.score_a,
                    f"{about.label} B": part.score_b,
                    "Δ": part.delta,
                    "interval low": part.ci_low,
                    "interval high": part.ci_high,
                    "BLEU points": part.points,
                }
                for part in found
            ]
        ),
        selects=True,
        note=note,
    )
    return drawn[int(chosen[0]["y"])].label if chosen else None


def draw_parts_table(found: list[SliceScores], about: MetricInfo, *, key: str) -> str | None:
    """Draw the numbers of each part, by pages; return the part that was opened."""
    page = draw_paging(len(found), key=f"slices-page-{key}", rows=MOST_DRAWN)
    label = "" if about.key == "bleu" else f", {one_line(about.label)}"
    opened = draw_table(
        [
            {"label": "slice"},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": f"A{label}", "align": "right", "tone": "a", "term": "slice"},
            {"label": f"B{label}", "align": "right", "tone": "b", "term": "slice"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "simultaneous 95% CI", "align": "right", "term": "simultaneous-interval"},
            {"label": "BLEU points", "align": "right", "term": "points"},
        ],
        [_row(part, about) for part in found[page]],
        ids=list(range(len(found)))[page],
        key="slices-table",
        label="Slices",
    )
    return None if opened is None else found[int(opened)].label


def _row(part: SliceScores, about: MetricInfo) -> list[Cell]:
    write = partial(format_delta, digits=about.decimals)
    interval: Cell = {"t": "none" if part.judged else "too few segments", "tone": "muted"}
    if part.ci_low is not None and part.ci_high is not None:
        interval = format_interval(part.ci_low, part.ci_high, write)
    return [
        part.label,
        format_int(part.n),
        format_score(part.score_a, about.decimals),
        format_score(part.score_b, about.decimals),
        signed_cell(part.delta, write, about.higher_is_better),
        interval,
        signed_cell(part.points, format_small_delta),
    ]
