"""A thin histogram of Δ above the worklist: dragging over it filters by a range."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bleu_core.common.formatting import format_delta
from bleu_core.present.delta_bins import DeltaBin
from bleu_core.segments.filter_boxes import Range
from pages.ui.widgets.components import component

_mount_delta_strip = component(__file__, '<div class="delta-strip"></div>')


def draw_delta_strip(
    bins: list[DeltaBin],
    selected: Range | None,
    unchanged: str,
    *,
    key: str,
    take: Callable[[Range | None], None],
) -> None:
    """Draw bins; `take` gets the range that is selected, None for all segments.

    `unchanged` tells how many segments are in no bin.
    """

    def hear() -> None:
        limits = st.session_state[key]["range"]
        if limits is not None:
            take((float(limits[0]), float(limits[1])) if limits else None)

    _mount_delta_strip(
        data={
            "bins": [list(one) for one in bins],
            "selected": None if selected is None else list(selected),
            "ends": [format_delta(bins[0].low, 1), format_delta(bins[-1].high, 1)],
            "unchanged": unchanged,
        },
        key=key,
        on_range_change=hear,
    )
