"""The scores of the runs on a test set."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import day, delta, moment
from bleu_core.metrics import About, Bleu
from bleu_core.present.figures.look import A_COLOUR, B_COLOUR, GREY, quiet
from bleu_core.workspace.history import Step as HistoryStep

# Dates that fit under a figure of half a screen.
MOST_DAYS = 6


def history(
    steps: Sequence[HistoryStep], a: str = "", b: str = "", about: About = Bleu.about
) -> go.Figure:
    """Scores of the runs on a test set, the oldest first; A's and B's outputs are marked.

    Runs are equally spaced: they come in bursts, and the pauses say nothing of a score.
    `about` is the metric.
    """
    days = [day(step.run.made) for step in steps]
    numbers = [step.number for step in steps]
    scores = [step.score for step in steps]
    marks = {"A": (a, A_COLOUR, "square"), "B": (b, B_COLOUR, "circle")}
    looks = [
        next((look for look in marks.values() if look[0] == step.run.output), ("", GREY, "circle"))
        for step in steps
    ]
    figure = go.Figure(
        go.Scatter(
            x=numbers,
            y=scores,
            mode="lines+markers+text",
            line={"color": GREY, "width": 1.5},
            marker={
                "color": [colour for _, colour, _ in looks],
                "symbol": [symbol for _, _, symbol in looks],
                "size": [12 if output else 7 for output, _, _ in looks],
                "opacity": 1,
            },
            text=[
                " = ".join(letter for letter, mark in marks.items() if mark[0] == step.run.output)
                for step in steps
            ],
            textposition="top center",
            textfont_size=14,
            cliponaxis=False,
            customdata=[
                [
                    step.number,
                    escape(visible(step.run.name, 60)),
                    moment(step.run.made),
                    ""
                    if step.number == 1
                    else f", Δ to the run before {delta(step.to_last, about.decimals)}",
                ]
                for step in steps
            ],
            hovertemplate="run %{customdata[0]}: %{customdata[1]}<br>first kept %{customdata[2]}"
            f"<br>{about.label} %{{y:.{about.decimals}f}}%{{customdata[3]}}<extra></extra>",
        )
    )
    shown = range(len(steps))[:: -max(1, -(-len(steps) // MOST_DAYS))]  # the latest, and back
    # A line that hardly moves is to look as if it hardly moved.
    middle, reach = (max(scores) + min(scores)) / 2, max(np.ptp(scores) * 0.65, 0.5)
    figure.update_yaxes(
        title=f"{about.label}, {about.unit}", range=[middle - reach, middle + reach]
    )
    figure.update_xaxes(
        title="runs, the oldest first",
        tickmode="array",
        tickvals=[numbers[i] for i in shown],
        ticktext=[f"{numbers[i]}<br>{days[i]}" for i in shown],
        range=[0.5, len(steps) + 0.5],
    )
    return quiet(figure)
