"""A figure as every screen shows it: title, what it means, the plot, and the table behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from bleu_core.export import to_csv

# The table behind a figure is shown up to here; the download has all of it.
SHOWN_ROWS = 1_000
# A name such as "$x$" is a name, and no formula to be typeset.
PLOTLY = {"displayModeBar": False, "typesetMath": False}


def figure(
    plot: go.Figure,
    title: str,
    text: str,
    key: str,
    rows: Callable[[], pd.DataFrame],
    selects: bool = False,
) -> list[dict[str, Any]]:
    """Draw a figure; answer the points that are chosen on it, if it can be chosen from.

    `rows` makes the table behind it and is called only when that is opened.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(title, help=text)
        table = st.popover("Table", key=f"{key}:table", on_change="rerun", type="tertiary")
    event = st.plotly_chart(
        plot,
        key=key,
        on_select="rerun" if selects else "ignore",
        selection_mode="points",
        config=PLOTLY,
        alt=f"{title}. {text}",
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
