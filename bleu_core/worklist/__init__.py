"""The worklist: which segments to look at (`filters.py`), and in what order (`orders.py`);
`boxes.py` is what the filter panel shows of an expression.

It is of a comparison alone, but for what other metrics say: who asks for that gives their
opinions by key. `metrics_of` a sort key and `Filters.metrics_asked` tell whose.
"""

from bleu_core.worklist.filters import (
    OF_METRICS,
    OPPOSED,
    PLACES,
    SIGNS,
    FilterError,
    Filters,
    Range,
    searched_lines,
    select,
)
from bleu_core.worklist.orders import (
    COMPONENTS,
    SORTS,
    Opinions,
    metrics_of,
    order,
    read_metrics,
    stepped,
    written_metrics,
)

__all__ = [
    "COMPONENTS",
    "OF_METRICS",
    "OPPOSED",
    "PLACES",
    "SIGNS",
    "SORTS",
    "FilterError",
    "Filters",
    "Opinions",
    "Range",
    "metrics_of",
    "order",
    "read_metrics",
    "searched_lines",
    "select",
    "stepped",
    "written_metrics",
]
