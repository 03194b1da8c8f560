"""Figures: results to plotly figures, pure functions that screens and reports share.

Colours are such as read on white and on near-black alike, because a figure is
drawn once and the theme may change under it; text is left to the theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bleu_core.comparison import Comparison
from bleu_core.slices import Slice
from bleu_core.words import delta, points, whole

A_COLOUR = "#0072B2"
B_COLOUR = "#D55E00"
GAIN = "#11897A"
LOSS = "#B8397F"
GREY = "#7A8591"
# Beyond this many bars their names would overlap; hovering tells them.
MOST_LABELS = 24


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
            customdata=np.column_stack([edges[:-1], edges[1:]]).tolist(),
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


def waterfall(comparison: Comparison) -> go.Figure:
    """From BLEU of A to BLEU of B, one step a component; the steps add up exactly."""
    names = list(comparison.ledger.components)
    steps = np.array(list(comparison.ledger.components.values()))
    a, b = comparison.score_a.score, comparison.score_b.score
    before = a + np.concatenate([[0], np.cumsum(steps)[:-1]])
    low = min(a, b, *before, *(before + steps))
    high = max(a, b, *before, *(before + steps))
    floor = max(0.0, low - 0.35 * max(high - low, 0.1))
    figure = go.Figure(
        go.Bar(
            x=["A", *map(_label, names), "B"],
            base=[floor, *np.minimum(before, before + steps), floor],
            y=[a - floor, *np.abs(steps), b - floor],
            text=[points(a), *map(delta, steps), points(b)],
            textposition="outside",
            cliponaxis=False,
            marker_color=[A_COLOUR, *np.where(steps > 0, GAIN, LOSS), B_COLOUR],
            hovertemplate="%{x}: %{text} BLEU points<extra></extra>",
        )
    )
    figure.update_yaxes(
        title="BLEU, points" + (f" (axis from {floor:.1f})" if floor else ""),
        range=[floor, high + 0.12 * max(high - floor, 0.1)],
    )
    return quiet(figure)


def concentration_curve(segments: NDArray[np.float64], most: int = 400) -> go.Figure:
    """The share of all gains, or of all losses, that the largest k segments carry."""
    figure = go.Figure()
    for name, colour, sizes in (("gains", GAIN, segments), ("losses", LOSS, -segments)):
        positive = np.sort(sizes[sizes > 0])[::-1]
        if not len(positive):
            continue
        share = 100 * np.cumsum(positive) / positive.sum()
        shown = np.unique(np.linspace(0, len(share) - 1, most).astype(int))
        figure.add_scatter(
            x=np.concatenate([[0], shown + 1]),
            y=np.concatenate([[0], share[shown]]),
            mode="lines+markers",
            marker_size=3,
            customdata=["-points" if name == "gains" else "points"] * (len(shown) + 1),
            name=f"{name} ({points(positive.sum())} points in {whole(len(positive))} segments)",
            line={"color": colour, "dash": "solid" if name == "gains" else "dash"},
            hovertemplate="the first %{x:,} segments carry %{y:.0f} % of the "
            + name
            + "<extra></extra>",
        )
    figure.add_hline(y=50, line_width=1, line_dash="dot", line_color=GREY)
    figure.update_xaxes(title="segments, those with the most points first")
    figure.update_yaxes(title="share, per cent", range=[0, 102])
    return quiet(figure)


def strip(labels: Sequence[str], values: NDArray[np.float64], axis: str) -> go.Figure:
    """Bars of BLEU points, gains up and losses down; `labels` are shown, never interpreted."""
    safe = [escape(label) for label in labels]
    figure = go.Figure(
        go.Bar(
            x=np.arange(len(values)),
            y=values,
            marker_color=np.where(values > 0, GAIN, LOSS),
            customdata=safe,
            hovertemplate="%{customdata}<br>%{y:+.3f} BLEU points<extra></extra>",
        )
    )
    few = len(values) <= MOST_LABELS
    figure.update_xaxes(
        title=axis,
        tickmode="array",
        tickvals=np.arange(len(values)) if few else [],
        ticktext=[label if len(label) <= 16 else label[:15] + "…" for label in safe] if few else [],
    )
    figure.update_yaxes(title="BLEU points")
    figure.add_hline(y=0, line_width=1, line_color=GREY)
    return quiet(figure, height=230)


def slice_intervals(parts: Sequence[Slice]) -> go.Figure:
    """Δ on each slice with its 95 % interval; slices too small to be judged are hollow."""
    deltas = np.array([part.delta for part in parts])
    rows = np.arange(len(parts))
    labels = [escape(part.label) for part in parts]
    judged = np.array([part.judged for part in parts], dtype=bool)
    figure = go.Figure()
    for chosen, symbol, name in ((judged, "circle", "judged"), (~judged, "circle-open", "< 30")):
        if not chosen.any():
            continue
        low, high = (
            [value - d if value is not None else 0 for value, d in zip(ends, deltas, strict=True)]
            for ends in ([p.ci_low for p in parts], [p.ci_high for p in parts])
        )
        figure.add_scatter(
            x=deltas[chosen],
            y=rows[chosen],
            mode="markers",
            name=f"{name} segments" if name != "judged" else "30 segments or more",
            marker={
                "size": 10,
                "symbol": symbol,
                "color": list(np.where(deltas[chosen] > 0, GAIN, LOSS)),
            },
            error_x={
                "type": "data",
                "symmetric": False,
                "array": np.array(high)[chosen],
                "arrayminus": -np.array(low)[chosen],
                "color": GREY,
                "thickness": 1.5,
            },
            customdata=[
                [labels[i], whole(parts[i].n), points(parts[i].score_a), points(parts[i].score_b)]
                for i in np.flatnonzero(chosen).tolist()
            ],
            hovertemplate="%{customdata[0]}: %{customdata[1]} segments<br>A %{customdata[2]}, "
            "B %{customdata[3]}, Δ %{x:+.2f}<extra></extra>",
        )
    figure.add_vline(x=0, line_width=1, line_color=GREY)
    quiet(figure, height=min(900, 120 + 26 * len(parts)))
    short = [label if len(label) <= 28 else label[:27] + "…" for label in labels]
    figure.update_yaxes(
        tickmode="array", tickvals=rows, ticktext=short, autorange="reversed", automargin=True
    )
    figure.update_xaxes(title="Δ BLEU (B − A), points, with 95 % interval")
    return figure


def _label(component: str) -> str:
    return "BP" if component == "bp" else f"p<sub>{component[1:]}</sub>"


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
        margin={"l": 55, "r": 10, "t": 34, "b": 45},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font_size": 13},
        font_size=13,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hoverlabel={"font_size": 13},
        dragmode=False,
    )
    # Sizes are set one by one: a theme laid over the figure makes them smaller.
    figure.update_xaxes(showgrid=False, zeroline=False, tickfont_size=13, title_font_size=13)
    figure.update_yaxes(
        gridcolor="rgba(122,133,145,0.25)",
        zeroline=False,
        tickfont_size=13,
        title_font_size=13,
    )
    return figure
