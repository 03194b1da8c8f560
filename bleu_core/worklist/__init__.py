"""The worklist: which segments to look at (`filters.py`), and in what order (`orders.py`);
`boxes.py` is what the filter panel shows of an expression.

It is of a comparison alone, but for what other metrics say: who asks for that gives their
opinions by key. `metrics_of` a sort key and `Filters.metrics_asked` tell whose.
"""

from bleu_core.worklist.conjuncts import (
    Condition,
    conditions,
    metrics_named,
    searched_lines,
    searches,
    with_meaning,
    without_metrics,
)
from bleu_core.worklist.filters import (
    OF_METRICS,
    OPPOSED,
    PLACES,
    SIGNS,
    FilterError,
    Filters,
    Range,
    select,
)
from bleu_core.worklist.orders import (
    COMPONENTS,
    SORTS,
    Opinions,
    column_of,
    metrics_of,
    order,
    read_metrics,
    stepped,
    written_metrics,
)
from bleu_core.worklist.parts import band_is, document_is, part_is

__all__ = [
    "COMPONENTS",
    "OF_METRICS",
    "OPPOSED",
    "PLACES",
    "SIGNS",
    "SORTS",
    "Condition",
    "FilterError",
    "Filters",
    "Opinions",
    "Range",
    "band_is",
    "column_of",
    "conditions",
    "document_is",
    "metrics_named",
    "metrics_of",
    "order",
    "part_is",
    "read_metrics",
    "searched_lines",
    "searches",
    "select",
    "stepped",
    "with_meaning",
    "without_metrics",
    "written_metrics",
]
