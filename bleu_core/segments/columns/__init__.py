"""What is known of a segment, by name: one registry for filters, slices, orders, exports, finder.

`table.py` says what a column is, and has those of a comparison, each made when it is first asked
for. The modules beside it are groups of columns; `registry.py` joins them.

Stands on a comparison, its metrics, slices, annotations and detectors; expressions, the slice
finder and worklists stand on it.
"""

from bleu_core.segments.columns.bands import (
    CHOSEN_BY_OUTPUT,
    ColumnBands,
    bands,
    has_intervals,
    partitions,
)
from bleu_core.segments.columns.registry import table_of
from bleu_core.segments.columns.said import SAID
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    Column,
    Keep,
    Said,
    Table,
    Texts,
    Values,
)

__all__ = [
    "BOTH",
    "CHOSEN_BY_OUTPUT",
    "FLAG",
    "INPUT",
    "NUMBER",
    "ONE",
    "SAID",
    "TEXT",
    "Column",
    "ColumnBands",
    "Keep",
    "Said",
    "Table",
    "Texts",
    "Values",
    "bands",
    "has_intervals",
    "partitions",
    "table_of",
]
