"""What is found by the columns of a comparison's segments: each made once, whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
from bleu_core.segments.slices import Slice, slice_in
from bleu_core.segments.worklist import Opinions
from bleu_core.segments.worklist import order as in_order_of
from bleu_core.significance import clusters_of
from bleu_core.text.evalset import Part
from pages.ui import store
from pages.ui.cache import held


def order(
    comparison: Comparison, sort: str, opinions: Opinions, columns: Table | None = None
) -> NDArray[np.int64]:
    """All segments in the order of `sort`; `opinions` are those of the metrics that it asks for.

    `columns` are those of the comparison, for an order by one of them.
    """

    def make() -> NDArray[np.int64]:
        key, descending = sort.removeprefix("-"), sort.startswith("-")
        return in_order_of(comparison, key, descending, opinions, columns)

    # The metrics by their keys: an order by imported scores goes with them.
    key = store.key("order", comparison, sort, *sorted(opinions))
    lines: NDArray[np.int64] = held().get_or_make(key, make, lambda made: made.nbytes)
    return lines


def table(comparison: Comparison, thresholds: Thresholds, said: Said, opinions: Opinions) -> Table:
    """The columns of a comparison's segments, each made once.

    Not those of what people say and of what other metrics say: that may change, and is at hand.
    """
    data = comparison.evalset
    at_hand = {*SAID, *data.metadata, "document", "source", "reference", "a", "b", "text"}
    at_hand |= {f"{of}.{key}" for key in opinions for of in ("a", "b", "delta", "gain")}

    def keep(name: str, make: Callable[[], Values]) -> Values:
        if name in at_hand:
            return make()
        key = store.key("column", comparison, thresholds, name)
        made: Values = held().get_or_make(key, make, _size_of_column)
        return made

    return table_of(comparison, thresholds, said, opinions, keep)


def _size_of_column(made: Values) -> int:
    if isinstance(made, Texts):
        return sum(texts.nbytes for texts, _ in made.parts)
    return made.nbytes


def chosen(table: Table, where: str) -> NDArray[np.bool_]:
    """(S,) which segments fulfil an expression, found once.

    Raises
    ------
    ExpressionError
        For what is no expression, or means nothing for this comparison.
    """
    if not where:
        return np.ones(len(table), bool)
    node = expressions.parse(where)

    def make() -> NDArray[np.bool_]:
        return expressions.mask(node, table)

    if any(name.text in SAID for name in expressions.names(node)):
        return make()
    # The metrics by their keys: what is chosen by imported scores goes with them.
    metrics = sorted(table.opinions)
    key = store.key("chosen", table.comparison, table.thresholds, where, *metrics)
    found: NDArray[np.bool_] = held().get_or_make(key, make, lambda made: made.nbytes)
    return found


def column_bands(table: Table, name: str) -> ColumnBands:
    """The parts of a comparison by a column, cut once; what people say may change."""
    if name in SAID:
        return bands(table, name)
    key = store.key("bands", table.comparison, table.thresholds, name)
    made: ColumnBands = held().get_or_make(
        key, partial(bands, table, name), lambda made: made.bands.part.nbytes
    )
    return made


def slices_by_column(
    comparison: Comparison, table: Table, name: str, opinion: Opinion | None = None
) -> list[Slice]:
    """BLEU, or another metric, on each part by a column; see `slices`.

    `table` is that of the whole test set: what is shown may be a part of it.
    """

    def make() -> list[Slice]:
        cut, data = column_bands(table, name).bands, comparison.evalset
        if isinstance(data, Part):
            cut = cut._replace(part=cut.part[data.rows])
        clusters = None if name == "document" else clusters_of(data)
        intervals = has_intervals(table.column(name))
        return slice_in(comparison, cut, clusters, intervals, opinion=opinion)

    if name in SAID:
        return make()
    metric = "" if opinion is None else opinion.about.key
    key = store.key("column slices", comparison, table.thresholds, name, metric)
    made: list[Slice] = held().get_or_make(key, make, lambda _: 8 * len(comparison))
    return made


def degenerate(
    comparison: Comparison, thresholds: Thresholds, progress: Progress
) -> tuple[list[Counts], list[Alike]]:
    """What the detectors find of A and B, and how alike these are, looked for once."""

    def make() -> tuple[list[Counts], list[Alike]]:
        flags = table(comparison, thresholds, Said(), {}).flags
        points = comparison.ledger.segments
        has_source = comparison.evalset.source is not None
        return summary(flags, points, has_source, progress), alike(flags, points)

    key = store.key("degenerate", comparison, thresholds)
    made: tuple[list[Counts], list[Alike]] = held().get_or_make(key, make, lambda _: 10_000)
    return made
