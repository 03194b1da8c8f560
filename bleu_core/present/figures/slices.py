"""Slices of the test set, each with the interval of its difference."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import delta, points, whole
from bleu_core.metrics import About, Bleu
from bleu_core.present.figures.look import GAIN, GREY, LOSS, quiet, short_labels


class Scored(Protocol):
    """A slice of a comparison, or of a data set."""

    @property
    def label(self) -> str: ...
    @property
    def n(self) -> int: ...
    @property
    def score_a(self) -> float: ...
    @property
    def score_b(self) -> float: ...
    @property
    def delta(self) -> float: ...
    @property
    def ci_low(self) -> float | None: ...
    @property
    def ci_high(self) -> float | None: ...
    @property
    def judged(self) -> bool: ...


def slice_intervals(parts: Sequence[Scored], about: About = Bleu.about) -> go.Figure:
    """Δ on each slice, with its interval if it has one; slices too small for one are hollow.

    `about` is the metric that they were scored by.
    """
    deltas = np.array([part.delta for part in parts])
    rows = np.arange(len(parts))
    labels = [escape(visible(part.label)) for part in parts]
    judged = np.array([part.judged for part in parts], dtype=bool)
    told = np.array([part.ci_low is not None for part in parts], dtype=bool)
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
                "color": list(np.where((deltas[chosen] > 0) == about.higher_is_better, GAIN, LOSS)),
            },
            error_x={
                "type": "data",
                "symmetric": False,
                "array": np.array(high)[chosen],
                "arrayminus": -np.array(low)[chosen],
                "color": GREY,
                "thickness": 1.5,
                "visible": bool(told[chosen].all()),
            },
            customdata=[
                [
                    labels[i],
                    whole(parts[i].n),
                    points(parts[i].score_a, about.decimals),
                    points(parts[i].score_b, about.decimals),
                    delta(deltas[i], about.decimals),
                ]
                for i in np.flatnonzero(chosen).tolist()
            ],
            hovertemplate="%{customdata[0]}: %{customdata[1]} segments<br>A %{customdata[2]}, "
            "B %{customdata[3]}, Δ %{customdata[4]}<extra></extra>",
        )
    figure.add_vline(x=0, line_width=1, line_color=GREY)
    quiet(figure, height=min(900, 120 + 26 * len(parts)))
    figure.update_yaxes(
        tickmode="array",
        tickvals=rows,
        ticktext=short_labels([part.label for part in parts], 28),
        autorange="reversed",
        automargin=True,
    )
    with_intervals = ", with simultaneous 95 % intervals" if told.any() else ""
    better = "" if about.higher_is_better else "; lower is better"
    label = escape(visible(about.label))
    figure.update_xaxes(title=f"Δ {label} (B − A), {about.unit}{better}{with_intervals}")
    return figure
