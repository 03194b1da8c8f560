"""The metrics that the worklist needs: computed if that is fast, otherwise reported."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import markdown, visible
from bleu_core.common.numerals import whole
from bleu_core.messages import link, screen
from bleu_core.metrics import NAMES, Opinion
from bleu_core.segments.worklist import metrics_named, metrics_of, without_metrics
from pages.ui import chosen, opinions, state
from pages.ui.segments import by_column
from pages.ui.view import View
from pages.ui.widgets import progress
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

# Characters of a metric's name on a button, which is Markdown.
LONGEST_LABEL = 24


def sort_here(comparison: Comparison) -> str:
    """The view's order; the default if its metric or column is not available."""
    sort = state.current().sort
    is_there = not by_column.named(sort) or by_column.column(comparison, sort) is not None
    return sort if is_there and not missing(comparison, _of_sort(comparison, sort)) else View().sort


def choices(comparison: Comparison) -> list[str]:
    """Keys of the metrics that are computed, or can be quickly."""
    return [key for key in opinions.available(comparison) if _is_quick(comparison, key)]


def asked_by_list(comparison: Comparison) -> dict[str, Opinion]:
    """Opinions that the order needs, by key."""
    return of(comparison, _of_sort(comparison, sort_here(comparison)))


def chosen_by(comparison: Comparison) -> tuple[str, ...]:
    """Keys of computed metrics that segments are selected by."""
    where = state.current().where
    waiting = chosen.waiting(comparison, where)
    return tuple(key for key in chosen.metrics(comparison, where) if key not in waiting)


def of(comparison: Comparison, keys: Iterable[str]) -> dict[str, Opinion]:
    """Opinions of these metrics, each computed once, with a bar if that takes time."""
    result = {}
    for key in keys:
        ready = opinions.ready(comparison, key)
        result[key] = _count(comparison, key) if ready is None else ready
    return result


def missing(comparison: Comparison, keys: Iterable[str]) -> list[str]:
    """Those of the metrics that are unknown here, or slow and not computed."""
    return [key for key in dict.fromkeys(keys) if not _is_quick(comparison, key)]


def label(comparison: Comparison, key: str) -> str:
    """The name of a metric as plain text."""
    known = key in opinions.available(comparison)
    return visible(opinions.about(comparison, key).label if known else key)


def marked_label(comparison: Comparison, key: str) -> str:
    """The name of a metric as Markdown, with user input escaped."""
    name = label(comparison, key)
    return name if key in NAMES else markdown(name, LONGEST_LABEL)


def say_what_is_missing(comparison: Comparison) -> None:
    """Draw the link's missing metrics, with a button to compute slow ones."""
    view = state.current()
    requested = [*_of_sort(comparison, view.sort), *chosen.metrics(comparison, view.where)]
    waiting = missing(comparison, requested)
    say_missing(comparison, waiting, "list")
    name = by_column.named(view.sort)
    if name and not waiting and by_column.column(comparison, view.sort) is None:
        notice("warning", link.unknown_column(visible(name, LONGEST_LABEL)), key="no-column")


def say_missing(comparison: Comparison, keys: Iterable[str], place: str) -> None:
    """Draw why each of these metrics is missing; slow ones can be computed."""
    for key in keys:
        name = label(comparison, key)
        if key not in opinions.available(comparison):
            notice("warning", link.unknown_order(name), key=f"no-metric-{place}-{key}")
            continue
        notice("info", screen.slow_metric(name), key=f"slow-metric-{place}-{key}")
        if st.button(f"Count {marked_label(comparison, key)}", key=f"count-{place}-{key}"):
            _count(comparison, key)
            run_again()


def pickers(comparison: Comparison, place: str) -> None:
    """Draw two boxes for the metrics to compare."""
    pair = state.current().metrics
    for i, (column, title) in enumerate(zip(st.columns(2), ("Metric", "and metric"), strict=True)):
        other = pair[1 - i]
        keys = list(dict.fromkeys([*choices(comparison), pair[i]]))
        keys = [key for key in keys if key != other]

        def choose(key: str, i: int = i, other: str = other) -> None:
            state.change(metrics=(other, key) if i else (key, other))

        column.selectbox(
            title,
            keys,
            keys.index(pair[i]),
            format_func=partial(label, comparison),
            **follow(f"{place}-metric-{i}", pair[i], choose),
        )


def _of_sort(comparison: Comparison, sort: str) -> tuple[str, ...]:
    """Keys of the metrics of an order, or of its column."""
    if by_column.named(sort):
        return chosen.metrics(comparison, by_column.expression(sort))
    return metrics_of(sort.removeprefix("-"))


def _is_quick(comparison: Comparison, key: str) -> bool:
    if opinions.ready(comparison, key) is not None:
        return True
    known = key in opinions.available(comparison)
    return known and not opinions.about(comparison, key).is_slow


def _count(comparison: Comparison, key: str) -> Opinion:
    about = opinions.about(comparison, key)
    with progress.bar(
        f"Counting {marked_label(comparison, key)} on {whole(len(comparison))} segments",
        shown=about.is_slow or len(comparison) >= progress.SLOW,
        on_stop=_give_up,
    ) as counting:
        return opinions.count(comparison, key, counting)


def _give_up() -> None:
    """Remove all metrics from the view."""
    view = state.current()
    where = without_metrics(view.where, metrics_named(view.where, [*NAMES]))
    state.change(sort=View().sort, where=where)
