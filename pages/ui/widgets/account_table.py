"""A table of the presentation model as HTML."""

from __future__ import annotations

from typing import Any

from bleu_core.present.document import Column, Table
from pages.ui.widgets.cells import cell
from pages.ui.widgets.table import table


def draw(found: Table, *, key: str, narrow: bool = False) -> str | None:
    """Draw the table; return what the row just opened leads to: see `Span.opens`.

    In a `narrow` table, columns of numbers are as wide as their numbers.
    """
    opens = [row[0].opens or None for row in found.rows]
    return table(
        [heading(column, narrow) for column in found.columns],
        [[cell(span) for span in row] for row in found.rows],
        ids=opens if any(opens) else None,
        key=key,
        label=found.label,
        rules=sorted(found.rules),
    )


def heading(column: Column, narrow: bool) -> dict[str, Any]:
    """A column in the form of `table`."""
    column_data: dict[str, Any] = {"label": column.label}
    if not column.is_text:
        column_data["align"] = "right"
    if narrow and not column.is_text:
        column_data["narrow"] = True
    named = {"tone": column.tone, "term": column.term}
    return column_data | {name: value for name, value in named.items() if value}
