"""The worklist: what the filter panel asks for (`filters.py`), and the order of segments.

It depends on a comparison alone, except for other metrics: callers pass their opinions by key;
`metrics_of` says which a sort key needs.
"""

from bleu_core.segments.worklist.conjuncts import (
    Condition,
    conditions,
    metrics_named,
    searched_lines,
    searches,
    with_meaning,
    without_metrics,
)
from bleu_core.segments.worklist.filters import OPPOSED, PLACES, SIGNS, Filters, Range
from bleu_core.segments.worklist.orders import (
    COMPONENTS,
    SORTS,
    Opinions,
    column_of,
    metrics_of,
    order,
    order_values,
    read_metrics,
    stepped,
    written_metrics,
)
from bleu_core.segments.worklist.parts import band_is, document_is, name_of, part_is

__all__ = [
    "COMPONENTS",
    "OPPOSED",
    "PLACES",
    "SIGNS",
    "SORTS",
    "Condition",
    "Filters",
    "Opinions",
    "Range",
    "band_is",
    "column_of",
    "conditions",
    "document_is",
    "metrics_named",
    "metrics_of",
    "name_of",
    "order",
    "order_values",
    "part_is",
    "read_metrics",
    "searched_lines",
    "searches",
    "stepped",
    "with_meaning",
    "without_metrics",
    "written_metrics",
]
