"""The scores of a system on a test set of a suite, by run."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import isnan
from typing import Protocol

import plotly.graph_objects as go

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import day, delta, moment
from bleu_core.present.figures.look import GREY, LOSS, quiet

# Dates that fit under a figure of half a screen.
MOST_DAYS = 6


class Point(Protocol):
    """The result of one run: see `bleu_core.suite.history`."""

    @property
    def made(self) -> float: ...
    @property
    def score(self) -> float: ...
    @property
    def baseline(self) -> float: ...
    @property
    def passed(self) -> bool: ...
    @property
    def ground(self) -> str: ...


def suite_history(points: Sequence[Point], chosen: float = 0.0, label: str = "BLEU") -> go.Figure:
    """Scores by run, with their baselines; failed runs are crosses.

    Runs are equally spaced; `label` is the metric's, `chosen` when the run was made that is ringed.
    A line parts runs whose scores cannot be compared, as settings or the test set changed between
    them.
    """
    places = list(range(1, len(points) + 1))
    figure = go.Figure()
    baselines = [None if isnan(one.baseline) else one.baseline for one in points]
    if any(value is not None for value in baselines):
        figure.add_scatter(
            x=places,
            y=baselines,
            mode="lines",
            name="baseline",
            line={"color": GREY, "width": 1, "dash": "dot", "shape": "hvh"},
            hoverinfo="skip",
        )
    for part in _parts(points):
        figure.add_scatter(
            x=[places[i] for i in part],
            y=[points[i].score for i in part],
            mode="lines",
            line={"color": GREY, "width": 1.5},
            hoverinfo="skip",
            showlegend=False,
        )
    looks = [("passed", True, GREY, "circle", 7), ("not passed", False, LOSS, "x", 10)]
    for name, passed, colour, symbol, size in looks:
        of = [i for i, one in enumerate(points) if one.passed == passed]
        if of:
            figure.add_scatter(
                x=[places[i] for i in of],
                y=[points[i].score for i in of],
                mode="markers",
                name=name,
                marker={"color": colour, "symbol": symbol, "size": size, "opacity": 1},
                customdata=[[moment(points[i].made), _told(points[i])] for i in of],
                hovertemplate=f"run of %{{customdata[0]}}: {name}<br>{escape(visible(label, 60))} "
                "%{y:.2f}%{customdata[1]}<extra></extra>",
            )
    ringed = [i for i, one in enumerate(points) if one.made == chosen]
    if ringed:
        figure.add_scatter(
            x=[places[i] for i in ringed],
            y=[points[i].score for i in ringed],
            mode="markers",
            name="this run",
            marker={"color": GREY, "symbol": "circle-open", "size": 17, "line_width": 1.5},
            cliponaxis=False,
            hoverinfo="skip",
        )
    for one, other in pairwise(_parts(points)):
        figure.add_vline((places[one[-1]] + places[other[0]]) / 2, line_color=GREY, line_width=1)
    return _laid_out(figure, points, places, label)


def _parts(points: Sequence[Point]) -> list[list[int]]:
    """Runs of points whose scores can be compared, by their places."""
    parts: list[list[int]] = []
    for i, one in enumerate(points):
        if parts and points[i - 1].ground == one.ground:
            parts[-1].append(i)
        else:
            parts.append([i])
    return parts


def _told(one: Point) -> str:
    return "" if isnan(one.baseline) else f", Δ {delta(one.score - one.baseline)}"


def _laid_out(
    figure: go.Figure, points: Sequence[Point], places: Sequence[int], label: str
) -> go.Figure:
    scores = [v for one in points for v in (one.score, one.baseline) if not isnan(v)]
    if scores:
        # A line that hardly moves is to look as if it hardly moved.
        low, high = min(scores), max(scores)
        reach = max((high - low) * 0.65, 0.5)
        figure.update_yaxes(range=[(low + high) / 2 - reach, (low + high) / 2 + reach])
    figure.update_yaxes(title=escape(visible(label, 60)))
    shown = places[:: -max(1, -(-len(places) // MOST_DAYS))]  # the latest, and back
    figure.update_xaxes(
        title="runs, the oldest first",
        tickmode="array",
        tickvals=shown,
        ticktext=[day(points[i - 1].made) for i in shown],
        range=[0.4, len(places) + 0.6],
    )
    return quiet(figure, 260)
