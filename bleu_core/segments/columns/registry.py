"""All columns of a comparison, in display order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.metrics import Opinion
from bleu_core.segments.columns import (
    banded,
    compared,
    degenerate,
    given,
    lengths,
    metrics,
    scored,
    surface,
)
from bleu_core.segments.columns import said as said_by_people
from bleu_core.segments.columns.table import Keep, Said, Table
from bleu_core.segments.detectors import Thresholds

# Each yields the columns of a comparison.
GROUPS = (
    given.columns,
    scored.columns,
    lengths.columns,
    compared.columns,
    surface.columns,
    banded.columns,
    said_by_people.columns,
    degenerate.columns,
)


def table_of(
    comparison: Comparison,
    thresholds: Thresholds | None = None,
    annotations: Said | None = None,
    opinions: Mapping[str, Opinion] | None = None,
    keep: Keep | None = None,
) -> Table:
    """Return the table of a comparison; parameters are the attributes of `Table`.

    Without `annotations`, the annotation columns are missing.

    A metadata column with the name of a built-in column becomes "data.NAME".

    >>> from bleu_core import EvalSet
    >>> data = EvalSet({"A": ["a b", "c"], "B": ["a b", "d"]}, [["a b", "c"]], documents=["x", "y"])
    >>> table = table_of(Comparison.of(data))
    >>> table.numbers("line").tolist(), table.column("document").about
    ([1.0, 2.0], 'The document that a segment belongs to.')
    """
    groups = [group(comparison) for group in GROUPS]
    groups.append(metrics.columns(comparison, opinions or {}))
    columns = {one.name: one for group in groups for one in group}
    if annotations is None:
        unknown, why = said_by_people.SAID, messages.annotations_not_read()
        columns |= {name: replace(columns[name], missing=why) for name in unknown}
    for one in given.of_data(comparison):
        name = one.name
        while name in columns:
            name = f"data.{name}"
        columns[name] = replace(one, name=name)
    return Table(
        comparison,
        columns,
        thresholds or Thresholds(),
        annotations or Said(),
        opinions or {},
        keep,
    )
