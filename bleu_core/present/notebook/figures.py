"""A comparison's figures as plotly's own: those of the app and of reports, to show and change.

Text and ground are those of plotly's default template, so that `plotly.io.templates.default =
"plotly_dark"` is all that a dark notebook needs; of plotly's own default the white one is taken.
"""

from __future__ import annotations

import plotly.graph_objects as go
import plotly.io as pio

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import notebook
from bleu_core.present import figures
from bleu_core.segments.places import by_document, by_run, run_lines, run_names
from bleu_core.text.streams import InputError

# Plotly's default template has a blue ground, on which our greys cannot be read.
USUAL, WHITE = "plotly", "plotly_white"


def waterfall(comparison: Comparison) -> go.Figure:
    """From BLEU of A to BLEU of B: the points of each precision and of brevity, which add up to Δ.

    Raises
    ------
    InputError
        Where a BLEU is 0, so that points cannot be attributed; as in all that shows points.

    Examples
    --------
    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> list(waterfall(pair).data[0].x)[::6]
    ['A', 'B']
    """
    _need_points(comparison)
    return _alone(figures.waterfall(comparison))


def precisions(comparison: Comparison) -> go.Figure:
    """Modified precision by n-gram order, per cent, A beside B.

    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> [round(bar, 1) for bar in precisions(pair).data[0].y]
    [75.0, 66.7, 50.0, 50.0]
    """
    return _alone(figures.precisions(comparison))


def changes(comparison: Comparison) -> go.Figure:
    """How many segments changed by how much: sentence BLEU of B minus that of A, in points.

    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> changes(compare(*texts, texts[1])).data[0].y.sum().item()  # segments that changed
    1
    """
    return _alone(figures.delta_histogram(comparison.sentence_deltas))


def scatter(comparison: Comparison) -> go.Figure:
    """Sentence BLEU of A across and of B up, a point a segment; of many segments a density.

    >>> from bleuscope import compare
    >>> pair = compare(["a cat sat there"], ["the cat sat there"], ["the cat sat there"])
    >>> scatter(pair).data[0].x.round(2).tolist(), scatter(pair).data[0].y.round(2).tolist()
    ([59.46], [100.0])
    """
    return _alone(figures.score_scatter(comparison))


def concentration(comparison: Comparison) -> go.Figure:
    """What share of all gains, and of all losses, the k largest segments carry.

    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> concentration(compare(*texts, texts[1])).data[0].y.tolist()  # per cent of the gains
    [0.0, 100.0]
    """
    _need_points(comparison)
    return _alone(figures.concentration_curve(comparison.ledger.segments))


def along(comparison: Comparison) -> go.Figure:
    """BLEU points of Δ along the test set, in runs of lines, in file order.

    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> along(compare(*texts, texts[1])).data[0].y.round(2).tolist()
    [23.26, 0.0]
    """
    _need_points(comparison)
    edges, sums = by_run(comparison)
    names = run_names(*run_lines(comparison, edges))
    return _alone(figures.strip(names, sums, "runs of lines, in file order"))


def documents(comparison: Comparison) -> go.Figure:
    """BLEU points of Δ that each document carries, those with most first.

    Raises
    ------
    InputError
        Where documents are not known.

    Examples
    --------
    >>> from bleuscope import compare
    >>> texts = ["a cat sat there", "it rains"], ["the cat sat there", "it rains"]
    >>> pair = compare(*texts, texts[1], documents=["pets", "weather"])
    >>> documents(pair).data[0].y.round(2).tolist()
    [23.26, 0.0]
    """
    _need_points(comparison)
    found = by_document(comparison)
    if found is None:
        raise InputError([notebook.no_documents()])
    return _alone(figures.strip(*found, "documents, those with most points first"))


def _need_points(comparison: Comparison) -> None:
    if not comparison.ledger.defined:
        raise InputError([notebook.points_undefined()])


def _alone(figure: go.Figure) -> go.Figure:
    """A figure that no page surrounds: on the ground of its template, and to be zoomed into."""
    template = WHITE if pio.templates.default == USUAL else pio.templates.default
    ground = {"paper_bgcolor": None, "plot_bgcolor": None}
    return figure.update_layout(template=template, dragmode="zoom", **ground)
