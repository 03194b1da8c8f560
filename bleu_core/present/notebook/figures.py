"""The figures of the app and of reports as plotly figures, to display and change.

Text and background follow plotly's default template: for a dark notebook, set
`plotly.io.templates.default = "plotly_dark"`. Instead of plotly's own default, "plotly_white" is
used.
"""

from __future__ import annotations

import plotly.graph_objects as go
import plotly.io as pio

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as slice_messages
from bleu_core.present import charts, figures
from bleu_core.text.evalset import InputError

# Plotly's default template has a blue background with too little contrast for our greys.
USUAL, WHITE = "plotly", "plotly_white"


def waterfall(comparison: Comparison) -> go.Figure:
    """Plot BLEU of A, the points of each precision and of brevity, and BLEU of B.

    The points add up to Δ.

    Raises
    ------
    InputError
        BLEU of A or B is 0, so its points cannot be attributed.

    Examples
    --------
    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> list(waterfall(pair).layout.xaxis.ticktext)[::6]
    ['A', 'B']
    """
    _need_points(comparison)
    return _bars(charts.waterfall(comparison))


def precisions(comparison: Comparison) -> go.Figure:
    """Plot the modified precisions of A and B by n-gram order, in per cent.

    Examples
    --------
    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> precisions(pair).data[0].y.round(1).tolist()
    [75.0, 66.7, 50.0, 50.0]
    """
    return _bars(charts.precisions(comparison))


def changes(comparison: Comparison) -> go.Figure:
    """Plot a histogram of the changes in sentence BLEU, B − A, in points.

    Unchanged segments have no bar; the axis title counts them.

    Examples
    --------
    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> int(changes(compare(*texts, texts[1])).data[0].y.sum())  # segments that changed
    1
    """
    return _bars(charts.delta_histogram(comparison.sentence_deltas))


def scatter(comparison: Comparison) -> go.Figure:
    """Scatter plot of sentence BLEU, A against B; a density for many segments.

    Examples
    --------
    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> scatter(pair).data[0].x.round(2).tolist(), scatter(pair).data[0].y.round(2).tolist()
    ([59.46], [100.0])
    """
    return _alone(figures.score_scatter(comparison))


def concentration(comparison: Comparison) -> go.Figure:
    """Plot the share of all gains, and of all losses, that the k largest segments contribute.

    Raises
    ------
    InputError
        BLEU of A or B is 0, so its points cannot be attributed.

    Examples
    --------
    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> concentration(compare(*texts, texts[1])).data[0].y.tolist()  # per cent of the gains
    [0.0, 100.0]
    """
    _need_points(comparison)
    return _alone(figures.concentration_curve(comparison.ledger.segments))


def along(comparison: Comparison) -> go.Figure:
    """Plot the contributions to Δ along the test set, in runs of consecutive lines.

    Raises
    ------
    InputError
        BLEU of A or B is 0, so its points cannot be attributed.

    Examples
    --------
    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> along(compare(*texts, texts[1])).data[0].y.round(2).tolist()
    [23.26, 0.0]
    """
    _need_points(comparison)
    return _bars(charts.strip_of_runs(comparison))


def documents(comparison: Comparison) -> go.Figure:
    """Plot the contribution of each document to Δ, largest first, in BLEU points.

    Raises
    ------
    InputError
        The comparison has no documents, or BLEU of A or B is 0.

    Examples
    --------
    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> pair = compare(*texts, texts[1], documents=["pets", "weather"])
    >>> documents(pair).data[0].y.round(2).tolist()
    [23.26, 0.0]
    """
    _need_points(comparison)
    if comparison.evalset.documents is None:
        raise InputError([slice_messages.unavailable("documents")])
    return _bars(charts.strip_of_documents(comparison))


def _need_points(comparison: Comparison) -> None:
    if not comparison.ledger.defined:
        raise InputError([slice_messages.unavailable("ledger")])


def _bars(chart: charts.BarChart) -> go.Figure:
    return _alone(figures.bar_figure(chart))


def _alone(figure: go.Figure) -> go.Figure:
    """Style a figure for a notebook: template background, and zooming by drag."""
    template = WHITE if pio.templates.default == USUAL else pio.templates.default
    ground = {"paper_bgcolor": None, "plot_bgcolor": None}
    return figure.update_layout(template=template, dragmode="zoom", **ground)
