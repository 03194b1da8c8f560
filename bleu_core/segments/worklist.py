"""The worklist: conditions of an expression, expressions of parts, and sort orders.

It depends on a comparison only, except for other metrics: callers pass their results by key;
`sort_metrics` lists those that a sort key needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages.query import unknown_order
from bleu_core.metrics import MetricComparison, rank_disagreement
from bleu_core.segments.columns import FLAG, NUMBER, ColumnPartition, SegmentTable, table_of
from bleu_core.segments.expressions import (
    And,
    ColumnTest,
    ExpressionError,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    check,
    conjunction,
    equals_or_missing,
    names,
    parse_conjuncts,
    written,
    written_conjuncts,
)
from bleu_core.segments.slice_criteria import CRITERIA, DOCUMENT, label_values
from bleu_core.text.config import MAX_ORDER
from bleu_core.text.evalset import EvalSet

# Signs of the ends of a range, as printed.
_ENDS = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
# Columns of texts in the open segment; "reference" and "text" are several lines.
_TEXTS = ("source", "reference", "a", "b", "text")
# Prefixes of a metric's columns, before a dot and its key.
_OF_METRIC = ("a", "b", "delta", "gain")


def filter_conditions(expression: str) -> list[tuple[str, str]]:
    """The conditions of a conjunction, each with the expression without it.

    Both ends of a range are one condition. Empty if the expression is invalid.

    >>> filter_conditions('delta >= -5 and kind = "news" and delta < 0')
    [('delta ≥ -5 and < 0', 'kind = "news"'), ('kind = "news"', 'delta >= -5 and delta < 0')]
    """
    parts = _valid_parts(expression)
    groups: dict[object, list[int]] = {}
    for i, part in enumerate(parts):
        end_of = isinstance(part, ColumnTest) and part.sign in _ENDS and part.name.text
        groups.setdefault(end_of or i, []).append(i)
    return [
        (
            _condition_text([parts[i] for i in group]),
            written_conjuncts(part for i, part in enumerate(parts) if i not in group),
        )
        for group in groups.values()
    ]


def metrics_named(expression: str, known: Collection[str]) -> tuple[str, ...]:
    """Which of these metrics an expression uses, in order.

    >>> metrics_named("delta.chrf < 0 and gain > 0", ["bleu", "chrf", "ter"])
    ('chrf',)
    """
    columns = (name.text for part in _valid_parts(expression) for name in names(part))
    return tuple(dict.fromkeys(key for key in map(_metric_key, columns) if key in known))


def without_metrics(expression: str, keys: Collection[str]) -> str:
    """The conditions of an expression that use none of these metrics."""
    parts = _valid_parts(expression)
    remaining = [
        part for part in parts if not any(_metric_key(n.text) in keys for n in names(part))
    ]
    return expression if len(remaining) == len(parts) else written_conjuncts(remaining)


def with_meaning(expression: str, table: SegmentTable) -> str:
    """The conditions of an expression that apply to a comparison; '' for none."""
    return written_conjuncts(p for p in _valid_parts(expression) if _applies(p, table))


def searches(expression: str) -> list[tuple[str, str]]:
    """Texts that an expression requires: pairs of a column and a text or /pattern/ to find in it.

    N-grams and negated conditions are left out; empty if the expression is invalid.

    >>> searches('a contains "the" and not b contains "the" and source ~ /x+/')
    [('a', 'the'), ('source', '/x+/')]
    """
    found = (test for part in _valid_parts(expression) for test in _text_tests(part))
    return [(t.name.text, _searched(t.values[0])) for t in found if t.sign != "has"]


def searched_ngrams(expression: str) -> list[tuple[str, str]]:
    """N-grams that an expression requires, as `searches`.

    >>> searched_ngrams('text has "in the" and a contains "x"')
    [('text', 'in the')]
    """
    found = (test for part in _valid_parts(expression) for test in _text_tests(part))
    return [(t.name.text, str(t.values[0])) for t in found if t.sign == "has"]


def searched_lines(column: str, references: int) -> list[str]:
    """The lines of a segment in a column of texts: "source", "a", "b" or "0", "1" …"""
    lines = [str(r) for r in range(references)]
    return {"reference": lines, "text": ["source", *lines, "a", "b"]}.get(column, [column])


def text_search(text: str, column: str = "text") -> str:
    """The expression that searches texts: for a pattern between slashes, else ignoring case.

    >>> text_search("cat"), text_search("/c.t/", "a"), text_search("")
    ('text contains "cat"', 'a ~ /c.t/', '')
    """
    if not text:
        return ""
    if not (len(text) > 2 and text.startswith("/") and text.endswith("/")):
        return written(ColumnTest(Name(column), "contains", (text,)))
    try:
        return written(ColumnTest(Name(column), "~", (Pattern(text[1:-1]),)))
    except ValueError as error:
        raise ExpressionError(error.args[0]) from None


def searched_text(expression: str) -> str:
    """The text that an expression searches all texts for; '' if it does anything else.

    >>> searched_text('text ~ /c.t/'), searched_text('text contains "cat" and delta < 0')
    ('/c.t/', '')
    """
    match _valid_parts(expression):
        case (ColumnTest(name, "contains" | "~", (str() | Pattern() as value,)),):
            text = _searched(value)
            return text if name.text == "text" and text_search(text) == expression else ""
    return ""


def range_expression(column: str, low: float, high: float) -> str:
    """The expression for numbers from `low` to `high`.

    >>> range_expression("line", 2, 5)
    'line >= 2 and line <= 5'
    """
    return written_conjuncts(_range(column, low, high))


def delta_range(expression: str) -> tuple[float, float] | None:
    """The first limits of Δ in an expression; None if it has none."""
    limits = [part for part in _valid_parts(expression) if _is_limit(part)]
    ends = {part.sign: cast(float, part.values[0]) for part in reversed(limits)}
    return (ends.get(">=", -math.inf), ends.get("<=", math.inf)) if limits else None


def with_delta_range(expression: str, limits: tuple[float, float] | None) -> str:
    """An expression with other limits of Δ, or with none.

    Unchanged segments are in no range, unless a condition is on the sign of Δ.

    >>> with_delta_range("a.copy and delta >= 1 and delta <= 2 and b.cut", (-1, 2.5))
    'a.copy and delta >= -1 and delta <= 2.5 and b.cut and delta != 0'
    """
    parts = list(_valid_parts(expression))
    changed = ColumnTest(Name("delta"), "!=", (0.0,))
    at = next((i for i, part in enumerate(parts) if _is_limit(part)), len(parts))
    before, after = parts[:at], [part for part in parts[at:] if not _is_limit(part)]
    if limits is None:
        return written_conjuncts(part for part in [*before, *after] if part != changed)
    signed = any(
        isinstance(part, ColumnTest) and part.name.text == "delta" and part.values == (0.0,)
        for part in [*before, *after]
    )
    more = [changed] if limits[0] <= 0 <= limits[1] and not signed else []
    return written_conjuncts([*before, *_range("delta", *limits), *after, *more])


def _range(column: str, low: float, high: float) -> list[Node]:
    return [
        ColumnTest(Name(column), ">=", (float(low),)),
        ColumnTest(Name(column), "<=", (float(high),)),
    ]


def _is_limit(part: Node) -> TypeGuard[ColumnTest]:
    return (
        isinstance(part, ColumnTest)
        and part.name.text == "delta"
        and part.sign in (">=", "<=")
        and isinstance(part.values[0], float)
    )


def _applies(part: Node, table: SegmentTable) -> bool:
    try:
        check(part, table)
    except ExpressionError:
        return False
    return True


def _valid_parts(expression: str) -> tuple[Node, ...]:
    """The conjuncts of an expression; none if it is invalid."""
    try:
        return parse_conjuncts(expression)
    except ExpressionError:
        return ()


def _condition_text(parts: list[Node]) -> str:
    """Conditions as printed: ends of a range with typographic signs, and the column once."""
    texts: list[str] = []
    for part in parts:
        text = written(part)
        if isinstance(part, ColumnTest) and part.sign in _ENDS:
            text = text.replace(f" {part.sign} ", f" {_ENDS[part.sign]} ", 1)
        texts.append(text.split(" ", 1)[1] if texts else text)
    return " and ".join(texts)


def _metric_key(name: str) -> str:
    start, _, key = name.partition(".")
    return key if start in _OF_METRIC else ""


def _text_tests(node: Node) -> Iterable[ColumnTest]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _text_tests(part)
        case ColumnTest(name, "contains" | "has" | "~", (str() | Pattern(),)):
            if name.text in _TEXTS:
                yield node


def _searched(value: object) -> str:
    return f"/{value.text}/" if isinstance(value, Pattern) else str(value)


def document_expression(data: EvalSet, label: str) -> str:
    """Expression for the segments of a document, by its label under the criterion "document".

    >>> data = EvalSet({"A": ["a", "b"]}, [["a", "b"]], documents=["news-1", None])
    >>> document_expression(data, "news-1"), document_expression(data, "(none)")
    ('document = "news-1"', 'document is missing')
    """
    values = {} if data.documents is None else label_values(data.documents)
    return written(equals_or_missing(DOCUMENT, values.get(label, label)))


def part_expressions(comparison: Comparison, how: str, labels: Iterable[str]) -> list[str]:
    """Expressions for parts, by their labels under a criterion of slices."""
    data, name, values = comparison.evalset, how, dict[str, str | None]()
    if how == DOCUMENT and data.documents is not None:
        values = label_values(data.documents)
    elif how not in CRITERIA:
        table = table_of(comparison)  # where a built-in column may have the name
        while f"data.{name}" in table.columns:
            name = f"data.{name}"
        values = label_values(data.metadata[how])
    return [written(equals_or_missing(name, values.get(label, label))) for label in labels]


def bin_expression(table: SegmentTable, name: str, cut: ColumnPartition, label: str) -> str:
    """Expression for a part, by its label in the partition by a column: "a.length >= 2"."""
    column, kind = Name(name), table.column(name).kind
    number = cut.bands.labels.index(label)
    if kind == FLAG:
        is_so = Flag(column)
        return written(Not(is_so) if number else is_so)
    if number == cut.nothing:
        return written(Not(HasValue(column)))
    if kind == NUMBER:
        low, high = cut.limits[number]
        parts: list[Node] = [ColumnTest(column, ">=", (low,))] if low is not None else []
        parts += [ColumnTest(column, "<", (high,))] if high is not None else []
        return written(conjunction(parts) if parts else HasValue(column))
    return written(ColumnTest(column, "=", (label,)))


# By the key of the metric.
MetricPairs = Mapping[str, MetricComparison]
NO_METRIC_PAIRS: MetricPairs = {}
COMPONENTS = (*(f"p{n}" for n in range(1, MAX_ORDER + 1)), "bp")


def _component_or_zero(comparison: Comparison, component: str) -> NDArray[np.float64]:
    """Points of a component; zero for orders that these settings do not count."""
    counted = component in comparison.ledger.components
    return comparison.carried(component) if counted else np.zeros(len(comparison))


SORTS: dict[str, Callable[[Comparison], NDArray[Any]]] = {
    "line": lambda c: np.arange(len(c)),
    "points": lambda c: c.ledger.segments,
    # In the direction of Δ; by sentence Δ if the ledger is undefined.
    "carried": lambda c: (
        (1 if c.delta > 0 else -1) * SORTS["points" if c.ledger.defined else "delta"](c)
    ),
    "delta": lambda c: rounded(c.sentence_deltas),
    "size": lambda c: np.abs(rounded(c.sentence_deltas)),
    "a": lambda c: rounded(c.sentences_a),
    "b": lambda c: rounded(c.sentences_b),
    # As the column "reference.length" has it.
    "length": lambda c: (c.stats_a.ref_len + c.stats_b.ref_len) / 2,
    "ratio": lambda c: c.stats_b.sys_len / np.maximum(c.stats_a.sys_len, 1),
    **{name: partial(_component_or_zero, component=name) for name in COMPONENTS},
}


def sort_column(key: str) -> str:
    """The column of a sort key: "a.ratio" for "column:a.ratio"; else ''."""
    how, _, name = key.partition(":")
    return name if how == "column" else ""


def sort_metrics(key: str) -> tuple[str, ...]:
    """Keys of the metrics that a sort key needs; ValueError if the text is none.

    "metric:chrf" is Δ of chrF, turned so that larger is better; "disagree:chrf" is the difference
    of chrF and BLEU in ranks of Δ, "disagree:ter,chrf" that of TER and chrF. A comma or percent
    sign in a metric's key is written %2C, %25. "column:a.ratio" is a column of numbers, whose table
    holds the opinions it needs.

    >>> sort_metrics("disagree:chrf"), sort_metrics("disagree:ter,chrf"), sort_metrics("line")
    (('bleu', 'chrf'), ('ter', 'chrf'), ())
    """
    how, _, text = key.partition(":")
    metrics = read_metrics(text)
    if key in SORTS or sort_column(key):
        return ()
    if not all(metrics) or len(metrics) > {"metric": 1, "disagree": 2}.get(how, 0):
        raise ValueError(unknown_order(key))
    return metrics if how == "metric" or len(metrics) == 2 else ("bleu", *metrics)


def read_metrics(text: str) -> tuple[str, ...]:
    """Keys of metrics from a comma-separated text."""
    return tuple(key.replace("%2C", ",").replace("%25", "%") for key in text.split(","))


def written_metrics(keys: Iterable[str]) -> str:
    """Keys of metrics as one comma-separated text; "," and "%" in a key as %2C and %25."""
    return ",".join(key.replace("%", "%25").replace(",", "%2C") for key in keys)


def segment_order(
    comparison: Comparison,
    key: str,
    descending: bool = False,
    metric_pairs: MetricPairs = NO_METRIC_PAIRS,
    table: SegmentTable | None = None,
) -> NDArray[np.int64]:
    """(S,) all segments in the order of a sort key; ties in file order, NaN last.

    `key` is one of `SORTS`, or a key for `sort_metrics`; `metric_pairs` has those it needs.
    KeyError or ValueError if the column does not exist, or does not hold numbers.
    """
    values = order_values(comparison, key, metric_pairs, table)
    return np.argsort(-values if descending else values, kind="stable")


def order_values(
    comparison: Comparison,
    key: str,
    metric_pairs: MetricPairs = NO_METRIC_PAIRS,
    table: SegmentTable | None = None,
) -> NDArray[Any]:
    """(S,) the numbers that `segment_order` sorts by, ascending."""
    if name := sort_column(key):
        columns = table_of(comparison, metric_pairs=metric_pairs) if table is None else table
        return rounded(columns.numbers(name))
    selected = [metric_pairs[metric] for metric in sort_metrics(key)]
    if not selected:
        return SORTS[key](comparison)
    if len(selected) == 1:
        return rounded(selected[0].gains)
    return np.abs(rank_disagreement(*selected))


def step_along(
    lines: NDArray[np.int64], everything: NDArray[np.int64], start: int, by: int
) -> tuple[int, bool]:
    """The segment `by` places after `start` on a list, before it if negative; and whether the list
    was long enough. If not, the segment is the last one.

    `lines` (L,) is the list in the order of `everything` (S,). A segment that a filter removed
    keeps its place in the order: the next one on the list is one step away.
    """
    places = np.empty_like(everything)
    places[everything] = np.arange(len(everything))
    before, after = lines[places[lines] < places[start]], lines[places[lines] > places[start]]
    path = [start, *(after if by > 0 else before[::-1])[: abs(by)].tolist()]
    return int(path[-1]), len(path) > abs(by)
