"""Worklist orders by a column of numbers, and their names."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.segments.columns import NUMBER, Column, Table
from bleu_core.segments.expressions import Given, Name, written
from bleu_core.segments.worklist import column_of
from pages.ui import chosen

# The menu has separate orders for these.
KNOWN = {"line", "delta", "gain", "points", "a.bleu", "b.bleu", "reference.length"}
LONGEST_NAME = 40


def named(sort: str) -> str:
    """The column of the view's order; '' for another order."""
    return column_of(sort.removeprefix("-"))


def expression(sort: str) -> str:
    """An expression that uses that column."""
    name = named(sort)
    return written(Given(Name(name))) if name else ""


def table(comparison: Comparison, sort: str) -> Table | None:
    """The columns, with the opinions that the order needs; None for another order."""
    return chosen.table(comparison, expression(sort)) if named(sort) else None


def column(comparison: Comparison, sort: str) -> Column | None:
    """The column of an order; None if it does not exist or does not hold numbers."""
    result = table(comparison, sort)
    one = None if result is None else result.columns.get(named(sort))
    return None if one is None or one.kind != NUMBER or one.missing else one


def orders(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """The menu's orders by columns, with their names."""
    yield from orders_of(chosen.table(comparison))


def orders_of(table: Table) -> Iterator[tuple[str, str]]:
    """The orders by columns of a table, with their names."""
    for name, one in table.columns.items():
        if one.kind == NUMBER and not one.missing and name not in KNOWN:
            yield from texts(name)


def texts(name: str) -> Iterator[tuple[str, str]]:
    """Names of both orders by a column."""
    label = visible(name, LONGEST_NAME)
    yield f"-column:{name}", f"{label}, largest first"
    yield f"column:{name}", f"{label}, smallest first"
