"""Columns of scores: BLEU's sentence scores, points and matches, and other metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_component, format_int
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics import METRIC_KEYS, MetricComparison, MetricInfo, get_metric
from bleu_core.metrics.additive import FloatArray
from bleu_core.segments.columns.table import NUMBER, ONE, SegmentColumn, SegmentTable
from bleu_core.text.config import MAX_ORDER

# These orders are columns of every comparison, so that an expression stays valid under settings
# with fewer orders; higher orders exist if they are counted.
MIN_ORDERS = 4


def bleu_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of BLEU; Δ is B − A."""
    for side in "ab":
        yield SegmentColumn(
            f"{side}.bleu",
            NUMBER,
            f"Sentence BLEU of {side.upper()}, with effective order: 0 to 100.",
            ONE,
            partial(_sentences, side),
        )
    for name, more in (("delta", ""), ("gain", ": the same as delta, where higher is better")):
        about = f"Sentence BLEU of B minus that of A, in points{more}."
        yield SegmentColumn(name, NUMBER, about, ONE, _deltas)
    yield from _points(comparison)
    orders = range(1, min(max(MIN_ORDERS, comparison.config.max_ngram_order), MAX_ORDER) + 1)
    for side in "ab":
        for n in orders:
            yield SegmentColumn(
                f"{side}.matches{n}",
                NUMBER,
                f"Clipped matches of order {format_int(n)} in the output of {side.upper()}: a "
                "number.",
                ONE,
                partial(_matches, side, n),
                _uncounted(comparison, n),
            )


def _points(comparison: Comparison) -> Iterator[SegmentColumn]:
    undefined = "" if comparison.ledger.defined else messages.no_ledger()
    yield SegmentColumn(
        "points",
        NUMBER,
        "What a segment carries of Δ, in BLEU points.",
        ONE,
        lambda table: table.comparison.ledger.segments,
        undefined,
    )
    for n in range(1, max(MIN_ORDERS, comparison.config.max_ngram_order) + 1):
        yield SegmentColumn(
            f"points.p{n}",
            NUMBER,
            f"What a segment carries of Δ by {format_component(f'p{n}')}, the precision of order "
            f"{format_int(n)}, in BLEU points.",
            ONE,
            partial(_component_points, f"p{n}"),
            _uncounted(comparison, n) or undefined,
        )
    yield SegmentColumn(
        "points.bp",
        NUMBER,
        "What a segment carries of Δ by the brevity penalty, in BLEU points.",
        ONE,
        partial(_component_points, "bp"),
        undefined,
    )


def _uncounted(comparison: Comparison, order: int) -> str:
    """Why an order has no values; '' if it has."""
    highest = comparison.config.max_ngram_order
    return "" if order <= highest else messages.order_not_counted(highest)


def _sentences(side: str, table: SegmentTable) -> NDArray[np.float64]:
    comparison = table.comparison
    return comparison.sentences_a if side == "a" else comparison.sentences_b


def _deltas(table: SegmentTable) -> NDArray[np.float64]:
    return rounded(table.comparison.sentence_deltas)


def _component_points(component: str, table: SegmentTable) -> NDArray[np.float64]:
    return table.comparison.carried(component)


def _matches(side: str, order: int, table: SegmentTable) -> NDArray[np.float64]:
    comparison = table.comparison
    stats = comparison.stats_a if side == "a" else comparison.stats_b
    return stats.counts[:, order - 1].astype(np.float64)


def metric_columns(
    comparison: Comparison, opinions: Mapping[str, MetricComparison]
) -> Iterator[SegmentColumn]:
    """Columns of the given opinions, and of metrics that are not computed yet."""
    computed = {key: one.about for key, one in opinions.items()}
    others = {key: get_metric(key).about for key in METRIC_KEYS if key not in {"bleu", *computed}}
    for key, about in (computed | others).items():
        yield from _one_metric(
            key, about, "" if key in computed else messages.metric_not_counted(about.label)
        )


def _one_metric(key: str, about: MetricInfo, missing: str) -> Iterator[SegmentColumn]:
    score = f"{about.label} of a segment alone"
    yield SegmentColumn(
        f"a.{key}",
        NUMBER,
        f"{score}, of A.",
        ONE,
        lambda t: _opinion_values(t, key, "sentences_a"),
        missing,
    )
    yield SegmentColumn(
        f"b.{key}",
        NUMBER,
        f"{score}, of B.",
        ONE,
        lambda t: _opinion_values(t, key, "sentences_b"),
        missing,
    )
    lower = "" if about.higher_is_better else " Lower is better."
    yield SegmentColumn(
        f"delta.{key}",
        NUMBER,
        f"{score}: of B minus of A, in {about.unit}.{lower}",
        ONE,
        lambda t: _opinion_values(t, key, "sentence_deltas"),
        missing,
    )
    turned = "" if about.higher_is_better else ", turned so that above 0 B is better"
    yield SegmentColumn(
        f"gain.{key}",
        NUMBER,
        f"{score}: of B minus of A{turned}, in {about.unit}.",
        ONE,
        lambda t: _opinion_values(t, key, "gains"),
        missing,
    )


def _opinion_values(table: SegmentTable, key: str, what: str) -> FloatArray:
    """(S,) values of an opinion; NaN for segments without one."""
    opinion = table.opinions[key]
    numbers: FloatArray = np.where(opinion.there, getattr(opinion, what), np.nan)
    return numbers
