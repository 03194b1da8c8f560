"""Two metrics on each segment: Δ by one against Δ by the other."""

from __future__ import annotations

from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import delta, whole
from bleu_core.common.rounding import rounded
from bleu_core.common.theme import faint
from bleu_core.metrics import Opinion, opposed
from bleu_core.present.figures.look import A_COLOUR, GAIN, GREY, LOSS, quiet


def metric_scatter(one: Opinion, other: Opinion, most: int = 5_000, bins: int = 50) -> go.Figure:
    """Δ of `one` across, of `other` up, one point a segment; a density beyond `most` segments.

    The axis of a metric whose lower is better is reversed: right and up are better. Segments on
    which the two disagree are open diamonds, in the upper left and lower right.
    """
    figure = go.Figure()
    there = np.flatnonzero(~np.isnan(one.sentence_deltas + other.sentence_deltas))
    (_points if len(there) <= most else _density)(figure, one, other, there, bins)
    figure.add_vline(x=0, line_width=1, line_color=GREY)
    figure.add_hline(y=0, line_width=1, line_color=GREY)
    for update, opinion in ((figure.update_xaxes, one), (figure.update_yaxes, other)):
        higher = opinion.about.higher_is_better
        update(title=f"{_label(opinion)}, B − A{'' if higher else ' (lower is better)'}")
        if not higher:
            update(autorange="reversed")
    quiet(figure)
    figure.update_layout(showlegend=False, dragmode="select")
    return figure


def _label(opinion: Opinion) -> str:
    return f"Δ {escape(visible(opinion.about.label, 24))}"


def _points(
    figure: go.Figure, one: Opinion, other: Opinion, there: np.typing.NDArray[np.int64], _: int
) -> None:
    apart = opposed(one, other)[there] != 0
    better = np.sign(rounded(one.gains) + rounded(other.gains))[there].astype(int)
    told = [
        f"segment {whole(i + 1)}<br>"
        + "<br>".join(
            f"{_label(o)} {delta(o.sentence_deltas[i], o.about.decimals)}" for o in (one, other)
        )
        for i in there.tolist()
    ]
    figure.add_scatter(
        x=one.sentence_deltas[there],
        y=other.sentence_deltas[there],
        mode="markers",
        marker={
            "size": np.where(apart, 8, 6),
            "opacity": np.where(apart, 0.9, 0.55),
            "symbol": np.where(apart, "diamond-open", "circle"),
            "color": np.where(apart, GREY, np.choose(better + 1, [LOSS, GREY, GAIN])),
        },
        hovertext=told,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _density(
    figure: go.Figure, one: Opinion, other: Opinion, there: np.typing.NDArray[np.int64], bins: int
) -> None:
    values = rounded(one.sentence_deltas[there]), rounded(other.sentence_deltas[there])
    counts, *edges = np.histogram2d(*values, bins=bins)
    x, y = ((ends[:-1] + ends[1:]) / 2 for ends in edges)
    figure.add_heatmap(
        x=x,
        y=y,
        z=np.log10(np.where(counts > 0, counts, np.nan)).T,
        customdata=counts.T,
        colorscale=[[0, faint("figure-a", 0.15)], [1, A_COLOUR]],
        showscale=False,
        hovertemplate=f"{_label(one)} about %{{x:.3~g}}, {_label(other)} about %{{y:.3~g}}<br>"
        "%{customdata} segments<extra></extra>",
    )
    # A heat map alone cannot be chosen from.
    figure.add_scatter(x=x[[0, -1]], y=y[[0, -1]], mode="markers", opacity=0, hoverinfo="skip")
