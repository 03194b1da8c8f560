"""Which cell of the board is told more of: the one that was chosen, or the worst."""

from __future__ import annotations

from bleu_core.suite.rendering.told import Cell, cells, worst_first
from bleu_core.suite.results import SuiteResult
from pages.ui import state
from pages.ui.widgets.rerun import run_again


def cell_of(result: SuiteResult) -> Cell | None:
    """The cell that the view names, or the worst; None of a run without any."""
    found, view = cells(result), state.current()
    for cell in found:
        if names_of(cell) == (view.suite_set, view.suite_system):
            return cell
    return next(iter(worst_first(found)), None)


def names_of(cell: Cell) -> tuple[str, str]:
    """Its test set and its system, '' where it is the set that is wrong."""
    return cell.of.name, cell.system.name if cell.system else ""


def choose(cell: Cell) -> None:
    """Tell more of a cell, if it is another one than before."""
    test_set, system = names_of(cell)
    if (state.current().suite_set, state.current().suite_system) != (test_set, system):
        state.change(suite_set=test_set, suite_system=system)
        run_again()
