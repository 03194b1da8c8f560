"""A figure as every screen shows it: title, what it means, the plot, and the table behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from bleu_core.common.escaping import to_csv
from bleu_core.text import glossary
from pages.ui.widgets.glossary_tip import help_of

# The table behind a figure is shown up to here; the download has all of it.
SHOWN_ROWS = 1_000
# A name such as "$x$" is a name, and no formula to be typeset.
PLOTLY = {"displayModeBar": False, "typesetMath": False}


def figure(
    plot: go.Figure,
    title: str,
    term: str,
    key: str,
    rows: Callable[[], pd.DataFrame],
    selects: bool = False,
) -> list[dict[str, Any]]:
    """Draw a figure; answer the points that are chosen on it, if it can be chosen from.

    `term` is the glossary entry of what it shows. `rows` makes the table behind
    it and is called only when that is opened.
    """
    note = "Click a bar or a point to open its segments." if selects else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(title, help=help_of(term, note), anchor=False)
        table = st.popover("Table", key=f"{key}:table", on_change="rerun", type="tertiary")
    event = st.plotly_chart(
        plot,
        key=key,
        on_select="rerun" if selects else "ignore",
        selection_mode="points",
        config=PLOTLY,
        alt=f"{title}. {glossary.short(term)}",
    )
    if table.open:
        with table:
            frame = rows()
            st.dataframe(frame.head(SHOWN_ROWS), hide_index=True)
            st.download_button(
                "Download as CSV",
                partial(to_csv, frame),
                f"{key}.csv",
                "text/csv",
                on_click="ignore",
            )
    return list(event["selection"]["points"]) if selects else []
