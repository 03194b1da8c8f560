"""Sort orders of segments, by BLEU, other metrics or columns, and steps along a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.messages.filter import unknown_order
from bleu_core.metrics import Opinion, rank_disagreement
from bleu_core.segments.columns import Table, table_of
from bleu_core.text.config import MAX_ORDER

# By the key of the metric.
Opinions = Mapping[str, Opinion]
NOBODY: Opinions = {}
COMPONENTS = (*(f"p{n}" for n in range(1, MAX_ORDER + 1)), "bp")


def _carried(comparison: Comparison, component: str) -> NDArray[np.float64]:
    """Points of a component; zero for orders that these settings do not count."""
    if component not in comparison.ledger.components:
        return np.zeros(len(comparison))
    return comparison.carried(component)


def _moved(comparison: Comparison) -> NDArray[np.float64]:
    """Points; sentence Δ if the ledger is undefined."""
    ledger = comparison.ledger
    return ledger.segments if ledger.defined else rounded(comparison.sentence_deltas)


SORTS: dict[str, Callable[[Comparison], NDArray[Any]]] = {
    "line": lambda c: np.arange(len(c)),
    "points": lambda c: c.ledger.segments,
    "carried": lambda c: np.abs(_moved(c)),
    "delta": lambda c: rounded(c.sentence_deltas),
    "size": lambda c: np.abs(rounded(c.sentence_deltas)),
    "a": lambda c: rounded(c.sentences_a),
    "b": lambda c: rounded(c.sentences_b),
    "length": lambda c: c.stats_a.ref_len,
    "ratio": lambda c: c.stats_b.sys_len / np.maximum(c.stats_a.sys_len, 1),
    **{name: partial(_carried, component=name) for name in COMPONENTS},
}


def column_of(key: str) -> str:
    """The column of a sort key: "a.ratio" for "column:a.ratio"; else ''."""
    how, _, name = key.partition(":")
    return name if how == "column" else ""


def metrics_of(key: str) -> tuple[str, ...]:
    """Keys of the metrics that a sort key needs; none for keys of `SORTS`.

    "metric:chrf" is Δ of chrF, turned so that larger is better; "disagree:chrf" is the difference
    of chrF and BLEU in ranks of Δ, "disagree:ter,chrf" that of TER and chrF. A comma or percent
    sign in a metric's key is written %2C, %25. "column:a.ratio" is a column of numbers, whose table
    holds the opinions it needs.

    Raises
    ------
    ValueError
        The text is not a sort key.

    >>> metrics_of("disagree:chrf"), metrics_of("disagree:ter,chrf"), metrics_of("line")
    (('bleu', 'chrf'), ('ter', 'chrf'), ())
    """
    how, _, text = key.partition(":")
    metrics = read_metrics(text)
    if key in SORTS or column_of(key):
        return ()
    if not all(metrics) or len(metrics) > {"metric": 1, "disagree": 2}.get(how, 0):
        raise ValueError(unknown_order(key))
    return metrics if how == "metric" or len(metrics) == 2 else ("bleu", *metrics)


def read_metrics(text: str) -> tuple[str, ...]:
    """Keys of metrics from a comma-separated text."""
    return tuple(key.replace("%2C", ",").replace("%25", "%") for key in text.split(","))


def written_metrics(keys: Iterable[str]) -> str:
    """Keys of metrics as one comma-separated text.

    >>> written_metrics(("bleu", "imported:1,5 %"))
    'bleu,imported:1%2C5 %25'
    """
    return ",".join(key.replace("%", "%25").replace(",", "%2C") for key in keys)


def order(
    comparison: Comparison,
    key: str,
    descending: bool = False,
    opinions: Opinions = NOBODY,
    table: Table | None = None,
) -> NDArray[np.int64]:
    """(S,) all segments in the order of a sort key; ties in file order, NaN last.

    Parameters
    ----------
    comparison : Comparison
    key : str
        One of `SORTS`, or a key for `metrics_of`.
    descending : bool
    opinions : mapping of str to Opinion
        At least those of `metrics_of(key)`.
    table : Table, optional
        The columns of the comparison, if available.

    Raises
    ------
    KeyError, ValueError
        The column does not exist, or does not hold numbers.
    """
    values = order_values(comparison, key, opinions, table)
    return np.argsort(-values if descending else values, kind="stable")


def order_values(
    comparison: Comparison, key: str, opinions: Opinions = NOBODY, table: Table | None = None
) -> NDArray[Any]:
    """(S,) the numbers that `order` sorts by, ascending."""
    if name := column_of(key):
        columns = table_of(comparison, opinions=opinions) if table is None else table
        return rounded(columns.numbers(name))
    selected = [opinions[metric] for metric in metrics_of(key)]
    if not selected:
        return SORTS[key](comparison)
    return (
        rounded(selected[0].gains) if len(selected) == 1 else np.abs(rank_disagreement(*selected))
    )


def stepped(
    lines: NDArray[np.int64], everything: NDArray[np.int64], start: int, by: int
) -> tuple[int, bool]:
    """The segment `by` places after `start` on a list; before it if negative.

    A segment that a filter removed keeps its place in the order: the next one on the list is one
    step away.

    Parameters
    ----------
    lines : (L,) indices of segments
        The list, in the order of `everything`.
    everything : (S,) indices of segments
        All segments, in order.
    start : int
        A segment.
    by : int

    Returns
    -------
    (int, bool)
        The segment, and whether the list was long enough; if not, it is the last one.
    """
    places = np.empty_like(everything)
    places[everything] = np.arange(len(everything))
    before, after = (lines[places[lines] < places[start]], lines[places[lines] > places[start]])
    ahead = after if by > 0 else before[::-1]
    path = np.concatenate([[start], ahead])
    far = min(abs(by), len(ahead))
    return int(path[far]), far == abs(by)
