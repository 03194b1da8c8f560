"""Some segments of a data set as a comparison: every column means what it means elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import pyarrow as pa

from bleu_core.common.arrow import as_numpy
from bleu_core.datasets.counting import DOCUMENT, SIDES, matrix_of, references_of
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.texts import Excerpt
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import Ledger, priced
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.bleu_score import SegmentStatistics

# The column that has the line of each segment in the data set, from 1.
LINE = "line"


@dataclass(frozen=True, eq=False)
class Selection(Comparison):
    """Some segments of a data set: what they carry is of the Δ of the whole.

    Attributes
    ----------
    of : Ledger
        That of the data set, whose prices hold here too.
    """

    of: Ledger = None  # type: ignore[assignment]  # after a field with a default

    @cached_property
    def ledger(self) -> Ledger:
        points = priced(self.stats_a.matrix, self.stats_b.matrix, self.of.prices)
        return replace(self.of, segments=points)

    @cached_property
    def sentences_a(self) -> FloatArray:
        return _sentences(self.stats_a)

    @cached_property
    def sentences_b(self) -> FloatArray:
        return _sentences(self.stats_b)


def _sentences(stats: SegmentStatistics) -> FloatArray:
    """(S,) sentence BLEU but for last digits, which no comparison looks at: see `rounding`."""
    effective = stats.rescored(effective_order=True)
    return effective.quick_scores(effective.matrix)


def text_name(column: str) -> str:
    """Under which name the texts of a column stand beside statistics."""
    return f"text.{column}"


def selection(plan: Plan, ledger: Ledger, rows: pa.RecordBatch) -> Selection:
    """Segments by what is kept of their statistics, with their `LINE`.

    Columns that are not among the rows have nothing: neither texts (see `text_name`) nor
    documents nor metadata.
    """
    columns = plan.columns
    empty = pa.nulls(len(rows), pa.large_string()).fill_null("")

    def text(name: str) -> pa.Array:
        named = text_name(name)
        return rows.column(named) if named in rows.schema.names else empty

    def said(name: str) -> pa.Array:
        there = name in rows.schema.names
        return rows.column(name).cast(pa.large_string()) if there else pa.nulls(len(rows))

    read = {name: text(name) for name in columns.references}
    is_read = text_name(columns.references[0]) in rows.schema.names
    evalset = Excerpt(
        {name: text(name) for name in (columns.a, columns.b)},
        references_of(pa.RecordBatch.from_pydict(read), columns) if is_read else [*read.values()],
        text(columns.source) if columns.source else None,
        said(DOCUMENT) if columns.document else None,
        {name: said(f"metadata.{name}") for name in plan.metadata},
        numbers=as_numpy(rows.column(LINE)),
    )
    a, b = (SegmentStatistics(matrix_of(side, rows, plan.config), plan.config) for side in SIDES)
    return Selection(evalset, plan.config, columns.a, columns.b, a, b, of=ledger)
