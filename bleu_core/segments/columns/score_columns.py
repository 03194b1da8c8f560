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
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.registry import metric_info, metric_keys
from bleu_core.segments.columns.table import NUMBER, ONE, SegmentColumn, SegmentTable
from bleu_core.text.config import MAX_ORDER

# These orders are columns of every comparison, so that an expression stays valid under settings
# with fewer orders; higher orders exist if they are counted.
MIN_ORDERS = 4


def bleu_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of BLEU; Δ is B − A."""
    undefined = "" if comparison.ledger.defined else messages.no_ledger()
    for side in "ab":
        about = f"Sentence BLEU of {side.upper()}, with effective order, 0 to 100."
        yield SegmentColumn(f"{side}.bleu", NUMBER, about, ONE, partial(_sentences, side))
    for name, more in (("delta", ""), ("gain", " (equal to delta, as higher is better)")):
        about = f"Sentence BLEU of B minus A, in points{more}."
        yield SegmentColumn(name, NUMBER, about, ONE, _deltas)
    about = "Contribution of the segment to Δ, in BLEU points."
    yield SegmentColumn(
        "points", NUMBER, about, ONE, lambda t: t.comparison.ledger.segments, undefined
    )
    for n in range(1, max(MIN_ORDERS, comparison.config.max_ngram_order) + 1):
        about = (
            f"Contribution of the segment to Δ through {format_component(f'p{n}')}, the precision "
            f"of order {format_int(n)}, in BLEU points."
        )
        missing = _uncounted(comparison, n) or undefined
        make = partial(_component_points, f"p{n}")
        yield SegmentColumn(f"points.p{n}", NUMBER, about, ONE, make, missing)
    about = "Contribution of the segment to Δ through the brevity penalty, in BLEU points."
    make = partial(_component_points, "bp")
    yield SegmentColumn("points.bp", NUMBER, about, ONE, make, undefined)
    for side in "ab":
        for n in range(1, min(max(MIN_ORDERS, comparison.config.max_ngram_order), MAX_ORDER) + 1):
            output = f"in the output of {side.upper()}."
            about = f"Number of clipped matches of order {format_int(n)} {output}"
            make, missing = partial(_matches, side, n), _uncounted(comparison, n)
            yield SegmentColumn(f"{side}.matches{n}", NUMBER, about, ONE, make, missing)


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
    return table.stats(side).counts[:, order - 1].astype(np.float64)


def metric_columns(
    comparison: Comparison, metric_pairs: Mapping[str, MetricComparison]
) -> Iterator[SegmentColumn]:
    """Columns of the given opinions, and of metrics that are not computed yet."""
    computed = {key: metric_pair.about for key, metric_pair in metric_pairs.items()}
    others = {key: metric_info(key) for key in metric_keys() if key not in {"bleu", *computed}}
    for key, metric in (computed | others).items():
        missing = "" if key in computed else messages.metric_not_counted(metric.label)
        score, unit = f"Segment {metric.label}", metric.unit
        lower, turned = "", ""
        if not metric.higher_is_better:
            lower, turned = (
                " Lower is better.",
                ", with its sign changed so that B is better above 0",
            )
        for start, values, about in (
            ("a", "sentences_a", f"{score} of A."),
            ("b", "sentences_b", f"{score} of B."),
            ("delta", "sentence_deltas", f"{score} of B minus A, in {unit}.{lower}"),
            ("gain", "gains", f"{score} of B minus A{turned}, in {unit}."),
        ):
            make = partial(_metric_values, key, values)
            yield SegmentColumn(f"{start}.{key}", NUMBER, about, ONE, make, missing)


def _metric_values(key: str, what: str, table: SegmentTable) -> FloatArray:
    """(S,) values of an opinion; NaN for segments without one."""
    metric_pair = table.metric_pairs[key]
    numbers: FloatArray = np.where(metric_pair.there, getattr(metric_pair, what), np.nan)
    return numbers
