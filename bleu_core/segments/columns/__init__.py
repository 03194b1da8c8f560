"""Columns of a segment: one registry for filters, slices, orders, exports and the finder.

`table.py` defines a column and the table of a comparison's columns, computed on first use. The
modules beside it hold groups of columns; `registry.py` joins them.
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
