"""The common style of all figures, and bar charts in it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.theme import colour, faint
from bleu_core.present import charts

A_COLOUR = colour("figure-a")
B_COLOUR = colour("figure-b")
GAIN = colour("figure-gain")
LOSS = colour("figure-loss")
GREY = colour("figure-grey")


def component_label(component: str) -> str:
    """A component of the ledger in plotly's markup."""
    return "BP" if component == "bp" else f"p<sub>{component[1:]}</sub>"


def short_labels(labels: Sequence[str], most: int) -> list[str]:
    """As `charts.short_labels`, escaped for plotly."""
    return [escape(label) for label in charts.short_labels(labels, most)]


def quiet(figure: go.Figure, height: int = 300) -> go.Figure:
    """The common style: no box, few lines, margins only where there is text."""
    figure.update_layout(
        height=height,
        margin={"l": 55, "r": 10, "t": 34, "b": 45},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font_size": 13},
        font_size=13,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hoverlabel={"font_size": 13},
        dragmode=False,
        separators=".,",
    )
    # Sizes are set one by one: a theme laid over the figure makes them smaller.
    figure.update_xaxes(showgrid=False, zeroline=False, tickfont_size=13, title_font_size=13)
    figure.update_yaxes(
        gridcolor=faint("figure-grey", 0.25), zeroline=False, tickfont_size=13, title_font_size=13
    )
    return figure


COLOURS = {"a": A_COLOUR, "b": B_COLOUR, "gain": GAIN, "loss": LOSS}


def bar_figure(chart: charts.BarChart) -> go.Figure:
    """A chart as a plotly figure; the key of each bar is its "customdata"."""
    figure = go.Figure()
    for number, (name, bars) in enumerate(chart.series):
        figure.add_bar(
            name=name,
            x=[bar.at for bar in bars],
            width=[bar.width for bar in bars],
            base=[bar.base for bar in bars],
            y=np.array([bar.end - bar.base for bar in bars]),
            text=[bar.text for bar in bars],
            textposition="outside",
            cliponaxis=False,
            marker_color=[COLOURS[bar.tone] for bar in bars],
            marker_line_width=0,
            marker_pattern_shape="/" if number else "",
            customdata=[bar.key for bar in bars],
            hovertext=["<br>".join(map(escape, bar.hover)) for bar in bars],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    if "x" in chart.zero:
        figure.add_vline(x=0, line_width=1, line_color=GREY)
    if "y" in chart.zero:
        figure.add_hline(y=0, line_width=1, line_color=GREY)
    for left, right, value in chart.levels:
        ends = {"x0": left, "x1": right, "y0": value, "y1": value}
        figure.add_shape(type="line", layer="below", line={"width": 1, "color": GREY}, **ends)
    figure.update_layout(barmode="overlay")
    for axis, update in ((chart.x, figure.update_xaxes), (chart.y, figure.update_yaxes)):
        update(title=axis.title, range=[axis.low, axis.high])
        if axis.labels is not None:
            places, words = [at for at, _ in axis.labels], [escape(word) for _, word in axis.labels]
            update(tickmode="array", tickvals=places, ticktext=words)
    return quiet(figure, chart.height)
