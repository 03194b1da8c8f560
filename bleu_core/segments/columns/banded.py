"""Labels of slices as columns of texts: `` `reference length` = "10–19 tokens" ``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pyarrow as pa

from bleu_core.common.arrow import as_arrow
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns.table import BOTH, ONE, TEXT, Column, Table, Texts
from bleu_core.segments.slices import CRITERIA, DESCRIPTIVE


def columns(comparison: Comparison) -> Iterator[Column]:
    """One column per computed criterion."""
    for name, (_, about) in CRITERIA.items():
        of = ONE if name in DESCRIPTIVE else BOTH
        yield Column(name, TEXT, about, of, partial(_labels, name))


def _labels(name: str, table: Table) -> Texts:
    bands = CRITERIA[name][0](table.comparison)
    labels = pa.array(bands.labels, pa.large_string()).take(as_arrow(bands.part))
    return Texts(len(table), ((labels, None),))
