"""The scores of A and B on each part of the test set, with intervals; a part opens its segments."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import bounds, delta, fine_delta, points, whole
from bleu_core.messages import link
from bleu_core.metrics import About, Opinion
from bleu_core.present import figures
from bleu_core.segments.slices import Slice
from pages.ui import opinions, results, state, subset
from pages.ui.slices import cutting
from pages.ui.widgets import progress
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table
from pages.ui.widgets.unattributed import unattributed


def show() -> None:
    """Draw the controls, the figure and the table; a part that is pressed opens its segments."""
    comparison = subset.shown()
    by, metric = choose(comparison)
    about = opinions.about(comparison, metric)
    found = cutting.slices(comparison, by, opinion_of(comparison, metric))
    explain(comparison, by, found, about)
    clicked = show_figure(found, about)
    opened = show_table(found, about)
    unattributed(comparison)
    for part in (clicked, opened):
        if part is not None:
            open_segments(comparison, by, part)


def choose(comparison: Comparison) -> tuple[str, str]:
    """Draw the choices of the criterion and the metric; return both."""
    known, metrics = cutting.offered(comparison), opinions.available(comparison)
    view = state.current()
    by = view.slice_by if view.slice_by in known else results.first_criterion(comparison)
    metric = view.slice_metric if view.slice_metric in metrics else metrics[0]
    problems = []
    if view.slice_by not in ("", by):
        problems.append(link.unknown_criterion(view.slice_by))
    if view.slice_metric != metric:
        problems.append(link.unknown_metric(view.slice_metric))
    if problems:
        notice("warning", "Not understood, and left out:", problems, key="no-such-criterion")
    with st.container(horizontal=True):
        st.selectbox(
            "Slice by",
            list(known),
            list(known).index(by),
            format_func=visible,
            **follow("slice-by", by, lambda chosen: state.change(slice_by=chosen)),
            width=360,
            help=help_of("slice"),
        )
        st.selectbox(
            "Metric",
            metrics,
            metrics.index(metric),
            format_func=lambda key: visible(opinions.about(comparison, key).label),
            **follow("slice-metric", metric, lambda chosen: state.change(slice_metric=chosen)),
            width=200,
            help=help_of("metric"),
        )
    return by, metric


def opinion_of(comparison: Comparison, metric: str) -> Opinion | None:
    """Return the metric's scores, counted with a progress bar; None for BLEU."""
    if metric == "bleu":
        return None
    about = opinions.about(comparison, metric)
    with progress.bar(
        f"Counting {unmarked(about.label)}",
        shown=about.is_slow or len(comparison) >= progress.SLOW,
        on_stop=partial(state.change, slice_metric="bleu"),
    ) as counting:
        return opinions.count(comparison, metric, counting)


def explain(comparison: Comparison, by: str, found: list[Slice], about: About) -> None:
    """What the parts are, what their intervals are, and what is to be said of the metric."""
    sentences = [*cutting.told(comparison, by, found), about.part_caveat]
    if not about.higher_is_better:
        sentences.append("Lower is better.")
    st.caption(" ".join(filter(None, sentences)))


def show_figure(found: list[Slice], about: About) -> str | None:
    """Draw Δ of each part with its interval; return the part that was clicked."""
    chosen = figure(
        figures.slice_intervals(found, about),
        "Δ on each part",
        "slice",
        "slices",
        lambda: _frame(found, about),
        selects=True,
    )
    return found[int(chosen[0]["y"])].label if chosen else None


def show_table(found: list[Slice], about: About) -> str | None:
    """Draw the numbers of each part; return the part that was opened."""
    label = "" if about.key == "bleu" else f", {visible(about.label)}"
    opened = table(
        [
            {"label": "part"},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": f"A{label}", "align": "right", "tone": "a", "term": "slice"},
            {"label": f"B{label}", "align": "right", "tone": "b", "term": "slice"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "simultaneous interval", "align": "right", "term": "simultaneous-interval"},
            {"label": "BLEU points", "align": "right", "term": "points"},
        ],
        [_row(part, about) for part in found],
        ids=list(range(len(found))),
        key="slices-table",
        label="Slices",
    )
    return None if opened is None else found[int(opened)].label


def open_segments(comparison: Comparison, by: str, part: str) -> None:
    """Open the segments of a part, those that carry most first."""
    sort = "-points" if comparison.delta > 0 else "points"
    where = subset.within(comparison, cutting.expression(comparison, by, part))
    state.change(where=where, segment=0, sort=sort)
    state.switch_to("segments.py")


def _row(part: Slice, about: About) -> list[Cell]:
    write = partial(delta, digits=about.decimals)
    interval: Cell = {"t": "none" if part.judged else "too few segments", "tone": "muted"}
    if part.ci_low is not None and part.ci_high is not None:
        interval = bounds(part.ci_low, part.ci_high, write)
    return [
        part.label,
        whole(part.n),
        points(part.score_a, about.decimals),
        points(part.score_b, about.decimals),
        signed(part.delta, write, about.higher_is_better),
        interval,
        signed(part.points, fine_delta),
    ]


def _frame(found: list[Slice], about: About) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "part": part.label,
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
    )
