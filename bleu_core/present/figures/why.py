"""The way from one number to another, a field at a time."""

from __future__ import annotations

import plotly.graph_objects as go

from bleu_core.common.numerals import points
from bleu_core.present.figures.look import A_COLOUR, B_COLOUR, quiet
from bleu_core.teaching.why import Way


def way_steps(way: Way) -> go.Figure:
    """BLEU of each system after each changed field, from the first number to the second."""
    labels = ["first number", *(f"+ {step.field}" for step in way.steps)]
    figure = go.Figure()
    for i, name in enumerate("AB"[: len(way.systems)]):
        scores = [stage.scores[i] for stage in way.stages]
        upper = [stage.scores[i] == max(stage.scores) for stage in way.stages]
        figure.add_scatter(
            x=list(range(len(labels))),
            y=scores,
            name=name if len(way.systems) > 1 else "BLEU",
            mode="lines+markers+text",
            text=[points(score) for score in scores],
            textposition=["top right" if above else "bottom right" for above in upper],
            cliponaxis=False,
            line={"color": (A_COLOUR, B_COLOUR)[i], "shape": "hv", "dash": "dot" if i else "solid"},
            marker={"size": 9, "symbol": "square" if i else "circle"},
            customdata=labels,
            hovertemplate=f"{name}, %{{customdata}}: %{{text}}<extra></extra>",
        )
    quiet(figure)
    every = [score for stage in way.stages for score in stage.scores]
    room = 0.2 * max(max(every) - min(every), 0.5)
    figure.update_yaxes(title="BLEU, points", range=[min(every) - room, max(every) + room])
    figure.update_xaxes(
        tickmode="array",
        tickvals=list(range(len(labels))),
        ticktext=labels,
        range=[-0.3, len(labels) - 0.5],
    )
    return figure
