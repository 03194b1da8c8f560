"""Filters by two metrics: Δ of either, and where they disagree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.rounding import round_range
from bleu_core.metrics import Opinion
from bleu_core.segments.worklist import OPPOSED, Filters, Range
from pages.ui import opinions
from pages.ui.segments import metrics
from pages.ui.widgets.controls import follow


def show(comparison: Comparison, filters: Filters, change: Callable[..., None]) -> None:
    """Draw the two metrics, their disagreement, and a range of Δ for each.

    `change` gets the choice, by field name of `Filters`.
    """
    with st.container(width=520):
        metrics.pickers(comparison, "filter")
        one, other = (metrics.label(comparison, key) for key in filters.metrics)
        said = {
            "any": "whatever they say",
            "first": f"{one}: B is better, {other}: worse",
            "second": f"{one}: B is worse, {other}: better",
            "either": "one better, the other worse",
        }
        st.selectbox(
            "They say of a segment",
            OPPOSED,
            OPPOSED.index(filters.opposed),
            format_func=said.__getitem__,
            **follow("find-opposed", filters.opposed, lambda chosen: change(opposed=chosen)),
        )
        for column, name, key in zip(
            st.columns(2), ("delta_1", "delta_2"), filters.metrics, strict=True
        ):
            opinion = opinions.ready(comparison, key)
            if opinion is not None:
                with column:
                    _range(comparison, name, opinion, getattr(filters, name), change)


def _range(
    comparison: Comparison,
    name: str,
    opinion: Opinion,
    shown: Range | None,
    change: Callable[..., None],
) -> None:
    low, high, step = round_range(opinion.sentence_deltas)
    key = opinion.about.key
    limits = shown or (low, high)
    start = float(np.clip(limits[0], low, high)), float(np.clip(limits[1], low, high))

    def choose(chosen: tuple[float, float]) -> None:
        change(**{name: None if chosen == (low, high) else chosen})

    st.slider(
        f"Δ {metrics.marked_label(comparison, key)}",
        low,
        high,
        start,
        step=step,
        format=f"%.{opinion.about.decimals}f",
        **follow(f"find-{name}-{key}", start, choose),
    )
