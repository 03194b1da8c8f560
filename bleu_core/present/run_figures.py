"""Plotly figures of scores over runs: of a suite, and of a sequence with its steps."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby, pairwise
from math import isnan
from typing import Any, Protocol

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_datetime,
    format_day,
    format_delta,
    format_score,
)
from bleu_core.common.theme import faint
from bleu_core.present.figures import GREY, LOSS, quiet, short_labels
from bleu_core.systems import RunSequence, RunStep

# Dates that fit under a figure of half a screen.
MOST_DAYS = 6


class PlottedRun(Protocol):
    """The result of one run: see `bleu_core.suite.results`."""

    @property
    def made(self) -> float: ...
    @property
    def score(self) -> float: ...
    @property
    def baseline(self) -> float: ...
    @property
    def state(self) -> str: ...
    @property
    def ground(self) -> str: ...


def suite_history(
    points: Sequence[PlottedRun], chosen: float = 0.0, label: str = "BLEU"
) -> go.Figure:
    """Scores of runs, `chosen` (a time) circled; lines separate runs that cannot be compared."""
    figure = go.Figure()

    def add(rows: list[int], **look: Any) -> None:
        """Add the scores of some runs, numbered from 1."""
        if rows:
            figure.add_scatter(x=[i + 1 for i in rows], y=[points[i].score for i in rows], **look)

    def delta(run: PlottedRun) -> str:
        return "" if isnan(run.baseline) else f", Δ {format_delta(run.score - run.baseline)}"

    baselines = [None if isnan(one.baseline) else one.baseline for one in points]
    if any(value is not None for value in baselines):
        line = {"color": GREY, "width": 1, "dash": "dot", "shape": "hvh"}
        places = list(range(1, len(points) + 1))
        figure.add_scatter(
            x=places, y=baselines, mode="lines", name="baseline", line=line, hoverinfo="skip"
        )
    grounds = groupby(range(len(points)), key=lambda i: points[i].ground)
    comparable = [list(rows) for _, rows in grounds]
    for rows in comparable:
        line = {"color": GREY, "width": 1.5}
        add(rows, mode="lines", line=line, hoverinfo="skip", showlegend=False)
    looks = [
        ("passed", GREY, "circle", 7),
        ("no verdict", GREY, "circle-open", 9),
        ("failed", LOSS, "x", 10),
    ]
    for name, tint, symbol, size in looks:
        rows = [i for i, one in enumerate(points) if one.state == name]
        add(
            rows,
            mode="markers",
            name=name,
            marker={"color": tint, "symbol": symbol, "size": size, "opacity": 1},
            customdata=[[format_datetime(points[i].made), delta(points[i])] for i in rows],
            hovertemplate=f"run of %{{customdata[0]}}: {name}<br>{escape(one_line(label, 60))} "
            "%{y:.2f}%{customdata[1]}<extra></extra>",
        )
    add(
        [i for i, one in enumerate(points) if one.made == chosen],
        mode="markers",
        name="this run",
        marker={"color": GREY, "symbol": "circle-open", "size": 17, "line_width": 1.5},
        cliponaxis=False,
        hoverinfo="skip",
    )
    for before, after in pairwise(comparable):
        figure.add_vline((before[-1] + after[0]) / 2 + 1, line_color=GREY, line_width=1)
    scores = [v for one in points for v in (one.score, one.baseline) if not isnan(v)]
    figure.update_yaxes(range=_score_range(scores), title=escape(one_line(label, 60)))
    shown = range(len(points))[:: -max(1, -(-len(points) // MOST_DAYS))]  # the latest, and back
    figure.update_xaxes(
        title="runs, oldest first",
        tickmode="array",
        tickvals=[i + 1 for i in shown],
        ticktext=[format_day(points[i].made) for i in shown],
        range=[0.4, len(points) + 0.6],
    )
    return quiet(figure, 260)


def _score_range(scores: Sequence[float]) -> list[float] | None:
    """The range of an axis of scores, at least one point wide, so that small changes look small."""
    if not scores:
        return None
    middle, reach = (max(scores) + min(scores)) / 2, max(float(np.ptp(scores)) * 0.65, 0.5)
    return [middle - reach, middle + reach]


# Characters of all names that fit under the figure; the fewest of a name that is shown.
NAME_CHARACTERS, FEWEST_CHARACTERS = 120, 5


def run_steps(sequence: RunSequence, broke: RunStep | None = None) -> go.Figure:
    """BLEU of each run, and below it each step's points by component; `broke` is highlighted."""
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.4, 0.6], vertical_spacing=0.07
    )
    numbers = list(range(1, len(sequence.names) + 1))
    names = [escape(one_line(name, 60)) for name in sequence.names]
    figure.add_scatter(
        x=numbers,
        y=sequence.scores,
        mode="lines+markers",
        line={"color": GREY, "width": 1.5},
        marker={
            "size": [11 if broke and n == broke.number else 7 for n in numbers],
            "symbol": ["x" if broke and n == broke.number else "circle" for n in numbers],
            "color": [LOSS if broke and n == broke.number else GREY for n in numbers],
            "opacity": 1,
        },
        customdata=[
            [name, format_score(s)] for name, s in zip(names, sequence.scores, strict=True)
        ],
        hovertemplate="run %{x}: %{customdata[0]}<br>BLEU %{customdata[1]}<extra></extra>",
        showlegend=False,
        row=1,
        col=1,
    )
    _add_components(figure, sequence)
    figure.add_scatter(
        x=[step.number for step in sequence.steps],
        y=[step.delta for step in sequence.steps],
        mode="markers",
        name="Δ of the step",
        marker={"symbol": "line-ew-open", "size": 22, "color": GREY, "line_width": 3},
        customdata=[
            [name, format_delta(step.delta)]
            for name, step in zip(names[1:], sequence.steps, strict=True)
        ],
        hovertemplate="run %{x}: %{customdata[0]}<br>Δ %{customdata[1]}<extra></extra>",
        row=2,
        col=1,
    )
    if broke:
        place = {"x0": broke.number - 0.5, "x1": broke.number + 0.5, "line_width": 0}
        figure.add_vrect(**place, fillcolor=LOSS, opacity=0.1, layer="below", row="all", col=1)
    return _with_step_axes(figure, sequence)


def _add_components(figure: go.Figure, sequence: RunSequence) -> None:
    """Stacked bars of components, coloured by sign; the legend names the components."""
    steps = [step for step in sequence.steps if step.components]
    components = list(steps[0].components) if steps else []
    orders = max(1, len(components) - 1)
    for component in components:
        order = 0 if component == "bp" else int(component[1:])
        strength = round(0.25 + 0.75 * order / orders, 2)
        values = [step.components[component] for step in steps]
        colours = [faint(f"figure-{'gain' if value > 0 else 'loss'}", strength) for value in values]
        label = f"p<sub>{order}</sub>" if order else "BP"
        look = {"pattern_shape": "" if order else "/", "line_width": 0}
        common = {"name": label, "legendgroup": component, "row": 2, "col": 1}
        figure.add_bar(
            **common,
            showlegend=False,
            x=[step.number for step in steps],
            y=values,
            marker={"color": colours, **look},
            customdata=[format_delta(value) for value in values],
            hovertemplate=f"run %{{x}} · {label}<br>%{{customdata}} BLEU points<extra></extra>",
        )
        marker = {"color": faint("figure-grey", strength), **look}
        figure.add_bar(**common, x=[None], y=[None], marker=marker)


def _with_step_axes(figure: go.Figure, sequence: RunSequence) -> go.Figure:
    size = len(sequence.names)
    each = NAME_CHARACTERS // size
    labels = short_labels(sequence.names, each) if each >= FEWEST_CHARACTERS else [""] * size
    shown = range(1, size + 1)[:: 1 + size // 35]
    quiet(figure, 430)
    figure.update_layout(barmode="relative", bargap=0.35)
    figure.update_yaxes(title="BLEU", range=_score_range(sequence.scores), row=1, col=1)
    figure.update_yaxes(title="Δ, points", zeroline=True, zerolinecolor=GREY, row=2, col=1)
    figure.update_xaxes(range=[0.5, size + 0.5])
    figure.update_xaxes(
        title="runs in order; a bar is the step to its run",
        tickmode="array",
        tickvals=list(shown),
        ticktext=[f"{n}<br>{labels[n - 1]}" for n in shown],
        showticklabels=True,
        row=2,
        col=1,
    )
    return figure
