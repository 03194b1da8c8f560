"""The segments that the view's filter selects, and what is wrong with its expression."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.metrics import Opinion
from bleu_core.segments.columns import Said, Table
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError
from bleu_core.segments.worklist import metrics_named, with_meaning, without_metrics
from pages.ui import column_results, opinions, state
from pages.ui.judgements import marked, saved


class Chosen(NamedTuple):
    """An (S,) mask of segments, the error in the expression, and the part of it that holds."""

    mask: NDArray[np.bool_]
    fault: ExpressionError | None = None
    rest: str = ""


def by(comparison: Comparison, where: str) -> Chosen:
    """Return the segments that fulfil an expression under the thresholds of the view.

    Left out are conditions by slow metrics that have not been counted, and conditions that mean
    nothing for this comparison, such as a search in a missing source.
    """
    known = without_metrics(where, waiting(comparison, where))
    columns = table(comparison, where)
    try:
        return Chosen(column_results.chosen(columns, known))
    except ExpressionError as error:
        rest = with_meaning(known, columns)
        return Chosen(column_results.chosen(columns, rest), error, rest)


def table(comparison: Comparison, where: str = "", thresholds: Thresholds | None = None) -> Table:
    """Return the columns of a comparison, with the metrics that an expression uses.

    Default thresholds: those of the view.
    """
    limits = thresholds or state.current().thresholds
    marks, own_marks = (tuple(marked.kinds(comparison, mine=mine)) for mine in (False, True))
    said = Said(saved.own(comparison), marks, own_marks)
    return column_results.table(comparison, limits, said, _said(comparison, where))


def metrics(comparison: Comparison, where: str) -> tuple[str, ...]:
    """Return the keys of the metrics that an expression uses."""
    return metrics_named(where, opinions.available(comparison))


def waiting(comparison: Comparison, where: str) -> list[str]:
    """Return the keys of those metrics that are slow and not counted."""
    asked = metrics(comparison, where)
    return [key for key in asked if _find(comparison, key) is None]


def _said(comparison: Comparison, where: str) -> dict[str, Opinion]:
    found = {key: _find(comparison, key) for key in metrics(comparison, where)}
    return {key: one for key, one in found.items() if one is not None}


def _find(comparison: Comparison, key: str) -> Opinion | None:
    ready = opinions.ready(comparison, key)
    if ready is None and not opinions.about(comparison, key).is_slow:
        return opinions.count(comparison, key)
    return ready
