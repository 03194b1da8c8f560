"""The criteria that a test set can be partitioned by: those of slices, and every other column."""

from __future__ import annotations

from bleu_core import Comparison
from bleu_core.metrics import Opinion
from bleu_core.segments.columns import CHOSEN_BY_OUTPUT, Column, Table, has_intervals, partitions
from bleu_core.segments.slices import CRITERIA, Slice, about_intervals, criteria
from bleu_core.segments.worklist import band_is, part_is
from pages.ui import chosen, column_results, results


def offered(comparison: Comparison) -> dict[str, str]:
    """Return the names of the criteria, with their meaning."""
    known = criteria(comparison)
    return known | {
        name: column.about for name, column in _columns(comparison).items() if name not in known
    }


def slices(comparison: Comparison, by: str, opinion: Opinion | None = None) -> list[Slice]:
    """Return BLEU, or another metric, on each part."""
    if by in criteria(comparison):
        return results.slices(comparison, by, opinion)
    return column_results.slices_by_column(comparison, _table(comparison), by, opinion)


def told(comparison: Comparison, by: str, found: list[Slice]) -> list[str]:
    """Return sentences on the parts and their intervals."""
    column = None if by in criteria(comparison) else _columns(comparison)[by]
    is_part = comparison.evalset.whole is not comparison.evalset
    of_whole = is_part and (by in CRITERIA or column is not None)
    bands = "These are the bands of the whole test set." if of_whole else ""
    why_none = None if column is None or has_intervals(column) else CHOSEN_BY_OUTPUT
    return [offered(comparison)[by], bands, about_intervals(found, by, why_none)]


def expression(comparison: Comparison, by: str, part: str) -> str:
    """Return the expression that selects the segments of a part."""
    if by in criteria(comparison):
        return part_is(comparison, by, part)
    table = _table(comparison)
    return band_is(table, by, column_results.column_bands(table, by), part)


def _columns(comparison: Comparison) -> dict[str, Column]:
    """Return the columns besides `criteria`; of one name, that of the data has a prefix."""
    known = criteria(comparison)
    hidden = {f"data.{name}" for name in known}
    found = partitions(_table(comparison))
    return {column.name: column for column in found if column.name not in hidden}


def _table(comparison: Comparison) -> Table:
    """Return the columns of the whole test set: those of a part could differ."""
    return chosen.table(comparison if comparison.whole is None else comparison.whole)
