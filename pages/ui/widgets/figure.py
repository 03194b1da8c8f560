"""A figure with title, help, plot, and the table of its data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from bleu_core.common.escaping import to_csv
from bleu_core.text import glossary
from pages.ui.widgets.download import draw_download
from pages.ui.widgets.rich_text import glossary_help

if TYPE_CHECKING:
    import plotly.graph_objects as go

# Most rows shown of a figure's table; the download has all.
MAX_TABLE_ROWS = 1_000
# A name such as "$x$" is not a formula.
PLOTLY = {"displayModeBar": False, "typesetMath": False}


def figure(
    plot: go.Figure,
    title: str,
    term: str,
    key: str,
    rows: Callable[[], Any],
    selects: bool = False,
) -> list[dict[str, Any]]:
    """Draw a figure with its glossary `term` and a table; return the selected points.

    `rows` returns what `pandas.DataFrame` makes the table of.
    """
    note = "Click a bar or a point to open its segments." if selects else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(title, help=glossary_help(term, note), anchor=False)
        table = st.popover("Table", key=f"{key}:table", on_change="rerun", type="tertiary")
    event = st.plotly_chart(
        plot,
        key=key,
        on_select="rerun" if selects else "ignore",
        selection_mode="points",
        config=PLOTLY,
        alt=f"{title}. {glossary.short_definition(term)}",
    )
    if table.open:
        import pandas as pd

        with table:
            frame = pd.DataFrame(rows())
            st.dataframe(frame.head(MAX_TABLE_ROWS), hide_index=True)
            write, name = partial(to_csv, frame), f"{key}.csv"
            draw_download("Download as CSV", write, name, "text/csv", key=f"{key}:csv")
    return list(event["selection"]["points"]) if selects else []
