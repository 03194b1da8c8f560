"""The common style of all figures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from bleu_core.common.theme import colour, faint
from bleu_core.present import charts

A_COLOUR = colour("figure-a")
B_COLOUR = colour("figure-b")
GAIN = colour("figure-gain")
LOSS = colour("figure-loss")
GREY = colour("figure-grey")


def component_label(component: str) -> str:
    """A component of the ledger in plotly's markup."""
    return "BP" if component == "bp" else f"p<sub>{component[1:]}</sub>"


def short_labels(labels: Sequence[str], most: int) -> list[str]:
    """As `charts.short_labels`, escaped for plotly."""
    return [escape(label) for label in charts.short_labels(labels, most)]


def quiet(figure: go.Figure, height: int = 300) -> go.Figure:
    """The common style: no box, few lines, margins only where there is text."""
    figure.update_layout(
        height=height,
        margin={"l": 55, "r": 10, "t": 34, "b": 45},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font_size": 13},
        font_size=13,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hoverlabel={"font_size": 13},
        dragmode=False,
        separators=".,",
    )
    # Sizes are set one by one: a theme laid over the figure makes them smaller.
    figure.update_xaxes(showgrid=False, zeroline=False, tickfont_size=13, title_font_size=13)
    figure.update_yaxes(
        gridcolor=faint("figure-grey", 0.25),
        zeroline=False,
        tickfont_size=13,
        title_font_size=13,
    )
    return figure
