"""Plotly figures of results: pure functions for screens and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_delta,
    format_int,
    format_score,
)
from bleu_core.common.pair import A, B
from bleu_core.common.rounding import rounded
from bleu_core.common.theme import colour, faint
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman
from bleu_core.present import charts

A_COLOUR = colour("figure-a")
B_COLOUR = colour("figure-b")
GAIN = colour("figure-gain")
LOSS = colour("figure-loss")
GREY = colour("figure-grey")


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


# Points: A against B, a metric against people; concentration; randomized trials.

# With more segments, a density is drawn, in so many bins along each axis.
MOST_POINTS, BINS = 5_000, 50


def score_scatter(comparison: Comparison) -> go.Figure:
    """Sentence BLEU of A against B, one point per segment, or a density."""
    x, y = comparison.sentences_a, comparison.sentences_b
    figure = go.Figure()
    if len(x) <= MOST_POINTS:
        colours = np.choose(np.sign(rounded(y - x)).astype(int) + 1, [LOSS, GREY, GAIN])
        figure.add_scatter(
            x=x,
            y=y,
            mode="markers",
            marker={"size": 6, "opacity": 0.55, "color": colours},
            customdata=np.arange(1, len(x) + 1),
            hovertemplate=(
                f"segment %{{customdata}}<br>{A} %{{x:.1f}}, {B} %{{y:.1f}}<extra></extra>"
            ),
        )
    else:
        counts, *edges = np.histogram2d(rounded(x), rounded(y), bins=BINS, range=[(0, 100)] * 2)
        middles = [(ends[:-1] + ends[1:]) / 2 for ends in edges]
        figure.add_heatmap(
            x=middles[0],
            y=middles[1],
            z=np.log10(np.where(counts > 0, counts, np.nan)).T,
            customdata=counts.T,
            colorscale=[[0, faint("figure-a", 0.15)], [1, A_COLOUR]],
            showscale=False,
            hovertemplate=(
                f"{A} ≈ %{{x:.0f}}, {B} ≈ %{{y:.0f}}<br>%{{customdata}} segments<extra></extra>"
            ),
        )
    line = {"color": GREY, "dash": "dot"}
    figure.add_scatter(x=[0, 100], y=[0, 100], mode="lines", line=line, hoverinfo="skip")
    figure.update_xaxes(title=f"sentence BLEU of {A}, points", range=[-2, 102])
    figure.update_yaxes(title=f"sentence BLEU of {B}, points", range=[-2, 102])
    return quiet(figure).update_layout(showlegend=False, dragmode="select")


def concentration_curve(segments: NDArray[np.float64]) -> go.Figure:
    """The share of all gains, or of all losses, in the k largest segments."""
    figure = go.Figure()
    for name, tint, points in (("gains", GAIN, segments), ("losses", LOSS, -segments)):
        reached = np.cumsum(np.sort(points[points > 0])[::-1])
        if not (size := len(reached)):
            continue
        total = float(reached[-1])
        shown = np.unique(np.linspace(0, size - 1, 400).astype(int))
        figure.add_scatter(
            x=np.concatenate([[0], shown + 1]),
            y=np.concatenate([[0], 100 * reached[shown] / total]),
            mode="lines+markers",
            marker_size=3,
            customdata=["-points" if name == "gains" else "points"] * (len(shown) + 1),
            name=f"{name} ({format_score(total)} points in {format_int(size)} segments)",
            line={"color": tint, "dash": "solid" if name == "gains" else "dash"},
            hovertemplate=f"the top %{{x:,}} segments have %{{y:.0f}}% of the {name}"
            "<extra></extra>",
        )
    figure.add_hline(y=50, line_width=1, line_dash="dot", line_color=GREY)
    figure.update_xaxes(title="segments, largest contributions first")
    figure.update_yaxes(title="share, %", range=[0, 102])
    return quiet(figure)


def trials_histogram(deltas: NDArray[np.float64], delta: float) -> go.Figure:
    """Δ of randomized trials, beside the observed `delta` and its mirror image."""
    reach = 1.05 * max(float(np.abs(deltas).max(initial=0)), abs(delta), 0.1)
    figure = go.Figure()
    figure.add_histogram(
        x=deltas,
        xbins={"start": -reach, "end": reach, "size": reach / 20},
        marker_color=GREY,
        hovertemplate="Δ %{x}: %{y} trials<extra></extra>",
    )
    figure.add_vline(delta, line_color=LOSS, annotation_text=f"{A} and {B}: {format_delta(delta)}")
    figure.add_vline(-delta, line_color=LOSS, line_dash="dash")
    figure.update_xaxes(title="Δ of the shuffled systems, BLEU points", range=[-reach, reach])
    figure.update_yaxes(title="trials")
    return quiet(figure, 260).update_layout(showlegend=False)


PLOT_HEIGHT = 320
# With more systems, names are shown on hover only.
MOST_NAMES = 40
LONGEST = 22
# Room for names at either end of an axis, as a part of its range.
ROOM_ACROSS, ROOM_UP = 0.2, 0.08


def people_scatter(versus: MetricVsHuman, outliers: Sequence[int] = ()) -> go.Figure:
    """Metric scores against human means, right and up better; outliers are open diamonds."""
    x, y = versus.signs[0] * versus.scores, versus.signs[1] * versus.means
    names = short_labels(versus.names, LONGEST)
    # A name is on the side away from the system that is nearest in height.
    gaps = np.abs(versus.means[:, None] - versus.means)
    np.fill_diagonal(gaps, np.inf)
    is_left = versus.scores[gaps.argmin(axis=1)] > versus.scores
    is_outlier = np.isin(np.arange(len(versus)), list(outliers))
    decimals = versus.about.decimals
    figure = go.Figure()
    if np.ptp(x) > 0:
        slope, intercept = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        figure.add_scatter(
            x=ends,
            y=slope * ends + intercept,
            mode="lines",
            line={"dash": "dash", "width": 1, "color": GREY},
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=x,
        y=y,
        mode="markers+text" if len(versus) <= MOST_NAMES else "markers",
        text=names,
        textposition=np.where(is_left, "middle left", "middle right"),
        textfont_size=13,
        cliponaxis=False,
        marker={
            "size": np.where(is_outlier, 12, 9),
            "symbol": np.where(is_outlier, "diamond-open", "circle"),
            "color": np.where(is_outlier, LOSS, GREY),
            "line_width": np.where(is_outlier, 2, 0),
            "opacity": 1,
        },
        customdata=[
            [escape(one_line(name, 60)), format_score(a, decimals), format_score(b, 3)]
            for name, a, b in zip(versus.names, x.tolist(), y.tolist(), strict=True)
        ],
        hovertemplate=f"%{{customdata[0]}}<br>{escape(one_line(versus.about.label, 24))} "
        "%{customdata[1]}<br>annotators %{customdata[2]}<extra></extra>",
    )
    quiet(figure, PLOT_HEIGHT + 80)
    metric, people = versus.about, versus.people
    lower = "" if metric.higher_is_better else " (lower is better)"
    across, up = _range(versus.scores, ROOM_ACROSS), _range(versus.means, ROOM_UP)
    figure.update_xaxes(
        title=f"{escape(one_line(metric.label, 24))}{lower}",
        range=[versus.signs[0] * end for end in across],
    )
    figure.update_yaxes(
        title=escape(one_line(people.unit, 60)), range=[versus.signs[1] * end for end in up]
    )
    figure.update_layout(showlegend=False, margin={"l": 62, "t": 12})
    return figure


def _range(values: FloatArray, room: float) -> tuple[float, float]:
    """From the smallest to the largest, with room for names at either end."""
    wide = float(np.ptp(values)) or 1.0
    return float(values.min()) - room * wide, float(values.max()) + room * wide
