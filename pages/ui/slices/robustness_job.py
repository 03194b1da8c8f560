"""The grid of settings of one comparison, computed in the background."""

from __future__ import annotations

from functools import partial

from bleu_core import Comparison
from bleu_core.progress import Progress
from bleu_core.significance.robustness import Cell, grid, settings
from pages.ui.background import Job


class RobustnessJob(Job):
    """The grid of one comparison; `cells` are its results so far."""

    def __init__(self, comparison: Comparison) -> None:
        self.total = len(settings(comparison))
        self.cells: list[Cell] = []
        super().__init__(partial(self._fill, comparison))

    @property
    def done(self) -> int:
        """How many settings have their result."""
        return sum(len(cell.smoothings) for cell in self.cells)

    def _fill(self, comparison: Comparison, progress: Progress) -> None:
        for cell in grid(comparison, progress=progress):
            self.cells.append(cell)
