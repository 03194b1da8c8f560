"""The common style of all figures, and a figure as JSON for HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from bleu_core.common.escaping import one_line
from bleu_core.common.theme import colour, faint

A_COLOUR = colour("figure-a")
B_COLOUR = colour("figure-b")
GAIN = colour("figure-gain")
LOSS = colour("figure-loss")
GREY = colour("figure-grey")


def component_label(component: str) -> str:
    """A component of the ledger in plotly's markup."""
    return "BP" if component == "bp" else f"p<sub>{component[1:]}</sub>"


def short_labels(labels: Sequence[str], most: int) -> list[str]:
    """Labels of at most about `most` characters, escaped for plotly.

    They are cut at the end, in the middle or at the beginning, wherever most of them stay
    distinct. Labels that would still be equal are numbered.

    >>> short_labels(["2020-news-01", "2020-news-02"], 8)
    ['2020…-01', '2020…-02']
    >>> short_labels(["01-x-2020-news", "02-x-2020-news", "01-y-2020-news"], 4)
    ['01-… #1', '02-…', '01-… #2']
    """
    labels = [one_line(label) for label in labels]
    half, kept = most // 2, most - 1

    def cuts(text: str) -> tuple[str, str, str]:
        if len(text) <= most:
            return text, text, text
        return f"{text[:kept]}…", f"{text[:half]}…{text[half - kept :]}", f"…{text[-kept:]}"

    cut = max(zip(*map(cuts, labels), strict=True), key=lambda texts: len(set(texts)), default=())
    often, met = Counter(cut), Counter[str]()
    short = []
    for text in cut:
        met[text] += 1
        short.append(escape(text if often[text] == 1 else f"{text} #{met[text]}"))
    return short


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


def figure_json(figure: go.Figure) -> str:
    """The figure as JSON that is safe inside an element of HTML."""
    alone = go.Figure(figure).update_layout(template="none", dragmode="zoom")
    return str(alone.to_json()).replace("<", "\\u003c")
