"""Figures: results to plotly figures, pure functions that screens and reports share.

Colours are such as read on white and on near-black alike, because a figure is
drawn once and the theme may change under it; text is left to the theme.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bleu_core.comparison import Comparison

A_COLOUR = "#0072B2"
B_COLOUR = "#D55E00"
GAIN = "#11897A"
LOSS = "#B8397F"
GREY = "#7A8591"


def precisions(comparison: Comparison) -> go.Figure:
    """Modified precision by n-gram order, A beside B, in per cent."""
    figure = go.Figure()
    for letter, colour, score in (
        ("A", A_COLOUR, comparison.score_a),
        ("B", B_COLOUR, comparison.score_b),
    ):
        figure.add_bar(
            name=letter,
            x=[f"p<sub>{n}</sub>" for n in range(1, len(score.precisions) + 1)],
            y=score.precisions,
            text=[f"{p:.1f}" for p in score.precisions],
            textposition="outside",
            marker_color=colour,
            marker_pattern_shape="" if letter == "A" else "/",
            customdata=list(zip(score.counts, score.totals, strict=True)),
            hovertemplate=f"{letter} · order %{{x}}<br>%{{customdata[0]:,}} of "
            "%{customdata[1]:,} n-grams match<br>%{y:.2f} %<extra></extra>",
        )
    top = max([*comparison.score_a.precisions, *comparison.score_b.precisions, 1.0])
    figure.update_layout(barmode="group", bargap=0.25, bargroupgap=0.06)
    figure.update_yaxes(title="n-grams that match, per cent", range=[0, top * 1.15])
    figure.update_xaxes(title="n-gram order")
    return quiet(figure)


def delta_histogram(deltas: NDArray[np.float64], bins: int = 41) -> go.Figure:
    """How many segments changed by how much: sentence BLEU of B minus A, binned.

    Segments that did not change at all are left out of the bars and counted in
    the title, so that they do not dwarf the rest.
    """
    counts, edges = histogram(deltas, bins)
    same = int((deltas == 0).sum())
    middles = (edges[:-1] + edges[1:]) / 2
    colours = np.where(middles > 0, GAIN, LOSS)
    figure = go.Figure(
        go.Bar(
            x=middles,
            y=counts,
            width=np.diff(edges),
            marker_color=colours,
            marker_line_width=0,
            customdata=np.column_stack([edges[:-1], edges[1:]]),
            hovertemplate="Δ from %{customdata[0]:.1f} to %{customdata[1]:.1f}<br>"
            "%{y:,} segments<extra></extra>",
        )
    )
    figure.add_vline(x=0, line_width=1, line_color=GREY)
    figure.update_xaxes(title=f"Δ sentence BLEU, points (unchanged and not drawn: {same:,})")
    figure.update_yaxes(title="segments")
    return quiet(figure)


def score_scatter(comparison: Comparison, most: int = 5_000, bins: int = 50) -> go.Figure:
    """Sentence BLEU of A against B, one point a segment; a density beyond `most` segments."""
    x, y = comparison.sentences_a, comparison.sentences_b
    figure = go.Figure()
    if len(x) <= most:
        colours = np.choose(np.sign(y - x).astype(int) + 1, [LOSS, GREY, GAIN])
        figure.add_scatter(
            x=x,
            y=y,
            mode="markers",
            marker={"size": 6, "opacity": 0.55, "color": colours},
            customdata=np.arange(1, len(x) + 1),
            hovertemplate="segment %{customdata}<br>A %{x:.1f}, B %{y:.1f}<extra></extra>",
        )
    else:
        counts, edges, _ = np.histogram2d(x, y, bins=bins, range=[[0, 100], [0, 100]])
        middles = (edges[:-1] + edges[1:]) / 2
        figure.add_heatmap(
            x=middles,
            y=middles,
            z=np.log10(np.where(counts > 0, counts, np.nan)).T,
            customdata=counts.T,
            colorscale=[[0, "rgba(0,114,178,0.15)"], [1, A_COLOUR]],
            showscale=False,
            hovertemplate="A about %{x:.0f}, B about %{y:.0f}<br>%{customdata} segments"
            "<extra></extra>",
        )
    figure.add_scatter(
        x=[0, 100], y=[0, 100], mode="lines", line={"color": GREY, "dash": "dot"}, hoverinfo="skip"
    )
    figure.update_xaxes(title="BLEU of A, points", range=[-2, 102])
    figure.update_yaxes(title="BLEU of B, points", range=[-2, 102])
    quiet(figure)
    figure.update_layout(showlegend=False, dragmode="select")
    return figure


def histogram(
    deltas: NDArray[np.float64], bins: int = 41
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Counts of the nonzero deltas in an even number of equal bins, 0 being an edge."""
    reach = max(1.0, float(np.abs(deltas).max(initial=0)))
    edges = np.linspace(-reach, reach, bins + bins % 2 + 1)
    return np.histogram(deltas[deltas != 0], bins=edges)[0], edges


def quiet(figure: go.Figure, height: int = 300) -> go.Figure:
    """The common look: no box, few lines, room only where text is."""
    figure.update_layout(
        height=height,
        margin={"l": 50, "r": 10, "t": 10, "b": 45},
        legend={"orientation": "h", "y": 1.08, "x": 0},
        font_size=13,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hoverlabel={"font_size": 13},
        dragmode=False,
    )
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(gridcolor="rgba(122,133,145,0.25)", zeroline=False)
    return figure
