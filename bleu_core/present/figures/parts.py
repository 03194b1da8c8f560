"""The parts of a score and of a difference: precisions, and the waterfall of the ledger."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bleu_core.common.numerals import delta, points, whole
from bleu_core.explain.comparison import Compared
from bleu_core.metrics.precision import precisions_of, written
from bleu_core.present.figures.look import A_COLOUR, B_COLOUR, GAIN, LOSS, component_label, quiet


def precisions(comparison: Compared) -> go.Figure:
    """Modified precision by n-gram order, A beside B, in per cent."""
    figure = go.Figure()
    for letter, colour, stats in (
        ("A", A_COLOUR, comparison.stats_a),
        ("B", B_COLOUR, comparison.stats_b),
    ):
        found = precisions_of(stats)
        figure.add_bar(
            name=letter,
            x=[f"p<sub>{n}</sub>" for n in range(1, len(found) + 1)],
            y=[p.taken for p in found],
            text=[written(p) for p in found],
            textposition="outside",
            marker_color=colour,
            marker_pattern_shape="" if letter == "A" else "/",
            customdata=[(whole(p.count), whole(p.total)) for p in found],
            hovertemplate=f"{letter} · order %{{x}}<br>%{{customdata[0]}} of "
            "%{customdata[1]} n-grams match<br>%{text} %<extra></extra>",
        )
    top = max([*comparison.score_a.precisions, *comparison.score_b.precisions, 1.0])
    figure.update_layout(barmode="group", bargap=0.25, bargroupgap=0.06)
    figure.update_yaxes(title="n-grams that match, per cent", range=[0, top * 1.15])
    figure.update_xaxes(title="n-gram order")
    return quiet(figure)


def waterfall(comparison: Compared) -> go.Figure:
    """From BLEU of A to BLEU of B, one step a component; the steps add up exactly."""
    names = list(comparison.ledger.components)
    steps = np.array(list(comparison.ledger.components.values()))
    a, b = comparison.score_a.score, comparison.score_b.score
    before = a + np.concatenate([[0], np.cumsum(steps)[:-1]])
    low = min(a, b, *before, *(before + steps))
    high = max(a, b, *before, *(before + steps))
    floor = max(0.0, low - 0.35 * max(high - low, 0.1))
    figure = go.Figure(
        go.Bar(
            x=["A", *map(component_label, names), "B"],
            customdata=["", *names, ""],
            base=[floor, *np.minimum(before, before + steps), floor],
            y=[a - floor, *np.abs(steps), b - floor],
            text=[points(a), *map(delta, steps), points(b)],
            textposition="outside",
            cliponaxis=False,
            marker_color=[A_COLOUR, *np.where(steps > 0, GAIN, LOSS), B_COLOUR],
            hovertemplate="%{x}: %{text} BLEU points<extra></extra>",
        )
    )
    figure.update_yaxes(
        title="BLEU, points" + (f" (axis from {points(floor, 1)})" if floor else ""),
        range=[floor, high + 0.12 * max(high - floor, 0.1)],
    )
    return quiet(figure)
