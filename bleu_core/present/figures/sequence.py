"""The score over a sequence of runs, and the components of each step."""

from __future__ import annotations

from html import escape

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import delta, points
from bleu_core.common.theme import faint
from bleu_core.present.figures.look import GREY, LOSS, component_label, quiet, short_labels
from bleu_core.systems import RunSequence, Step

# Characters of all names that fit under the figure; the fewest of a name that is shown.
ROOM, LEAST = 120, 5


def run_steps(sequence: RunSequence, broke: Step | None = None) -> go.Figure:
    """BLEU of each run above; below, each step's points by component, gains up and losses down.

    The deeper, the longer the n-gram; brevity is hatched. The run `broke` is marked.
    """
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.4, 0.6], vertical_spacing=0.07
    )
    numbers = list(range(1, len(sequence.names) + 1))
    names = [escape(visible(name, 60)) for name in sequence.names]
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
        customdata=[[name, points(s)] for name, s in zip(names, sequence.scores, strict=True)],
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
            [name, delta(step.delta)] for name, step in zip(names[1:], sequence.steps, strict=True)
        ],
        hovertemplate="run %{x}: %{customdata[0]}<br>Δ %{customdata[1]}<extra></extra>",
        row=2,
        col=1,
    )
    if broke:
        place = {"x0": broke.number - 0.5, "x1": broke.number + 0.5, "line_width": 0}
        figure.add_vrect(**place, fillcolor=LOSS, opacity=0.1, layer="below", row="all", col=1)
    return _laid_out(figure, sequence)


def _add_components(figure: go.Figure, sequence: RunSequence) -> None:
    """Stacked bars of components, coloured by sign; the legend names the components."""
    steps = [step for step in sequence.steps if step.components]
    components = list(steps[0].components) if steps else []
    orders = max(1, len(components) - 1)
    for component in components:
        order = 0 if component == "bp" else int(component[1:])
        strength = round(0.25 + 0.75 * order / orders, 2)
        values = [step.components[component] for step in steps]
        label = component_label(component)
        look = {"pattern_shape": "" if order else "/", "line_width": 0}
        figure.add_bar(
            name=label,
            legendgroup=component,
            showlegend=False,
            x=[step.number for step in steps],
            y=values,
            marker={
                "color": [faint(f"figure-{_way(value)}", strength) for value in values],
                **look,
            },
            customdata=[delta(value) for value in values],
            hovertemplate=f"run %{{x}} · {label}<br>%{{customdata}} BLEU points<extra></extra>",
            row=2,
            col=1,
        )
        figure.add_bar(
            name=label,
            legendgroup=component,
            x=[None],
            y=[None],
            marker={"color": faint("figure-grey", strength), **look},
            row=2,
            col=1,
        )


def _way(value: float) -> str:
    return "gain" if value > 0 else "loss"


def _laid_out(figure: go.Figure, sequence: RunSequence) -> go.Figure:
    size = len(sequence.names)
    each = ROOM // size
    labels = short_labels(sequence.names, each) if each >= LEAST else [""] * size
    shown = range(1, size + 1)[:: 1 + size // 35]
    quiet(figure, 430)
    figure.update_layout(barmode="relative", bargap=0.35)
    middle = (max(sequence.scores) + min(sequence.scores)) / 2
    # A line that hardly moves is to look as if it hardly moved.
    reach = max(float(np.ptp(sequence.scores)) * 0.65, 0.5)
    figure.update_yaxes(title="BLEU", range=[middle - reach, middle + reach], row=1, col=1)
    figure.update_yaxes(title="Δ, points", zeroline=True, zerolinecolor=GREY, row=2, col=1)
    figure.update_xaxes(range=[0.5, size + 0.5])
    figure.update_xaxes(
        title="runs in their order; a bar is the step that leads to its run",
        tickmode="array",
        tickvals=list(shown),
        ticktext=[f"{n}<br>{labels[n - 1]}" for n in shown],
        showticklabels=True,
        row=2,
        col=1,
    )
    return figure
