"""Scores by slice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_delta, format_int, format_score
from bleu_core.metrics import Bleu, MetricInfo
from bleu_core.present.figures.look import (
    GAIN,
    GREY,
    LOSS,
    quiet,
    short_labels,
)

if TYPE_CHECKING:
    from bleu_core.segments.slices import SliceScores


def slice_intervals(parts: Sequence[SliceScores], about: MetricInfo = Bleu.about) -> go.Figure:
    """Δ on each slice, with its interval if it has one; hollow if it is too small for one.

    `about` is the metric.
    """
    deltas = np.array([part.delta for part in parts])
    judged = np.array([part.judged for part in parts], dtype=bool)
    figure = go.Figure()
    for chosen, symbol, name in (
        (judged, "circle", "≥ 30 segments"),
        (~judged, "circle-open", "< 30 segments"),
    ):
        if not chosen.any():
            continue
        rows = np.flatnonzero(chosen).tolist()
        x, shown = deltas[chosen], [parts[i] for i in rows]
        ends = [(p.delta if e is None else e) for p in shown for e in (p.ci_low, p.ci_high)]
        figure.add_scatter(
            x=x,
            y=rows,
            mode="markers",
            name=name,
            marker={
                "size": 10,
                "symbol": symbol,
                "color": list(np.where((x > 0) == about.higher_is_better, GAIN, LOSS)),
            },
            error_x={
                "type": "data",
                "symmetric": False,
                "array": np.array(ends[1::2]) - x,
                "arrayminus": x - np.array(ends[::2]),
                "color": GREY,
                "thickness": 1.5,
                "visible": all(part.ci_low is not None for part in shown),
            },
            customdata=[
                [
                    escape(one_line(part.label)),
                    format_int(part.n),
                    format_score(part.score_a, about.decimals),
                    format_score(part.score_b, about.decimals),
                    format_delta(part.delta, about.decimals),
                ]
                for part in shown
            ],
            hovertemplate="%{customdata[0]}: %{customdata[1]} segments<br>A %{customdata[2]}, "
            "B %{customdata[3]}, Δ %{customdata[4]}<extra></extra>",
        )
    figure.add_vline(x=0, line_width=1, line_color=GREY)
    quiet(figure, height=min(900, 120 + 26 * len(parts)))
    figure.update_yaxes(
        tickmode="array",
        tickvals=np.arange(len(parts)),
        ticktext=short_labels([part.label for part in parts], 28),
        autorange="reversed",
        automargin=True,
    )
    has_intervals = any(part.ci_low is not None for part in parts)
    with_intervals = ", with simultaneous 95% CIs" if has_intervals else ""
    better = "" if about.higher_is_better else "; lower is better"
    label = escape(one_line(about.label))
    figure.update_xaxes(title=f"Δ {label} (B − A), {about.unit}{better}{with_intervals}")
    return figure
