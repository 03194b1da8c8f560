"""The metrics that the list asks for: counted where that is quick, told of where they cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.escaping import markdown, visible
from bleu_core.metrics import NAMES, Opinion
from bleu_core.numerals import whole
from bleu_core.worklist import OF_METRICS, Filters, metrics_of
from pages.ui import opinions, state
from pages.ui.view import View
from pages.ui.widgets import progress
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

# A metric's name in a button, which reads Markdown.
LONGEST_LABEL = 24


def here(comparison: Comparison) -> tuple[Filters, str]:
    """Filters and order of the view, without those of metrics that are not there or not counted."""
    view = state.current()
    filters, sort = view.filters, view.sort
    if missing(comparison, filters.metrics_asked()):
        filters = without_metrics(filters)
    if missing(comparison, _of_sort(sort)):
        sort = View().sort
    return filters, sort


def without_metrics(filters: Filters) -> Filters:
    """The filters but for those by what metrics say."""
    return replace(filters, **{name: getattr(Filters(), name) for name in OF_METRICS})


def choices(comparison: Comparison) -> list[str]:
    """The keys of the metrics that are counted, or are so quickly."""
    return [key for key in opinions.available(comparison) if _is_quick(comparison, key)]


def asked_by_list(comparison: Comparison) -> dict[str, Opinion]:
    """What the metrics say that filters and order ask for, by key."""
    filters, sort = here(comparison)
    return of(comparison, {*filters.metrics_asked(), *_of_sort(sort)})


def of(comparison: Comparison, keys: Iterable[str]) -> dict[str, Opinion]:
    """What these metrics say, each counted once, with a bar where that takes time."""
    found = {}
    for key in keys:
        ready = opinions.ready(comparison, key)
        found[key] = _count(comparison, key) if ready is None else ready
    return found


def missing(comparison: Comparison, keys: Iterable[str]) -> list[str]:
    """Those of the metrics that are not here, or are slow and not counted."""
    return [key for key in dict.fromkeys(keys) if not _is_quick(comparison, key)]


def label(comparison: Comparison, key: str) -> str:
    """The name of a metric, as it is set as text."""
    known = key in opinions.available(comparison)
    return visible(opinions.about(comparison, key).label if known else key)


def marked_label(comparison: Comparison, key: str) -> str:
    """The name of a metric in Markdown: one that a user gave is no markup."""
    name = label(comparison, key)
    return name if key in NAMES else markdown(name, LONGEST_LABEL)


def say_what_is_missing(comparison: Comparison) -> None:
    """Tell of metrics in the link that are not here, and offer to count those that are slow."""
    view = state.current()
    asked = [*_of_sort(view.sort), *view.filters.metrics_asked()]
    say_missing(comparison, missing(comparison, asked), "list")


def say_missing(comparison: Comparison, keys: Iterable[str], place: str) -> None:
    """Say of each of these metrics why it cannot be shown; a slow one can be counted."""
    for key in keys:
        name = label(comparison, key)
        if key not in opinions.available(comparison):
            told = f"There is no metric “{name}” here. Orders and filters by it are left out."
            notice("warning", told, key=f"no-metric-{place}-{key}")
            continue
        told = f"{name} takes a while to count. Until then orders and filters by it are left out."
        notice("info", told, key=f"slow-metric-{place}-{key}")
        if st.button(f"Count {marked_label(comparison, key)}", key=f"count-{place}-{key}"):
            _count(comparison, key)
            run_again()


def pickers(comparison: Comparison, place: str) -> None:
    """Two boxes with the metrics that are compared; another pair lifts the filters by the last."""
    pair = state.current().filters.metrics
    for i, (column, title) in enumerate(zip(st.columns(2), ("Metric", "and metric"), strict=True)):
        other = pair[1 - i]
        keys = list(dict.fromkeys([*choices(comparison), pair[i]]))
        keys = [key for key in keys if key != other]

        def choose(key: str, i: int = i, other: str = other) -> None:
            chosen = (other, key) if i else (key, other)
            state.change(filters=replace(without_metrics(state.current().filters), metrics=chosen))

        column.selectbox(
            title,
            keys,
            keys.index(pair[i]),
            format_func=partial(label, comparison),
            **follow(f"{place}-metric-{i}", pair[i], choose),
        )


def _of_sort(sort: str) -> tuple[str, ...]:
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
    """Ask for no metric any more."""
    state.change(sort=View().sort, filters=without_metrics(state.current().filters))
