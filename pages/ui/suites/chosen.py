"""The cell of the board whose details are shown: the chosen one, or the worst."""

from __future__ import annotations

from bleu_core.suite.rendering.told import Cell, cells, worst_first
from bleu_core.suite.results import SuiteResult
from pages.ui import state
from pages.ui.widgets.rerun import run_again


def cell_of(result: SuiteResult) -> Cell | None:
    """Return the view's cell, or the worst; None for a run without cells."""
    found, view = cells(result), state.current()
    for cell in found:
        if names_of(cell) == (view.suite_set, view.suite_system):
            return cell
    return next(iter(worst_first(found)), None)


def names_of(cell: Cell) -> tuple[str, str]:
    """Return its test set and system; the system is '' if the set itself failed."""
    return cell.of.name, cell.system.name if cell.system else ""


def choose(cell: Cell) -> None:
    """Show the details of another cell."""
    test_set, system = names_of(cell)
    if (state.current().suite_set, state.current().suite_system) != (test_set, system):
        state.change(suite_set=test_set, suite_system=system)
        run_again()
