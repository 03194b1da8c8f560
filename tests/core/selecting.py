"""The segments that filters choose, by the expression that boxes write of them."""

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import mask, parse
from bleu_core.segments.filter_boxes import Filters, filters_expression
from bleu_core.segments.worklist import NO_METRIC_PAIRS, MetricPairs


def select(
    comparison: Comparison, filters: Filters, metric_pairs: MetricPairs = NO_METRIC_PAIRS
) -> NDArray[np.bool_]:
    """(S,) which segments fulfil the filters; opinions are needed of what it asks for."""
    text = filters_expression(filters)
    if not text:
        return np.ones(len(comparison), bool)
    return mask(parse(text), table_of(comparison, metric_pairs=metric_pairs))
