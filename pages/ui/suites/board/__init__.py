"""The board: a row per test set, a column per system; a cell opens its comparison."""

from __future__ import annotations

from bleu_core.suite.rendering.board import board_data, cell_at
from bleu_core.suite.rendering.document import SuiteCell
from bleu_core.suite.results import History, SuiteResult
from pages.ui.suites import run_view
from pages.ui.widgets.components import component

_mount = component("suites/board/board.js", '<div class="board"></div>')


def draw_board(
    result: SuiteResult, history: History, metric: str, chosen: SuiteCell | None
) -> tuple[str, SuiteCell] | None:
    """Draw the board; return what was pressed, "open" or "choose", and the cell.

    `chosen` is the cell whose details are shown.
    """
    mounted = _mount(
        data=board_data(result, metric, _address, history, chosen),
        key="suite-board",
        on_open_change=lambda: None,
        on_choose_change=lambda: None,
    )
    for message in ("open", "choose"):
        if pressed := mounted.get(message):
            return message, cell_at(result, *pressed)
    return None


def _address(cell: SuiteCell) -> str:
    return run_view.comparison_link(cell.system) if cell.system else ""
