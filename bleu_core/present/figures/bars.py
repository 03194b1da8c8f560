"""Bar charts with plotly: contributions, precisions, differences, and points by place."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.present import charts
from bleu_core.present.figures.look import A_COLOUR, B_COLOUR, GAIN, GREY, LOSS, quiet

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


def waterfall(comparison: Comparison) -> go.Figure:
    """From BLEU of A to BLEU of B, one step per component; the steps add up exactly."""
    return bar_figure(charts.waterfall(comparison))


def precisions(comparison: Comparison) -> go.Figure:
    """Modified precision by n-gram order for A and B, in percent."""
    return bar_figure(charts.precisions(comparison))


def delta_histogram(deltas: NDArray[np.float64], bins: int = 41) -> go.Figure:
    """Histogram of sentence BLEU of B minus A over segments that changed."""
    return bar_figure(charts.delta_histogram(deltas, bins))


def histogram_bars(counts: NDArray[np.int64], edges: NDArray[np.float64], same: int) -> go.Figure:
    """As `delta_histogram`, from counts of segments; `same` did not change."""
    return bar_figure(charts.histogram_bars(counts, edges, same))


def strip(labels: Sequence[str], values: NDArray[np.float64], axis: str) -> go.Figure:
    """Bars of BLEU points, gains up and losses down; `labels` are shown, never interpreted."""
    return bar_figure(charts.strip(labels, values, axis))
