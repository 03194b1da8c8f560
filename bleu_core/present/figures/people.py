"""A metric against human scores, one point a system (the paper's figures 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import points
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.against.line import regression_line
from bleu_core.people.against.standings import Against
from bleu_core.present.figures.labels import label_places
from bleu_core.present.figures.look import GREY, LOSS, quiet, short_labels

# Pixels that the points have: an estimate, to place their names.
WIDTH, HEIGHT = 400, 320
# More names than this cannot be read, and are shown on hovering.
MOST_NAMES = 40
LONGEST = 22
# Room for names at either end of an axis, as a part of its range.
ROOM_ACROSS, ROOM_UP = 0.2, 0.08


def people_scatter(held: Against, outliers: Sequence[int] = ()) -> go.Figure:
    """Scores of the metric across, people's means up; right and up are better.

    An axis whose lower numbers are better is turned. Outliers, by their place among the systems,
    are open diamonds; the line is that of least squares over all systems.
    """
    x, y = held.signs[0] * held.scores, held.signs[1] * held.means
    names = short_labels(held.names, LONGEST)
    is_outlier = np.isin(np.arange(len(held)), list(outliers))
    decimals = held.about.decimals
    figure = go.Figure()
    line = regression_line(x, y)
    if line is not None:
        ends = np.array([x.min(), x.max()])
        figure.add_scatter(
            x=ends,
            y=line.slope * ends + line.intercept,
            mode="lines",
            line={"dash": "dash", "width": 1, "color": GREY},
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=x,
        y=y,
        mode="markers+text" if len(held) <= MOST_NAMES else "markers",
        text=names,
        textposition=_places(held.scores, held.means, names),
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
            [escape(visible(name, 60)), points(a, decimals), points(b, 3)]
            for name, a, b in zip(held.names, x.tolist(), y.tolist(), strict=True)
        ],
        hovertemplate=f"%{{customdata[0]}}<br>{escape(visible(held.about.label, 24))} "
        "%{customdata[1]}<br>people %{customdata[2]}<extra></extra>",
    )
    quiet(figure, HEIGHT + 80)
    metric, people = held.about, held.people
    lower = "" if metric.higher_is_better else " (lower is better)"
    across, up = _range(held.scores, ROOM_ACROSS), _range(held.means, ROOM_UP)
    figure.update_xaxes(
        title=f"{escape(visible(metric.label, 24))}{lower}",
        range=[held.signs[0] * end for end in across],
    )
    figure.update_yaxes(
        title=escape(visible(people.unit, 60)), range=[held.signs[1] * end for end in up]
    )
    figure.update_layout(showlegend=False, margin={"l": 62, "t": 12})
    return figure


def _range(values: FloatArray, room: float) -> tuple[float, float]:
    """From the smallest to the largest, with room for names at either end."""
    wide = float(np.ptp(values)) or 1.0
    return float(values.min()) - room * wide, float(values.max()) + room * wide


def _places(x: FloatArray, y: FloatArray, names: Sequence[str]) -> list[str]:
    across, up = (
        size * (z - low) / (high - low)
        for z, size, (low, high) in (
            (x, WIDTH, _range(x, ROOM_ACROSS)),
            (y, HEIGHT, _range(y, ROOM_UP)),
        )
    )
    return label_places(across, up, names, (WIDTH, HEIGHT))
