"""A table of the account of a comparison, as screens draw it."""

from __future__ import annotations

from typing import Any

from bleu_core.present.document import Column, Table
from pages.ui.widgets.cells import cell
from pages.ui.widgets.table import table


def draw(found: Table, *, key: str, narrow: bool = False) -> str | None:
    """Draw it; answer what the row that was just opened leads to: see `Span.opens`.

    In a `narrow` table columns of numbers are no wider than their numbers.
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
    """A column as `table` takes it."""
    made: dict[str, Any] = {"label": column.label}
    if not column.is_text:
        made["align"] = "right"
    if narrow and not column.is_text:
        made["narrow"] = True
    named = {"tone": column.tone, "term": column.term}
    return made | {name: value for name, value in named.items() if value}
