"""A metric against human scores, one point per system."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_score
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman
from bleu_core.present.figures.look import GREY, LOSS, quiet, short_labels

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
