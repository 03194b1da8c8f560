"""A metric against human scores, one point per system, with labels placed to avoid overlap."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_score
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman, regression_line
from bleu_core.present.figures.look import GREY, LOSS, quiet, short_labels

# Places beside a point, the best first, as plotly calls them, with the direction of each.
PLACES = {
    "middle right": (1, 0),
    "middle left": (-1, 0),
    "top center": (0, 1),
    "bottom center": (0, -1),
    "top right": (1, 1),
    "top left": (-1, 1),
    "bottom right": (1, -1),
    "bottom left": (-1, -1),
}
# Pixels of a character, of a line, and of a point with its margin.
CHARACTER, LINE, POINT = 7.2, 15.0, 12.0


def label_places(
    x: FloatArray, y: FloatArray, labels: Sequence[str], size: tuple[float, float]
) -> list[str]:
    """One of `PLACES` for each of K points in pixels, chosen greedily for the least overlap.

    Area outside a figure of this size, (width, height), costs as much as overlap. A point at the
    right edge has its name on the left, and one in the middle has it on the right:

    >>> label_places(np.array([290.0, 90]), np.array([50.0, 90]), ["one", "two"], (300, 100))
    ['middle left', 'middle right']
    """
    inside = np.array([0.0, 0.0, *size])
    stands = [_box(px, py, POINT, POINT, (0, 0)) for px, py in zip(x, y, strict=True)]
    found = []
    for px, py, label in zip(x, y, labels, strict=True):
        boxes = {
            place: _box(px, py, CHARACTER * len(label), LINE, way) for place, way in PLACES.items()
        }
        cost = {
            place: sum(_shared(box, one) for one in stands) + _area(box) - _shared(box, inside)
            for place, box in boxes.items()
        }
        best = min(cost, key=cost.__getitem__)
        stands.append(boxes[best])
        found.append(best)
    return found


def _box(x: float, y: float, width: float, height: float, way: tuple[int, int]) -> FloatArray:
    """(left, bottom, right, top) of a box beside a point, or on it for the direction (0, 0)."""
    right, up = way
    middle = np.array(
        [x + right * (POINT + width) / 2, y + up * (POINT + height) / 2 * (0.8 if right else 1)]
    )
    half = np.array([width, height]) / 2
    return np.concatenate([middle - half, middle + half])


def _area(box: FloatArray) -> float:
    return float(np.prod(box[2:] - box[:2]))


def _shared(one: FloatArray, other: FloatArray) -> float:
    """The area that two boxes have in common."""
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    return float(np.prod(np.maximum(sides, 0)))


# Estimated plot size in pixels, used to place names.
PLOT_WIDTH, PLOT_HEIGHT = 400, 320
# With more systems, names are shown on hover only.
MOST_NAMES = 40
LONGEST = 22
# Room for names at either end of an axis, as a part of its range.
ROOM_ACROSS, ROOM_UP = 0.2, 0.08


def people_scatter(held: MetricVsHuman, outliers: Sequence[int] = ()) -> go.Figure:
    """Metric scores on the x-axis, human means on the y-axis; right and up are better.

    Axes of lower-is-better numbers are reversed. Outliers, given by index, are open diamonds; the
    line is the least-squares fit over all systems.
    """
    x, y = held.signs[0] * held.scores, held.signs[1] * held.means
    names = short_labels(held.names, LONGEST)
    is_outlier = np.isin(np.arange(len(held)), list(outliers))
    decimals = held.about.decimals
    figure = go.Figure()
    if line := regression_line(x, y):
        slope, intercept = line
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
            [escape(one_line(name, 60)), format_score(a, decimals), format_score(b, 3)]
            for name, a, b in zip(held.names, x.tolist(), y.tolist(), strict=True)
        ],
        hovertemplate=f"%{{customdata[0]}}<br>{escape(one_line(held.about.label, 24))} "
        "%{customdata[1]}<br>annotators %{customdata[2]}<extra></extra>",
    )
    quiet(figure, PLOT_HEIGHT + 80)
    metric, people = held.about, held.people
    lower = "" if metric.higher_is_better else " (lower is better)"
    across, up = _range(held.scores, ROOM_ACROSS), _range(held.means, ROOM_UP)
    figure.update_xaxes(
        title=f"{escape(one_line(metric.label, 24))}{lower}",
        range=[held.signs[0] * end for end in across],
    )
    figure.update_yaxes(
        title=escape(one_line(people.unit, 60)), range=[held.signs[1] * end for end in up]
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
            (x, PLOT_WIDTH, _range(x, ROOM_ACROSS)),
            (y, PLOT_HEIGHT, _range(y, ROOM_UP)),
        )
    )
    return label_places(across, up, names, (PLOT_WIDTH, PLOT_HEIGHT))
