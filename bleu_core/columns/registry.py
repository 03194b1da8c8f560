"""All columns of a comparison, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping

from bleu_core.columns import given, scored
from bleu_core.columns.table import Keep, Said, Table
from bleu_core.comparison import Comparison
from bleu_core.detectors import Thresholds
from bleu_core.metrics import Opinion


def table_of(
    comparison: Comparison,
    thresholds: Thresholds | None = None,
    said: Said | None = None,
    opinions: Mapping[str, Opinion] | None = None,
    keep: Keep | None = None,
) -> Table:
    """The table of a comparison: see `Table`, which has these parameters as its attributes.

    What BLEUscope itself knows hides a column of the data of its name.

    >>> from bleu_core import EvalSet
    >>> data = EvalSet({"A": ["a b", "c"], "B": ["a b", "d"]}, [["a b", "c"]], documents=["x", "y"])
    >>> table = table_of(Comparison.of(data))
    >>> table.numbers("line").tolist(), table.column("document").about
    ([1.0, 2.0], 'The document that a segment belongs to.')
    """
    own = {one.name: one for group in (given, scored) for one in group.columns(comparison)}
    data = {one.name: one for one in given.of_data(comparison)}
    return Table(
        comparison,
        own | {name: one for name, one in data.items() if name not in own},
        thresholds or Thresholds(),
        said or Said(),
        opinions or {},
        keep,
    )
