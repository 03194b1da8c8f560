"""Columns of BLEU: sentence scores, matches, and the points that a segment contributes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.numerals import component_name, whole
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.segments.columns.table import NUMBER, ONE, Column, Table
from bleu_core.text.config import MAX_ORDER

# These orders are columns of every comparison, so that an expression stays valid under settings
# with fewer orders; higher orders exist if they are counted.
USUAL = 4


def columns(comparison: Comparison) -> Iterator[Column]:
    """Columns of BLEU; Δ is B − A."""
    for side in "ab":
        yield Column(
            f"{side}.bleu",
            NUMBER,
            f"Sentence BLEU of {side.upper()}, with effective order: 0 to 100.",
            ONE,
            partial(_sentences, side),
        )
    for name, more in (("delta", ""), ("gain", ": the same as delta, where higher is better")):
        about = f"Sentence BLEU of B minus that of A, in points{more}."
        yield Column(name, NUMBER, about, ONE, _deltas)
    yield from _points(comparison)
    orders = range(1, min(max(USUAL, comparison.config.max_ngram_order), MAX_ORDER) + 1)
    for side in "ab":
        for n in orders:
            yield Column(
                f"{side}.matches{n}",
                NUMBER,
                f"Clipped matches of order {whole(n)} in the output of {side.upper()}: a number.",
                ONE,
                partial(_matches, side, n),
                _uncounted(comparison, n),
            )


def _points(comparison: Comparison) -> Iterator[Column]:
    undefined = "" if comparison.ledger.defined else messages.no_ledger()
    yield Column(
        "points",
        NUMBER,
        "What a segment carries of Δ, in BLEU points.",
        ONE,
        lambda table: table.comparison.ledger.segments,
        undefined,
    )
    for n in range(1, max(USUAL, comparison.config.max_ngram_order) + 1):
        yield Column(
            f"points.p{n}",
            NUMBER,
            f"What a segment carries of Δ by {component_name(f'p{n}')}, the precision of order "
            f"{whole(n)}, in BLEU points.",
            ONE,
            partial(_carried, f"p{n}"),
            _uncounted(comparison, n) or undefined,
        )
    yield Column(
        "points.bp",
        NUMBER,
        "What a segment carries of Δ by the brevity penalty, in BLEU points.",
        ONE,
        partial(_carried, "bp"),
        undefined,
    )


def _uncounted(comparison: Comparison, order: int) -> str:
    """Why an order has no values; '' if it has."""
    highest = comparison.config.max_ngram_order
    return "" if order <= highest else messages.order_not_counted(highest)


def _sentences(side: str, table: Table) -> NDArray[np.float64]:
    comparison = table.comparison
    return comparison.sentences_a if side == "a" else comparison.sentences_b


def _deltas(table: Table) -> NDArray[np.float64]:
    return rounded(table.comparison.sentence_deltas)


def _carried(component: str, table: Table) -> NDArray[np.float64]:
    return table.comparison.carried(component)


def _matches(side: str, order: int, table: Table) -> NDArray[np.float64]:
    comparison = table.comparison
    stats = comparison.stats_a if side == "a" else comparison.stats_b
    return stats.counts[:, order - 1].astype(np.float64)
