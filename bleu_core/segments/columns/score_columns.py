"""Columns of scores: BLEU's sentence scores, points and matches, and other metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from bleu_core.common.formatting import format_component, format_int
from bleu_core.common.pair import SIDES, A, B
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.registry import metric_info, metric_keys
from bleu_core.segments.columns.table import NUMBER, ONE, SegmentColumn, SegmentTable, of_stats

# These orders are columns of every comparison, so that an expression stays valid under settings
# with fewer orders; higher orders exist if they are counted.
MIN_ORDERS = 4

_number = partial(SegmentColumn, kind=NUMBER, depends_on=ONE)


def bleu_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of BLEU; Δ is B − A."""
    undefined = "" if comparison.ledger.defined else messages.unavailable("ledger")
    highest = comparison.config.max_ngram_order
    orders = range(1, max(MIN_ORDERS, highest) + 1)
    uncounted = {n: "" if n <= highest else messages.order_not_counted(highest) for n in orders}
    for side in "ab":
        yield _number(
            f"{side}.bleu",
            about=f"Sentence BLEU of {SIDES[side]}, with effective order, 0 to 100.",
            make=of_stats(side, lambda stats: stats.effective_sentence_scores),
        )
    for name, more in (("delta", ""), ("gain", " (equal to delta, as higher is better)")):
        yield _number(
            name,
            about=f"Sentence BLEU of {B} minus {A}, in points{more}.",
            make=lambda table: rounded(table.comparison.sentence_deltas),
        )
    contribution = "Contribution of the segment to Δ"
    yield _number(
        "points",
        about=f"{contribution}, in BLEU points.",
        make=lambda table: table.comparison.ledger.segments,
        missing=undefined,
    )
    components = {
        f"p{n}": f"{format_component(f'p{n}')}, the precision of order {format_int(n)}"
        for n in orders
    }
    for component, name in (components | {"bp": "the brevity penalty"}).items():
        yield _number(
            f"points.{component}",
            about=f"{contribution} through {name}, in BLEU points.",
            make=partial(_component_points, component),
            missing=uncounted.get(int(component[1:]) if component != "bp" else 0, "") or undefined,
        )
    for side in "ab":
        for n in orders:
            matches = f"Number of clipped matches of order {format_int(n)}"
            yield _number(
                f"{side}.matches{n}",
                about=f"{matches} in the output of {SIDES[side]}.",
                make=partial(_matches, side, n),
                missing=uncounted[n],
            )


def _component_points(component: str, table: SegmentTable) -> FloatArray:
    return table.comparison.carried(component)


def _matches(side: str, order: int, table: SegmentTable) -> FloatArray:
    return table.stats(side).counts[:, order - 1].astype(np.float64)


def metric_columns(
    comparison: Comparison, metric_pairs: Mapping[str, MetricComparison]
) -> Iterator[SegmentColumn]:
    """Columns of the given metrics, and of metrics that are not computed yet."""
    computed = {key: pair.about for key, pair in metric_pairs.items()}
    others = {key: metric_info(key) for key in metric_keys() if key not in {"bleu", *computed}}
    for key, metric in (computed | others).items():
        score, unit = f"Segment {metric.label}", metric.unit
        lower, turned = "", ""
        if not metric.higher_is_better:
            lower = " Lower is better."
            turned = f", with its sign changed so that {B} is better above 0"
        for start, values, about in (
            ("a", "sentences_a", f"{score} of {A}."),
            ("b", "sentences_b", f"{score} of {B}."),
            ("delta", "sentence_deltas", f"{score} of {B} minus {A}, in {unit}.{lower}"),
            ("gain", "gains", f"{score} of {B} minus {A}{turned}, in {unit}."),
        ):
            yield _number(
                f"{start}.{key}",
                about=about,
                make=partial(_metric_values, key, values),
                missing="" if key in computed else messages.metric_not_counted(metric.label),
            )


def _metric_values(key: str, name: str, table: SegmentTable) -> FloatArray:
    """(S,) values of a metric; NaN for segments without one."""
    pair = table.metric_pairs[key]
    numbers: FloatArray = np.where(pair.there, getattr(pair, name), np.nan)
    return numbers
