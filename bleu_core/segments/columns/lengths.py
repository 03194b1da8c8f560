"""Lengths in tokens, with the tokenizer of the comparison."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.segments.columns.table import BOTH, INPUT, NUMBER, ONE, Column, Table
from bleu_core.text.encoding import encode


def columns(comparison: Comparison) -> Iterator[Column]:
    """Lengths of source, reference and outputs, and length ratios."""
    yield Column(
        "source.length",
        NUMBER,
        "Tokens of the source, by the tokenizer of the outputs.",
        INPUT,
        _of_source,
        "" if comparison.evalset.source is not None else messages.no_source(),
    )
    # The closest reference depends on the output, so only the mean is symmetric in A and B.
    yield Column(
        "reference.length",
        NUMBER,
        "Tokens of the reference: the mean of those that A and that B are measured against.",
        BOTH,
        lambda table: (table.comparison.stats_a.ref_len + table.comparison.stats_b.ref_len) / 2,
    )
    for side in "ab":
        name = side.upper()
        yield Column(
            f"{side}.length",
            NUMBER,
            f"Tokens of the output of {name}.",
            ONE,
            partial(_of_output, side),
        )
        yield Column(
            f"{side}.ratio",
            NUMBER,
            f"Tokens of the output of {name} for each token of the reference that it is measured "
            "against; missing where the reference is empty.",
            ONE,
            partial(_ratio, side),
        )


def _of_source(table: Table) -> NDArray[np.float64]:
    comparison = table.comparison
    texts: Any = comparison.evalset.source
    (source,), _ = encode([texts], comparison.config)
    return source.lengths.astype(np.float64)


def _stats(side: str, table: Table) -> SegmentStatistics:
    return table.comparison.stats_a if side == "a" else table.comparison.stats_b


def _of_output(side: str, table: Table) -> NDArray[np.float64]:
    return _stats(side, table).sys_len.astype(np.float64)


def _ratio(side: str, table: Table) -> NDArray[np.float64]:
    stats = _stats(side, table)
    nothing = np.full(len(table), np.nan)
    return np.divide(stats.sys_len, stats.ref_len, out=nothing, where=stats.ref_len > 0)
