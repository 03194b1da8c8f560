"""Results from the columns of a comparison's segments: each computed once, for all sessions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.progress import Progress
from bleu_core.metrics import Opinion
from bleu_core.segments import expressions
from bleu_core.segments.columns import (
    SAID,
    ColumnBands,
    Said,
    Table,
    Texts,
    Values,
    bands,
    has_intervals,
    table_of,
)
from bleu_core.segments.detectors import Alike, Counts, Thresholds, alike, summary
from bleu_core.segments.expressions import Node
from bleu_core.segments.slices import Slice, slice_in
from bleu_core.segments.worklist import Opinions
from bleu_core.segments.worklist import order as in_order_of
from bleu_core.significance import clusters_of
from bleu_core.text.evalset import Part
from pages.ui.cache import result


def _key_of_order(
    comparison: Comparison, sort: str, opinions: Opinions, columns: Table | None = None
) -> tuple[object, ...]:
    # Metrics by their keys: orders by imported scores are dropped with the scores.
    return comparison, sort, *sorted(opinions)


@result(key=_key_of_order)
def order(
    comparison: Comparison, sort: str, opinions: Opinions, columns: Table | None = None
) -> NDArray[np.int64]:
    """Return all segments in the order of `sort`.

    Parameters
    ----------
    comparison, sort
    opinions
        Of the metrics that the order depends on.
    columns : optional
        Those of the comparison, for an order by one of them.
    """
    key, descending = sort.removeprefix("-"), sort.startswith("-")
    return in_order_of(comparison, key, descending, opinions, columns)


def table(comparison: Comparison, thresholds: Thresholds, said: Said, opinions: Opinions) -> Table:
    """Return the columns of a comparison's segments, each computed once.

    Columns of annotations and of other metrics may change, and cost nothing: they are not cached.
    """
    data = comparison.evalset
    at_hand = {*SAID, *data.metadata, "document", "source", "reference", "a", "b", "text"}
    at_hand |= {f"{of}.{key}" for key in opinions for of in ("a", "b", "delta", "gain")}

    def keep(name: str, make: Callable[[], Values]) -> Values:
        return make() if name in at_hand else _column(comparison, thresholds, name, make)

    return table_of(comparison, thresholds, said, opinions, keep)


def _size_of_column(made: Values) -> int:
    if isinstance(made, Texts):
        return sum(texts.nbytes for texts, _ in made.parts)
    return made.nbytes


@result(size=_size_of_column)
def _column(
    comparison: Comparison, thresholds: Thresholds, name: str, _make: Callable[[], Values]
) -> Values:
    return _make()


def chosen(table: Table, where: str) -> NDArray[np.bool_]:
    """Return which segments fulfil an expression, an (S,) mask.

    Raises
    ------
    ExpressionError
        For a malformed expression, or one that means nothing for this comparison.
    """
    if not where:
        return np.ones(len(table), bool)
    node = expressions.parse(where)
    if any(name.text in SAID for name in expressions.names(node)):
        return expressions.mask(node, table)
    return _chosen(table, where, node)


def _key_of_chosen(table: Table, where: str, node: Node) -> tuple[object, ...]:
    # Metrics by their keys: selections by imported scores are dropped with the scores.
    return table.comparison, table.thresholds, where, *sorted(table.opinions)


@result(key=_key_of_chosen)
def _chosen(table: Table, where: str, node: Node) -> NDArray[np.bool_]:
    return expressions.mask(node, table)


def column_bands(table: Table, name: str) -> ColumnBands:
    """Return the parts of a comparison by a column; annotations may change and are not cached."""
    return bands(table, name) if name in SAID else _column_bands(table, name)


@result(
    size=lambda made: made.bands.part.nbytes,
    key=lambda table, name: (table.comparison, table.thresholds, name),
)
def _column_bands(table: Table, name: str) -> ColumnBands:
    return bands(table, name)


def slices_by_column(
    comparison: Comparison, table: Table, name: str, opinion: Opinion | None = None
) -> list[Slice]:
    """Return BLEU, or another metric, on each part by a column; see `results.slices`.

    `table` is that of the whole test set: the comparison may be a part of it.
    """
    if name in SAID:
        return _slices_by_column.make(comparison, table.thresholds, name, opinion, table)
    return _slices_by_column(comparison, table.thresholds, name, opinion, table)


@result()
def _slices_by_column(
    comparison: Comparison,
    thresholds: Thresholds,
    name: str,
    opinion: Opinion | None,
    _table: Table,
) -> list[Slice]:
    cut, data = column_bands(_table, name).bands, comparison.evalset
    if isinstance(data, Part):
        cut = cut._replace(part=cut.part[data.rows])
    clusters = None if name == "document" else clusters_of(data)
    intervals = has_intervals(_table.column(name))
    return slice_in(comparison, cut, clusters, intervals, opinion=opinion)


@result()
def degenerate(
    comparison: Comparison, thresholds: Thresholds, progress: Progress
) -> tuple[list[Counts], list[Alike]]:
    """Return the detectors' findings on A and B, and how similar these are."""
    flags = table(comparison, thresholds, Said(), {}).flags
    points = comparison.ledger.segments
    has_source = comparison.evalset.source is not None
    return summary(flags, points, has_source, progress), alike(flags, points)
